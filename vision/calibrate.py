"""Whether a tray will be read well where it stands, in words for whoever holds the camera.

The law of this file: it looks at pictures and says what to change, the most urgent first, and where in the picture that
is. It stores nothing.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import later, say
from vision.calibration import Corners
from vision.reading import DiceReading

DARK: Final = 40.0
"""Grey level of the brightest twentieth under which noise hides faint pips; a dim living room gives 60."""
GLARE: Final = 250
"""Grey level of what a lamp is mirrored in."""
GLARE_SHARE: Final = 0.02
"""Of the tray: a lamp in the pips of six dice covers 0.002, one in a glossy tray from 0.02 on."""
PATCH_SHARE: Final = 0.002
"""Of the tray: a single bright patch smaller than this is not worth a place of its own."""
SMALL_PX: Final = 20.0
"""Edge of a top face under which pips are two or three pixels wide: `python -m vision.accuracy` keeps a row for it."""
GOOD_PX: Final = 30.0
"""From here on dice are read as well as ever."""
LARGE_SHARE: Final = 0.25
"""Of the picture's width: a die larger than this leaves no room for a roll."""
GOOD: Final = later("It will read well here.")

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Hint:
    """Something to change."""

    say: str
    place: Box | None = None
    """(x, y, width, height) of where it is seen, pixels; None: everywhere, or nowhere in particular."""
    urgent: bool = True
    """False: it will read well enough without."""


@dataclass(frozen=True)
class Advice:
    """What a picture says of the place."""

    reading: DiceReading
    die_px: float | None
    """Edge of a top face in pixels, the median; None: no dice were read."""
    places: tuple[Hint, ...]
    """What to change, the most urgent first; none: it will be read well here."""

    @property
    def hints(self) -> tuple[str, ...]:
        """The same in words alone."""
        return tuple(hint.say for hint in self.places)


def advise(image_bgr: NDArray[np.uint8], reading: DiceReading) -> Advice:
    """What to change so that a picture like this (h, w, 3) BGR, with a roll in it, is read well."""
    return Advice(reading, die_px(reading), (*of_place(image_bgr), *of_roll(image_bgr.shape[1], reading)))


def of_place(image_bgr: NDArray[np.uint8], corners: Corners | None = None) -> tuple[Hint, ...]:
    """What the light does to the picture (h, w, 3) BGR, within the tray's corners where they are known."""
    gray = np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    inside = np.ones(gray.shape, np.uint8)
    if corners is not None:
        inside[:] = 0
        cv2.fillConvexPoly(inside, np.rint(np.array(corners)).astype(np.int32), (1,))
    levels = gray[inside > 0]
    if not levels.size:
        return ()
    hints = []
    if float(np.percentile(levels, 95)) < DARK:
        hints.append(Hint(say("too dark: bring a lamp, or open the camera's exposure")))
    return (*hints, *_glare(gray, inside))


def of_roll(width: int, reading: DiceReading) -> tuple[Hint, ...]:
    """What the dice of a roll say in a picture `width` pixels wide: whether they are large enough, and were read."""
    edge = die_px(reading)
    if edge is None:
        return (Hint(say("no die was read: throw the dice into the tray and try again")),)
    if edge < SMALL_PX:
        return (Hint(say("the dice are too small, {edge} pixels: move the camera closer", edge=round(edge))),)
    if edge < GOOD_PX:
        return (
            Hint(say("the dice are small, {edge} pixels: the camera may come closer", edge=round(edge)), urgent=False),
        )
    if edge > LARGE_SHARE * width:
        return (Hint(say("the dice are very large, {edge} pixels: move the camera away", edge=round(edge))),)
    return ()


def die_px(reading: DiceReading) -> float | None:
    """Edge of a top face, pixels, the median over the dice read; None: there are none."""
    corners = np.array([die.corners for die in reading.dice], np.float64)
    if not len(corners):
        return None
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return float(np.median(edges))


_GLARES: Final = (
    (
        later("glare at the top left: move the lamp or the camera, or lay a dull cloth into the tray"),
        later("glare at the top middle: move the lamp or the camera, or lay a dull cloth into the tray"),
        later("glare at the top right: move the lamp or the camera, or lay a dull cloth into the tray"),
    ),
    (
        later("glare at the left: move the lamp or the camera, or lay a dull cloth into the tray"),
        later("glare in the middle: move the lamp or the camera, or lay a dull cloth into the tray"),
        later("glare at the right: move the lamp or the camera, or lay a dull cloth into the tray"),
    ),
    (
        later("glare at the bottom left: move the lamp or the camera, or lay a dull cloth into the tray"),
        later("glare at the bottom middle: move the lamp or the camera, or lay a dull cloth into the tray"),
        later("glare at the bottom right: move the lamp or the camera, or lay a dull cloth into the tray"),
    ),
)
"""By thirds of the tray, from above and from the left."""


def _glare(gray: NDArray[np.uint8], inside: NDArray[np.uint8]) -> tuple[Hint, ...]:
    bright = ((gray >= GLARE) & (inside > 0)).astype(np.uint8)
    area = float(inside.sum())
    if float(bright.sum()) <= GLARE_SHARE * area:
        return ()
    # Specks that belong to one lamp are one patch.
    joined = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    x, y, width, height, patch = max(stats[1:].tolist(), key=lambda one: one[cv2.CC_STAT_AREA])
    rows, columns = np.nonzero(inside)
    left, top = columns.min(), rows.min()
    across = _third(x + width / 2 - left, columns.max() - left)
    down = _third(y + height / 2 - top, rows.max() - top)
    place = (float(x), float(y), float(width), float(height)) if patch >= PATCH_SHARE * area else None
    return (Hint(say(_GLARES[down][across]), place),)


def _third(at: float, whole: float) -> int:
    return min(2, int(3 * at / max(1.0, float(whole))))
