"""Stage 5a: compact things as large as a die, with or without pips.

The law of this file: whatever stands off from what lies around it, in brightness or in colour, on a die's scale, is a
place to be judged. Nothing is judged here: a plain cube, a button and a fingertip are blobs too.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.opinion import View

CELL_PX: Final = 7
"""Edge of a die in the picture that is searched: small enough to be quick, large enough to part two dice that touch."""
SHARED: Final = 2
"""Of eight directions so many may show the like: a die that touches it, its own sides."""
MIN_CONTRAST: Final = 13.0
"""Levels, in the most different channel, between the middle and the surroundings."""
MAX_BLOBS: Final = 8
"""The clearest kept: of the dice that pips do not find nearly all are among these."""

_STEPS: Final = [(7, 0), (-7, 0), (0, 7), (0, -7), (5, 5), (-5, 5), (5, -5), (-5, -5)]


def find_blobs(
    view: View, half: float, known: list[NDArray[np.float64]], limit: int = MAX_BLOBS
) -> list[NDArray[np.float64]]:
    """Centres of the things about 2 * `half` working pixels wide, the clearest first, apart from `known` polygons."""
    small, scale = _searched(view, half)
    if min(small.shape[:2]) < 2 * CELL_PX:
        return []
    response = _standing_off(np.asarray(cv2.blur(small, (CELL_PX - 2, CELL_PX - 2)), np.uint8))
    peak = cv2.dilate(response, np.ones((CELL_PX, CELL_PX), np.uint8))
    mask = np.zeros(response.shape, np.uint8)
    for polygon in known:
        cv2.fillConvexPoly(mask, np.rint((polygon + 0.5) * scale - 0.5).astype(np.int32), (1,))
    rows, columns = np.nonzero((response >= peak) & (response > MIN_CONTRAST) & (mask == 0))
    order = np.argsort(-response[rows, columns], kind="stable")[:limit]
    return [np.array([columns[i], rows[i]], np.float64) / scale + (0.5 / scale - 0.5) for i in order]


def _standing_off(smooth: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """By how much each pixel (h, w, 3) differs from those a die away, in all directions but SHARED."""
    height, width = smooth.shape[:2]
    wide = cv2.copyMakeBorder(smooth, CELL_PX, CELL_PX, CELL_PX, CELL_PX, cv2.BORDER_REPLICATE)
    around = []
    for x, y in _STEPS:
        moved = wide[CELL_PX + y : CELL_PX + y + height, CELL_PX + x : CELL_PX + x + width]
        blue, green, red = cv2.split(cv2.absdiff(smooth, moved))
        around.append(cv2.max(cv2.max(blue, green), red))
    return np.asarray(np.partition(np.stack(around), SHARED, axis=0)[SHARED], np.uint8)


def _searched(view: View, half: float) -> tuple[NDArray[np.uint8], float]:
    """The picture in which a die of this half is CELL_PX wide, and its size to the working picture's."""
    scale = CELL_PX / (2 * half)
    level = int(np.clip(np.floor(np.log2(max(1 / scale, 1))), 0, len(view.levels) - 1))
    source = view.levels[level]
    height, width = view.levels[0].shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_AREA), np.uint8), size[0] / width
