"""The square codes on printed tiles: where one may stand, and what it says.

The law of this file: OpenCV's detector finds squares, but its word is not taken: with 29 codes and four turns, one
random square in five is within two modules of some code. A code is told where the whole of it fits, white rim and all,
and no other fits nearly as well.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from vision.marks import dictionary

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]

LARGEST_PX: Final = 1600
"""Longer side of a picture in which codes are looked for; a smaller picture is enlarged, for a code of 19 pixels."""
ENLARGED: Final = 2.0
RIM: Final = (marks.SIDE + 2) / marks.SIDE
"""A code with its white rim, in edges of its black square."""
FEWEST_PX: Final = 12.0
"""Edge of a black square, in pixels of the picture, from which its modules can be told apart."""


def code_places(image: Picture) -> list[Corners]:
    """Squares (4, 2) that may be codes with their white rims, clockwise, pixels of a picture (h, w, 3) BGR."""
    height, width = image.shape[:2]
    scale = min(ENLARGED, LARGEST_PX / max(height, width))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    large = cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
    known, _, others = _detector().detectMarkers(large)
    found = []
    for square in (*known, *others):
        corners = (square.reshape(4, 2).astype(np.float64) + 0.5) / scale - 0.5
        if np.sqrt(cv2.contourArea(corners.astype(np.float32))) >= FEWEST_PX:
            found.append(_with_rim(corners))
    return found


def tile_around(corners: Corners) -> Corners:
    """The corners of the tile on which a code with its rim stands."""
    side = marks.MODULE * (marks.SIDE + 2)
    code = np.array([(1 - side, 1 - side), (1, 1 - side), (1, 1), (1 - side, 1)], np.float32)
    plane = cv2.getPerspectiveTransform(code, corners.astype(np.float32))
    square = np.array([[(0, 0), (1, 0), (1, 1), (0, 1)]], np.float64)
    return np.asarray(cv2.perspectiveTransform(square, plane)[0], np.float64)


def _with_rim(corners: Corners) -> Corners:
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    plane = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform((square * RIM)[None].astype(np.float64), plane)[0], np.float64)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 4 * FEWEST_PX * ENLARGED / LARGEST_PX
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = 9, 41
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(dictionary(), parameters)
