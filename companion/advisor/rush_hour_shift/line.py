"""From a moment of a turn to the grid in which it is to end: what to do, in order.

Where a vehicle has to go there and back, or several take turns, no line is found: then the turn is told step by step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from companion.advisor.rush_hour_shift.grids import Grids
from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.grid import SIDES, Grid
from companion.games.rush_hour_shift.rules import PartShifted, State, VehicleMoved


def as_grid(state: State, grids: Grids) -> Grid:
    """The first of these grids, with the vehicles of the state."""
    rows, columns, (left, right) = grids.rows[0].tolist(), grids.columns[0].tolist(), grids.offsets[0].tolist()
    moved = zip(state.grid.vehicles, rows, columns, strict=True)
    return Grid(tuple(replace(vehicle, row=row, col=col) for vehicle, row, col in moved), (left, right))


def line_to(state: State, target: Grid) -> tuple[Event, ...] | None:
    """What the card in play has to do, the end of the turn left out; None: no straight line was found."""
    for events in _lines(state, target):
        now: State | None = state
        for event in events:
            now = rules.apply(now, event) if now and event in rules.options(now) else None
        if now and now.grid == target:
            return events
    return None


def _lines(state: State, target: Grid) -> Iterator[tuple[Event, ...]]:
    shifts = [
        PartShifted(side, after - before)
        for side, before, after in zip(SIDES, state.grid.offsets, target.offsets, strict=True)
        if after != before
    ]
    if not shifts:
        yield from _in_any_order(state.grid, target)
    elif len(shifts) == 1:
        (shift,) = shifts
        for pushes in _in_any_order(state.grid.shifted(shift.part, shift.by), target):
            yield (shift, *pushes)
        for pushes in _in_any_order(state.grid, target.shifted(shift.part, -shift.by)):
            yield (*pushes, shift)


def _in_any_order(before: Grid, after: Grid) -> Iterator[tuple[Event, ...]]:
    pushes = [
        VehicleMoved(one.name, other.row - one.row + other.col - one.col)
        for one, other in zip(before.vehicles, after.vehicles, strict=True)
        if one != other
    ]
    return permutations(pushes)
