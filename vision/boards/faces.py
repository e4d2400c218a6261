"""The faces of a game's tiles as one photo of a board shows them.

The law of this file: most tiles lie face down, and they look alike: what a back looks like in this light, with this
camera and printer, is their median, and what is usual beside it their spread. Of a face there are few: it is drawn,
blurred as the backs are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.flat import CALM, reflected
from vision.tiles.faces import BACK, printed

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

ROOM: Final = 4
"""Pixels, half a millimetre each, by which a tile may lie beside where it is looked for, each way."""
ALIKE: Final = 0.6
"""Correlation with the drawn back from which on one is seen."""
FEWEST: Final = 6
"""Backs from which one of this photo is taken."""
BLURS: Final = (0.4, 0.8, 1.2, 1.6, 2.0)
"""Standard deviations, pixels, by which a photo is blurred; it mixes light, and so thin dark lines get pale."""
INK_PX: Final = 12
"""Pixels of one colour from which it is an ink, and from which what is seen of it counts."""
TINT: Final = (0.05, 0.25)
"""Standard deviation of an ink's colour, logarithm, in the same: how dark the dark ones of a strong colour are is the
camera's taste."""
STRONG: Final = (-0.8, -2.4)
"""Logarithm beside its brightest channel at which one is bright, and dark."""
EVEN: Final = 0.025
"""The same of a back beside the median of all, at least."""
SHIFTED: Final = 0.4
"""Pixels by which a face may lie beside where it was found: so much of its slope is no surprise."""
GLANCES: Final = ((4, 4), (2, 2), (2, 6), (6, 2), (6, 6))
"""Rows and columns of a window at which a face is compared at a glance."""
QUARTER: Final = 4
"""So much smaller each way faces are compared at a glance."""


@dataclass(frozen=True)
class Face:
    """One face, one way round."""

    name: str
    colours: Floats
    """(edge, edge, 3) logarithms."""
    usual: Floats
    """(edge, edge, 3): standard deviation of these."""
    inks: NDArray[np.int16]
    """(edge, edge): the number of the ink that is drawn there; -1 where two mix."""


class Faces:
    """Those of a game."""

    def __init__(self, game: str, edge: int, backs: Sequence[Face] = ()) -> None:
        """`backs`: as they look in the photo, if that is known; the others are drawn as blurred."""
        blur = _blur(game, edge, backs[0]) if backs else BLURS[1]
        drawn = _drawn(game, edge, blur)
        self.measured = bool(backs)
        self.backs = tuple(backs) or tuple(face for face in drawn if face.name == BACK)
        self.others = tuple(face for face in drawn if face.name != BACK)
        self._glances = _glances(game, edge, blur)

    def of(self, name: str) -> tuple[Face, ...]:
        """Each way round, with its code and without."""
        return self.backs if name == BACK else tuple(face for face in self.others if face.name == name)

    def at_a_glance(self, window: Floats, known: Mask, most: int) -> list[Face]:
        """Those that are most like a window, one for each name, backs apart."""
        edge = len(self.others[0].colours)
        middle = slice(ROOM, ROOM + edge)
        small = (edge // QUARTER, edge // QUARTER)
        sure = cv2.resize(known[middle, middle].astype(np.float32), small, interpolation=cv2.INTER_AREA) > 0.5
        if not sure.any():
            return []
        best = np.full(len(self.others), np.inf)
        glances = self._glances[:, sure]
        for row, column in GLANCES:
            part = window[row : row + edge, column : column + edge]
            seen = cv2.resize(part, small, interpolation=cv2.INTER_AREA)[sure]
            off = np.minimum(np.abs(glances - seen), np.float32(0.6)).mean(axis=(1, 2))
            best = np.minimum(best, off)
        found: dict[str, Face] = {}
        for nth in np.argsort(best):
            found.setdefault(self.others[nth].name, self.others[nth])
            if len(found) == most:
                break
        return list(found.values())


def backs_of(windows: Sequence[tuple[Floats, Mask]], game: str, edge: int) -> tuple[Face, ...]:
    """Backs, both ways round, as these windows show them; none where too few do."""
    drawn = [face for face in _drawn(game, edge, BLURS[1]) if face.name == BACK][:2]
    seen = []
    for window, known in windows:
        if not known.all():
            continue
        fits = [cv2.matchTemplate(window, face.colours, cv2.TM_CCOEFF_NORMED) for face in drawn]
        turn = int(np.argmax([fit.max() for fit in fits]))
        _, score, _, (column, row) = cv2.minMaxLoc(fits[turn])
        if score > ALIKE:
            seen.append(np.rot90(window[row : row + edge, column : column + edge], -turn))
    if len(seen) < FEWEST:
        return ()
    every = np.stack(seen)
    middle = np.median(every, axis=0)
    off = every - middle
    off -= np.median(off, axis=(1, 2), keepdims=True)
    usual = np.hypot(1.48 * np.median(np.abs(off), axis=0), EVEN)
    return tuple(
        Face(
            BACK,
            np.ascontiguousarray(np.rot90(middle, turn), np.float32),
            np.ascontiguousarray(np.rot90(usual, turn), np.float32),
            face.inks,
        )
        for turn, face in enumerate(drawn)
    )


def strong(colours: Floats) -> Floats:
    """0 in bright channels of colours (..., 3), 1 in the dark ones of strong colours."""
    off = colours - colours.max(axis=-1, keepdims=True)
    return np.asarray(np.interp(-off, (-STRONG[0], -STRONG[1]), (0, 1)), np.float32)


def _blur(game: str, edge: int, back: Face) -> float:
    """As what the drawn back, so blurred, is most like the one that is seen: pixels."""

    def like(blur: float) -> float:
        drawn = next(face for face in _drawn(game, edge, blur) if face.name == BACK)
        inner = drawn.colours[2:-2, 2:-2]
        return float(cv2.matchTemplate(back.colours, inner, cv2.TM_CCOEFF_NORMED).max())

    return max(BLURS, key=like)


@lru_cache(maxsize=8)
def _drawn(game: str, edge: int, blur: float) -> tuple[Face, ...]:
    """All faces in each of four turns; backs look alike after two."""
    faces = []
    for name, picture in printed(game, edge):
        inks = _inks(picture)
        light = cv2.GaussianBlur(np.exp(reflected(picture)), (0, 0), blur)
        colours = np.asarray(cv2.GaussianBlur(np.log(light), (0, 0), CALM), np.float32)
        slope = np.hypot(*(cv2.Sobel(colours, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (0, 1)))
        usual = np.hypot(np.interp(strong(colours), (0, 1), TINT), SHIFTED * slope)
        faces += [
            Face(
                name,
                np.ascontiguousarray(np.rot90(colours, turns), np.float32),
                np.ascontiguousarray(np.rot90(usual, turns), np.float32),
                np.ascontiguousarray(np.rot90(inks, turns)),
            )
            for turns in range(2 if name == BACK else 4)
        ]
    return tuple(faces)


@lru_cache(maxsize=8)
def _glances(game: str, edge: int, blur: float) -> Floats:
    """(n, small, small, 3): the faces but backs, much smaller."""
    small = (edge // QUARTER, edge // QUARTER)
    faces = (face.colours for face in _drawn(game, edge, blur) if face.name != BACK)
    return np.stack([cv2.resize(colours, small, interpolation=cv2.INTER_AREA) for colours in faces])


def _inks(picture: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Which of its own colours each pixel of a drawing has; -1 at their edges."""
    flat = picture.reshape(-1, 3).astype(np.int32)
    codes = (flat[:, 0] * 256 + flat[:, 1]) * 256 + flat[:, 2]
    colours, counts = np.unique(codes, return_counts=True)
    inks = np.full(picture.shape[:2], -1, np.int16)
    for nth, colour in enumerate(colours[counts >= INK_PX]):
        here = (codes == colour).reshape(picture.shape[:2]).astype(np.uint8)
        inks[cv2.erode(here, np.ones((3, 3), np.uint8)) > 0] = nth
    return inks
