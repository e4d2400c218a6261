"""Reading the dice of a picture: the stages in order, and the decision.

The law of this file: every die seen is read, or the reading is unsure. A wrong number told with a straight face costs
the players the game, a doubt costs them a tap. Pure: the same picture gives the same reading; nothing is remembered.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubts
from vision.faces import Face, find_faces
from vision.pips import Spots, find_spots
from vision.reading import DiceReading, Die
from vision.tops import Top, choose_tops

WORKING_SIDE_PX: Final = 1280
"""The longer side of the picture that is worked on: a die of 1/40 of it has pips of 3 pixels radius."""
MAX_ENLARGEMENT: Final = 2.0
"""Small pictures are enlarged this much at most."""


@dataclass(frozen=True)
class Examination:
    """Every stage of one reading; pixels of the working picture, but for the reading itself."""

    working: NDArray[np.uint8]
    """(h, w, 3) BGR, the picture at its working size."""
    scale: float
    """Working pixels a pixel of the picture."""
    spots: Spots
    faces: tuple[Face, ...]
    tops: tuple[Top, ...]
    reasons: tuple[str, ...]
    reading: DiceReading


def read_dice(image_bgr: NDArray[np.uint8]) -> DiceReading:
    """What the dice show in a picture (h, w, 3) uint8, BGR, of any size from 1 x 1."""
    return examine(image_bgr).reading


def examine(image_bgr: NDArray[np.uint8]) -> Examination:
    """The same, with all stages."""
    working, scale = _at_working_size(image_bgr)
    gray = np.asarray(cv2.cvtColor(working, cv2.COLOR_BGR2GRAY), np.uint8)
    spots = find_spots(gray)
    faces = find_faces(gray, spots)
    tops = choose_tops(working, spots, faces)
    reasons = doubts(working, spots, faces, tops)
    return Examination(working, scale, spots, tuple(faces), tuple(tops), reasons, _reading(tops, reasons, scale))


def _at_working_size(image_bgr: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    height, width = image_bgr.shape[:2]
    scale = min(WORKING_SIDE_PX / max(height, width), MAX_ENLARGEMENT)
    if scale == 1.0:
        return image_bgr, 1.0
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image_bgr, size, interpolation=how), np.uint8), scale


def _reading(tops: list[Top], reasons: tuple[str, ...], scale: float) -> DiceReading:
    dice = tuple(_die(top, scale) for top in sorted(tops, key=lambda top: float(top.centre[0])) if top.sure)
    if reasons:
        return DiceReading("unsure", dice, reasons)
    return DiceReading("read" if dice else "empty", dice)


def _die(top: Top, scale: float) -> Die:
    # The centre of pixel (0, 0) is at (0, 0) in both sizes, so a resized picture is shifted by half a pixel of each.
    def original(point: NDArray[np.float64]) -> tuple[float, float]:
        return (float((point[0] + 0.5) / scale - 0.5), float((point[1] + 0.5) / scale - 0.5))

    return Die(top.value, top.confidence, original(top.centre), tuple(original(corner) for corner in top.corners))
