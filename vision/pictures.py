"""The last pictures of the tray, numbered, for whoever asks to see what was read.

The law of this file: a picture is kept as it was taken; what was read is drawn in when somebody looks. Safe from
several threads: the watcher adds, the page's threads look.
"""

from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.overlay import Marks, to_jpeg
from vision.photo import shrunk
from vision.reading import DiceReading

Picture = NDArray[np.uint8]

LONGER_SIDE_PX: Final = 1600
"""Of a kept picture; the reader works on 1280."""
KEPT: Final = 8
"""Pictures that a page may still ask for."""
QUALITY: Final = 92
"""Of the kept JPEG, of 100: pips of 3 pixels are still counted the same. As JPEG, since eight photos of a phone would
fill a small Pi's memory."""


@dataclass
class Kept:
    """One picture and what was read in it."""

    jpeg: bytes
    """As it was taken."""
    reading: DiceReading
    marks: Marks = field(default_factory=Marks)
    drawn: bytes | None = None


class Pictures:
    """The newest `KEPT`."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[int, Kept] = {}
        self._number = 0

    def keep(self, image: Picture, reading: DiceReading, marks: Marks | None = None) -> int:
        """Its number, from 1."""
        image, reading, marks = _within(image, reading, marks or Marks())
        ok, data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        kept = Kept(data.tobytes() if ok else b"", reading, marks)
        with self._lock:
            self._number += 1
            self._kept[self._number] = kept
            self._kept.pop(self._number - KEPT, None)
            return self._number

    def of(self, number: int) -> Kept | None:
        """What was kept under a number; None: it is gone, or never was."""
        with self._lock:
            return self._kept.get(number)

    def drawn(self, number: int) -> bytes | None:
        """The JPEG with what was read drawn in."""
        kept = self.of(number)
        if kept is None:
            return None
        if kept.drawn is None:
            kept.drawn = to_jpeg(decoded(kept.jpeg), kept.reading, kept.marks)
        return kept.drawn


def _within(image: Picture, reading: DiceReading, marks: Marks) -> tuple[Picture, DiceReading, Marks]:
    """All as large as a picture is kept: a phone's photo of 12 million pixels would be 5 MB."""
    smaller, scale = shrunk(image, LONGER_SIDE_PX)
    if smaller is image:
        return image, reading, marks
    dice = tuple(
        replace(
            die,
            center=(die.center[0] * scale, die.center[1] * scale),
            corners=tuple((x * scale, y * scale) for x, y in die.corners),
        )
        for die in reading.dice
    )
    marks = replace(
        marks,
        corners=tuple((x * scale, y * scale) for x, y in marks.corners),
        places=tuple((x * scale, y * scale, w * scale, h * scale) for x, y, w, h in marks.places),
    )
    return np.asarray(smaller, np.uint8), replace(reading, dice=dice), marks


def decoded(jpeg: bytes) -> Picture:
    """The picture in a JPEG of our own, (h, w, 3) BGR."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("a kept picture is no picture any more")
    return np.asarray(image, np.uint8)
