"""The places in which vehicles can stand on a grid, and those in which two take the same spaces.

The law of this file: geometry of spaces, no picture.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def side_by_side(one: Stand, other: Stand) -> tuple[Stand, Stand] | None:
    """Two cars that fill a square, across instead of along; None: they do not."""
    cells = sorted((*one.cells, *other.cells))
    (row, column), wide = cells[0], one.length
    square = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    if one.length != 2 or other.length != 2 or cells != square:
        return None
    first, last = sorted((one, other))
    if one.way == "h":
        moved = {first: Stand(row, column, wide, "v"), last: Stand(row, column + 1, wide, "v")}
    else:
        moved = {first: Stand(row, column, wide, "h"), last: Stand(row + 1, column, wide, "h")}
    return moved[one], moved[other]


def in_line(one: Stand, other: Stand) -> tuple[Stand, Stand] | None:
    """Two of different length that touch end to end, the other way round; None: they do not."""
    if one.way != other.way or one.length == other.length:
        return None
    first, last = sorted((one, other))
    across = one.way == "h"
    if first.cells[-1] != ((last.row, last.column - 1) if across else (last.row - 1, last.column)):
        return None
    behind = (first.row, first.column + last.length) if across else (first.row + last.length, first.column)
    moved = {
        first: Stand(*behind, first.length, first.way),
        last: Stand(first.row, first.column, last.length, first.way),
    }
    return moved[one], moved[other]
