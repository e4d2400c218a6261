"""The tray as players see it on the page: a JPEG, with what was read drawn in.

The law of this file: it shows a reading, it never makes one. What is not outlined was not read.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import DiceReading

LONGER_SIDE_PX: Final = 1280
"""No phone shows more, and a photo of 12 million pixels would take seconds over a Pi's network."""
QUALITY: Final = 80
"""JPEG's, of 100: pips keep their edges at about 40 KB for 640 x 480."""
READ: Final = (90, 220, 60)
"""BGR around dice of a reading that counts."""
UNSURE: Final = (40, 170, 255)
"""BGR around the sure dice of an unsure reading."""


def to_jpeg(image: NDArray[np.uint8], reading: DiceReading | None = None) -> bytes:
    """The picture (h, w, 3) BGR as JPEG, dice of `reading` outlined with their values."""
    height, width = image.shape[:2]
    scale = min(1.0, LONGER_SIDE_PX / max(height, width))
    picture = image
    if scale < 1.0:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    if reading is not None:
        picture = _drawn(picture, reading, scale)
    ok, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    return data.tobytes() if ok else b""


def _drawn(picture: NDArray[np.uint8], reading: DiceReading, scale: float) -> NDArray[np.uint8]:
    drawn = picture.copy()
    colour = READ if reading.status == "read" else UNSURE
    thick = max(2, round(max(drawn.shape[:2]) / 320))
    for die in reading.dice:
        corners = np.array(die.corners) * scale
        cv2.polylines(drawn, [corners.round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        edge = float(np.linalg.norm(corners[1] - corners[0]))
        # The number stands beside the die: on it, it would hide the pips that players check it against.
        place = (round(die.center[0] * scale - edge * 0.2), round(float(corners[:, 1].min()) - edge * 0.15))
        place = (max(0, place[0]), max(round(edge * 0.6), place[1]))
        size = max(0.4, edge / 40)
        for ink, width in (((0, 0, 0), thick * 3), (colour, thick)):
            cv2.putText(drawn, str(die.value), place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, width, cv2.LINE_AA)
    return drawn
