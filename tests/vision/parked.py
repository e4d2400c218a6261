"""A grid with vehicles on it, photographed by a drawn phone: for tests of its reader and of what is made of it."""

from __future__ import annotations

from typing import Final

from companion.board import CAR, PART, TRUCK, BoardPlan, Expected, Taps
from companion.board_grid import stand_at
from vision.boards.forms import PAINTS
from vision.boards.scene import Shot
from vision.grids.traffic import Body, PartsArt, draw_vehicle, photograph_grid

ART: Final = PartsArt((96, 90, 86), (70, 66, 62), 1.4, 2.0, 0.0)
BODIES: Final = {CAR: Body(11.0, 1.5, 0.4, 0.65), TRUCK: Body(13.0, 1.5, 0.0, 1.0)}
_COLOURS: Final = ("blue", "red", "green", "yellow", "orange", "purple", "sky", "white")
PINK: Final = (0.45, 0.25, 0.75)


def paint_of(letter: str) -> tuple[float, ...]:
    """C and H, a truck and a car, share one; E and F, two cars, too."""
    if letter in "GS":
        return {"G": (0.07, 0.36, 0.55), "S": (0.45, 0.45, 0.43)}[letter]
    same = {"H": "C", "F": "E"}.get(letter, letter)
    letters = [one for one in "ABCDEIJKLM" if one not in "CE"]
    if same == "C":
        return PINK
    return (0.05, 0.55, 0.3) if same == "E" else PAINTS[_COLOURS[letters.index(same)]]


def parked(
    plan: BoardPlan, lying: Expected, seed: int, size: tuple[int, int] = (960, 720),
    tilts: tuple[float, float] = (20.0, 30.0), difficulty: str = "easy",
) -> tuple[Shot, Taps]:  # fmt: skip
    """The photo, and where in it the corners lie that are tapped."""
    grid = plan.grid
    assert grid is not None
    figures = [
        figure
        for spot, pieces in lying.items()
        for piece in pieces
        if piece.kind != PART
        for figure in draw_vehicle(
            grid, stand_at(grid, spot, piece), BODIES[piece.kind], paint_of(piece.look), 0.1, (0.4, -0.3, 0.02)
        )
    ]
    return photograph_grid(plan, ART, figures, seed, size, tilts, difficulty)
