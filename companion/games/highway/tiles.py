"""The 72 tiles: which faces there are, and how many of each. `Rn` is a rule of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.cant_stop.board import LENGTHS
from companion.games.highway.moves import Space

SHIELDS: Final = range(1, 7)
"""The numbers on Interstate shields (R2, R7)."""

HAZARDS: Final = ("accident", "flat-tire", "out-of-fuel", "flood", "traffic-light", "road-work")
"""Their kind has no effect (R2, R9)."""

BOX: Final[Mapping[str, int]] = {
    **{f"shield-{number}": 4 for number in SHIELDS},
    "fast-lane-1": 4,
    "traffic-delay-1": 4,
    "fast-lane-2": 3,
    "traffic-delay-2": 3,
    "detour-left": 5,
    "detour-right": 5,
    "roundabout": 5,
    "map": 3,
    "lost": 3,
    "traffic-light": 2,
    "road-work": 1,
    "accident": 4,
    "flat-tire": 2,
    "out-of-fuel": 2,
    "flood": 2,
}
"""Every face and how many tiles bear it (R2), in the order in which a turned tile is asked for (lists.path): what is
turned more often comes sooner."""

TILE_SPACES: Final[tuple[Space, ...]] = tuple(
    (column, space) for column, length in LENGTHS.items() for space in range(1, length)
)
"""Every space but the top ones bears a tile (R3)."""


@dataclass(frozen=True)
class Tile:
    """A tile on the board."""

    face: str | None
    """None: it lies face down, and the companion does not know it."""

    up: bool = False


def shield_number(face: str) -> int | None:
    """The number on an Interstate shield; None for any other face."""
    return int(face[-1]) if face.startswith("shield-") else None


def steps_along(face: str) -> int:
    """How far a Fast Lane or a Traffic Delay moves a marker up its column (R11, R12)."""
    return int(face[-1]) if face.startswith("fast-lane-") else -int(face[-1])


def remaining(board: Mapping[Space, Tile], gone: Mapping[str, int]) -> tuple[str, ...]:
    """The faces that a tile which nobody knows can still have.

    All of them where the counts leave none: what was said before may be wrong, and the tile on the table is right.
    """
    seen = dict(gone)
    for tile in board.values():
        if tile.face is not None:
            seen[tile.face] = seen.get(tile.face, 0) + 1
    return tuple(face for face, count in BOX.items() if seen.get(face, 0) < count) or tuple(BOX)
