"""Where the tray lies in a picture of it, empty.

The law of this file: it proposes, people dispose. A floor of one colour around the middle of the picture, four corners
around it; where there is no such thing nothing is proposed, and the corners are marked by hand.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Corners

SMALL_PX: Final = 320
"""Longer side of the picture in which the tray is sought."""
STEP: Final = 4
"""Grey levels between two neighbouring pixels of one floor: grain and shading stay below, a wall's foot does not."""
TOLERANCES: Final = (30.0, 48.0, 70.0)
"""Levels that a floor may differ from its middle, in the most different channel: shade falls along the walls."""
SHARE: Final = (0.08, 0.97)
"""Of the picture that a tray covers; more is a floor that fills it, with no tray in view."""
MIN_FILL: Final = 0.8
"""Share of the four-cornered shape that is floor, and the other way round: what has it less is no tray."""
SEEDS: Final = (0.35, 0.5, 0.65)
"""Of width and height: where the floor is looked for."""


def find_tray(image_bgr: NDArray[np.uint8]) -> Corners | None:
    """The four corners, (x, y) in pixels of the picture (h, w, 3), clockwise from the top left one; None: no tray."""
    height, width = image_bgr.shape[:2]
    scale = min(1.0, SMALL_PX / max(height, width))
    small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    smooth = np.asarray(cv2.medianBlur(small, 7), np.uint8)
    best = max(_shapes(smooth), key=lambda shape: shape[0], default=None)
    return None if best is None else ordered(best[1] / scale)


def whole_picture(image_bgr: NDArray[np.uint8]) -> Corners:
    """Corners that leave nothing out, for a floor that fills the picture."""
    bottom, right = float(image_bgr.shape[0] - 1), float(image_bgr.shape[1] - 1)
    return (0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)


def ordered(corners: NDArray[np.float64]) -> Corners:
    """Four points (4, 2) clockwise from the one at the top left."""
    middle = corners.mean(axis=0)
    turns = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    clockwise = corners[np.argsort(turns)]
    first = int(np.argmin(clockwise.sum(axis=1)))
    return tuple((float(x), float(y)) for x, y in np.roll(clockwise, -first, axis=0))


def _shapes(smooth: NDArray[np.uint8]) -> Iterator[tuple[float, NDArray[np.float64]]]:
    """How well a floor fills its four corners, and these."""
    height, width = smooth.shape[:2]
    middle = np.median(smooth[height * 2 // 5 : height * 3 // 5 + 1, width * 2 // 5 : width * 3 // 5 + 1], axis=(0, 1))
    away = np.abs(smooth.astype(np.float32) - middle).max(axis=2)
    for tolerance in TOLERANCES:
        outline = _outline(_floor(smooth, away, tolerance))
        if outline is None:
            continue
        hull, area = outline
        corners = _four_corners(hull)
        if corners is None or not SHARE[0] < area / away.size < SHARE[1]:
            continue
        ratio = area / max(1.0, float(cv2.contourArea(corners.astype(np.float32))))
        fill = min(ratio, 1 / ratio)
        if fill >= MIN_FILL:
            yield fill, corners


def _floor(smooth: NDArray[np.uint8], away: NDArray[np.float32], tolerance: float) -> NDArray[np.uint8]:
    """Mask of what is reached from the middle without a step."""
    height, width = away.shape
    mask = np.zeros((height + 2, width + 2), np.uint8)
    step = (STEP,) * 3
    for down in SEEDS:
        for across in SEEDS:
            x, y = int(width * across), int(height * down)
            if not mask[y + 1, x + 1] and away[y, x] < tolerance:
                flags = 4 | cv2.FLOODFILL_MASK_ONLY | (1 << 8)
                cv2.floodFill(smooth.copy(), mask, (x, y), (0, 0, 0), step, step, flags)
    reached = mask[1:-1, 1:-1] & (away < tolerance)
    square = np.ones((9, 9), np.uint8)
    closed = cv2.morphologyEx(reached.astype(np.uint8), cv2.MORPH_CLOSE, square)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, square), np.uint8)


def _outline(mask: NDArray[np.uint8]) -> tuple[NDArray[np.int32], float] | None:
    """Convex outline of the largest piece, and its area."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    return np.asarray(cv2.convexHull(largest), np.int32), float(cv2.contourArea(largest))


def _four_corners(hull: NDArray[np.int32]) -> NDArray[np.float64] | None:
    around = cv2.arcLength(hull, True)
    for part in np.linspace(0.01, 0.12, 23):
        corners = cv2.approxPolyDP(hull, float(part) * around, True).reshape(-1, 2)
        if len(corners) <= 4:
            return np.asarray(corners, np.float64) if len(corners) == 4 else None
    return None
