"""Can't Stop Express, by the shared rule cases and rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cases import failures, read_cases
from companion.events import DiceRolled
from companion.game import IllegalEvent, Seat
from companion.games import GAMES
from companion.games.express import EXPRESS
from companion.games.express.rules import SelectionTakenBack, State, options, outcome, prompts, scores
from companion.games.express.scoring import row_score
from companion.prompts import RollDice
from tests.games.express.positions import STRAIGHT, after, chosen, game
from tests.games.express.soak import play
from tests.shared import SHARED, needs_cases

RANDOM = 120
"""Games of 1 to 10 players, each size eight times and more; `make soak` plays thousands."""


def fifths(state: State, seat: int) -> set[int]:
    return {option.fifth for option in options(state, Seat(seat))}


@needs_cases
def test_the_shared_rule_cases_all_pass() -> None:
    cases = read_cases(SHARED / "cases" / "express.json", GAMES)

    assert len(cases) > 50
    assert [wrong for case in cases for wrong in failures(case, EXPRESS)] == []


@pytest.mark.parametrize(
    ("marks", "seven", "twelve"),
    [
        (0, 0, 0),
        (1, -200, -200),
        (4, -200, -200),
        (5, 0, 0),
        (6, 30, 100),
        (9, 120, 400),
        (10, 150, 500),
        (11, 150, 500),
    ],
)
def test_r10_r11_a_row_scores_by_its_marks_and_column_a(marks: int, seven: int, twelve: int) -> None:
    assert (row_score(7, marks, 200), row_score(12, marks, 200)) == (seven, twelve)


def test_r10_column_a_is_that_of_the_sheet() -> None:
    assert [row_score(row, 6, 200) for row in range(2, 13)] == [100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100]


def test_r14_the_easy_game_costs_150_a_row() -> None:
    assert scores(game({"pairs": {"2": 1, "7": 4, "8": 6}}, options={"penalty": 150})) == (-260,)


@pytest.mark.parametrize(
    ("rule", "fifth", "pips", "expected"),
    [
        ("R5 nothing open: any", {}, [1, 1, 2, 3, 4], {1, 2, 3, 4}),
        ("R5 two open: any", {"1": 7, "6": 1}, [1, 2, 3, 4, 5], {1, 2, 3, 4, 5}),
        ("R6 three open, two shown", {"1": 1, "2": 1, "6": 1}, [1, 2, 3, 4, 5], {1, 2}),
        ("R6 three open, one shown", {"1": 1, "2": 1, "6": 1}, [3, 3, 4, 4, 6], {6}),
        ("R7 three open, none shown", {"1": 1, "2": 1, "6": 1}, [3, 3, 4, 5, 5], {3, 4, 5}),
    ],
)
def test_which_dice_may_be_the_fifth(rule: str, fifth: Any, pips: list[int], expected: set[int]) -> None:
    assert fifths(game({"fifth": fifth}, pips=pips), 0) == expected, rule


def test_r7_a_throw_is_free_for_one_and_not_for_another() -> None:
    full, free = {"fifth": {"1": 1, "2": 1, "3": 1}}, {"fifth": {"4": 1, "5": 1, "6": 1}}
    state = after(game(full, free, pips=[1, 1, 2, 2, 3]), chosen(0, 3, 3, 3), chosen(1, 3, 3, 3))

    assert state.sheets[0].fifth == {1: 1, 2: 1, 3: 2}
    assert state.sheets[1].fifth == {4: 1, 5: 1, 6: 1}
    assert state.sheets[1].pairs == {3: 2}


def test_r8_r9_the_eighth_mark_puts_out_and_the_others_play_on_until_all_are_out() -> None:
    seven = {"fifth": {"1": 7}}
    state = after(game(seven, seven, pips=[1, 1, 2, 2, 2]), chosen(0, 3, 3, 2), chosen(1, 2, 4, 2))
    assert prompts(state) == (RollDice(5),)

    state = after(state, DiceRolled((1, 1, 2, 2, 2)), chosen(1, 3, 4, 1), chosen(0, 3, 3, 2))
    assert [sheet.out for sheet in state.sheets] == [False, True]
    assert outcome(state) is None

    state = after(state, DiceRolled((1, 1, 1, 1, 1)))
    assert [prompt.seat for prompt in prompts(state)] == [0]

    state = after(state, chosen(0, 2, 2, 1))
    assert prompts(state) == ()
    ended = outcome(state)
    assert ended is not None
    assert ended.winners == {0}  # two rows of one to four marks against three


def test_r12_equal_points_win_together() -> None:
    out = {"fifth": {"1": 8}}
    ended = outcome(game({"pairs": {"6": 6}, **out}, {"pairs": {"8": 6}, **out}, {"pairs": {"8": 5}, **out}))

    assert ended is not None
    assert ended.winners == {0, 1}


def different(*sheets: dict[str, Any], **keys: Any) -> State:
    return game(*sheets, options={"different_start": True}, **keys)


def test_r13_on_the_first_throw_a_value_is_taken_by_whoever_puts_it_aside_and_free_when_taken_back() -> None:
    state = different({}, {}, {}, pips=[1, 2, 3, 3, 3])
    assert fifths(state, 1) == {1, 2, 3}

    state = after(state, chosen(0, 5, 6, 1))
    assert fifths(state, 1) == {2, 3}
    with pytest.raises(IllegalEvent, match="1 aside already"):
        after(state, chosen(1, 5, 6, 1))

    state = after(state, chosen(2, 4, 6, 2))
    assert fifths(state, 1) == {3}
    assert fifths(after(state, SelectionTakenBack(0)), 1) == {1, 3}


def test_r13_is_off_for_a_throw_with_fewer_values_than_players_and_after_the_first_throw() -> None:
    few = after(different({}, {}, {}, pips=[1, 1, 1, 2, 2]), chosen(0, 3, 3, 1))
    assert fifths(few, 1) == {1, 2}

    six = after(different({}, {}, {}, {}, {}, {}, pips=list(STRAIGHT)), chosen(0, 5, 9, 1))
    assert fifths(six, 1) == set(STRAIGHT)

    second = after(different({}, {}, pips=list(STRAIGHT)), chosen(0, 5, 9, 1), chosen(1, 4, 9, 2))
    second = after(second, DiceRolled(STRAIGHT), chosen(0, 5, 9, 1))
    assert fifths(second, 1) == set(STRAIGHT)


def test_r13_holds_in_a_position_that_does_not_say_what_was_chosen() -> None:
    state = different({"pairs": {"5": 1, "9": 1}, "fifth": {"1": 1}}, {}, pips=list(STRAIGHT), done=[0])

    assert fifths(state, 1) == {2, 3, 4, 5}


@pytest.mark.parametrize(
    "sheets",
    [
        [{"pairs": {"5": 1, "9": 1}, "fifth": {"1": 1}}, {"pairs": {"3": 1, "4": 1}, "fifth": {"6": 1}}],
        [{"pairs": {"5": 2, "9": 2}, "fifth": {"1": 1}}, {}],
        [{"pairs": {"5": 1, "9": 1}, "fifth": {"1": 2}}, {}],
    ],
)
def test_r13_is_for_a_throw_before_which_no_sheet_bore_a_mark(sheets: list[dict[str, Any]]) -> None:
    assert fifths(different(*sheets, pips=list(STRAIGHT), done=[0]), 1) == set(STRAIGHT)


@pytest.mark.parametrize("seed", range(RANDOM))
def test_random_games_of_all_sizes_and_options_end_and_keep_their_sheets(seed: int) -> None:
    assert play(seed) > 2 * 7
