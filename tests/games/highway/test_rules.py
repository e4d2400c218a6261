"""Highway by the shared rule cases, and what hazards, shields and reminders do under every option."""

from __future__ import annotations

import json

import pytest

from companion.cases import failures, read_cases
from companion.events import DiceRolled
from companion.game import IllegalEvent
from companion.games import GAMES
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import SplitChosen, Stopped
from companion.games.highway import HIGHWAY
from companion.games.highway.events import (
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
)
from companion.games.highway.moves import is_top, neighbour, on_board
from companion.games.highway.odds import hazard_odds
from companion.games.highway.tiles import BOX, TILE_SPACES
from tests.games.highway.positions import BUST, after, at, kinds, options, part, rolled, split, stopped, tokens
from tests.shared import SHARED, needs_cases, needs_numbers


@needs_cases
def test_the_shared_rule_cases_all_pass() -> None:
    cases = read_cases(SHARED / "cases" / "highway.json", GAMES)

    assert len(cases) > 100
    assert [wrong for case in cases for wrong in failures(case, HIGHWAY)] == []


@needs_numbers
def test_sideways_moves_equal_the_table_of_all_144() -> None:
    table = json.loads((SHARED / "rules" / "sideways.json").read_text())["moves"]

    assert len(table) == 144
    for move in table:
        to = neighbour((move["column"], move["space"]), move["direction"])
        found = "winning position" if on_board(to) and is_top(to) else "space" if on_board(to) else "off the bottom"
        assert (*to, found) == (move["to_column"], move["to_space"], move["result"])


def test_there_are_72_tiles_for_72_spaces() -> None:
    assert sum(BOX.values()) == len(TILE_SPACES) == sum(LENGTHS.values()) - len(LENGTHS) == 72


@pytest.mark.parametrize(
    ("column", "count"), [(2, 171), (3, 302), (10, 461), (5, 580), (8, 727), (7, 834)], ids="column {}".format
)
def test_the_chance_to_pass_a_hazard_is_the_published_one(column: int, count: int) -> None:
    assert hazard_odds("sum", column) * 1296 == count


@pytest.mark.parametrize(
    ("case", "how", "runners", "pips", "passes"),
    [
        ("two dice make 7", "sum", {"7": 6}, (1, 6, 2, 2), True),
        ("no two dice make 7", "sum", {"7": 6}, (1, 1, 3, 5), False),
        ("one die shows 5", "die", {"5": 2}, (5, 1, 1, 1), True),
        ("a sum is no die", "die", {"5": 2}, (1, 4, 1, 1), False),
        ("no die shows 7", "die", {"7": 2}, (1, 6, 3, 4), False),
        ("both pairs make 7", "split", {"7": 2}, (1, 6, 3, 4), True),
        ("one pair is not enough", "split", {"7": 2}, (1, 6, 3, 3), False),
    ],
)
def test_r9_a_hazard_is_passed_as_agreed(
    case: str, how: str, runners: dict[str, int], pips: tuple[int, ...], passes: bool
) -> None:
    ((column, space),) = runners.items()
    where = f"{column}.{space}"
    state = stopped(at(runners, board={where: "flood"}, options={"hazard": how}), DiceRolled(pips))

    assert (state.climb.seat == 1) is passes, case
    assert (tokens(state) == {int(column): space}) is passes
    assert (where in part(state, "board")["board"]) is not passes


def test_r9_agreed_the_table_judges_without_dice() -> None:
    state = stopped(at({"7": 6}, board={"7.6": "flood"}, options={"hazard": "agreed"}))

    assert kinds(state) == ["Choose"]
    assert options(state) == [HazardJudged(True), HazardJudged(False)]
    assert tokens(after(state, HazardJudged(True))) == {7: 6}
    assert tokens(after(state, HazardJudged(False))) == {}


def test_r9_a_failed_hazard_does_not_hold_up_another_marker_of_its_column() -> None:
    """The token goes where the marker rests that came from column 5."""
    state = at({"5": 3, "6": 5}, board={"5.3": "detour-right", "6.5": "accident"})
    ended = stopped(state, MarkerPicked(6), rolled(1, 1, 1, 1), BUST)

    assert tokens(ended) == {6: 4}


@pytest.mark.parametrize(
    ("shield", "pips", "expected"),
    [
        ("adjust-die", (1, 1, 5, 6), [(1, 2), (5, -2), (6, -2)]),
        ("set-die", (1, 1, 2, 6), [(1, 1), (6, -4)]),
        ("adjust", (1, 1, 5, 6), [(1, -2), (1, 2), (5, -2), (5, 2), (6, -2), (6, 2)]),
    ],
)
def test_r16_what_a_2_shield_may_do(shield: str, pips: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    state = after(at({}, shields=[[2], []], options={"shield": shield}), DiceRolled(pips))
    uses = [option for option in options(state) if isinstance(option, ShieldUsed)]

    assert sorted((use.die, use.by) for use in uses) == expected
    assert all(use.number == 2 for use in uses)


def test_r16_a_shield_that_makes_no_sum_is_refused() -> None:
    state = after(at({}, shields=[[4], []]), rolled(1, 1, 1, 1))

    with pytest.raises(IllegalEvent, match="cannot make -3"):
        after(state, ShieldUsed(4, 1, -4))


def test_r16_several_shields_change_one_roll_and_each_leaves_the_game() -> None:
    state = at({"2": 1, "3": 1, "12": 1}, shields=[[2, 3, 3], []])
    state = after(state, rolled(1, 4, 4, 4), ShieldUsed(3, 4, 3), ShieldUsed(3, 4, 3), ShieldUsed(2, 7, -2))

    assert part(state, "pips", "shields", "shields_used") == {
        "pips": [1, 4, 5, 7],
        "shields": [[], []],
        "shields_used": 3,
    }
    assert options(state) == [SplitChosen((12,))]
    assert part(after(state, split(12)), "pips", "shields_used") == {"pips": None, "shields_used": 0}


def test_r16_one_shield_a_roll_counts_anew_with_the_next_roll() -> None:
    state = at({"7": 1}, shields=[[1, 1], []], options={"shields_per_roll": 1})
    state = after(state, rolled(1, 1, 3, 4), ShieldUsed(1, 3, 1))
    assert not any(isinstance(option, ShieldUsed) for option in options(state))
    state = after(state, split(2, 8), rolled(1, 1, 3, 4))

    assert any(isinstance(option, ShieldUsed) for option in options(state))


def test_r16_no_shield_on_a_hazard_where_the_table_agreed_so() -> None:
    state = at({"7": 6}, board={"7.6": "flood"}, shields=[[1, 2], []], options={"shield_on_hazard": False})
    state = stopped(state, rolled(1, 1, 3, 5))

    assert options(state) == [BUST]
    with pytest.raises(IllegalEvent, match="No shield helps"):
        after(state, ShieldUsed(1, 1, 1))


def test_r16_two_shields_on_a_hazard_and_the_stop_goes_on() -> None:
    state = at({"7": 6, "9": 1}, board={"7.6": "flood"}, shields=[[1, 2], []])
    state = stopped(state, MarkerPicked(7), rolled(1, 1, 3, 3), ShieldUsed(2, 3, 2))
    assert kinds(state) == ["Choose"]
    state = after(state, ShieldUsed(1, 5, 1))

    assert part(state, "turn", "shields", "pips", "shields_used") == {
        "turn": 1,
        "shields": [[], []],
        "pips": None,
        "shields_used": 0,
    }
    assert tokens(state) == {7: 6, 9: 1}


def test_r7_a_shield_of_this_stop_is_no_help_but_an_older_one_of_its_number_is() -> None:
    state = at({"6": 2, "7": 6}, board={"6.2": "shield-5", "7.6": "flood"}, shields=[[5], []])
    state = stopped(state, MarkerPicked(6), rolled(1, 1, 3, 5), ShieldUsed(5, 1, 5))

    assert part(state, "turn", "shields") == {"turn": 1, "shields": [[5], []]}  # 1 + 6: passed


@pytest.mark.parametrize(
    ("case", "maps", "lost", "chosen", "markers"),
    [
        ("R13 a Map", 1, 0, {}, 4),
        ("R15 a Lost", 0, 1, {}, 2),
        ("R22 both", 1, 1, {}, 3),
        ("R22 two Maps", 2, 0, {}, 4),
        ("R22 two Losts", 0, 2, {}, 2),
        ("R22 two Maps and a Lost", 2, 1, {}, 3),
        ("cumulative, two Maps", 2, 0, {"reminders": "cumulative"}, 5),
        ("cumulative, three Maps", 3, 0, {"reminders": "cumulative"}, 5),
        ("cumulative, two Losts", 0, 2, {"reminders": "cumulative"}, 1),
        ("cumulative, three Losts", 0, 3, {"reminders": "cumulative"}, 1),
        ("cumulative, two Maps and a Lost", 2, 1, {"reminders": "cumulative"}, 4),
        ("push, a Map", 1, 0, {"map": "push"}, 3),
        ("push, both", 1, 1, {"map": "push"}, 2),
    ],
)
def test_reminders_are_used_up_as_the_turn_begins(
    case: str, maps: int, lost: int, chosen: dict[str, object], markers: int
) -> None:
    state = stopped(at({"6": 1}, maps=[0, maps], lost=[0, lost], options=chosen))

    assert part(state, "maps", "lost", "markers") == {"maps": [0, 0], "lost": [0, 0], "markers": markers}, case
    assert part(after(state, rolled(1, 1, 2, 2), split(3, 3), Stopped()), "markers") == {"markers": 3}


def test_r20_push_one_runner_once_up_to_four_spaces() -> None:
    state = stopped(at({"6": 1}, maps=[0, 1], options={"map": "push"}))
    state = after(state, rolled(1, 1, 3, 4), split(2, 7))

    assert MarkerPushed(2, 2) in options(state)
    assert MarkerPushed(2, 3) not in options(state)  # column 2 has three spaces
    assert MarkerPushed(7, 4) in options(state)
    assert MarkerPushed(7, 5) not in options(state)
    state = after(state, MarkerPushed(7, 4))
    assert part(state, "runners") == {"runners": {"2": 1, "7": 5}}
    assert options(state) == [Stopped()]


def test_r20_two_maps_are_two_pushes_only_where_they_add_up() -> None:
    for reminders, pushes in (("once", 1), ("cumulative", 2)):
        state = stopped(at({"6": 1}, maps=[0, 2], options={"map": "push", "reminders": reminders}))
        assert part(state, "pushes") == {"pushes": pushes}
