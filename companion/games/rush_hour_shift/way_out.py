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
from itertools import count
from typing import Final

from companion.game import GoesOn, always
from companion.games.rush_hour_shift.grid import COLUMNS, EXITS, ROWS, SEAMS, SIDES, Grid
from companion.games.rush_hour_shift.rules import PartShifted, VehicleMoved

PATIENCE: Final = 1000
"""Grids that are looked at before the search gives up. Our hardest layout takes about 200."""

NEVER: Final = 1000
"""More cards than any way takes."""

Action = VehicleMoved | PartShifted


@dataclass(frozen=True)
class WayOut:
    actions: tuple[Action, ...] | None
    """A shortest way, one card each; None: none was found."""
    proven: bool
    """False: the search gave up, so there may be a way."""
    in_time: bool = True
    """False: it was told to stop, so that, asked again, it may find one."""


@dataclass(frozen=True)
class _Reached:
    """A grid, and how it came about."""

    grid: Grid
    before: _Reached | None = None
    action: Action | None = None
    cards: int = 0


def way_out(grid: Grid, hero: str, goes_on: GoesOn = always) -> WayOut:
    """A shortest way of this hero car off the grid; the other one is never moved, it only rides with its part.

    `goes_on` is asked before every grid that is looked at, that is, every few milliseconds.
    """
    # Always gold's way: for silver the table is turned.
    start = _Reached(grid if hero == "G" else grid.turned())
    fewest = {start.grid.places: 0}
    queue = [(_estimate(start.grid), 0, 0, start)]
    ties = count(1)
    for _ in range(PATIENCE):
        if not queue or queue[0][0] >= NEVER:
            return WayOut(None, proven=True)
        if not goes_on():
            return WayOut(None, proven=False, in_time=False)
        here = heappop(queue)[-1]
        gold = here.grid.named["G"]
        to_go = EXITS["G"] - gold.col
        if here.grid.reach(gold, forward=True, limit=to_go) == to_go:
            way = (*_way_to(here), *((VehicleMoved("G", to_go),) if to_go else ()))
            return WayOut(way if hero == "G" else tuple(map(_turned, way)), proven=True)
        cards = here.cards + 1
        for action, places in _actions(here.grid):
            # Most grids have been reached before, so they are not even built.
            if fewest.get(places, NEVER) > cards:
                fewest[places] = cards
                after = _Reached(_done(here.grid, action), here, action, cards)
                heappush(queue, (cards + _estimate(after.grid), -cards, next(ties), after))
    return WayOut(None, proven=False)


def _actions(grid: Grid) -> Iterator[tuple[Action, tuple[int, ...]]]:
    """Whatever one card does, and the places after it."""
    for nth, vehicle in enumerate(grid.vehicles):
        if vehicle.name != "S":
            moving = 2 + 2 * nth + (vehicle.axis == "h")
            before, place, behind = grid.places[:moving], grid.places[moving], grid.places[moving + 1 :]
            for forward, sign in ((True, 1), (False, -1)):
                for by in range(sign, sign * grid.reach(vehicle, forward, COLUMNS) + sign, sign):
                    yield VehicleMoved(vehicle.name, by), (*before, place + by, *behind)
    for side in SIDES:
        if grid.lock(side) is None:
            yield from ((PartShifted(side, by), grid.shifted(side, by).places) for by in grid.shifts(side))


def _done(grid: Grid, action: Action) -> Grid:
    if isinstance(action, PartShifted):
        return grid.shifted(action.part, action.by)
    return grid.moved(action.vehicle, action.by)


def _estimate(grid: Grid) -> int:
    """At least so many cards: the last slide, and what must happen before it."""
    gold = grid.named["G"]
    front = gold.col + gold.length
    if front > SEAMS["right"] + 1:
        return 1 + len(_standing(grid, gold.row, front, COLUMNS))
    right = [_standing(grid, row, max(front, SEAMS["right"] + 1), COLUMNS) for row in grid.rows("right")]
    if front > SEAMS["left"] + 1:
        ahead = _standing(grid, gold.row, front, SEAMS["right"] + 1)
        return 1 + len(ahead) + _estimate_of_right(right, gold.row - grid.offsets[1], ahead)
    own = _standing(grid, gold.row, front, SEAMS["left"] + 1)
    if "S" in own:
        return NEVER  # head on, on the part that gold cannot leave backwards
    best = COLUMNS
    for row in grid.rows("centre"):
        ahead = own | _standing(grid, row, SEAMS["left"] + 1, SEAMS["right"] + 1)
        so_far = len(ahead) + (row != gold.row)
        if so_far < best:
            best = min(best, so_far + _estimate_of_right(right, row - grid.offsets[1], ahead))
    return 1 + best


def _estimate_of_right(right: list[frozenset[str]], row: int, counted: frozenset[str]) -> int:
    """For the way over the right part, in this one of its rows, or, after a shift, in the best of them."""
    in_the_way = [len(standing - counted) for standing in right]
    shifted = 1 + min(in_the_way)
    return min(shifted, in_the_way[row]) if 0 <= row < ROWS else shifted


def _standing(grid: Grid, row: int, begin: int, end: int) -> frozenset[str]:
    standing = grid.standing
    return frozenset([standing[row, col].name for col in range(begin, end) if (row, col) in standing])


def _way_to(reached: _Reached) -> Iterator[Action]:
    if reached.before and reached.action:
        yield from _way_to(reached.before)
        yield reached.action


def _turned(action: Action) -> Action:
    """The same action as seen from the other end of the table."""
    if isinstance(action, PartShifted):
        return PartShifted("right" if action.part == "left" else "left", -action.by)
    return VehicleMoved({"G": "S", "S": "G"}.get(action.vehicle, action.vehicle), -action.by)
