"""What Highway says: sentences for players, few signs for the OLED, and lists that hands on the box can go through."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Any

import pytest

from companion.events import Event
from companion.game import Seat, step
from companion.games.cant_stop.odds import ROLLS
from companion.games.cant_stop.rules import Stopped
from companion.games.highway import HIGHWAY
from companion.games.highway.events import DirectionChosen, MarkerPicked, ShieldUsed, TileRevealed
from companion.games.highway.odds import bust_odds_with_a_shield
from companion.games.highway.position import position
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX
from companion.tree import Branch, Cursor, Leaf, grow
from tests.games.highway.positions import BUST, after, at, options, rolled, stopped

LOOP = {"6.3": "fast-lane-1", "6.4": "traffic-delay-1"}


def told(state: State, event: Event) -> str:
    return " ".join(HIGHWAY.tell(state, event, step(HIGHWAY, state, event)))


@pytest.mark.parametrize(
    ("case", "runners", "board", "given", "sentences"),
    [
        (
            "a shield",
            {"8": 5},
            {"8.5": "shield-4"},
            {},
            ["Interstate shield 4", "takes the tile", "Token in 8 to space 5"],
        ),
        ("a chain", {"8": 3}, {"8.3": "fast-lane-2"}, {}, ["Fast Lane +2, 2 spaces up", "goes to column 8, space 5"]),
        ("a loop", {"6": 3}, LOOP, {}, ["came round in a loop, to column 6, space 3: the marker stops there"]),
        (
            "a lost loop",
            {"6": 3},
            LOOP,
            {"options": {"loop": "loses"}},
            ["in a loop, to column 6, space 3: the marker comes off"],
        ),
        ("a fall", {"7": 1}, {"7.1": "detour-left"}, {}, ["falls below the bottom: the marker comes off"]),
        ("a hazard", {"7": 6}, {"7.6": "flood"}, {}, ["Flood, two of four dice must make 7 (64%)"]),
        (
            "a win",
            {"6": 11},
            {},
            {"tokens": [{}, {"6": 3}]},
            ["Column 6 is won by Ann", "Take Bo's token off column 6"],
        ),
        ("no tile", {"6": 3}, {}, {}, ["Column 6, space 3: no tile", "Token in 6 to space 3", "Bo's turn"]),
        ("it stays", {"9": 2}, {"9.2": "traffic-delay-1"}, {"tokens": [{"9": 1}, {}]}, ["in 9 already stands as high"]),
        ("a Map", {"6": 1}, {}, {"maps": [0, 1]}, ["Bo hands in Map: 4 white markers, the cone among them"]),
        ("a Lost", {"6": 1}, {}, {"lost": [0, 1]}, ["Bo hands in Lost: 2 white markers this turn"]),
    ],
)
def test_a_stop_is_told_with_what_to_move(
    case: str, runners: dict[str, int], board: dict[str, str], given: dict[str, object], sentences: list[str]
) -> None:
    words = told(at(runners, board=board, **given), Stopped())

    assert [sentence for sentence in sentences if sentence not in words] == [], case


def test_a_failed_hazard_says_whether_a_shield_may_mend_it() -> None:
    state = stopped(at({"7": 6}, board={"7.6": "flood"}, shields=[[2], []]))

    assert "not passed. A shield may still mend it" in told(state, rolled(1, 1, 3, 3))
    assert "off column 7 without a token" in told(after(state, rolled(1, 1, 3, 3)), BUST)


def test_the_ways_out_of_a_roundabout_that_lose_or_win_are_marked() -> None:
    state = stopped(at({"12": 2}, board={"12.2": "roundabout", "11.3": "map"}, tokens=[{}, {"2": 3}]))
    labels = {
        option.direction: HIGHWAY.label(state, option)
        for option in options(state)
        if isinstance(option, DirectionChosen)
    }

    assert labels == {"up": "up: win", "down": "down", "left": "left", "right": "right: off"}  # column 2 is won
    assert HIGHWAY.effect(state, DirectionChosen("left")) == "column 11, space 3, a tile face down"
    state = stopped(at({"10": 1}, board={"10.1": "roundabout"}))
    assert [HIGHWAY.label(state, option) for option in options(state)] == ["up", "down: off", "left", "right: off"]


def test_shields_say_what_they_would_make() -> None:
    state = after(at({"6": 1, "7": 1, "8": 1}, shields=[[6], []]), rolled(1, 1, 1, 1))
    use = ShieldUsed(6, 1, 6)

    assert HIGHWAY.label(state, use) == "1+6=7"
    assert HIGHWAY.effect(state, use) == "makes 8"
    assert HIGHWAY.odds(state, use) == "8%"
    hazard = stopped(at({"7": 6}, board={"7.6": "flood"}, shields=[[2], []]), rolled(1, 1, 3, 3))
    assert HIGHWAY.effect(hazard, ShieldUsed(2, 3, 2)) == "does not pass"


def test_the_odds_know_how_many_markers_the_turn_has() -> None:
    runners = {"6": 1, "7": 1, "8": 1}

    assert HIGHWAY.odds(at(runners), None) == "8%"
    assert HIGHWAY.odds(at(runners, markers=4), None) == "0%"
    assert HIGHWAY.odds(at({"2": 1, "12": 1}, markers=2), None) == "74%"
    assert HIGHWAY.odds(stopped(at({"7": 6}, board={"7.6": "flood"})), None) == ""  # its own words say it: no bust


def test_with_the_odds_comes_what_one_shield_would_make_of_them() -> None:
    runners = {"2": 1, "3": 1, "12": 1}

    assert HIGHWAY.odds(at(runners), None) == "56%"
    assert HIGHWAY.more_odds(at(runners)) == ()
    assert HIGHWAY.more_odds(at(runners, shields=[[4], []])) == (("With a shield it busts: 2%", "With a shield: 2%"),)
    assert HIGHWAY.more_odds(at(runners, shields=[[], [4]])) == ()  # another player's
    assert HIGHWAY.more_odds(at({}, shields=[[4], []])) == ()  # nothing to mend
    hazard = {"board": {"2.2": "flood"}, "shields": [[1], []]}
    assert HIGHWAY.more_odds(stopped(at({"2": 2}, **hazard)))[0][0] == "With a shield it is passed: 32%"
    assert HIGHWAY.more_odds(stopped(at({"2": 2}, **hazard, options={"shield_on_hazard": False}))) == ()


@pytest.mark.parametrize("how", ["adjust", "adjust-die", "set-die"])
@pytest.mark.parametrize("given", [{}, {"runners": {"2": 1, "3": 1, "12": 1}}, {"markers": 2}, {"markers": 4}])
def test_the_odds_with_a_shield_are_those_of_playing_every_roll(how: str, given: dict[str, Any]) -> None:
    state = at(**{"runners": {"2": 1, "12": 1}, "shields": [[3, 6], []], "options": {"shield": how}, **given})
    lost = 0
    for pips, count in ROLLS.items():
        roll = after(state, rolled(*pips))
        if BUST in options(roll) and not any(
            BUST not in options(after(roll, use)) for use in options(roll) if isinstance(use, ShieldUsed)
        ):
            lost += count

    assert bust_odds_with_a_shield(state) == Fraction(lost, 1296)


def test_the_box_says_who_holds_what_the_one_in_turn_first() -> None:
    state = at({"6": 3}, shields=[[2, 5], [1]], maps=[0, 1], lost=[1, 1], markers=4)

    assert HIGHWAY.view(state, None).lines == (
        "6: 3/11",
        "4 markers: white cone",
        "Lost Shield 2 5",
        "Bo: Map Lost Shield 1",
    )


def test_a_split_that_wins_by_itself_has_no_odds() -> None:
    won = {"tokens": [{"3": 5, "12": 3}, {}], "options": {"stop_when_won": True}}
    state = after(at({"2": 2, "7": 4}, **won), rolled(1, 1, 1, 1))

    assert {HIGHWAY.label(state, option): HIGHWAY.odds(state, option) for option in options(state)} == {"2": ""}


def steps_to_each_face(state: State, backwards: bool) -> dict[str, int]:
    """How many presses on the box it takes to say that the tile shows this face."""
    tree = grow([(HIGHWAY.path(state, one), Leaf(HIGHWAY.label(state, one), one)) for one in options(state)])
    taken: dict[str, int] = {}
    waiting = deque([(Cursor(), 0)])
    seen = {Cursor()}
    while waiting:
        cursor, steps = waiting.popleft()
        node = cursor.node(tree)
        if isinstance(node, Leaf):
            taken[node.value.face] = steps + 1
        next_ones = [cursor.moved(tree, 1), *([cursor.moved(tree, -1)] if backwards else [])]
        next_ones += [cursor.entered()] if isinstance(node, Branch) else []
        waiting.extend((one, steps + 1) for one in next_ones if one not in seen)
        seen.update(next_ones)
    return taken


def a_tile_turned_on_the_table() -> State:
    board = {"8.3": {"face": None}}
    return stopped(HIGHWAY.from_position({"players": ["Ann", "Bo"], "runners": {"8": 3}, "board": board}))


def test_any_of_the_21_faces_is_at_most_five_presses_away() -> None:
    """CHOOSE goes on, held it goes back; lists go round."""
    cost = steps_to_each_face(a_tile_turned_on_the_table(), backwards=True)

    assert cost.keys() == BOX.keys()
    assert max(cost.values()) <= 5, cost


def test_with_roll_alone_a_face_takes_few_steps_and_one_that_is_turned_often_fewer() -> None:
    """ROLL held goes on step by step for as long as it is held, and never back."""
    cost = steps_to_each_face(a_tile_turned_on_the_table(), backwards=False)

    assert cost.keys() == BOX.keys()
    assert max(cost.values()) <= 12, cost
    assert sum(cost[face] * count for face, count in BOX.items()) / sum(BOX.values()) < 5.6


def test_no_list_of_shields_is_longer_than_six() -> None:
    state = after(at({}, shields=[[1, 2, 3, 4, 5, 6], []]), rolled(1, 2, 4, 6))
    uses = [option for option in options(state) if isinstance(option, ShieldUsed)]
    paths = [HIGHWAY.path(state, use) for use in uses]

    assert len(uses) > 30
    for depth in range(1, 4):
        lists = {path[:depth] for path in paths if len(path) >= depth}
        for above in lists:
            below = {
                path[: depth + 1] if len(path) > depth else (path, use)
                for path, use in zip(paths, uses, strict=True)
                if path[:depth] == above
            }
            assert len(below) <= 6


def test_every_face_has_a_label_of_its_own_that_fits() -> None:
    state = at({})
    labels = [HIGHWAY.label(state, TileRevealed(face)) for face in BOX]

    assert len(set(labels)) == len(BOX)
    assert max(map(len, labels)) <= 10


@pytest.mark.parametrize(
    ("state", "event", "words"),
    [
        (at({}), rolled(1, 2, 3), "4 dice"),
        (at({"6": 1}), MarkerPicked(6), "No marker is to be picked"),
        (at({"6": 1}), TileRevealed("map"), "No tile is to be turned"),
        (at({"6": 1}), DirectionChosen("up"), "Roundabout"),
        (at({"6": 1}), ShieldUsed(1, 1, 1), "no roll"),
        (after(at({}), rolled(1, 1, 1, 1)), ShieldUsed(1, 1, 1), "Ann holds no shield 1"),
        (stopped(at({"6": 1, "7": 1})), MarkerPicked(5), "No white marker waits in column 5"),
        (stopped(at({"6": 1, "7": 1})), Stopped(), "being checked"),
        (stopped(at({"7": 6}, board={"7.6": "flood"})), rolled(1, 2, 3), "4 dice"),
        (HIGHWAY.start(["Ann", "Bo"], {}, Seat(0)), rolled(1, 2, 3, 4), "not shuffled"),
    ],
)
def test_a_refusal_says_why(state: State, event: Event, words: str) -> None:
    assert words in HIGHWAY.explain(state, event)


def test_a_bust_says_on_the_box_why_and_whether_a_shield_may_mend_it() -> None:
    runners = {"6": 1, "7": 1, "8": 1}

    def words(**given: Any) -> str:
        state = after(at(runners, **given), rolled(1, 1, 1, 1))
        return "; ".join(said[0] for said in HIGHWAY.view(state, rolled(1, 1, 1, 1)).move)

    assert words() == "Bust: no pair fits an open column"
    assert words(shields=[[6], []]) == "Bust: no pair fits an open column; A shield may mend it"
    assert words(shields=[[], [6]]) == "Bust: no pair fits an open column"


def test_shields_that_do_not_help_stand_in_a_list_of_their_own() -> None:
    state = after(at({"6": 1, "7": 1, "8": 1}, shields=[[1, 4, 6], []]), rolled(1, 1, 2, 2))
    paths = {
        HIGHWAY.label(state, use): HIGHWAY.path(state, use) for use in options(state) if isinstance(use, ShieldUsed)
    }

    assert paths["2+4=6"] == ("shield", "shield 4")
    assert paths["1-1=0"] == ("shield", "shield 1", "no help")
    assert {path[1] for path in paths.values()} == {"shield 1", "shield 4", "shield 6"}


def test_the_turn_that_a_reminder_changes_begins_with_handing_it_in() -> None:
    def words(**given: Any) -> list[str]:
        state = at({"6": 3}, **given)
        return [said[-1] for said in HIGHWAY.view(stopped(state), Stopped()).move][-3:]

    assert words(maps=[0, 1]) == ["White markers off", "Hand in Map", "4 markers: white cone"]
    assert words(lost=[0, 2]) == ["White markers off", "Hand in Lost", "2 markers now"]
    assert words(maps=[0, 1], lost=[0, 1]) == ["White markers off", "Hand in Map and Lost", "3 markers now"]
    assert words(maps=[0, 1], options={"map": "push"})[-1] == "3 markers, 1 push"


def test_whoever_looks_at_the_board_is_told_markers_tokens_hands_and_open_tiles() -> None:
    state = at({"6": 3}, tokens=[{"12": 3}, {"6": 4}], shields=[[2, 5], []], maps=[0, 2], markers=4)
    board = {**position(state), "board": {"6.3": {"face": "detour-left", "up": True}, "7.1": {"face": "map"}}}

    assert HIGHWAY.view(HIGHWAY.from_position(board), None).board == (
        "4 white markers, the cone too: 6.3",
        "Ann: won 12, shields 2 5",
        "Bo: 6.4, Map x2",
        "Face up: 6.3 det. left",
    )
