"""A grid of vehicles is compared right with what should stand there, or it is said where it cannot be seen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.board import PART, TRUCK, BoardPlan, BoardReading, CannotLearn, Expected, Piece, differences
from companion.board_grid import middle, plan_of
from companion.games.rush_hour_shift import looks
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.setups import LAYOUTS
from tests.vision.parked import parked
from tools import board_jam
from tools.board_outcomes import SIZE, Outcome
from vision.boards.readers import BoardReaders
from vision.grids.reader import GridReader
from vision.grids.traffic import in_the_drawing

START = Grid(LAYOUTS["ours-1"])
SHIFTED = START.shifted("right", -2).moved("G", 0)
LAYOUT = "rush-hour-shift-ours-1"


def plan(grid: Grid) -> BoardPlan:
    return plan_of(LAYOUT, looks.grid_plan(*grid.offsets))


@cache
def learned() -> GridReader:
    reader = GridReader()
    shot, taps = parked(plan(START), looks.on_grid(START), 1)
    reader.learn(shot.image, plan(START), looks.on_grid(START), taps)
    return reader


def read(
    lies: Grid, lying: Expected, should: Grid, seed: int = 2, tilts: tuple[float, float] = (25.0, 40.0)
) -> BoardReading:
    """A photo of what lies on parts as those of one grid, compared with another."""
    shot, taps = parked(plan(lies), lying, seed, tilts=tilts)
    return learned().read(shot.image, plan(should), looks.on_grid(should), taps)


@pytest.mark.parametrize(("grid", "seed", "tilts"), [(START, 2, (0.0, 5.0)), (SHIFTED, 3, (35.0, 40.0))])
def test_a_grid_that_is_right_has_no_differences(grid: Grid, seed: int, tilts: tuple[float, float]) -> None:
    reading = read(grid, looks.on_grid(grid), grid, seed, tilts)
    assert (reading.status, differences(looks.on_grid(grid), reading)) == ("read", ())


def test_a_vehicle_that_was_pushed_one_that_is_gone_and_two_that_were_exchanged_are_told() -> None:
    pushed = START.moved("G", 0).moved("K", 1)
    lying = {
        spot: tuple(Piece(p.kind, {"I": "L", "L": "I"}.get(p.look, p.look), p.way) for p in pieces)
        for spot, pieces in looks.on_grid(pushed).items()
        if pieces[0].look != "J"
    }
    told = {(one.spot, one.take, one.put) for one in differences(looks.on_grid(START), read(pushed, lying, START))}
    k, i, l_, j = Piece("car", "K", "v"), Piece("car", "I", "h"), Piece("car", "L", "h"), Piece("car", "J", "v")
    assert told == {
        ("2.11", (), (k,)),
        ("3.11", (k,), ()),
        ("1.3", (l_,), (i,)),
        ("3.8", (Piece("car", "I", "v"),), (Piece("car", "L", "v"),)),
        ("4.4", (), (j,)),
    }


def test_a_part_that_was_shifted_is_one_difference_and_what_stands_on_it_none() -> None:
    reading = read(SHIFTED, looks.on_grid(SHIFTED), START)
    told = differences(looks.on_grid(START), reading)
    assert [(one.spot, one.take, one.put) for one in told] == [("right", (Piece(PART, "-2"),), (Piece(PART, "0"),))]
    assert reading.plan == plan(SHIFTED), "it is marked where it lies"


def test_two_cars_of_one_colour_that_changed_places_are_no_difference() -> None:
    lying = {
        spot: tuple(Piece(p.kind, {"E": "F", "F": "E"}.get(p.look, p.look), p.way) for p in pieces)
        for spot, pieces in looks.on_grid(START).items()
    }
    reading = read(START, lying, START)
    assert differences(looks.on_grid(START), reading) == ()


def test_whoever_taps_from_the_other_side_sees_the_same() -> None:
    shot, taps = parked(plan(START), looks.on_grid(START), 2)
    reading = learned().read(shot.image, plan(START), looks.on_grid(START), (*taps[2:], *taps[:2]))
    assert (reading.status, differences(looks.on_grid(START), reading)) == ("read", ())


def test_under_an_arm_nothing_is_said() -> None:
    shot, taps = parked(plan(START), looks.on_grid(START), 2)
    image = shot.image.copy()
    at = np.array([[*middle(looks.grid_plan(), 4, 4), 0.0]]) + np.array([[*in_the_drawing(looks.grid_plan()), 0.0]])
    x, y = shot.camera.project(at)[0].round().astype(int)
    image[y - 25 : y + 25, x - 25 : x + 25] = (120, 150, 200)
    reading = learned().read(image, plan(START), looks.on_grid(START), taps)
    assert (reading.status, "5.5" in reading.unseen) == ("unsure", True)
    assert differences(looks.on_grid(START), reading) == ()


def test_vehicles_are_learnt_only_where_all_stand_as_they_should() -> None:
    reader = GridReader()
    moved = START.moved("K", 1)
    shot, taps = parked(plan(START), looks.on_grid(moved), 1)
    with pytest.raises(CannotLearn):
        reader.learn(shot.image, plan(START), looks.on_grid(START), taps)
    assert reader.learnt(LAYOUT) == frozenset()


def test_what_is_no_grid_or_was_not_tapped_is_no_board() -> None:
    grey, should = np.full((600, 800, 3), 120, np.uint8), looks.on_grid(START)
    mirrored = ((100.0, 100.0), (100.0, 500.0), (700.0, 500.0), (700.0, 100.0))
    for taps in (None, ((0.0, 0.0),) * 4, mirrored):
        assert learned().read(grey, plan(START), should, taps).status == "no board"
    other = plan_of("rush-hour-shift-ours-2", looks.grid_plan())
    assert learned().read(grey, other, should, None).reasons == (
        "how your vehicles look is not known yet: photograph them first as they should stand",
    )


def test_what_was_learnt_is_kept_for_the_layout(tmp_path: Path) -> None:
    first, again = BoardReaders(tmp_path), BoardReaders(tmp_path)
    shot, taps = parked(plan(START), looks.on_grid(START), 1)
    first.learn(shot.image, plan(START), looks.on_grid(START), taps)
    assert again.learnt(LAYOUT) == first.learnt(LAYOUT) != frozenset()
    first.forget(LAYOUT)
    assert first.learnt(LAYOUT) == BoardReaders(tmp_path).learnt(LAYOUT) == frozenset()


def test_where_nothing_can_be_kept_nothing_is_learnt_and_a_sentence_says_so(tmp_path: Path) -> None:
    file = tmp_path / "boards"
    file.write_text("no folder")
    shot, taps = parked(plan(START), looks.on_grid(START), 1)
    reader = BoardReaders(file)
    with pytest.raises(CannotLearn, match="boards"):
        reader.learn(shot.image, plan(START), looks.on_grid(START), taps)
    assert reader.learnt(LAYOUT) == frozenset()


def test_of_a_silver_car_that_is_lost_on_white_plastic_nothing_wrong_is_told() -> None:
    """A drawn evening in which it was told that no car stood where it does, and another one was taken for it."""
    evening = board_jam.rush_hour_shift(7423, SIZE)
    reader = GridReader()
    assert evening.laid_plan is not None
    photo, taps = board_jam.set_up(7423, SIZE, 0)
    reader.learn(photo, evening.laid_plan, evening.laid_out, taps)
    reading = reader.read(evening.photo.image, evening.plan, evening.expected, evening.taps)
    assert Outcome(7423, evening, reading, 0.0).wrong == frozenset()
    assert reading.seen["1.1"] == (Piece(TRUCK, "B", "v"),), "and what is clear is told"
