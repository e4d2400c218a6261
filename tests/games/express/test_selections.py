"""Everybody chooses at the same time: what is asked, taken back and refused within a throw."""

from __future__ import annotations

import pytest

from companion.events import DiceRolled, Event
from companion.game import IllegalEvent, step
from companion.games.express import EXPRESS
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State, prompts
from companion.prompts import Choose, Role
from tests.games.express.positions import STRAIGHT, after, chosen, game


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
