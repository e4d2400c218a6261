"""How the pieces of a game look: their colours as the print shows them, and their forms. Learnt once, kept as JSON.

The law of this file: numbers only, no pictures. A form is a blunt cone: a disc, a cube and a pawn are near enough to
one for the question which of two spaces a piece stands on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Piece
from vision.boards.flat import SCALE, Frame

Points = NDArray[np.float64]
Floats = NDArray[np.float32]

SHADED: Final = 0.35
"""Standard deviation, in logarithms, by which a side of a piece is brighter or darker in other light."""
TINTED: Final = (0.05, 0.15)
"""The same of each channel by itself, of bright and of dark ones: white balance, gloss, a camera that makes colours
stronger."""
BRIGHT: Final = (-0.4, -2.2)
"""Logarithms at which a channel is bright, and dark."""

_ROUND: Final = np.stack([np.cos(np.arange(20) * np.pi / 10), np.sin(np.arange(20) * np.pi / 10)], axis=1)


@dataclass(frozen=True)
class Form:
    """A blunt cone, mm."""

    foot: float
    """Radius on the board."""
    top: float
    """Radius at its upper end."""
    high: float

    @property
    def area(self) -> float:
        """Of its foot, in pixels of a flattened photo."""
        return float(np.pi) * (self.foot * SCALE) ** 2

    def outline(self, x: float, y: float, eye: Points, above: float = 0.0) -> Points:
        """What it hides of the board when it stands at (x, y), `above` mm over it, seen from `eye`: (n, 2) mm."""
        rings = []
        for radius, height in ((self.foot, above), (self.top, above + self.high)):
            near = eye[2] / (height + eye[2])  # heights are negative z, as the eye's is
            rings.append(eye[:2] + (_ROUND * radius + (x, y) - eye[:2]) * near)
        hull = cv2.convexHull(np.concatenate(rings).astype(np.float32))
        return np.asarray(hull.reshape(-1, 2), np.float64)

    def pixels(self, x: float, y: float, eye: Points) -> NDArray[np.int32]:
        """The same outline in pixels of a flattened photo."""
        return np.asarray((self.outline(x, y, eye) * SCALE + Frame.px(0)).round(), np.int32)

    def cover(self, x: float, y: float, eye: Points, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        """The same as a mask (h, w) of a flattened photo of this shape: 1 where it hides the board."""
        mask = np.zeros(shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, self.pixels(x, y, eye), (1,), cv2.LINE_8)
        return mask


@dataclass(frozen=True)
class Look:
    """A piece."""

    form: Form
    mean: Floats
    """(3,) logarithms, BGR."""
    spread: Floats
    """(3, 3), its covariance."""

    def likely(self, colour: Floats) -> Floats:
        """Logarithm of how likely each colour (h, w, 3) is on such a piece."""
        tinted = np.interp(-self.mean, (-BRIGHT[0], -BRIGHT[1]), TINTED)
        return normal(colour - self.mean, self.spread + SHADED**2 * np.ones((3, 3)) + np.diag(tinted**2))


def normal(off: Floats, spread: NDArray[np.float64]) -> Floats:
    """Logarithm of a normal density, but for a constant, of colours (h, w, 3) less their mean; `spread` (3, 3): their
    covariance."""
    back = np.linalg.inv(spread).astype(np.float32)
    far = np.einsum("hwi,ij,hwj->hw", off, back, off, optimize=True)
    return np.asarray(-0.5 * far - 0.5 * np.float32(np.log(np.linalg.det(spread))), np.float32)


def kernel(outline: Points, x: float, y: float) -> tuple[Floats, tuple[int, int]]:
    """An outline (mm) as a mask of ones, and where in it (column, row) the point (x, y) lies."""
    points = (outline - (x, y)) * SCALE
    low = np.floor(points.min(axis=0)).astype(int) - 1
    high = np.ceil(points.max(axis=0)).astype(int) + 2
    low, high = np.minimum(low, -1), np.maximum(high, 2)
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    cv2.fillConvexPoly(mask, ((points - low) * 16).round().astype(np.int32), (1.0,), cv2.LINE_8, 4)
    return mask, (int(-low[0]), int(-low[1]))


def looks_written(looks: Mapping[Piece, Look]) -> str:
    """As JSON."""
    return json.dumps(
        [
            {
                "kind": piece.kind,
                "look": piece.look,
                "form": [look.form.foot, look.form.top, look.form.high],
                "mean": [round(float(v), 4) for v in look.mean],
                "spread": [[round(float(v), 5) for v in row] for row in look.spread],
            }
            for piece, look in looks.items()
        ],
        indent=1,
    )


def looks_of(text: str) -> dict[Piece, Look]:
    """The looks of such a JSON. Raises ValueError, KeyError or TypeError where it is none."""
    return {
        Piece(str(one["kind"]), str(one["look"])): Look(
            Form(*map(float, one["form"])), np.array(one["mean"], np.float32), np.array(one["spread"], np.float32)
        )
        for one in json.loads(text)
    }
