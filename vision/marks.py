"""The printed codes in a picture: tiles, the corners of a tray floor, the corners of a board.

The law of this file: what is found is a code of `companion.marks` and where it lies; what it means is another's matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks

CORRECTED: Final = 0.5
"""Of the two modules that may be misread, one is put right: with both a road sign now and then passes for a code."""
RIM_ERRORS: Final = 0.1
"""Share of the black rim that may be misread. With 0.3 a sign passed for a code in one picture of 42."""
IGNORED: Final = 0.25
"""Of a module, on each side: blur mixes it with its neighbours."""
SMALLEST: Final = 0.01
"""Perimeter of a code as a part of the picture's longer side."""


@dataclass(frozen=True)
class Mark:
    """One code."""

    code: int
    """Its number in `companion.marks.CODES`."""

    corners: tuple[tuple[float, float], ...]
    """Of the black square, (x, y) in pixels, clockwise from the one at its top left as the code is read."""


def dictionary() -> cv2.aruco.Dictionary:
    """OpenCV's dictionary of our codes; its ids are the numbers in `companion.marks.CODES`."""
    inside = [
        np.array([[module == " " for module in row[1:-1]] for row in marks.modules(code)[1:-1]], np.uint8)
        for code in range(len(marks.CODES))
    ]
    rows = np.vstack([cv2.aruco.Dictionary.getByteListFromBits(bits) for bits in inside])
    return cv2.aruco.Dictionary(rows, marks.BITS, (marks.APART - 1) // 2)


def find_marks(image_bgr: NDArray[np.uint8]) -> tuple[Mark, ...]:
    """Every code in a picture (h, w, 3) BGR, by its number, then from left to right.

    A module should be three pixels wide at least; a smaller picture is made larger by whoever asks.
    """
    how = cv2.aruco.DetectorParameters()
    how.errorCorrectionRate = CORRECTED
    how.maxErroneousBitsInBorderRate = RIM_ERRORS
    how.perspectiveRemoveIgnoredMarginPerCell = IGNORED
    how.minMarkerPerimeterRate = SMALLEST
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    corners, codes, _ = cv2.aruco.ArucoDetector(dictionary(), how).detectMarkers(grey)
    if codes is None:
        return ()
    found = [
        Mark(int(code), tuple((float(x), float(y)) for x, y in four.reshape(4, 2)))
        for code, four in zip(codes.ravel(), corners, strict=True)
    ]
    return tuple(sorted(found, key=lambda mark: (mark.code, mark.corners)))
