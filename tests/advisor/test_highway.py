"""Advice for Highway: open tiles are followed, hidden ones are a mix nobody looks under; every choice is answered."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.advisor import BadQuestion, answer, in_words
from companion.advisor.highway.advice import advise
from companion.advisor.highway.players import beginner, strong
from companion.advisor.highway.road import LOST, MAP, PLACE, SHIELD, WIDTH, ends, road
from companion.events import DiceRolled, encode
from companion.game import Seat, step
from companion.games.cant_stop.rules import BustAccepted, Stopped
from companion.games.highway import HIGHWAY
from companion.games.highway.events import DirectionChosen, ShieldUsed, TileRevealed
from companion.games.highway.moves import Space
from companion.games.highway.odds import hazard_odds
from companion.games.highway.position import from_position
from companion.games.highway.rules import shuffled
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX, TILE_SPACES, Tile
from companion.prompts import Choose, RevealTile, RollDice

EVERY_WAY = np.ones(WIDTH)


def position(**keys: Any) -> dict[str, Any]:
    return {"game": "highway", "players": ["Ann", "Bo"], **keys}


def asked(**keys: Any) -> dict[str, Any]:
    return answer(json.dumps(position(**keys)))


def open_board(**faces: str) -> dict[str, Any]:
    """No tile but these, all face up: `c7_4="map"`."""
    return {name[1:].replace("_", "."): {"face": face, "up": True} for name, face in faces.items()}


def rows(**keys: Any) -> Any:
    return ends(road(from_position(position(**keys))), EVERY_WAY)


def chance(found: Any, at: Space, end: Space) -> float:
    return float(found[PLACE[at], PLACE[end]])


def worth(found: dict[str, Any], action: object) -> float:
    return float(next(one["win"] for one in found["actions"] if one["action"] == action))


def test_a_chain_over_open_tiles_is_followed_to_its_end() -> None:
    found = rows(board=open_board(c6_3="detour-right", c7_4="fast-lane-2"))

    assert chance(found, (6, 3), (7, 6)) == 1


def test_a_chain_that_comes_round_stops_where_it_was_before() -> None:
    """RULES.md R33."""
    round_and_round = open_board(c6_3="detour-right", c7_4="detour-left")

    assert chance(rows(board=round_and_round), (6, 3), (6, 3)) == 1
    assert rows(board=round_and_round, options={"loop": "loses"})[PLACE[6, 3]].sum() == 0


def test_an_open_hazard_keeps_a_marker_as_often_as_its_roll_passes() -> None:
    found = rows(board=open_board(c8_2="flood"))

    assert chance(found, (8, 2), (8, 2)) == pytest.approx(float(hazard_odds("sum", 8)))


def test_what_is_gone_or_open_is_not_in_the_mix_of_the_hidden_tiles() -> None:
    board = {f"{column}.{space}": {"face": None} for column, space in TILE_SPACES[:3]}
    gone = {face: count for face, count in BOX.items() if face not in ("map", "lost", "shield-1")}
    mix = road(from_position(position(board={**board, **open_board(c7_1="map")}, gone={**gone, "shield-1": 1}))).mix

    assert mix == {"shield-1": 3 / 8, "map": 2 / 8, "lost": 3 / 8}


def test_hidden_tiles_end_a_marker_as_often_as_the_engine_does() -> None:
    """The engine plays on from a stop on column 7, space 5, of fresh boards; a Roundabout is left upwards."""
    dice, up = Random(1), np.zeros(WIDTH)
    up[[PLACE[at] for at in PLACE]] = [space for _, space in PLACE]
    state = from_position(position(tokens=[{"7": 2}, {}], runners={"7": 5}))
    found, stayed, taken, games = ends(road(state), up)[PLACE[7, 5]], 0, 0, 800
    for _ in range(games):
        faces = [face for face, count in BOX.items() for _ in range(count)]
        dice.shuffle(faces)
        after = stopped(replace(state, board=dict(zip(TILE_SPACES, map(Tile, faces), strict=True))), dice)
        stayed += after.climb.tokens[0] == {7: 5}
        taken += len(after.shields[0])

    assert stayed / games == pytest.approx(found[PLACE[7, 5]], abs=0.05)
    assert taken / games == pytest.approx(found[SHIELD], abs=0.05)
    assert found[MAP] == found[LOST]


def stopped(state: State, dice: Random) -> State:
    """After a stop that is carried out, hazards rolled for and Roundabouts left upwards."""
    state = step(HIGHWAY, state, Stopped())
    while state.stop is not None:
        (prompt,) = HIGHWAY.prompts(state)
        if isinstance(prompt, RollDice):
            state = step(HIGHWAY, state, DiceRolled(tuple(dice.choices(range(1, 7), k=4))))
        else:
            assert isinstance(prompt, Choose)
            up = DirectionChosen("up")
            state = step(HIGHWAY, state, up if up in prompt.options else BustAccepted())
    return state


@pytest.mark.parametrize("seed", range(3))
def test_nobody_looks_under_a_tile_that_lies_face_down(seed: int) -> None:
    """Whatever the engine holds there, in whatever order: the same advice, and that of the position on the screens."""
    chance = Random(seed)
    for state in middle_of_games(seed, 8):
        assert state.board
        options = [event for prompt in HIGHWAY.prompts(state) if isinstance(prompt, Choose) for event in prompt.options]
        down = [at for at, tile in state.board.items() if not tile.up]
        faces = [state.board[at] for at in down]
        chance.shuffle(faces)
        dealt_anew = replace(state, board={**state.board, **dict(zip(down, faces, strict=True))})
        assert HIGHWAY.shown
        as_shown = from_position(HIGHWAY.shown(state))

        said = advise(state, options)
        assert advise(dealt_anew, options) == said
        assert advise(as_shown, options) == said


def middle_of_games(seed: int, states: int) -> list[State]:
    """States in which a seat chooses, all kinds of them, from games of beginners."""
    dice = Random(seed)
    state, found = HIGHWAY.start(["Ann", "Bo"], {}, Seat(0)), []
    state = step(HIGHWAY, state, shuffled(state, dice.shuffle))
    while HIGHWAY.outcome(state) is None:
        waiting = HIGHWAY.prompts(state)
        options = [event for prompt in waiting if isinstance(prompt, Choose) for event in prompt.options]
        chosen = beginner(HIGHWAY.position(state), state.seat, options, dice) if options else None
        if len(options) > 1 or (options and chosen is None):
            found.append(state)
        state = step(HIGHWAY, state, chosen or DiceRolled(tuple(dice.choices(range(1, 7), k=4))))
    return dice.sample(found, states)


def test_an_open_hazard_under_a_marker_makes_a_stop_worth_less() -> None:
    runners = {"2": 1, "3": 2, "12": 1}
    bare = worth(asked(board={}, tokens=[{"7": 1}, {}], runners=runners), {"event": "Stopped"})
    hazards = open_board(c2_1="accident", c3_2="flood", c12_1="accident")
    found = asked(board=hazards, tokens=[{"7": 1}, {}], runners=runners)

    assert worth(found, {"event": "Stopped"}) < bare - 0.05
    assert "tiles cost a marker in 99 of 100 cases" in found["why"]


def test_a_stop_that_wins_is_advised_as_such() -> None:
    found = asked(tokens=[{"2": 3, "12": 3}, {}], runners={"3": 5, "7": 1})

    assert found["best"] == {"event": "Stopped"}
    assert found["actions"][0]["win"] == 1
    assert found["why"] == "Stop: that wins."


def test_a_good_turn_that_busts_is_saved_by_a_shield() -> None:
    found = asked(
        tokens=[{"7": 5}, {"8": 5}], runners={"7": 12, "6": 9, "8": 8}, pips=[1, 1, 2, 2], shields=[[5], []], board={}
    )

    assert found["best"]["event"] == "ShieldUsed"
    assert found["why"].startswith("Use the shield 5 (")


def test_out_of_a_roundabout_a_way_that_wins_a_column_is_taken() -> None:
    board = open_board(c4_6="roundabout")
    found = asked(board=board, path=["4.6"], resolving=[], runners={})

    wins = [encode(DirectionChosen(way)) for way in ("up", "left")]
    assert [one["action"] for one in found["actions"][:2]] in (wins, wins[::-1])
    assert found["why"].startswith(("Go up: ", "Go left: "))


def test_a_hazards_roll_is_told_with_its_chance() -> None:
    found = asked(board=open_board(c7_6="flood"), path=["7.6"], resolving=[], runners={})

    assert found["actions"] == [{"action": "roll", "win": found["actions"][0]["win"], "turns": None}]
    assert found["why"] == "Roll: 64 in 100 rolls pass the hazard."


def test_a_failed_hazard_of_a_long_climb_is_mended_by_a_shield() -> None:
    found = asked(
        board=open_board(c7_12="flood"), path=["7.12"], resolving=[], runners={}, pips=[1, 1, 1, 1], shields=[[5], []]
    )

    assert found["best"] == encode(ShieldUsed(5, 1, 5))
    assert "the hazard is passed" in found["why"]


def test_a_shield_is_kept_where_the_marker_is_worth_less() -> None:
    keys: dict[str, Any] = {"path": ["7.1"], "resolving": [], "runners": {}, "pips": [1, 1, 1, 1], "shields": [[5], []]}
    found = asked(board=open_board(c7_1="flood"), **keys)

    assert found["best"] == {"event": "BustAccepted"}
    assert found["why"].startswith("Keep the shield")


def test_a_column_that_is_won_for_certain_is_checked_first() -> None:
    found = asked(resolving=[2, 7], runners={"2": 3, "7": 4})

    assert found["best"] == {"event": "MarkerPicked", "column": 2}


def test_what_is_not_counted_exactly_is_said() -> None:
    found = asked(runners={"6": 4, "7": 5, "8": 3}, tokens=[{}, {"2": 1}])

    assert "72 hidden tiles count as the mix that is left" in found["approximate"]
    assert "hidden ones count as their mix" in found["why"]


def test_a_number_of_the_answer_rounds_to_what_the_sentence_says() -> None:
    """To one digit as the page does: an answer rounded to 0.5965 would read 59.7 there, where the chance is 0.59647."""
    found = asked(tokens=[{"7": 5, "6": 3}, {"8": 4}], shields=[[2, 5], [3]], runners={"5": 1, "10": 1})
    said = re.findall(r"[0-9.]+ %", found["why"])

    assert [f"{100 * one['win']:.1f} %" for one in found["actions"]] == said
    assert all(round(one["win"], 4) != one["win"] for one in found["actions"])


def test_for_people_it_is_a_line_for_each_action() -> None:
    *actions, why, approximate = in_words(json.dumps(position(runners={"6": 4, "7": 5, "8": 3}))).splitlines()

    assert [line.split()[0] for line in actions] in (["Roll", "Stop"], ["Stop", "Roll"])
    assert why.startswith(("Roll: ", "Stop: "))
    assert approximate.startswith("Not exact: ")


@pytest.mark.parametrize(
    "keys",
    [
        {"tokens": [{"2": 3, "12": 3, "7": 13}, {}]},
        {},
        {"board": {"7.4": {"face": None}}, "path": ["7.4"], "resolving": [], "options": {"tiles": "table"}},
        {"board": open_board(c7_4="flood"), "path": ["7.4"], "resolving": [], "options": {"hazard": "agreed"}},
    ],
    ids=["over", "not shuffled", "a tile to turn", "a hazard as the table says"],
)
def test_where_nothing_is_to_be_decided_it_says_so(keys: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion, match="nothing to decide"):
        asked(**keys)


OTHER_RULES: dict[str, Any] = {
    "hazard": "die",
    "shield": "set-die",
    "map": "push",
    "reminders": "cumulative",
    "off_bottom": "turn",
    "won_column": "removed",
    "overshoot": "exact",
    "roundabout": "on-board",
    "loop": "loses",
    "third_column": "finish",
}


def test_under_other_rules_too_every_choice_is_answered() -> None:
    """Three at a table of real tiles, each two columns from the end of it."""
    dice = Random(4)
    tokens = [{str(column): 2} for column in (2, 12, 3)]
    options = {**OTHER_RULES, "tiles": "table", "columns_to_win": 2}
    state = from_position({"players": ["Ann", "Bo", "Cid"], "tokens": tokens, "options": options, "maps": [1, 1, 0]})
    while HIGHWAY.outcome(state) is None:
        (first, *_) = waiting = HIGHWAY.prompts(state)
        choices = [event for prompt in waiting if isinstance(prompt, Choose) for event in prompt.options]
        chosen = strong(HIGHWAY.position(state), state.seat, choices, dice) if choices else None
        assert chosen is None or chosen in choices
        if isinstance(first, RevealTile):
            chosen = dice.choice(first.options)
        assert chosen or any(isinstance(prompt, RollDice) for prompt in waiting)
        state = step(HIGHWAY, state, chosen or DiceRolled(tuple(dice.choices(range(1, 7), k=4))))


def test_the_same_question_has_the_same_answer() -> None:
    keys = {"tokens": [{"7": 5}, {}], "pips": [2, 3, 4, 6], "runners": {"7": 6}}

    assert asked(**keys) == asked(**keys)
    assert TileRevealed("map") not in [one["action"] for one in asked(**keys)["actions"]]
