"""A board in a photo, laid flat: as seen from straight above, for people to look at."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

LONGER_SIDE_PX: Final = 1200
"""Three times as many as a phone shows of it: enough to zoom in, and half a second on a Pi's network."""


def flattened(image: Picture, corners: Sequence[tuple[float, float]], width: float, height: float) -> Picture:
    """The part of a photo (h, w, 3) BGR within four corners, clockwise from the board's top left one, pixels.

    `width` and `height` are the board's, mm; the picture is as wide for its height.
    """
    scale = LONGER_SIDE_PX / max(width, height)
    right, bottom = round(width * scale), round(height * scale)
    flat = np.array([(0, 0), (right, 0), (right, bottom), (0, bottom)], np.float32)
    onto = cv2.getPerspectiveTransform(np.array(corners, np.float32), flat)
    return np.asarray(cv2.warpPerspective(image, onto, (right, bottom), flags=cv2.INTER_AREA), np.uint8)
