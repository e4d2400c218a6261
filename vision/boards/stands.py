"""The places in which vehicles can stand on a grid, and those in which two take the same spaces.

The law of this file: geometry of spaces, no picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.board import CAR, GridPlan
from companion.board_grid import LENGTHS, Stand, columns, deep, has, top


def stands_on(grid: GridPlan, kind: str) -> Iterator[Stand]:
    """All places for a vehicle of this kind; a car may be half off at either end."""
    length = LENGTHS[kind]
    for row in range(top(grid), top(grid) + deep(grid)):
        for column in range(-1, columns(grid)):
            for way in "hv":
                stand = Stand(row, column, length, way)
                inside = [has(grid, *cell) for cell in stand.cells]
                beside = kind == CAR and way == "h" and column in (-1, columns(grid) - 1)
                if all(inside) or (beside and any(inside)):
                    yield stand


def in_lane(one: Stand, other: Stand, reach: int) -> bool:
    """Whether one is the other, pushed along its lane by so many spaces at most."""
    along, across = one.column - other.column, one.row - other.row
    if one.way == "v":
        along, across = across, along
    return one.way == other.way and one.length == other.length and across == 0 and 0 < abs(along) <= reach


@lru_cache(maxsize=4096)
def otherwise(one: Stand, other: Stand) -> tuple[tuple[Stand, Stand], ...]:
    """How two may fill the same spaces in another way: across instead of along, the other way round in a line, around a
    corner. That two of one length are exchanged is none."""
    cells = {*one.cells, *other.cells}
    found = []
    for row, column in sorted(cells):
        for way in "hv":
            first = Stand(row, column, one.length, way)
            left = sorted(cells.difference(first.cells))
            if not left or not cells.issuperset(first.cells) or first in (one, other):
                continue
            rest = Stand(*left[0], other.length, "h" if left[0][0] == left[-1][0] else "v")
            if left == sorted(rest.cells):
                found.append((first, rest))
    return tuple(found)
