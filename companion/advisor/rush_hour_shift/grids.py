"""Many grids of one game at once, as arrays, and what one push or shift makes of them. `Rn` is a rule of RULES.md.

The law of this file: it only says again, for many grids, what companion/games/rush_hour_shift/grid.py says of one; a
test holds the two against each other. A cell is one number, WIDE a row: rows from -6 to 11, columns from -2 to 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.games.rush_hour_shift.grid import COLUMNS, ROWS, SEAMS, SIDES, Grid, Vehicle, part_at, share_a_row

Ints = NDArray[Any]
Bools = NDArray[np.bool_]

WIDE: Final = COLUMNS + 4
"""Cells of a row: a hero car that is off the grid stands beyond its end (R13)."""

HIGH: Final = 3 * ROWS
"""Rows: a part that was shifted reaches up to 5 beyond the centre's."""

_FIRST_ROW, _FIRST_COL = ROWS, 2

GOLD, SILVER = 0, 1
"""The hero cars stand first (`in_order`), and each seat's has its number."""

_LEFT_END, _RIGHT_END = SEAMS["left"], SEAMS["right"]


def cell(row: int, col: int) -> int:
    """The number of a cell."""
    return (row + _FIRST_ROW) * WIDE + col + _FIRST_COL


def _walls() -> NDArray[np.uint8]:
    """(11, 11, cells): 1 where there is no cell, by the offsets of the two parts, each plus 5."""
    found = np.ones((2 * ROWS - 1, 2 * ROWS - 1, HIGH * WIDE), dtype=np.uint8)
    for left in range(1 - ROWS, ROWS):
        for right in range(1 - ROWS, ROWS):
            if share_a_row(left, right):
                grid = Grid((), (left, right))
                for row in range(-_FIRST_ROW, HIGH - _FIRST_ROW):
                    for col in range(COLUMNS):
                        if grid.has((row, col)):
                            found[left + 5, right + 5, cell(row, col)] = 0
    return found


WALLS: Final = _walls()

SHARED: Final[Bools] = np.array(
    [[share_a_row(left, right) for right in range(1 - ROWS, ROWS)] for left in range(1 - ROWS, ROWS)]
)
"""(11, 11): the offsets that R16 allows, each plus 5."""

_KEYS: Final = np.random.default_rng(4).integers(-(2**62), 2**62, size=(26 + 2, HIGH * WIDE))
"""A number for each vehicle in each cell, and each part at each offset: their sum tells a grid from all others."""


class Fleet:
    """What never changes in a game: the vehicles, and the columns of those that lie up and down."""

    def __init__(self, vehicles: Sequence[Vehicle]) -> None:
        self.names = tuple(vehicle.name for vehicle in vehicles)
        self.lengths: Ints = np.array([vehicle.length for vehicle in vehicles])
        self.across: Bools = np.array([vehicle.axis == "h" for vehicle in vehicles])
        self.strides: Ints = np.where(self.across, 1, WIDE).astype(np.int16)
        self.reaches: Ints = (self.lengths * self.strides).astype(np.int16)
        """From its first cell to the one that it enters forwards."""
        self.columns = tuple(vehicle.col for vehicle in vehicles)
        self.lying = tuple(np.flatnonzero(self.across).tolist())
        self.upright = tuple(np.flatnonzero(~self.across).tolist())
        high, wide = np.where(self.across, 1, self.lengths), np.where(self.across, self.lengths, 1)
        self.mirror: Ints = (WIDE * HIGH + WIDE - WIDE * high - wide).astype(np.int16)
        """A vehicle's cell seen from the other end of the table is this less its cell."""
        self.stands_on = tuple(
            np.array([not lies and part_at(col) == side for lies, col in zip(self.across, self.columns, strict=True)])
            for side in SIDES
        )
        """Those that lie up and down on the left and on the right part, for good."""

    @cached_property
    def turned(self) -> Fleet:
        """The same seen from the other end: gold is silver there, and stands where silver did."""
        order = (SILVER, GOLD, *range(2, len(self.names)))
        return Fleet(
            [
                Vehicle(
                    self.names[nth],
                    0,
                    COLUMNS - self.columns[old] - 1,
                    int(self.lengths[old]),
                    "hv"[not self.across[old]],
                )
                for nth, old in enumerate(order)
            ]
        )


@dataclass(frozen=True)
class Grids:
    """B grids."""

    fleet: Fleet
    cells: NDArray[np.int16]
    """(B, V): the cell of each vehicle, its uppermost, leftmost one."""
    offsets: NDArray[np.int8]
    """(B, 2): of the left and the right part."""

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, which: Any) -> Grids:
        return Grids(self.fleet, self.cells[which], self.offsets[which])

    @cached_property
    def taken(self) -> NDArray[np.uint8]:
        """(B, cells): 1 where nothing may go."""
        found = WALLS[self.offsets[:, 0] + 5, self.offsets[:, 1] + 5]
        each = np.arange(len(self))
        for nth, (length, stride) in enumerate(zip(self.fleet.lengths, self.fleet.strides, strict=True)):
            for step in range(length):
                found[each, self.cells[:, nth] + step * stride] = 1
        return found

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """(B,): a number that is different for every grid."""
        vehicles = _KEYS[np.arange(len(self.fleet.names)), self.cells].sum(axis=1)
        return np.asarray(vehicles + _KEYS[-1, self.offsets[:, 0] + 5] + _KEYS[-2, self.offsets[:, 1] + 5])

    @cached_property
    def columns(self) -> Ints:
        """(B, V): of each vehicle's first cell."""
        return np.asarray(self.cells % WIDE - _FIRST_COL)

    @cached_property
    def rows(self) -> Ints:
        """(B, V): of each vehicle's first cell."""
        return np.asarray(self.cells // WIDE - _FIRST_ROW)

    @cached_property
    def turned(self) -> Grids:
        """The same grids seen from the other end of the table."""
        cells = self.fleet.mirror - self.cells
        cells[:, [GOLD, SILVER]] = cells[:, [SILVER, GOLD]]
        found = Grids(self.fleet.turned, cells, -self.offsets[:, ::-1])
        found.__dict__["taken"] = self.taken[:, ::-1]
        return found

    def won(self, seat: int) -> Bools:
        """(B,): whether this seat's hero car is off the grid (R13)."""
        return np.asarray(self.columns[:, seat] == (COLUMNS if seat == GOLD else -2))

    @property
    def over(self) -> Bools:
        """(B,): somebody is off the grid."""
        return self.won(GOLD) | self.won(SILVER)

    def locked(self) -> tuple[Bools, Bools]:
        """(B,) each: whether the left and the right part are locked (R17)."""
        lying = list(self.fleet.lying)
        first = self.columns[:, lying]
        last = first + self.fleet.lengths[lying] - 1
        return tuple(((first <= seam) & (last > seam)).any(axis=1) for seam in SEAMS.values())  # type: ignore[return-value]

    def steps(self, seat: int) -> tuple[Ints, Ints, Ints]:
        """Every push by one space that this seat may make: of which grid, which vehicle, + 1 or - 1 (R8 to R13)."""
        each = np.arange(len(self))[:, None]
        forward = self.taken[each, self.cells + self.fleet.reaches] == 0
        back = self.taken[each, self.cells - self.fleet.strides] == 0
        gold, silver = self.columns[:, GOLD], self.columns[:, SILVER]
        forward[:, GOLD] |= (gold >= COLUMNS - 2) & (gold < COLUMNS)
        back[:, SILVER] |= (silver <= 0) & (silver > -2)
        forward[:, 1 - seat] = back[:, 1 - seat] = False
        grid, nth, way = np.nonzero(np.stack((forward, back), axis=2))
        return grid, nth, 1 - 2 * way

    def pushed(self, grid: Ints, nth: Ints, by: Ints) -> Grids:
        """Of these grids, each after one vehicle went so many spaces."""
        cells = self.cells[grid]
        cells[np.arange(len(grid)), nth] += (by * self.fleet.strides[nth]).astype(np.int16)
        return Grids(self.fleet, cells, self.offsets[grid])

    def slides(self, seat: int) -> tuple[Ints, Ints, Ints]:
        """Every push by any distance (R19): of which grid, which vehicle, by how many spaces."""
        grid, nth, way = self.steps(seat)
        found = [(grid, nth, way)]
        by = way
        while len(grid):
            on = by + way
            ahead = np.where(
                way > 0, (on - 1) * self.fleet.strides[nth] + self.fleet.reaches[nth], on * self.fleet.strides[nth]
            )
            free = self.taken[grid, (self.cells[grid, nth] + ahead) % (HIGH * WIDE)] == 0
            col = self.columns[grid, nth] + on
            free |= (nth == GOLD) & (way > 0) & (col + 1 >= COLUMNS) & (col <= COLUMNS)
            free |= (nth == SILVER) & (way < 0) & (col < 0) & (col >= -2)
            grid, nth, way, by = grid[free], nth[free], way[free], on[free]
            found.append((grid, nth, by))
        return tuple(np.concatenate(part) for part in zip(*found, strict=True))  # type: ignore[return-value]

    def shifts(self, most: Ints | None = None) -> tuple[Ints, Ints, Ints]:
        """Every shift (R15 to R17): of which grid, the part (0 left, 1 right), by how many rows, of (B,) `most`."""
        after = np.arange(1 - ROWS, ROWS)
        found = []
        for side, locked in enumerate(self.locked()):
            here, other = self.offsets[:, side, None], self.offsets[:, 1 - side, None]
            may = SHARED[after + 5, other + 5] & (after != here) & ~locked[:, None]
            if most is not None:
                may &= abs(after - here) <= most[:, None]
            grid, to = np.nonzero(may)
            found.append((grid, np.full(len(grid), side), after[to] - self.offsets[grid, side]))
        return tuple(np.concatenate(part) for part in zip(*found, strict=True))  # type: ignore[return-value]

    def shifted(self, grid: Ints, side: Ints, by: Ints) -> Grids:
        """Of these grids, each after one part was shifted; what stands on it rides with it (R18)."""
        columns = self.columns[grid]
        lying_there = np.where(side[:, None] == 0, columns <= _LEFT_END, columns > _RIGHT_END)
        upright_there = np.stack(self.fleet.stands_on)[side]
        rides = np.where(self.fleet.across, lying_there, upright_there)
        offsets = self.offsets[grid]
        offsets[np.arange(len(grid)), side] += by.astype(np.int8)
        return Grids(self.fleet, (self.cells[grid] + rides * (WIDE * by)[:, None]).astype(np.int16), offsets)


def as_arrays(*grids: Grid) -> Grids:
    """Grids of one game."""
    return Grids(
        Fleet(grids[0].vehicles),
        np.array([[cell(vehicle.row, vehicle.col) for vehicle in grid.vehicles] for grid in grids], dtype=np.int16),
        np.array([grid.offsets for grid in grids], dtype=np.int8),
    )


def together(parts: Sequence[Grids]) -> Grids:
    """All grids of these, one behind the other."""
    return Grids(
        parts[0].fleet, np.concatenate([part.cells for part in parts]), np.concatenate([part.offsets for part in parts])
    )
