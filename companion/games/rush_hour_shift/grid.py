"""The traffic grid: three parts, two seams, and the vehicles on them. `Rn` is a rule of RULES.md.

Rows are those of the centre part, 0 to 5 from the top. A side part that was shifted spans other rows, so a row may
exist on one part and not on its neighbour. Nothing here knows of cards, turns or players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

ROWS: Final = 6
"""Of each part (R4)."""

COLUMNS: Final = 14
"""Of the three parts together (R4)."""

SIDES: Final = ("left", "right")
"""The parts that shift, in the order of `Grid.offsets`; between them the centre, which never does."""

SEAMS: Final[Mapping[str, int]] = {"left": 4, "right": 8}
"""The last column before each seam: the parts are 5, 4 and 5 columns wide (R4)."""

EXITS: Final[Mapping[str, int]] = {"G": COLUMNS, "S": -2}
"""The column of each hero car once it is completely off the opposite end (R12, R13)."""

LONGEST: Final = 3
"""Spaces of a bus or a truck; a car and a hero car take 2 (R3, R5)."""

Cell = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True)
class Vehicle:
    name: str
    row: int
    """Of its uppermost cell."""
    col: int
    """Of its leftmost cell; a hero car's may lie off the grid."""
    length: int
    axis: str
    """h or v: it moves along this axis only (R9)."""

    @property
    def is_hero(self) -> bool:
        return self.name in EXITS

    @property
    def is_off(self) -> bool:
        """R13: completely off the grid, that is, its owner has won."""
        return self.is_hero and self.col == EXITS[self.name]

    @property
    def is_half_off(self) -> bool:
        return self.is_hero and self.col in (-1, COLUMNS - 1)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Those on the grid's columns: one for a hero car that is half off, none for one that is off."""
        if self.axis == "v":
            return tuple((self.row + step, self.col) for step in range(self.length))
        return tuple((self.row, col) for col in range(max(self.col, 0), min(self.col + self.length, COLUMNS)))

    def moved(self, by: int) -> Vehicle:
        if self.axis == "v":
            return Vehicle(self.name, self.row + by, self.col, self.length, self.axis)
        return Vehicle(self.name, self.row, self.col + by, self.length, self.axis)

    def ahead(self, by: int) -> Cell:
        """The cell that it enters last when it moves `by` spaces."""
        step = by + self.length - 1 if by > 0 else by
        return (self.row + step, self.col) if self.axis == "v" else (self.row, self.col + step)

    def turned(self) -> Vehicle:
        """As seen from the other end of the table: gold is silver there."""
        high, wide = (self.length, 1) if self.axis == "v" else (1, self.length)
        name = {"G": "S", "S": "G"}.get(self.name, self.name)
        return replace(self, name=name, row=ROWS - self.row - high, col=COLUMNS - self.col - wide)

    def straddles(self, side: str) -> bool:
        """Whether it lies across the seam of this side part."""
        return self.axis == "h" and self.col <= SEAMS[side] < self.col + self.length - 1


@dataclass(frozen=True)
class Grid:
    vehicles: tuple[Vehicle, ...]
    """The hero cars first, then by letter."""
    offsets: tuple[int, int] = (0, 0)
    """How many rows the left and the right part have been moved down; negative: up."""

    @cached_property
    def standing(self) -> Mapping[Cell, Vehicle]:
        """Who stands in each taken cell."""
        return {cell: vehicle for vehicle in self.vehicles for cell in vehicle.cells}

    @cached_property
    def named(self) -> Mapping[str, Vehicle]:
        return {vehicle.name: vehicle for vehicle in self.vehicles}

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Offsets, rows and columns: short, and different for every grid that these vehicles can make."""
        return (*self.offsets, *(where for vehicle in self.vehicles for where in (vehicle.row, vehicle.col)))

    def rows(self, part: str) -> range:
        """The rows that this part spans."""
        offset = self.offsets[SIDES.index(part)] if part in SIDES else 0
        return range(offset, offset + ROWS)

    def has(self, cell: Cell) -> bool:
        """Whether there is such a cell at this moment."""
        row, col = cell
        return 0 <= col < COLUMNS and row in self.rows(part_at(col))

    def reach(self, vehicle: Vehicle, forward: bool, limit: int) -> int:
        """How many spaces, at most `limit`, it may go right or down (forward), or left or up (R9 to R13)."""
        sign = 1 if forward else -1
        for spaces in range(1, limit + 1):
            if not self.may_enter(vehicle, sign * spaces):
                return spaces - 1
        return limit

    def may_enter(self, vehicle: Vehicle, by: int) -> bool:
        """Whether the cell that it enters last is free; those before it are taken to be."""
        cell = vehicle.ahead(by)
        if self.has(cell):
            return cell not in self.standing
        return self._leaves(vehicle, cell[1])

    def _leaves(self, vehicle: Vehicle, col: int) -> bool:
        """R11, R12: only over the opposite end, and no further than completely off."""
        if vehicle.name == "G":
            return COLUMNS <= col <= COLUMNS + 1
        return vehicle.name == "S" and -2 <= col < 0

    def lock(self, side: str) -> Vehicle | None:
        """A vehicle across the seam: this side part cannot shift (R17)."""
        return next((vehicle for vehicle in self.vehicles if vehicle.straddles(side)), None)

    def shifts(self, side: str) -> tuple[int, ...]:
        """By how many rows this side part may be shifted if nothing locks it (R15, R16)."""
        here, other = self.offsets[SIDES.index(side)], self.offsets[1 - SIDES.index(side)]
        return tuple(offset - here for offset in range(1 - ROWS, ROWS) if offset != here and share_a_row(offset, other))

    def moved(self, name: str, by: int) -> Grid:
        return Grid(tuple(v.moved(by) if v.name == name else v for v in self.vehicles), self.offsets)

    def shifted(self, side: str, by: int) -> Grid:
        """R18: what stands on the part rides with it, a hero car that is half off too."""
        left, right = self.offsets
        return Grid(
            tuple(replace(v, row=v.row + by) if part_at(v.col) == side else v for v in self.vehicles),
            (left + by, right) if side == "left" else (left, right + by),
        )

    def turned(self) -> Grid:
        """The same grid seen from the other end of the table, with the hero cars' names exchanged."""
        left, right = self.offsets
        return Grid(in_order(vehicle.turned() for vehicle in self.vehicles), (-right, -left))


def part_at(col: int) -> str:
    """The part of this column; beyond the grid's ends, where hero cars go, it is the nearest one."""
    if col <= SEAMS["left"]:
        return "left"
    return "right" if col > SEAMS["right"] else "centre"


def share_a_row(left: int, right: int) -> bool:
    """R16: whether at least one row runs through all three parts at these offsets."""
    return max(left, 0, right) - min(left, 0, right) < ROWS


def in_order(vehicles: Iterable[Vehicle]) -> tuple[Vehicle, ...]:
    """As a grid holds them."""
    return tuple(sorted(vehicles, key=lambda vehicle: (not vehicle.is_hero, vehicle.name)))
