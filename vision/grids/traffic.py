"""Grids of plastic parts and the vehicles on them as they are drawn: for the drawn photos of boards.

The law of this file: everything follows from what is given. No box is copied: parts are grey, coloured, ridged or
plain, vehicles have cabins, windows and loads; their colours are somebody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, GridPlan, Taps
from companion.board_grid import Stand, columns, corners_of, deep, middle, middle_of, spaces
from vision.boards.figures import Figure
from vision.boards.forms import Form
from vision.boards.scene import TEXTURE, Shot, photograph

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

GLASS: Final = (0.05, 0.045, 0.04)
RUBBER: Final = (0.03, 0.03, 0.03)
"""Linear BGR."""
HANDLE: Final = (10.0, 26.0)
"""How far the handle of a side part sticks out, and how wide it is, mm of a cell of 20."""


@dataclass(frozen=True)
class PartsArt:
    """How the parts of a grid look; sRGB BGR."""

    ground: tuple[float, float, float]
    lines: tuple[float, float, float]
    line: float
    """Width of the ridges between spaces, mm."""
    rim: float
    """Width of the edge around each part, mm."""
    inset: float
    """Edge of a smaller square in each space; 0: none."""


@dataclass(frozen=True)
class Body:
    """How a vehicle is built; mm."""

    high: float
    """Of all of it."""
    margin: float
    """From its spaces' edges to it."""
    cabin: float
    """Part of its height that is windows and roof; 0: a box."""
    shrunk: float
    """The cabin's outline, in parts of the body's."""


def draw_parts(grid: GridPlan, art: PartsArt) -> tuple[Picture, Mask]:
    """The empty parts as they lie (h, w, 3), `TEXTURE` pixels a millimetre, and where they are: else is the table."""
    size = (round((columns(grid) + 2) * grid.cell * TEXTURE), round((deep(grid) + 3) * grid.cell * TEXTURE))
    image, on = np.zeros((size[1], size[0], 3), np.uint8), np.zeros((size[1], size[0]), np.uint8)

    def box(x0: float, y0: float, x1: float, y1: float, colour: tuple[float, float, float]) -> None:
        corners = np.array(((x0, y0 + grid.cell), (x1, y1 + grid.cell))) * TEXTURE
        (left, top), (right, foot) = corners.round().astype(int).tolist()
        cv2.rectangle(image, (left, top), (right - 1, foot - 1), colour, -1)
        cv2.rectangle(on, (left, top), (right - 1, foot - 1), (1,), -1)

    for part in grid.parts:
        (left, top), _, (right, foot), _ = corners_of(grid, part)
        first, last = part is grid.parts[0], part is grid.parts[-1]
        box(left - art.rim * first, top - art.rim, right + art.rim * last, foot + art.rim, art.lines)
        if part.name:
            across = (left + right) / 2
            box(across - HANDLE[1] / 2, foot + art.rim, across + HANDLE[1] / 2, foot + art.rim + HANDLE[0], art.lines)
    for row, column in spaces(grid):
        x, y = middle(grid, row, column)
        half = (grid.cell - art.line) / 2
        box(x - half, y - half, x + half, y + half, art.ground)
        if art.inset:
            box(x - art.inset / 2, y - art.inset / 2, x + art.inset / 2, y + art.inset / 2, art.lines)
    return np.asarray(image, np.uint8), on > 0


def in_the_drawing(grid: GridPlan) -> NDArray[np.float64]:
    """How far the drawing's top left corner is from the plan's, (x, y) mm: a row is left above it and below."""
    return np.array((0.0, grid.cell))


def photograph_grid(
    plan: BoardPlan, art: PartsArt, figures: Sequence[Figure], seed: int, size: tuple[int, int],
    tilts: tuple[float, float], difficulty: str | None, astray: NDArray[np.float64] | None = None,
) -> tuple[Shot, Taps]:  # fmt: skip
    """What stands on it, and where in the photo `plan.taps` lie; `astray` (4, 2): by how many mm they are off."""
    assert plan.grid is not None
    flat, on = draw_parts(plan.grid, art)
    shot = photograph(flat, figures, seed, size, tilts, difficulty, on)
    corners = np.array([(plan.spot(name).x, plan.spot(name).y) for name in plan.taps]) + in_the_drawing(plan.grid)
    if astray is not None:
        corners = corners + astray
    seen = shot.camera.project(np.column_stack([corners, np.zeros(4)]))
    return shot, tuple((float(x), float(y)) for x, y in seen)


def draw_vehicle(
    grid: GridPlan, stand: Stand, body: Body, paint: Sequence[float], gloss: float, off: Sequence[float]
) -> list[Figure]:
    """Its parts, from below; `off`: how it stands beside the middle of its spaces: x, y mm, and radians."""
    at = middle_of(grid, stand) + in_the_drawing(grid)
    half = (stand.length * grid.cell / 2 - body.margin, grid.cell / 2 - body.margin)
    along, across = half if stand.way == "h" else half[::-1]
    foot = _rounded(along, across)
    turned = float(off[2])

    def piece(low: float, rise: float, size: float, colour: Sequence[float], shut: float) -> Figure:
        profile = ((size, 0.0), (size, rise * 0.8), (size * shut, rise))
        return Figure(Form(profile, foot), tuple(colour), at[0] + off[0], at[1] + off[1], turned, low, gloss)

    lower = body.high * (1 - body.cabin)
    figures = [piece(0.0, 1.5, 0.97, RUBBER, 1.0), piece(1.5, lower - 1.5, 1.0, paint, 0.93)]
    if body.cabin:
        glass = (body.high - lower) * 0.6
        figures.append(piece(lower, glass, body.shrunk, GLASS, 0.95))
        roof = replace(piece(lower + glass, body.high - lower - glass, body.shrunk * 0.95, paint, 0.9), gloss=gloss)
        figures.append(roof)
    return figures


def _rounded(along: float, across: float) -> tuple[tuple[float, float], ...]:
    """A rectangle with its corners rounded, clockwise."""
    cut = 0.3 * min(along, across)
    points = []
    for nth, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for angle in (nth * np.pi / 2 + turn for turn in (0.0, np.pi / 4, np.pi / 2)):
            points.append(
                (x * (along - cut) + cut * float(np.cos(angle)), y * (across - cut) + cut * float(np.sin(angle)))
            )
    return tuple(points)
