"""Can't Stop Express, by the shared rule cases and rule by rule."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.cases import failures, read_cases
from companion.events import DiceRolled, Event
from companion.game import BadPosition, BadSetUp, IllegalEvent, Seat, step
from companion.games import GAMES
from companion.games.express import EXPRESS
from companion.games.express.position import from_position, position, shown, start
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State, options, outcome, prompts, scores
from companion.games.express.scoring import row_score
from companion.games.express.sheets import Sheet
from companion.prompts import Choose, Role, RollDice
from tests.games.express.soak import play

SHARED = Path(__file__).parents[3].parent / "shared"
shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared rule data is not beside this checkout")

STRAIGHT = (1, 2, 3, 4, 5)


def game(*sheets: dict[str, Any], **keys: Any) -> State:
    names = ["Ann", "Bo", "Cid", "Di", "Eve", "Flo"][: len(sheets)]
    return from_position({"players": names, "sheets": list(sheets), **keys})


def after(state: State, *events: Event) -> State:
    for event in events:
        state = step(EXPRESS, state, event)
    return state


def chosen(seat: int, first: int, second: int, fifth: int) -> SelectionMade:
    return SelectionMade(seat, (first, second), fifth)


def fifths(state: State, seat: int) -> set[int]:
    return {option.fifth for option in options(state, Seat(seat))}


@shared
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


def test_all_are_asked_at_once_and_an_answer_leaves_the_others_questions_as_they_were() -> None:
    before = prompts(game({}, {}, {}, pips=[1, 2, 3, 4, 5]))
    later = prompts(after(game({}, {}, {}, pips=[1, 2, 3, 4, 5]), chosen(1, 5, 9, 1)))

    assert [prompt.seat for prompt in before] == [0, 1, 2]
    assert all(isinstance(prompt, Choose) and set(prompt.roles) == {Role.GO} for prompt in before)
    assert later == (before[0], before[2], Choose(1, (SelectionTakenBack(1),), (Role.OTHER,), optional=True))


def test_selections_can_be_taken_back_in_any_order_until_all_are_in() -> None:
    start_ = game({"fifth": {"1": 7}}, {"fifth": {"6": 1, "5": 1, "4": 1}}, {}, pips=[1, 1, 2, 3, 3])
    put_out, free = chosen(0, 5, 4, 1), chosen(1, 3, 6, 1)
    both = after(start_, put_out, free)
    assert both.sheets[0].out

    assert after(both, SelectionTakenBack(0)) == after(start_, free)
    assert after(both, SelectionTakenBack(1), SelectionTakenBack(0)) == start_
    assert after(both, SelectionTakenBack(0), SelectionTakenBack(1), free, put_out) == both
    last = after(both, chosen(2, 3, 4, 3))
    assert last.throws == 1
    with pytest.raises(IllegalEvent, match="The throw is over: undo instead"):
        after(last, SelectionTakenBack(0))


def test_the_order_of_the_two_pairs_means_nothing() -> None:
    assert chosen(0, 9, 5, 1) == chosen(0, 5, 9, 1)
    assert after(game({}, pips=list(STRAIGHT)), chosen(0, 9, 5, 1)).sheets[0].pairs == {5: 1, 9: 1}


def test_a_seat_whose_choice_nobody_knows_is_not_offered_to_take_it_back() -> None:
    state = game({"pairs": {"4": 2}, "fifth": {"1": 1}}, {}, pips=[1, 2, 2, 2, 2], done=[0])

    assert [prompt.seat for prompt in prompts(state)] == [1]
    with pytest.raises(IllegalEvent, match="not known"):
        after(state, SelectionTakenBack(0))


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


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (DiceRolled((1, 2, 3, 4, 5)), "waits for Ann and Bo"),
        (chosen(2, 5, 9, 1), "no seat 2"),
        (chosen(-1, 5, 9, 1), "no seat -1"),
        (chosen(0, 5, 9, 7), "does not make"),
        (chosen(0, 5, 10, 1), "does not make"),
        (SelectionMade(0, (5,), 1), "does not make"),
        (SelectionMade(0, (), 1), "does not make"),
        (chosen(1, 4, 9, 2), "must be 1 or 3"),
        (SelectionTakenBack(0), "nothing yet"),
        (SelectionTakenBack(10), "no seat 10"),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(event: Event, reason: str) -> None:
    state = game({}, {"fifth": {"1": 1, "3": 1, "6": 1}}, pips=list(STRAIGHT))

    with pytest.raises(IllegalEvent, match=reason):
        step(EXPRESS, state, event)


@pytest.mark.parametrize(
    ("state", "event", "reason"),
    [
        (game({}, {}), chosen(0, 5, 9, 1), "roll the dice first"),
        (game({}, {}), DiceRolled((1, 2, 3, 4)), "5 dice"),
        (game({"out": True}, {}, pips=list(STRAIGHT)), chosen(0, 5, 9, 1), "Ann is out"),
        (game({}, {}, throws=1), SelectionTakenBack(1), "^The throw is over: undo instead.$"),
        (game({}, {}), SelectionTakenBack(1), "nothing yet"),
        (game({}, {}, pips=list(STRAIGHT), throws=1), SelectionTakenBack(1), "nothing yet"),
        (game({"out": True}, {"out": True}), DiceRolled(STRAIGHT), "over"),
    ],
)
def test_what_is_too_early_or_too_late_is_refused(state: State, event: Event, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        step(EXPRESS, state, event)


def test_whoever_has_chosen_takes_that_back_before_choosing_again() -> None:
    state = after(game({}, {}, pips=list(STRAIGHT)), chosen(0, 5, 9, 1))

    with pytest.raises(IllegalEvent, match="take that back first"):
        after(state, chosen(0, 6, 8, 1))


def test_a_position_in_the_middle_of_a_throw_remembers_what_can_be_taken_back() -> None:
    state = after(game({}, {}, pips=list(STRAIGHT)), chosen(1, 5, 9, 1))
    again = from_position(position(state))

    assert again == state
    assert after(again, SelectionTakenBack(1)) == game({}, {}, pips=list(STRAIGHT))


def corrected(state: State, **keys: object) -> State:
    """After people sent what their screen shows, but for these keys."""
    return from_position(EXPRESS.filled(state, {**shown(state), **keys}))


def test_the_shown_position_sent_back_changes_nothing_whoever_has_chosen() -> None:
    fresh = game({"pairs": {"7": 2}, "fifth": {"3": 1}}, {}, {}, pips=list(STRAIGHT))
    for state in (fresh, after(fresh, chosen(1, 5, 9, 1)), after(fresh, chosen(1, 5, 9, 1), chosen(0, 5, 7, 3))):
        assert corrected(state) == state
        assert corrected(state, done=[]) == state


def test_a_correction_of_one_sheet_keeps_what_another_seat_has_chosen_in_secret() -> None:
    fresh = game({}, {}, pips=list(STRAIGHT))
    state = after(fresh, chosen(1, 5, 9, 1))
    mended = corrected(state, sheets=[{"pairs": {"7": 3}}, {"pairs": {"12": 9}}])

    assert mended.sheets == (Sheet({7: 3}), state.sheets[1])
    assert from_position(shown(mended)).sheets == (Sheet({7: 3}), Sheet())
    assert after(mended, SelectionTakenBack(1)).sheets[1] == fresh.sheets[1]


def test_with_the_throw_put_right_too_nothing_is_chosen_of_it() -> None:
    state = after(game({}, {}, pips=list(STRAIGHT)), chosen(1, 5, 9, 1))

    assert corrected(state, pips=[1, 1, 2, 3, 6], done=[]) == game({}, {}, pips=[1, 1, 2, 3, 6])
    assert corrected(state, pips=None, done=[]) == game({}, {})


@pytest.mark.parametrize("keys", [{"sheets": 1}, {"sheets": [{}]}, {"done": 1}, {"done": ["x"]}, {"selections": [1]}])
def test_what_is_no_position_is_refused_while_something_is_hidden_too(keys: dict[str, object]) -> None:
    with pytest.raises(BadPosition):
        corrected(after(game({}, {}, pips=list(STRAIGHT)), chosen(1, 5, 9, 1)), **keys)


def test_a_throw_that_all_have_used_waits_no_more() -> None:
    used = game({"fifth": {"1": 1}}, {"out": True}, pips=list(STRAIGHT), done=[0])

    assert prompts(used) == (RollDice(5),)
    assert position(used)["done"] == []


@pytest.mark.parametrize(
    ("keys", "word"),
    [
        ({"players": []}, "players"),
        ({"players": ["x"] * 11}, "players"),
        ({"sheets": [{}]}, "sheets"),
        ({"sheets": [{"pairs": {"13": 1}}, {}]}, "row '13'"),
        ({"sheets": [{"pairs": {"07": 1}}, {}]}, "row '07'"),
        ({"sheets": [{"pairs": {"7": -1}}, {}]}, "row 7"),
        ({"sheets": [{"pairs": {"7": True}}, {}]}, "row 7"),
        ({"sheets": [{}, {"fifth": {"0": 1}}]}, r"sheets\[1\].fifth"),
        ({"sheets": [{}, {"fifth": {"1": 9}}]}, "row 1"),
        ({"sheets": [{"fifth": {"1": 1, "2": 1, "3": 1, "4": 1}}, {}]}, "at most 3"),
        ({"sheets": [{"fifth": {"1": 8}, "out": False}, {}]}, "out must be true"),
        ({"sheets": [{"out": 1}, {}]}, "out"),
        ({"sheets": [{"marks": {}}, {}]}, r"sheets\[0\]"),
        ({"pips": [1, 2, 3, 4]}, "pips"),
        ({"pips": [1, 2, 3, 4, 7]}, "pips"),
        ({"pips": None, "done": [0]}, "done"),
        ({"pips": [1, 2, 3, 4, 5], "done": [2]}, "done"),
        ({"pips": [1, 2, 3, 4, 5], "done": [0, 0]}, "twice"),
        ({"selections": [None]}, "selections"),
        ({"pips": [1, 2, 3, 4, 5], "done": [0], "selections": [{"pairs": [5, 9], "fifth": 1}, None]}, "does not go"),
        (
            {
                "pips": [1, 2, 3, 4, 5],
                "done": [0],
                "sheets": [{"pairs": {"5": 1, "9": 1}, "fifth": {"2": 1}}, {}],
                "selections": [{"pairs": [5, 9], "fifth": 1}, None],
            },
            "does not go",
        ),
        ({"selections": [{"pairs": [5], "fifth": 1}, None]}, "pairs"),
        ({"selections": [{"pairs": [5, 9]}, None]}, r"selections\[0\]"),
        ({"options": {"penalty": 100}}, "penalty"),
        ({"options": {"different_start": 1}}, "different_start"),
        ({"options": {"reveal": "never"}}, "never"),
        ({"options": {"speed": 1}}, "speed"),
        ({"throws": -1}, "throws"),
        ({"turn": 0}, "turn"),
        ({"game": "highway"}, "highway"),
    ],
)
def test_an_impossible_position_is_refused_by_name(keys: dict[str, object], word: str) -> None:
    with pytest.raises(BadPosition, match=word):
        from_position({"players": ["Ann", "Bo"], **keys})


@pytest.mark.parametrize("players", [[], ["x"] * 11])
def test_one_to_ten_play(players: Iterable[str]) -> None:
    with pytest.raises(BadSetUp, match="1 to 10"):
        start(tuple(players), {}, Seat(0))


@pytest.mark.parametrize("seed", range(200))
def test_random_games_of_all_sizes_and_options_end_and_keep_their_sheets(seed: int) -> None:
    assert play(seed) > 2 * 7
