"""What boards are painted upon for `tools/board_designs.py`: millimetres, shapes, noise and figures.

The law of this file: it paints and decides nothing. Twice the pixels are drawn, then shrunk, which smooths edges.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from vision.boards.scene import TEXTURE

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


class Canvas:
    """A board in the making."""

    FINER: Final = 2

    def __init__(self, plan: BoardPlan) -> None:
        self.plan = plan
        self.scale = TEXTURE * self.FINER
        self.image = np.zeros((round(plan.height * self.scale), round(plan.width * self.scale), 3), np.uint8)

    def paint(self, ground: Array) -> None:
        """All of it: (h, w, 3) BGR of any size."""
        size = self.image.shape[1], self.image.shape[0]
        self.image[:] = np.clip(cv2.resize(ground, size, interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)

    def clouds(self, rng: np.random.Generator, across: int, down: int) -> Array:
        """Soft noise of deviation 1, so many lumps each way."""
        size = self.image.shape[1] // 4, self.image.shape[0] // 4
        return np.asarray(
            cv2.resize(rng.normal(0, 1, (down, across)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        )

    def shape(self, points: Array, colour: tuple[int, ...] | None, line: tuple[int, ...] = (), wide: float = 0) -> None:
        """A polygon (n, 2) mm, filled, outlined, or both."""
        fixed = ((points * self.scale - 0.5) * 16).round().astype(np.int32).reshape(-1, 1, 2)
        if colour is not None:
            cv2.fillPoly(self.image, [fixed], colour, cv2.LINE_AA, 4)
        if line:
            cv2.polylines(self.image, [fixed], True, line, max(1, round(wide * self.scale)), cv2.LINE_AA, 4)

    def glaze(self, points: Array, colour: tuple[int, ...], share: float) -> None:
        """A polygon through which what lies under it shows."""
        under = self.image.copy()
        self.shape(points, colour)
        self.image[:] = cv2.addWeighted(self.image, share, under, 1 - share, 0)

    def write(self, text: str, x: float, y: float, high: float, colour: tuple[int, ...]) -> None:
        """With its middle at (x, y)."""
        face, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(high * self.scale / 8))
        grown = cv2.getFontScaleFromHeight(face, round(high * self.scale), thick)
        (wide, tall), _ = cv2.getTextSize(text, face, grown, thick)
        at = (round(x * self.scale - wide / 2), round(y * self.scale + tall / 2))
        cv2.putText(self.image, text, at, face, grown, colour, thick, cv2.LINE_AA)

    def done(self) -> Picture:
        size = round(self.plan.width * TEXTURE), round(self.plan.height * TEXTURE)
        return np.asarray(cv2.resize(self.image, size, interpolation=cv2.INTER_AREA), np.uint8)


def polygon(x: float, y: float, across: float, down: float, corners: int, turn: float = 0.0) -> Array:
    """An ellipse of so many corners; (n, 2)."""
    angles = np.arange(corners) * 2 * np.pi / corners + turn
    return np.asarray(np.stack([x + across * np.cos(angles), y + down * np.sin(angles)], axis=1), np.float32)


def box(x: float, y: float, wide: float, high: float, cut: float = 0.0) -> Array:
    """A rectangle around (x, y), its corners cut off."""
    w, h = wide / 2, high / 2
    if not cut:
        return np.array(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)), np.float32)
    return np.array(
        (
            (x - w + cut, y - h), (x + w - cut, y - h), (x + w, y - h + cut), (x + w, y + h - cut),
            (x + w - cut, y + h), (x - w + cut, y + h), (x - w, y + h - cut), (x - w, y - h + cut),
        ),
        np.float32,
    )  # fmt: skip
