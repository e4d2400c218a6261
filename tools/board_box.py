"""The pieces of somebody's game, and how they stand on a board whose photo is drawn.

The law of this file: everything follows from one number. What is drawn is what people have: cones, discs, pawns and
cubes of several sizes in the colours that seats have, stood carelessly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from companion import marks
from companion.board import RUNNER, TILE, TOKEN, BoardPlan, Expected, Piece, Spot
from companion.colours import COLOURS
from companion.drawings import drawings
from vision import art
from vision.boards import forms
from vision.boards.figures import Figure
from vision.boards.forms import PAINTS, Form

FORMS: Final[Mapping[str, Callable[[np.random.Generator], Form]]] = {
    "cones": lambda rng: forms.cone(rng.uniform(5.5, 7.5), rng.uniform(15, 24)),
    "discs": lambda rng: forms.disc(rng.uniform(5, 7.5), rng.uniform(3, 6)),
    "pawns": lambda rng: forms.pawn(rng.uniform(5.5, 7), rng.uniform(18, 26)),
    "cubes": lambda rng: forms.cube(rng.uniform(8, 10)),
}
CARELESS: Final = 2.0
"""Standard deviation in mm of where a piece stands in its space."""
APART: Final = {1: 0.0, 2: 1.02, 3: 1.18, 4: 1.44, 5: 1.73}
"""From the middle of a space to that of each of so many pieces, in radii: so that they touch."""
STACKED: Final = 0.3
"""How often discs and cubes that share a space stand upon each other."""
THICK: Final = 1.6
"""Of a tile, mm."""
DRAWN: Final = 160
"""Pixels along the edge of a face."""


@dataclass(frozen=True)
class Box:
    """The pieces of somebody's game."""

    named: str
    forms: Mapping[str, Form]
    """By kind of piece."""
    paints: Mapping[str, tuple[float, ...]]
    colours: tuple[str, ...]

    def figure(self, rng: np.random.Generator, piece: Piece, x: float, y: float, z: float = 0.0) -> Figure:
        """One of them, turned anyhow."""
        turn, gloss = rng.uniform(0, 6.3), rng.uniform(0.02, 0.2)
        return Figure(self.forms[piece.kind], self.paints[piece.look], x, y, float(turn), z, float(gloss))


@lru_cache(maxsize=1)
def box_of(nth: int) -> Box:
    """The nth of all boxes."""
    rng = np.random.default_rng([nth, 1])
    seats = int(rng.integers(2, 5))
    colours = tuple(str(c) for c in rng.choice([c for c in COLOURS if c != "white"], seats, replace=False))
    named = list(FORMS)[nth % len(FORMS)]
    runner = named if rng.random() < 0.5 else "cones"
    paints = {c: tuple(np.minimum(np.array(PAINTS[c]) * rng.uniform(0.9, 1.15, 3), 0.85)) for c in (*colours, "white")}
    return Box(named, {TOKEN: FORMS[named](rng), RUNNER: FORMS[runner](rng)}, paints, colours)


def figures(
    rng: np.random.Generator, box: Box, plan: BoardPlan, lying: Expected
) -> tuple[list[Figure], frozenset[str]]:
    """Everything as it stands on a board, and the spots on which it is stacked."""
    stood: list[Figure] = []
    stacked = set()
    for name, all_ in lying.items():
        pieces = tuple(piece for piece in all_ if piece.kind != TILE)
        tile = next((piece for piece in all_ if piece.kind == TILE), None)
        if tile is not None:
            stood.append(_tile(rng, plan.spot(name), tile.look))
        if not pieces:
            continue
        stack = len(pieces) > 1 and box.named in ("discs", "cubes") and rng.random() < STACKED
        if stack:
            stacked.add(name)
        stood += _stood(rng, plan.spot(name), pieces, box, stack, THICK if tile else 0.0)
    return stood, frozenset(stacked)


def _tile(rng: np.random.Generator, spot: Spot, face: str) -> Figure:
    """One of card, printed, in any of four turns, not quite straight."""
    code = marks.faces_coded("highway").get(face)
    picture = art.draw(drawings("highway")[face], DRAWN, code)
    x, y = np.clip(rng.normal((spot.x, spot.y), 0.35), (spot.x - 0.8, spot.y - 0.8), (spot.x + 0.8, spot.y + 0.8))
    yaw = float(rng.integers(4)) * np.pi / 2 + float(rng.normal(0, 0.02))
    return Figure(forms.card(spot.tile, THICK), forms.CARD, float(x), float(y), yaw, 0.0, 0.05, picture)


def _stood(
    rng: np.random.Generator, spot: Spot, pieces: tuple[Piece, ...], box: Box, stack: bool, z: float
) -> list[Figure]:
    """One in the middle or so; several side by side, or upon each other."""
    order = [pieces[int(n)] for n in rng.permutation(len(pieces))]
    room = max(0.5, spot.size / 2 - 1.5)
    figures: list[Figure] = []
    if stack:
        x, y = rng.normal((spot.x, spot.y), CARELESS / 2)
        for piece in order:
            beside = rng.normal((x, y), 0.5)
            figures.append(box.figure(rng, piece, float(beside[0]), float(beside[1]), z))
            z += box.forms[piece.kind].high
        return figures
    reach = max(box.forms[piece.kind].reach for piece in order)
    apart = APART.get(len(order), 1.9) * reach
    turn = rng.uniform(0, 2 * np.pi)
    middle = np.clip(rng.normal(0, CARELESS / len(order), 2), -room, room)
    for nth, piece in enumerate(order):
        angle = turn + nth * 2 * np.pi / len(order)
        off = np.clip(middle + apart * np.array((np.cos(angle), np.sin(angle))), -room, room)
        figures.append(box.figure(rng, piece, spot.x + off[0], spot.y + off[1], z))
    return figures
