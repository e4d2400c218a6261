"""The fewest cards with which a hero car gets out while the other player stands still.

Each card counts as one SLIDE or one SHIFT, the measure in which layouts are compared (R24); a MOVE that is split among
several vehicles may need fewer. A* search: what is left is estimated by the vehicles in the hero car's way, each of
which has to move, in the best alignment of the parts, each change of which is a shift. That never says too much, so
the first way found is a shortest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from companion.games.rush_hour_shift.grid import COLUMNS, EXITS, SEAMS, SIDES, Grid
from companion.games.rush_hour_shift.rules import PartShifted, VehicleMoved

PATIENCE: Final = 1500
"""Grids that are looked at before the search gives up. Our hardest layout takes about 200."""

Action = VehicleMoved | PartShifted


@dataclass(frozen=True)
class WayOut:
    actions: tuple[Action, ...] | None
    """A shortest way, one card each; None: none was found."""
    proven: bool
    """False: the search gave up, so there may be a way."""


@dataclass(frozen=True)
class _Reached:
    """A grid, and how it came about."""

    grid: Grid
    before: _Reached | None = None
    action: Action | None = None
    cards: int = 0


def way_out(grid: Grid, hero: str) -> WayOut:
    """A shortest way of this hero car off the grid; the other one is never moved, it only rides with its part."""
    # Always gold's way: for silver the table is turned.
    start = _Reached(grid if hero == "G" else grid.turned())
    fewest = {start.grid.places: 0}
    queue = [(_estimate(start.grid), 0, 0, start)]
    for _ in range(PATIENCE):
        if not queue:
            return WayOut(None, proven=True)
        here = heappop(queue)[-1]
        gold = here.grid.named["G"]
        to_go = EXITS["G"] - gold.col
        if here.grid.reach(gold, forward=True, limit=to_go) == to_go:
            way = (*_way_to(here), *((VehicleMoved("G", to_go),) if to_go else ()))
            return WayOut(way if hero == "G" else tuple(map(_turned, way)), proven=True)
        for action, after in _after_one_card(here.grid):
            cards = here.cards + 1
            if fewest.get(after.places, cards + 1) > cards:
                fewest[after.places] = cards
                reached = _Reached(after, here, action, cards)
                heappush(queue, (cards + _estimate(after), -cards, len(fewest), reached))
    return WayOut(None, proven=False)


def _after_one_card(grid: Grid) -> Iterator[tuple[Action, Grid]]:
    for vehicle in grid.vehicles:
        if vehicle.name != "S":
            for forward, sign in ((True, 1), (False, -1)):
                for spaces in range(1, grid.reach(vehicle, forward, COLUMNS) + 1):
                    yield VehicleMoved(vehicle.name, sign * spaces), grid.moved(vehicle.name, sign * spaces)
    for side in SIDES:
        if grid.lock(side) is None:
            yield from ((PartShifted(side, by), grid.shifted(side, by)) for by in grid.shifts(side))


def _estimate(grid: Grid) -> int:
    """At least so many cards: the last slide, and what must happen before it."""
    gold = grid.named["G"]
    front = gold.col + gold.length
    if front > SEAMS["right"] + 1:
        return 1 + len(_standing(grid, gold.row, front, COLUMNS))
    if front > SEAMS["left"] + 1:
        ahead = _standing(grid, gold.row, front, SEAMS["right"] + 1)
        return 1 + len(ahead) + _estimate_of_right(grid, gold.row, front, ahead)
    own = _standing(grid, gold.row, front, SEAMS["left"] + 1)
    best = COLUMNS
    for row in grid.rows("centre"):
        ahead = own | _standing(grid, row, SEAMS["left"] + 1, SEAMS["right"] + 1)
        shift = 0 if row == gold.row else 1
        best = min(best, shift + len(ahead) + _estimate_of_right(grid, row, front, ahead))
    return 1 + best


def _estimate_of_right(grid: Grid, row: int, front: int, counted: frozenset[str]) -> int:
    """For the way over the right part, in this row of the centre: as the parts lie, or after a shift."""
    begin = max(front, SEAMS["right"] + 1)
    in_the_way = [len(_standing(grid, other, begin, COLUMNS) - counted) for other in grid.rows("right")]
    shifted = 1 + min(in_the_way)
    rows = grid.rows("right")
    return min(shifted, in_the_way[row - rows.start]) if row in rows else shifted


def _standing(grid: Grid, row: int, begin: int, end: int) -> frozenset[str]:
    cells = ((row, col) for col in range(begin, end))
    return frozenset(grid.standing[cell].name for cell in cells if cell in grid.standing)


def _way_to(reached: _Reached) -> Iterator[Action]:
    if reached.before and reached.action:
        yield from _way_to(reached.before)
        yield reached.action


def _turned(action: Action) -> Action:
    """The same action as seen from the other end of the table."""
    if isinstance(action, PartShifted):
        return PartShifted("right" if action.part == "left" else "left", -action.by)
    return VehicleMoved({"G": "S", "S": "G"}.get(action.vehicle, action.vehicle), -action.by)
