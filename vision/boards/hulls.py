"""Vehicles on a grid as the phone sees them: what each would hide of the board, and which one hides which.

The law of this file: geometry. A vehicle is a box that narrows towards its roof; pictures here have `FINE` pixels a
millimetre, and the margin of flattened photos.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, GridPlan
from companion.board_grid import Stand, middle_of
from vision.boards.flat import MARGIN_MM

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]
Labels = NDArray[np.int16]
Window = tuple[tuple[slice, slice], Mask]
"""Rows and columns, and which pixels of these."""

FINE: Final = 1.0
"""Pixels a millimetre: a space of 20 mm is as many wide."""
_CORNERS: Final = np.array(((1, 1), (-1, 1), (-1, -1), (1, -1)), np.float64)


@dataclass(frozen=True)
class Hull:
    """The form of one kind of vehicle, mm of a space of 20."""

    margin: float
    """From the edges of its spaces to its foot."""
    high: float
    narrow: float
    """From its foot's edges to its roof's."""

    def outline(self, stand: Stand, grid: GridPlan, eye: Points) -> Points:
        """What it hides of the board, (n, 2) mm."""
        at = np.array(middle_of(grid, stand))
        half = np.array((stand.length, 1.0) if stand.way == "h" else (1.0, stand.length)) * grid.cell / 2
        rings = []
        for inset, height in ((self.margin, 0.0), (self.margin + self.narrow, self.high)):
            near = eye[2] / (height + eye[2])  # heights are negative z, as the eye's is
            rings.append(eye[:2] + (_CORNERS * (half - inset) + at - eye[:2]) * near)
        return np.asarray(cv2.convexHull(np.concatenate(rings).astype(np.float32)).reshape(-1, 2), np.float64)


def canvas(plan: BoardPlan) -> tuple[int, int]:
    """(height, width) of pictures here."""
    return round((plan.height + 2 * MARGIN_MM) * FINE), round((plan.width + 2 * MARGIN_MM) * FINE)


def pixels(points: Points) -> NDArray[np.int32]:
    """Millimetres in them, for OpenCV with four fractional bits."""
    return np.asarray((((points + MARGIN_MM) * FINE - 0.5) * 16).round(), np.int32)


def larger(mask: Mask, shape: tuple[int, ...]) -> Mask:
    """A picture here as large as a flattened photo."""
    size = (shape[1], shape[0])
    return cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0


def smaller(mask: Mask) -> Mask:
    """Of a flattened photo a picture here: where all of it is."""
    size = (mask.shape[1] // 2, mask.shape[0] // 2)
    return cv2.resize(mask.astype(np.uint8) * np.uint8(255), size, interpolation=cv2.INTER_AREA) > 200


def shrunk(values: Floats) -> Floats:
    """Colours, or one number a pixel, of a flattened photo as a picture here."""
    size = (values.shape[1] // 2, values.shape[0] // 2)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


class Sight:
    """What vehicles of some forms hide of one board from one place. Outlines are made once."""

    def __init__(self, plan: BoardPlan, hulls: Mapping[int, Hull], eye: Points) -> None:
        """`hulls`: by how many spaces a vehicle takes."""
        assert plan.grid is not None
        self._grid, self._hulls, self._eye = plan.grid, hulls, eye
        self.shape = canvas(plan)
        self._drawn: dict[Stand, NDArray[np.int32]] = {}

    def outline(self, stand: Stand) -> NDArray[np.int32]:
        if stand not in self._drawn:
            self._drawn[stand] = pixels(self._hulls[stand.length].outline(stand, self._grid, self._eye))
        return self._drawn[stand]

    def window(self, stand: Stand) -> Window:
        """What one hides."""
        outline = self.outline(stand)
        low, high = outline.min(axis=0) // 16, outline.max(axis=0) // 16 + 2
        low, high = np.maximum(low, 0), np.minimum(high, self.shape[::-1])
        mask = np.zeros((max(0, high[1] - low[1]), max(0, high[0] - low[0])), np.uint8)
        cv2.fillConvexPoly(mask, outline - low.astype(np.int32) * 16, (1,), cv2.LINE_8, 4)
        return (slice(low[1], high[1]), slice(low[0], high[0])), mask > 0

    def labels(self, standing: Mapping[int, Stand]) -> Labels:
        """(h, w): which of them shows, by its number; 0 where none does."""
        shown = np.zeros(self.shape, np.int16)
        for number, stand in sorted(standing.items(), key=lambda one: -self.far(one[1])):
            cv2.fillConvexPoly(shown, self.outline(stand), (number,), cv2.LINE_8, 4)
        return np.asarray(shown, np.int16)

    def far(self, stand: Stand) -> float:
        """From below the phone, mm: what is nearer hides what is farther away."""
        at = middle_of(self._grid, stand)
        return float(np.hypot(at[0] - self._eye[0], at[1] - self._eye[1]))


def common(one: Window, other: Window) -> Window:
    """What both hide."""
    parts = [slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one[0], other[0], strict=True)]
    if any(part.stop <= part.start for part in parts):
        return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), bool)
    down, across = parts
    cut = [
        mask[
            down.start - where[0].start : down.stop - where[0].start,
            across.start - where[1].start : across.stop - where[1].start,
        ]
        for where, mask in (one, other)
    ]
    return (down, across), cut[0] & cut[1]
