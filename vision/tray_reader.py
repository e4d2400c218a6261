"""Reading the dice of a tray that is known.

The law of this file: what is known of the tray makes a reading quicker and more careful, never bolder. Whatever lies on
the floor and is no die that was read makes it unsure. A picture that the calibration does not fit is read like any.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import later, say
from vision.calibration import Calibration, floor_of
from vision.dice import read_dice
from vision.drift import Drift, drift
from vision.known import WORKING_DIE_PX, Known
from vision.photo import by_halves
from vision.reading import DiceReading

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

DIFFERENT: Final = 10.0
"""Levels from the floor, in the most different channel, from which on a spot may be a pip: four times the noise of a
picture of that size."""
THING: Final = 30.0
"""From which on something lies there: a soft shadow stays below."""
CHANGED_SHARE: Final = 0.5
"""Of the tray; more has changed by the light, and then the floor says nothing."""
BODY: Final = (0.35, 3.5)
"""Area in squares of a die's edge: a die with its sides has 1 to 2.2; a hand or the shadow of a head has more."""
COMPACT: Final = 0.5
"""Share of its upright box that a die covers at least."""
ASPECT: Final = 0.03
"""By how much width to height may differ in a picture made smaller: sides are whole pixels."""
SAME_PIECE: Final = 1.0
"""Edges of a die around the middle of one that was read, within which a piece is of that die or its shadow."""
STRANGE: Final = later("something lies in the tray that cannot be read: take it out, or say what the dice show")


class TrayReader:
    """`read_dice` for the pictures of one camera; what it knows may change between two of them."""

    def __init__(
        self, calibration: Calibration | None = None, read: Callable[[Picture], DiceReading] = read_dice
    ) -> None:
        self.calibration = calibration
        self._read = read
        self._moved = False

    def __call__(self, image: Picture) -> DiceReading:
        """What the dice show in a picture (h, w, 3) BGR; pixels are those of the whole picture."""
        known = self.calibration
        if known is None or self._moved or not known.fits(image):
            return self._read(image)
        return read_in_tray(image, known)

    def place(self, image: Picture) -> str:
        """What has changed since the calibration, in a picture (h, w, 3) BGR at rest, and what to do; empty: nothing.

        The picture may be smaller than those that are read.

        While the camera stands elsewhere the calibration is not used.
        """
        known = self.calibration
        if known is None:
            said = Drift.NONE
        elif abs(image.shape[1] / image.shape[0] - known.size[0] / known.size[1]) > ASPECT:
            said = Drift.OTHER
        else:
            said = drift(known.floor, image)
        self._moved = said in (Drift.MOVED, Drift.OTHER)
        return say(said)


def read_in_tray(image: Picture, calibration: Calibration) -> DiceReading:
    """The same by what is known of the tray."""
    rows, columns = calibration.crop()
    times = max(1, int(calibration.die_px / WORKING_DIE_PX))
    part = np.ascontiguousarray(image[rows, columns])
    if times > 1:
        part = by_halves(part, (max(1, part.shape[1] // times), max(1, part.shape[0] // times)))
    floor, differs = _floor_and_difference(image, calibration)
    things = _grown(differs > DIFFERENT)
    edge = calibration.die_px / times
    if things.mean() > CHANGED_SHARE:
        return _in_the_whole(read_dice(part, Known(edge)), times, columns.start, rows.start)
    reading = read_dice(_bare(part, floor, things), Known(edge, things))
    strange = _unread(differs > THING, reading, edge, differs.shape[1] / part.shape[1])
    if strange > reading.unread:
        reasons = reading.reasons if reading.status == "unsure" else (say(STRANGE),)
        reading = replace(reading, status="unsure", reasons=reasons, unread=strange)
    return _in_the_whole(reading, times, columns.start, rows.start)


def _floor_and_difference(image: Picture, calibration: Calibration) -> tuple[Picture, Picture]:
    """The floor in the light of now, and how much each pixel differs from it; the crop, as small as the reference."""
    scale = calibration.floor.shape[1] / calibration.size[0]
    rows, columns = (slice(round(side.start * scale), max(1, round(side.stop * scale))) for side in calibration.crop())
    small = floor_of(image)
    some, before = (picture[::8, ::8].reshape(-1, 3).astype(np.float32) + 4 for picture in (small, calibration.floor))
    # Most of the picture is floor and table: the middle of the ratios is the light's, dice leave it alone.
    gain = np.median(some / before, axis=0)
    floor = np.asarray(cv2.transform(calibration.floor[rows, columns], np.diag(gain)), np.uint8)
    blue, green, red = cv2.split(cv2.absdiff(np.ascontiguousarray(small[rows, columns]), floor))
    return floor, np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _bare(part: Picture, floor: Picture, things: Mask) -> Picture:
    """The picture with its floor as smooth as the reference wherever nothing lies: no grain, no knots in the wood."""
    size = (part.shape[1], part.shape[0])
    bare = cv2.resize(floor, size, interpolation=cv2.INTER_LINEAR)
    there = cv2.resize(things.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.copyTo(part, there, bare), np.uint8)


def _grown(mask: Mask) -> Mask:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def _unread(things: Mask, reading: DiceReading, die_px: float, scale: float) -> int:
    """Pieces as large as a die on which none was read."""
    square = np.ones((3, 3), np.uint8)
    solid = cv2.morphologyEx(things.astype(np.uint8), cv2.MORPH_OPEN, square)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    edge = die_px * scale
    read = np.array([die.center for die in reading.dice]).reshape(-1, 2) * scale
    found = 0
    for index in range(1, count):
        left, top, width, height, area = stats[index].tolist()
        compact = area >= COMPACT * width * height and min(width, height) >= 0.5 * max(width, height)
        if not (compact and BODY[0] < area / edge**2 < BODY[1]):
            continue
        own = np.argwhere(labels[top : top + height, left : left + width] == index)[:, ::-1] + (left, top)
        if not any((np.hypot(*(own - one).T) <= SAME_PIECE * edge).any() for one in read):
            found += 1
    return found


def _in_the_whole(reading: DiceReading, times: int, left: int, top: int) -> DiceReading:
    """With pixels of the whole picture in place of those of the part."""

    def point(x: float, y: float) -> tuple[float, float]:
        return (x + 0.5) * times - 0.5 + left, (y + 0.5) * times - 0.5 + top

    dice = tuple(
        replace(die, center=point(*die.center), corners=tuple(point(*corner) for corner in die.corners))
        for die in reading.dice
    )
    return replace(reading, dice=dice)
