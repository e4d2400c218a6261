"""What a table may play otherwise: all spaces of a MOVE, a shared number, draws, and the cards counted."""

from __future__ import annotations

import pytest

from companion.events import Event
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.rules import (
    CardPlayed,
    DrawAgreed,
    PartShifted,
    TurnEnded,
    VehicleMoved,
    options,
    outcome,
    prompts,
)
from tests.games.rush_hour_shift.grids import GAME, across, played, refuses, rows, state


def test_all_spaces_must_be_used_where_the_table_plays_so() -> None:
    begun = played(state(options={"move": "all"}), CardPlayed("move-2"))

    assert TurnEnded() not in options(begun)
    assert "2 can still be" in refuses(begun, TurnEnded())
    assert TurnEnded() in options(played(begun, VehicleMoved("G", 2)))


def test_all_spaces_may_stay_unused_where_nothing_can_move() -> None:
    wedged = {"G": across(0, 0), "S": across(5, 12)}
    wedged |= {"A": across(0, 2, 3), "B": across(0, 5, 3), "C": across(0, 8, 3), "D": across(0, 11, 3)}

    assert options(state(wedged, card="move-3", moves_left=3, options={"move": "all"})) == (TurnEnded(),)


def test_all_spaces_do_not_bind_a_slide_or_a_shift() -> None:
    slid = played(state(options={"move": "all"}), CardPlayed("slide"))

    assert TurnEnded() in options(slid)
    assert TurnEnded() in options(played(state(options={"move": "all"}), CardPlayed("shift")))


def test_a_shift_ends_no_begun_move_whose_spaces_must_be_used() -> None:
    begun = played(state(options={"move": "all"}), CardPlayed("move-and-shift-2"), VehicleMoved("G", 1))

    assert "would end the move" in refuses(begun, PartShifted("left", 1))
    assert rows(played(begun, VehicleMoved("G", 1)), "left")
    assert rows(played(state(options={"move": "all"}), CardPlayed("move-and-shift-2")), "left")


@pytest.mark.parametrize(
    ("case", "events", "left", "expected"),
    [
        ("as many rows as the number", [], 3, [-3, -2, -1, 1, 2, 3]),
        ("as many as the move left", [VehicleMoved("G", 2)], 1, [-1, 1]),
        ("none when it is used up", [VehicleMoved("G", 3)], 0, []),
        ("the rows are paid for", [PartShifted("right", 2)], 1, []),
        ("the shift ends a begun move", [VehicleMoved("G", 1), PartShifted("right", 1)], 0, []),
    ],
)
def test_a_shared_number_counts_spaces_and_rows(case: str, events: list[Event], left: int, expected: list[int]) -> None:
    now = played(state(options={"move_and_shift": "pool"}), CardPlayed("move-and-shift-3"), *events)

    assert (now.moves_left, rows(now, "left")) == (left, expected), case


def test_a_shared_number_does_not_bind_a_plain_shift() -> None:
    assert rows(played(state(options={"move_and_shift": "pool"}), CardPlayed("shift")), "left")[0] == -5


def test_a_shared_number_of_which_all_must_be_used() -> None:
    start = state(options={"move_and_shift": "pool", "move": "all"})
    begun = played(start, CardPlayed("move-and-shift-3"), VehicleMoved("G", 1))

    assert rows(begun, "left") == [-2, 2]
    assert TurnEnded() not in options(begun)
    assert TurnEnded() in options(played(begun, PartShifted("left", 2)))


def test_the_draw_pile_is_the_deck_less_two_hands() -> None:
    counts = dict.fromkeys(CARDS, 0) | {"move-1": 10, "slide": 1}
    now = state(options={"deck": counts})
    seen = []
    for _ in range(5):
        now = played(now, CardPlayed("move-1"), TurnEnded())
        seen.append(len(now.discards))

    assert seen == [1, 2, 3, 1, 2]


def test_a_draw_is_agreed_on_where_the_table_plays_so() -> None:
    drawn = played(state(options={"draw": "agreed"}), CardPlayed("slide"), DrawAgreed())

    assert outcome(drawn) == outcome(state(options={"draw": "agreed"}, drawn=True))
    assert outcome(drawn).winners == frozenset()  # type: ignore[union-attr]
    assert prompts(drawn) == ()
    assert "without draws" in refuses(state(), DrawAgreed())


def test_the_same_position_for_the_third_time_is_a_draw_where_the_table_plays_so() -> None:
    pass_by = (CardPlayed("move-1"), TurnEnded())
    now = state(options={"draw": "third"})
    turns = 0
    while not outcome(now):
        now, turns = played(now, *pass_by), turns + 1

    assert turns == 4
    assert outcome(now).winners == frozenset()  # type: ignore[union-attr]
    assert not outcome(played(state(), *pass_by * 6))


def test_the_same_vehicles_with_the_other_player_to_move_are_another_position() -> None:
    now = played(state(options={"draw": "third"}), *(CardPlayed("slide"), TurnEnded()) * 3)

    assert sorted(now.seen.count(shape) for shape in set(now.seen)) == [2, 2]
    assert not outcome(now)


def test_what_was_seen_is_carried_by_the_position() -> None:
    now = played(state(options={"draw": "third"}), *(CardPlayed("slide"), TurnEnded()) * 3)
    again = GAME.from_position(GAME.position(now))

    assert outcome(played(again, CardPlayed("slide"), TurnEnded()))
