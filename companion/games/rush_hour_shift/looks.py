"""How a Rush Hour Shift grid should look: how its parts lie, and which vehicle stands where.

The law of this file: facts for whoever compares a photo with the state; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from zlib import crc32

from companion.board import CAR, PART, TRUCK, BoardPlan, Expected, GridPart, GridPlan, Piece, stood
from companion.board_grid import name_of, plan_of
from companion.games.rush_hour_shift.grid import COLUMNS, ROWS, SEAMS, SIDES, Grid, Vehicle
from companion.games.rush_hour_shift.rules import HEROES, State

CELL: Final = 20.0
"""Edge of a space. Nothing depends on it: the boards are not ours, and taps tell how large one is in a photo."""


def grid_plan(left: int = 0, right: int = 0) -> GridPlan:
    """The grid with its side parts so many rows down (R4, R15)."""
    parts = (
        GridPart(SIDES[0], range(SEAMS["left"] + 1), left),
        GridPart("", range(SEAMS["left"] + 1, SEAMS["right"] + 1)),
        GridPart(SIDES[1], range(SEAMS["right"] + 1, COLUMNS), right),
    )
    return GridPlan(ROWS, parts, CELL, frozenset(HEROES))


def plan(state: State) -> BoardPlan:
    return plan_of(learned_as(state), grid_plan(*state.grid.offsets))


def learned_as(state: State) -> str:
    """Letters name vehicles of one layout: which of the box's stands for each is learned for that layout."""
    layout = state.options.layout
    if isinstance(layout, str):
        return f"rush-hour-shift-{layout}"
    return f"rush-hour-shift-own-{crc32(repr(layout).encode()):08x}"


def piece(vehicle: Vehicle) -> Piece:
    return Piece(CAR if vehicle.length == 2 else TRUCK, vehicle.name, vehicle.axis)


def on_grid(grid: Grid) -> Expected:
    """What stands where, and how the side parts lie; a hero car that is off lies nowhere."""
    return stood([*_parts(grid), *_vehicles(grid)])


def _parts(grid: Grid) -> Iterator[tuple[str, Piece]]:
    for side, down in zip(SIDES, grid.offsets, strict=True):
        yield side, Piece(PART, str(down))


def _vehicles(grid: Grid) -> Iterator[tuple[str, Piece]]:
    lies = grid_plan(*grid.offsets)
    for vehicle in grid.vehicles:
        if not vehicle.is_off:
            yield name_of(lies, vehicle.row, vehicle.col), piece(vehicle)
