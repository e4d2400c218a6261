"""Can't Stop, by the shared rule cases and by the numbers that others have published."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import pytest

from companion.cases import failures, read_cases
from companion.events import DiceRolled
from companion.game import BadPosition, BadSetUp, Seat
from companion.games import GAMES
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.odds import bust_odds, successes
from companion.games.cant_stop.position import from_position, start
from companion.games.cant_stop.rules import SplitChosen, Stopped, apply, outcome, splits
from tests.shared import SHARED, needs_cases, needs_numbers


def position(**keys: object) -> dict[str, object]:
    return {"players": ["Ann", "Bo"], **keys}


@pytest.mark.parametrize(
    ("case", "pips", "runners", "tokens", "expected"),
    [
        ("R6 three pairings", [2, 3, 5, 6], {}, [{}, {}], [(5, 11), (7, 9), (8, 8)]),
        ("R6 equal pairings merge", [1, 1, 1, 1], {}, [{}, {}], [(2, 2)]),
        ("R8 last runner: one only", [1, 1, 2, 6], {"4": 1, "5": 1}, [{}, {}], [(2,), (3,), (7,), (8,)]),
        ("R11 one space left: once", [1, 1, 3, 3], {"4": 6}, [{}, {}], [(2, 6), (4,)]),
        ("R15 bust: no runner fits", [1, 4, 4, 5], {"2": 1, "3": 1, "12": 1}, [{}, {}], []),
        ("R12 a topped one is stuck", [1, 1, 1, 1], {"2": 3}, [{}, {}], []),
        ("R9 won is closed", [1, 1, 1, 1], {}, [{}, {"2": 3}], []),
    ],
)
def test_splits(case: str, pips: list[int], runners: object, tokens: object, expected: list[tuple[int, ...]]) -> None:
    state = from_position(position(pips=pips, runners=runners, tokens=tokens))

    assert [split.columns for split in splits(state)] == expected, case


@needs_cases
def test_the_shared_rule_cases_all_pass() -> None:
    game = GAMES["cant-stop"]
    cases = read_cases(SHARED / "cases" / "cant-stop.json", GAMES)

    assert len(cases) > 50
    assert [wrong for case in cases for wrong in failures(case, game)] == []


@needs_numbers
def test_the_odds_of_all_2048_column_sets_equal_the_published_table() -> None:
    table = json.loads((SHARED / "rules" / "success_probabilities.json").read_text())["subsets"]
    columns = list(LENGTHS)
    counted = {
        sum(1 << (column - 2) for column in chosen): successes(frozenset(chosen))
        for size in range(12)
        for chosen in combinations(columns, size)
    }

    assert len(table) == 2048
    assert [counted[mask] for mask in range(2048)] == table


def test_bust_odds_count_only_the_columns_that_can_still_climb() -> None:
    assert bust_odds(from_position(position(runners={"6": 1, "7": 1, "8": 1}))) * 1296 == 1296 - 1192
    assert bust_odds(from_position(position(runners={"2": 3, "11": 1, "12": 1}))) * 1296 == 1296 - successes(
        frozenset({11, 12})
    )


def test_stop_when_won_ends_the_game_with_the_split_that_wins() -> None:
    state = from_position(
        position(options={"stop_when_won": True}, tokens=[{"2": 3, "12": 3}, {}], runners={"3": 4}, pips=[1, 2, 6, 6])
    )
    won = apply(state, SplitChosen((3,)))

    assert outcome(won)
    assert won.runners == {}


def test_a_won_column_sends_the_others_home() -> None:
    state = from_position(position(tokens=[{}, {"2": 2}], runners={"2": 3}))

    assert apply(state, Stopped()).tokens == ({2: 3}, {})


@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ({"tokens": [{"13": 1}, {}]}, "13"),
        ({"tokens": [{"2": 4}, {}]}, "column 2"),
        ({"tokens": [{}]}, "tokens"),
        ({"runners": {"2": 1, "3": 1, "4": 1, "5": 1}}, "runners"),
        ({"tokens": [{"7": 3}, {}], "runners": {"7": 3}}, "column 7"),
        ({"pips": [1, 2, 3]}, "pips"),
        ({"pips": [1, 2, 3, 7]}, "pips"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"players": []}, "players"),
        ({"options": {"columns_to_win": 0}}, "columns_to_win"),
        ({"options": {"same_space": "jump"}}, "jump"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_an_impossible_position_is_refused_by_name(keys: dict[str, object], word: str) -> None:
    with pytest.raises(BadPosition, match=word):
        from_position(position(**keys))


def test_the_longer_game_depends_on_the_number_of_players() -> None:
    assert start(("a", "b"), {"columns_to_win": 5}, Seat(0)).options.columns_to_win == 5
    with pytest.raises(BadSetUp, match="columns_to_win must be 3 or 4 for 3 players"):
        start(("a", "b", "c"), {"columns_to_win": 5}, Seat(0))


def test_rolling_changes_nothing_but_the_pips() -> None:
    state = from_position(position())

    assert replace(apply(state, DiceRolled((6, 1, 2, 2))), pips=None) == state
