"""Stage 0: the grey pictures in which pips are sought.

The law of this file: each plane is one byte a pixel, and pips stand out in at least one of them. Brightness serves
nearly all dice; green pips on a purple die are as bright as the die, and only colour tells them.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

COLOURFUL: Final = 5.0
"""Standard deviation of a difference of channels, from which on it may show pips. JPEG's own colour noise is 1 to 3."""


def brightness(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(h, w) grey of a picture (h, w, 3) BGR."""
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def colour(bgr: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """(h, w) of the difference of two channels that varies most, 128 for none; None where the picture is grey."""
    blue, green, red = cv2.split(bgr)
    planes = [cv2.addWeighted(one, 1, other, -1, 128) for one, other in ((red, green), (green, blue))]
    spread = [float(plane[::4, ::4].std()) for plane in planes]
    best = int(np.argmax(spread))
    return np.asarray(planes[best], np.uint8) if spread[best] > COLOURFUL else None
