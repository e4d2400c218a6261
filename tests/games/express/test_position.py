"""Positions of Can't Stop Express: read, refused, and corrected while choices are secret."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.game import BadPosition, BadSetUp, Seat
from companion.games.express import EXPRESS
from companion.games.express.position import from_position, position, shown, start
from companion.games.express.rules import SelectionTakenBack, State, prompts
from companion.games.express.sheets import Sheet
from companion.prompts import RollDice
from tests.games.express.positions import STRAIGHT, after, chosen, game


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
