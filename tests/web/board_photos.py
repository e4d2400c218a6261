"""Photos of a board as phones take them, drawn: for tests that send one to a real table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import RUNNER, BoardPlan, Expected, Piece
from tests.vision.parked import parked
from vision.boards import prints
from vision.boards.figures import Figure
from vision.boards.forms import PAINTS, cone, disc
from vision.boards.scene import TEXTURE, photograph

Picture = NDArray[np.uint8]

SIZE: Final = (1600, 1200)
GRID_SIZE: Final = (1200, 900)
ABOVE: Final = (0.0, 15.0)
SEATED: Final = (25.0, 30.0)
"""Degrees by which the phone looks aslant."""
APART: Final = 6.5
"""mm from the middle of a space to each of two that share it."""


def board_photo(
    file: Path,
    plan: BoardPlan,
    lying: Expected,
    seed: int,
    covered: bool = False,
    seated: bool = False,
    other: Picture | None = None,
) -> tuple[tuple[float, float], ...]:
    """A JPEG of discs and white cones on a printed board; `covered`: without its codes, as any other board is;
    `seated`: from where somebody sits, else more from above; `other`: of this board, as `tools.board_designs` draws it.

    Where the spots that are marked by hand are in it, parts of its width and height.
    """
    flat = prints.draw(plan, TEXTURE) if other is None else other
    if covered:
        for mark in plan.marks:
            (left, top), _, (right, bottom), _ = [[round(part * TEXTURE) for part in corner] for corner in mark.corners]
            flat[top:bottom, left:right] = 255
    figures = [figure for name, pieces in lying.items() for figure in _figures(plan, name, pieces)]
    shot = photograph(flat, figures, seed, SIZE, SEATED if seated else ABOVE, "easy")
    assert cv2.imwrite(str(file), shot.image)
    taps = np.array([(spot.x, spot.y, 0.0) for spot in map(plan.spot, plan.taps)])
    return tuple((float(x), float(y)) for x, y in shot.camera.project(taps) / SIZE)


def _figures(plan: BoardPlan, name: str, pieces: tuple[Piece, ...]) -> list[Figure]:
    spot = plan.spot(name)
    side = APART if len(pieces) > 1 else 0.0
    return [
        Figure(
            cone(6.0, 18.0) if piece.kind == RUNNER else disc(6.0, 4.0),
            PAINTS[piece.look],
            spot.x + (side if nth else -side),
            spot.y,
        )
        for nth, piece in enumerate(pieces)
    ]


def grid_photo(file: Path, plan: BoardPlan, lying: Expected, seed: int) -> tuple[tuple[float, float], ...]:
    """A JPEG of vehicles on a grid; where the corners that are marked by hand are in it, parts of width and height."""
    shot, taps = parked(plan, lying, seed, GRID_SIZE)
    assert cv2.imwrite(str(file), shot.image)
    return tuple((x / GRID_SIZE[0], y / GRID_SIZE[1]) for x, y in taps)
