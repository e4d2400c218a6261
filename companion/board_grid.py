"""Boards of square spaces whose parts can be shifted: where their spots lie, and where vehicles stand on them.

The law of this file: geometry in millimetres, no game. A space is named by row and column from 1, the row counted on
its own part, so that what stands on a part keeps its spot when that is shifted. Columns 0 and those behind the last one
lie beside the grid: a vehicle may stand half off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.board import CAR, PART, TRUCK, BoardPlan, GridPart, GridPlan, Piece, Spot

LENGTHS = {CAR: 2, TRUCK: 3}
"""Spaces that a vehicle takes."""


@dataclass(frozen=True, order=True)
class Stand:
    """Where a vehicle stands."""

    row: int
    """Of its uppermost space, from 0, in rows of the parts that stay."""
    column: int
    """Of its leftmost one, from 0."""
    length: int
    way: str
    """h or v."""

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Rows and columns, those beside the grid too."""
        if self.way == "v":
            return tuple((self.row + step, self.column) for step in range(self.length))
        return tuple((self.row, self.column + step) for step in range(self.length))


def columns(grid: GridPlan) -> int:
    return grid.parts[-1].columns.stop


def top(grid: GridPlan) -> int:
    """The uppermost row of any part."""
    return min(part.down for part in grid.parts)


def deep(grid: GridPlan) -> int:
    """Rows from there to the lowest one."""
    return max(part.down for part in grid.parts) + grid.rows - top(grid)


def spaces(grid: GridPlan) -> Iterator[tuple[int, int]]:
    """Row and column of each, in rows of the parts that stay; part by part."""
    for part in grid.parts:
        for row in range(part.down, part.down + grid.rows):
            yield from ((row, column) for column in part.columns)


def part_of(grid: GridPlan, column: int) -> GridPart:
    """That of a column; beside the grid the nearest one."""
    near = min(max(column, 0), columns(grid) - 1)
    return next(part for part in grid.parts if near in part.columns)


def has(grid: GridPlan, row: int, column: int) -> bool:
    """Whether there is such a space, in rows of the parts that stay."""
    return 0 <= column < columns(grid) and row - part_of(grid, column).down in range(grid.rows)


def shifted(grid: GridPlan, down: Mapping[str, int]) -> GridPlan:
    """The same with its parts shifted so many rows down."""
    return replace(grid, parts=tuple(replace(part, down=down.get(part.name, part.down)) for part in grid.parts))


def name_of(grid: GridPlan, row: int, column: int) -> str:
    """Of the spot of a space."""
    return f"{row - part_of(grid, column).down + 1}.{column + 1}"


def stand_at(grid: GridPlan, spot: str, piece: Piece) -> Stand:
    """Of a vehicle that lies on a spot."""
    row, column = map(int, spot.split("."))
    return Stand(row - 1 + part_of(grid, column - 1).down, column - 1, LENGTHS[piece.kind], piece.way)


def middle(grid: GridPlan, row: float, column: float) -> tuple[float, float]:
    """Of a space, mm from the plan's top left corner: a space's width is left beside the grid for what is half off, and
    half of one above and below for what leans."""
    return (column + 1.5) * grid.cell, (row - top(grid) + 1.0) * grid.cell


def middle_of(grid: GridPlan, stand: Stand) -> tuple[float, float]:
    """Of a vehicle, mm."""
    first, last = stand.cells[0], stand.cells[-1]
    return middle(grid, (first[0] + last[0]) / 2, (first[1] + last[1]) / 2)


def corners_of(grid: GridPlan, part: GridPart) -> tuple[tuple[float, float], ...]:
    """A part's corners, clockwise from its top left one, mm."""
    left, above = middle(grid, part.down - 0.5, part.columns.start - 0.5)
    right, below = middle(grid, part.down + grid.rows - 0.5, part.columns.stop - 0.5)
    return (left, above), (right, above), (right, below), (left, below)


def plan_of(game: str, grid: GridPlan) -> BoardPlan:
    """The board as its parts lie. The outer corners of the outer parts are tapped: nothing stands on them."""
    first, last = grid.parts[0], grid.parts[-1]
    outer = (corners_of(grid, first)[0], *corners_of(grid, last)[1:3], corners_of(grid, first)[3])
    names = ("left.top", "right.top", "right.bottom", "left.bottom")
    taps = tuple(Spot(name, *at, grid.cell / 2, frozenset()) for name, at in zip(names, outer, strict=True))
    wide, high = (columns(grid) + 2) * grid.cell, (deep(grid) + 1) * grid.cell
    return BoardPlan(game, wide, high, (*_spots(grid), *taps), names, grid=grid)


def _spots(grid: GridPlan) -> Iterator[Spot]:
    vehicles = frozenset((CAR, TRUCK))
    for part in grid.parts:
        if part.name:
            at = middle(grid, part.down + grid.rows - 0.5, (part.columns.start + part.columns.stop - 1) / 2)
            yield Spot(part.name, *at, grid.cell, frozenset((PART,)))  # at its lower edge: vehicles hide the rest
        for row in range(part.down, part.down + grid.rows):
            for column in part.columns:
                yield Spot(name_of(grid, row, column), *middle(grid, row, column), grid.cell, vehicles)
    first = grid.parts[0]
    for row in range(first.down, first.down + grid.rows):  # whose front is off the left end
        yield Spot(name_of(grid, row, -1), *middle(grid, row, -1), grid.cell, frozenset((CAR,)))
