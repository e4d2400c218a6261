"""The tray as players see it on the page: a JPEG, with what was read drawn in.

The law of this file: it shows a reading, it never makes one. What is not outlined was not read.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import shrunk
from vision.reading import DiceReading

Picture = NDArray[np.uint8]

LONGER_SIDE_PX: Final = 1280
"""No phone shows more, and a photo of 12 million pixels would take seconds over a Pi's network."""
QUALITY: Final = 80
"""JPEG's, of 100: pips keep their edges at about 40 KB for 640 x 480."""
READ: Final = (90, 220, 60)
"""BGR around dice of a reading that counts."""
UNSURE: Final = (40, 170, 255)
"""BGR around the sure dice of an unsure reading, and around what is to be changed."""
TRAY: Final = (255, 200, 60)
"""BGR along the edge of the tray."""


@dataclass(frozen=True)
class Marks:
    """What else is drawn into a picture, pixels of it."""

    corners: tuple[tuple[float, float], ...] = ()
    """Of the tray."""
    places: tuple[tuple[float, float, float, float], ...] = ()
    """(x, y, width, height) of what is to be changed, a lamp's glare for one."""
    quarter_turns: int = 0
    """Clockwise, by which the picture is shown upright: a phone held upright stores its photo lying."""


def to_jpeg(image: Picture, reading: DiceReading | None = None, marks: Marks | None = None) -> bytes:
    """The picture (h, w, 3) BGR as JPEG, dice of `reading` outlined with their values."""
    marks = marks or Marks()
    picture, scale = shrunk(image, LONGER_SIDE_PX)
    upright = np.ascontiguousarray(np.rot90(picture, -marks.quarter_turns))
    if upright is image:
        upright = image.copy()
    # Drawn after the turn, so that the numbers stand upright too.
    place = _Placed(picture.shape[1] - 1, picture.shape[0] - 1, scale, marks.quarter_turns % 4)
    _draw_marks(upright, marks, place)
    _draw_dice(upright, reading or DiceReading("empty"), place)
    ok, data = cv2.imencode(".jpg", upright, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    return data.tobytes() if ok else b""


@dataclass(frozen=True)
class _Placed:
    """From pixels of the picture as given to pixels of the one shown."""

    right: int
    bottom: int
    scale: float
    turns: int

    def __call__(self, points: tuple[tuple[float, float], ...]) -> NDArray[np.float64]:
        placed = np.array(points, np.float64).reshape(-1, 2) * self.scale
        right, bottom = self.right, self.bottom
        for _ in range(self.turns):
            placed = np.stack([bottom - placed[:, 1], placed[:, 0]], axis=1)
            right, bottom = bottom, right
        return placed


def _thickness(picture: Picture) -> int:
    longer: int = max(picture.shape[:2])
    return max(2, round(longer / 320))


def _draw_marks(picture: Picture, marks: Marks, place: _Placed) -> None:
    thick = _thickness(picture)
    if marks.corners:
        cv2.polylines(picture, [place(marks.corners).round().astype(np.int32)], True, TRAY, thick, cv2.LINE_AA)
    for x, y, width, height in marks.places:
        (left, top), (right, bottom) = place(((x, y), (x + width, y + height))).round().astype(int).tolist()
        middle, half = ((left + right) // 2, (top + bottom) // 2), (abs(right - left) // 2, abs(bottom - top) // 2)
        around = (half[0] + 3 * thick, half[1] + 3 * thick)
        for ink, more in (((0, 0, 0), 2 * thick), (UNSURE, 0)):
            cv2.ellipse(picture, middle, around, 0, 0, 360, ink, thick + more, cv2.LINE_AA)


def _draw_dice(picture: Picture, reading: DiceReading, place: _Placed) -> None:
    colour = READ if reading.status == "read" else UNSURE
    thick = _thickness(picture)
    for die in reading.dice:
        corners, (centre,) = place(die.corners), place((die.center,))
        cv2.polylines(picture, [corners.round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        edge = float(np.linalg.norm(corners[1] - corners[0]))
        # The number stands beside the die: on it, it would hide the pips that players check it against.
        at = (round(centre[0] - edge * 0.2), round(float(corners[:, 1].min()) - edge * 0.15))
        at = (max(0, at[0]), max(round(edge * 0.6), at[1]))
        size = max(0.4, edge / 40)
        for ink, width in (((0, 0, 0), thick * 3), (colour, thick)):
            cv2.putText(picture, str(die.value), at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, width, cv2.LINE_AA)
