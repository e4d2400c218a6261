"""The rules once more, as simply as they can be said and sharing nothing with the engine: slow, and easy to believe.

A grid here is the set of cells that exist, and a vehicle a list of cells; everything is tried and looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Cells = tuple[tuple[int, int], ...]


def cells_of_grid(offsets: tuple[int, int]) -> set[tuple[int, int]]:
    left, right = offsets
    return (
        {(row + left, col) for row in range(6) for col in range(5)}
        | {(row, col) for row in range(6) for col in range(5, 9)}
        | {(row + right, col) for row in range(6) for col in range(9, 14)}
    )


def cells_of(vehicle: Mapping[str, Any]) -> Cells:
    down, across = (1, 0) if vehicle["axis"] == "v" else (0, 1)
    return tuple((vehicle["row"] + step * down, vehicle["col"] + step * across) for step in range(vehicle["length"]))


def options(position: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    """What a player may do with the card in play, under the default options."""
    found: set[tuple[Any, ...]] = {("TurnEnded",)}
    if position["moves_left"]:
        found |= set(_moves(position))
    if position["shift_left"]:
        found |= set(_shifts(position))
    return found


def _moves(position: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    spaces = 14 if position["card"] == "slide" else position["moves_left"]
    grid = cells_of_grid(tuple(position["offsets"]))
    # Behind each exit there is room for a whole hero car, and no more.
    exits = {
        "G": {(position["vehicles"]["G"]["row"], 14), (position["vehicles"]["G"]["row"], 15)},
        "S": {(position["vehicles"]["S"]["row"], -1), (position["vehicles"]["S"]["row"], -2)},
    }
    for name, vehicle in position["vehicles"].items():
        if name == ("S", "G")[position["turn"]]:
            continue
        room = grid | exits.get(name, set())
        for other, standing in position["vehicles"].items():
            if other != name:
                room = room - set(cells_of(standing))
        for direction in (1, -1):
            for by in range(1, spaces + 1):
                key = "row" if vehicle["axis"] == "v" else "col"
                if not set(cells_of({**vehicle, key: vehicle[key] + direction * by})) <= room:
                    break
                yield ("VehicleMoved", name, direction * by)


def _shifts(position: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    for side, seam in (("left", {4, 5}), ("right", {8, 9})):
        if any(seam <= {col for _, col in cells_of(vehicle)} for vehicle in position["vehicles"].values()):
            continue
        for by in range(-20, 21):
            left, right = position["offsets"]
            after = cells_of_grid((left + by, right) if side == "left" else (left, right + by))
            if by and any(all((row, col) in after for col in range(14)) for row in range(-20, 26)):
                yield ("PartShifted", side, by)
