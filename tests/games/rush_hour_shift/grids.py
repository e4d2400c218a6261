"""Positions for these tests, drawn as they lie: a letter is a vehicle, a dot an empty cell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.events import Event, Json
from companion.game import IllegalEvent, step
from companion.games import GAMES
from companion.games.rush_hour_shift.grid import COLUMNS, ROWS, Grid, Vehicle, in_order, share_a_row
from companion.games.rush_hour_shift.position import from_position
from companion.games.rush_hour_shift.rules import PartShifted, State, VehicleMoved, options
from companion.games.rush_hour_shift.vehicles import faults, vehicles_json

GAME = GAMES["rush-hour-shift"]


def across(row: int, col: int, length: int = 2) -> dict[str, object]:
    return vehicle(row, col, length, "h")


def down(row: int, col: int, length: int = 2) -> dict[str, object]:
    return vehicle(row, col, length, "v")


def vehicle(row: int, col: int, length: int, axis: str) -> dict[str, object]:
    return {"row": row, "col": col, "length": length, "axis": axis}


HEROES = {"G": across(2, 0), "S": across(3, 12)}
"""At their own ends."""


def state(vehicles: Json | None = None, **keys: object) -> State:
    """A position with the hero cars at their ends, these vehicles, and whatever keys."""
    return from_position({"vehicles": {**HEROES, **(vehicles or {})}, **keys})


def played(start: State, *events: Event) -> State:
    """After these events, each through the gate."""
    now = start
    for event in events:
        now = step(GAME, now, event)
    return now


def distances(state: State, name: str) -> list[int]:
    """How far this vehicle may go now."""
    return sorted(o.by for o in options(state) if isinstance(o, VehicleMoved) and o.vehicle == name)


def rows(state: State, part: str) -> list[int]:
    """How far this part may be shifted now."""
    return sorted(o.by for o in options(state) if isinstance(o, PartShifted) and o.part == part)


def refuses(start: State, *events: Event) -> str:
    """What is said of the last event; those before it are allowed."""
    ready = played(start, *events[:-1])
    with pytest.raises(IllegalEvent) as refusal:
        played(ready, events[-1])
    return str(refusal.value)


def random_grid(chance: Random, blocking: int = 12) -> Grid:
    """Hero cars and up to so many vehicles, anywhere that is free, with the parts at offsets that are allowed."""
    offsets = (0, 0)
    if chance.random() < 0.7:
        offsets = chance.choice([(a, b) for a in range(-5, 6) for b in range(-5, 6) if share_a_row(a, b)])
    standing: list[Vehicle] = []
    letters = [letter for letter in "ABCDEFHIJKLMNOPQRTU" if letter not in "GS"][:blocking]
    for name in ("G", "S", *letters):
        for _ in range(8):
            length, axis = (2, "h") if name in "GS" else (chance.choice((2, 2, 3)), chance.choice("hv"))
            row, col = chance.randrange(1 - ROWS, 2 * ROWS), chance.randrange(COLUMNS)
            if name == "G" and chance.random() < 0.1:
                col = COLUMNS - 1
            if name == "S" and chance.random() < 0.1:
                col = -1
            placed = Vehicle(name, row, col, length, axis)
            if not any(faults(Grid((*standing, placed), offsets))):
                standing.append(placed)
                break
        else:
            if name in "GS":
                return random_grid(chance, blocking)
    return Grid(in_order(standing), offsets)


def with_grid(grid: Grid, **keys: Any) -> State:
    return from_position({"vehicles": vehicles_json(grid.vehicles), "offsets": list(grid.offsets), **keys})
