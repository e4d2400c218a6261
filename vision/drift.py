"""Whether the camera still sees the tray as it did when it was calibrated.

The law of this file: it compares two small grey pictures at rest, one of them without dice. Dice and shadows may lie in
the other; a camera that was turned or a light that went is told apart from them by what they leave alone: most edges.
"""

from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import later
from vision.motion import Small, reduced

SHIFTS_PX: Final = 6
"""Pixels of 160 by which the picture may have moved and still be found again; more is seen by what is lost."""
SHIFT_PX: Final = 1.5
"""From which on it has moved: one part in a hundred of the width, half the edge of a small die."""
GAINED: Final = 0.06
"""By how much the edges must fit better where they moved to."""
LOST: Final = 0.6
"""Fit under which the picture is another one; 1 is the same, 0 chance. Dice, and a light that falls by
half, leave 0.8, a hand 0.7."""
EDGE: Final = 5.0
"""Grey levels a pixel from which on there is an edge; noise of a small picture has 1."""
FEWEST: Final = 60
"""Pixels on edges; a plain cloth without a rim has none, and then nobody can say."""
MOST: Final = 800
"""Of them the strongest are compared."""
LIGHT: Final = (0.6, 1.7)
"""To the light of the calibration; beyond, what was learned of glare and pips does not hold."""


class Drift(StrEnum):
    """What has changed since; each but NONE with what to do."""

    NONE = ""
    OTHER = later("The camera gives pictures of another size than when the tray was calibrated: calibrate again.")
    MOVED = later("The camera or the tray was moved: put it back, or calibrate again.")
    DARKER = later("It is much darker than when the tray was calibrated: bring light, or calibrate again.")
    BRIGHTER = later("It is much brighter than when the tray was calibrated: take the lamp away, or calibrate again.")


def drift(floor_bgr: NDArray[np.uint8], image_bgr: NDArray[np.uint8]) -> Drift:
    """What has changed from the calibrated floor to this picture at rest, both (h, w, 3) of one camera."""
    now = reduced(image_bgr)
    before = np.asarray(cv2.resize(reduced(floor_bgr), now.shape[::-1]), np.float32)
    if _moved(before, now):
        return Drift.MOVED
    gain = float(np.median((now + 2) / (before + 2)))
    if gain < LIGHT[0]:
        return Drift.DARKER
    return Drift.BRIGHTER if gain > LIGHT[1] else Drift.NONE


def _moved(before: Small, now: Small) -> bool:
    fits = _fits(before, now)
    if fits is None:
        return False
    here, best = float(fits[SHIFTS_PX, SHIFTS_PX]), float(fits.max())
    y, x = np.unravel_index(int(fits.argmax()), fits.shape)
    far = float(np.hypot(x - SHIFTS_PX, y - SHIFTS_PX)) >= SHIFT_PX
    return here < LOST or (far and best - here > GAINED)


def _fits(before: Small, now: Small) -> NDArray[np.float64] | None:
    """How well the edges of `before` run on in `now`, by how far it is shifted: 1 the same way, 0 any way.

    Only directions are compared, and only where there was an edge: what came to lie there adds none.
    """
    (ax, ay), (bx, by) = _slopes(before), _slopes(now)
    strength = np.hypot(ax, ay)
    inner = np.zeros_like(strength, bool)
    inner[SHIFTS_PX:-SHIFTS_PX, SHIFTS_PX:-SHIFTS_PX] = True
    rows, columns = np.nonzero(inner & (strength > EDGE))
    if len(rows) < FEWEST:
        return None
    strongest = np.argsort(-strength[rows, columns])[:MOST]
    rows, columns = rows[strongest], columns[strongest]
    ux, uy = ax[rows, columns] / strength[rows, columns], ay[rows, columns] / strength[rows, columns]
    length = np.hypot(bx, by) + 1.0  # a level more: where nothing is left, any direction is noise
    steps = np.arange(-SHIFTS_PX, SHIFTS_PX + 1)
    y, x = rows[None, None] + steps[:, None, None], columns[None, None] + steps[None, :, None]
    return np.asarray(((ux * bx[y, x] + uy * by[y, x]) / length[y, x]).mean(axis=2), np.float64)


def _slopes(small: Small) -> tuple[Small, Small]:
    """Grey levels a pixel, to the right and downwards."""
    smooth = cv2.GaussianBlur(small, (3, 3), 0)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)
