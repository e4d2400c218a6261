"""What can be put right on the box: every place that is free, and nothing that cannot be."""

from __future__ import annotations

from random import Random

from companion.games.rush_hour_shift.corrections import corrections
from companion.games.rush_hour_shift.rules import State
from companion.view import OLED_SIGNS
from tests.games.rush_hour_shift.grids import GAME, across, down, random_grid, state, with_grid


def changed(now: State, *path: str) -> State:
    """The state after the one correction of this path."""
    (correction,) = (one for one in corrections(now) if one.path == path)
    put_right: State = GAME.from_position({**GAME.position(now), **correction.change})
    return put_right


def test_every_correction_is_a_position_with_a_path_of_its_own() -> None:
    for seed in range(3):
        now = with_grid(random_grid(Random(seed)), card="move-and-shift-2", moves_left=1)
        offered = list(corrections(now))
        for one in offered:
            assert GAME.position(GAME.from_position({**GAME.position(now), **one.change}))
            assert all(0 < len(words) <= OLED_SIGNS for words in one.path)

        assert len({one.path for one in offered}) == len(offered)


def test_a_vehicle_is_put_where_it_stands_by_the_rows_of_its_part() -> None:
    now = state({"A": down(0, 6)}, offsets=[0, -2], card="slide", moves_left=1)

    assert (
        changed(now, "Car A", "column 10", "row 1").grid.named["A"]
        == state({"A": down(-2, 9)}, offsets=[0, -2]).grid.named["A"]
    )
    assert changed(now, "Gold hero", "half off", "row 2").grid.named["G"].row == -1


def test_a_part_is_put_where_it_lies_with_what_stands_on_it() -> None:
    put_right = changed(state({"A": across(5, 0)}), "Left part", "3 rows up")

    assert (put_right.grid.offsets, put_right.grid.named["A"].row) == ((-3, 0), 2)


def test_the_card_the_turn_and_the_draw_pile_are_put_right() -> None:
    now = state(card="shift", shift_left=True, discards=["slide"])

    assert changed(now, "Card in play", "none yet").card is None
    assert changed(now, "Whose turn", "Silver").seat == 1
    assert changed(now, "Draw pile", "just shuffled").discards == ()
    combined = changed(now, "Card in play", "MOVE & SHIFT 3", "2 left, no shift")
    assert (combined.card, combined.moves_left, combined.shift_left) == ("move-and-shift-3", 2, False)
