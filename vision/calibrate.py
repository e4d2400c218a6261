"""Whether a tray will be read well where it stands: `companion calibrate`.

The law of this file: it looks at one picture with a roll in it, and says what to change in words for whoever holds the
camera. It stores nothing.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import DiceReading

DARK: Final = 40.0
"""Grey level of the brightest twentieth under which noise hides faint pips; a dim living room gives 60."""
GLARE: Final = 250
"""Grey level of what a lamp is mirrored in."""
GLARE_SHARE: Final = 0.02
"""Of the picture: a lamp in the pips of six dice covers 0.002, one in a glossy tray from 0.02 on."""
SMALL_PX: Final = 20.0
"""Edge of a top face under which pips are two or three pixels wide: `python -m vision.accuracy` keeps a row for it."""
GOOD_PX: Final = 30.0
"""From here on dice are read as well as ever."""


@dataclass(frozen=True)
class Advice:
    """What a picture says of the place."""

    reading: DiceReading
    die_px: float | None
    """Edge of a top face in pixels, the median; None: no dice were read."""
    hints: tuple[str, ...]
    """What to change, the most urgent first; none: it will be read well here."""


def advise(image_bgr: NDArray[np.uint8], reading: DiceReading) -> Advice:
    """What to change so that a picture like this (h, w, 3) BGR, with a roll in it, is read well."""
    gray = np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    hints = []
    if float(np.percentile(gray, 95)) < DARK:
        hints.append("too dark: bring a lamp, or open the camera's exposure")
    hints += _glare(gray)
    die_px = _die_px(reading)
    if die_px is None:
        hints.append("no die was read: throw the dice into the tray and try again")
    elif die_px < SMALL_PX:
        hints.append(f"the dice are too small, {die_px:.0f} pixels: move the camera closer")
    elif die_px < GOOD_PX:
        hints.append(f"the dice are small, {die_px:.0f} pixels: the camera may come closer")
    return Advice(reading, die_px, tuple(hints))


def _glare(gray: NDArray[np.uint8]) -> list[str]:
    bright = gray >= GLARE
    if float(bright.mean()) <= GLARE_SHARE:
        return []
    rows, columns = np.nonzero(bright)
    height, width = gray.shape
    across = ("left", "middle", "right")[min(2, int(3 * float(np.median(columns)) / width))]
    down = ("top", "middle", "bottom")[min(2, int(3 * float(np.median(rows)) / height))]
    where = "in the middle" if across == down == "middle" else f"at the {down} {across}".replace("middle ", "")
    return [f"glare {where}: move the lamp or the camera, or lay a dull cloth into the tray"]


def _die_px(reading: DiceReading) -> float | None:
    corners = np.array([die.corners for die in reading.dice], np.float64)
    if not len(corners):
        return None
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return float(np.median(edges))
