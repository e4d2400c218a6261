"""How a face of a tile fits what is seen of it, pixel by pixel.

The law of this file: the inks are those that are drawn, each moved to what is seen where it lies; a shadow makes all
of them darker. How likely a pixel is that face's is a logarithm of a density, as for the board and for pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.faces import INK_PX, Face, strong
from vision.boards.flat import DARK

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

TURNS: Final = 2
"""Ways round, of those in which a face correlates best, that are looked at more closely."""
MIXED: Final = (0.5, 1.2)
"""Logarithm by which a printer's ink may be another than the drawing's, in its bright channels and in its dark ones."""
LIT: Final = 0.09
"""Standard deviation of the brightness, logarithm: the light is known so well."""
SHADES: Final = ((0.0, 0.0), (0.2, -2.0), (-0.25, -2.0), (-0.5, -2.5), (-0.8, -3.0), (-1.15, -4.0))
"""Logarithms by which a tile in shadow is darker, or brighter, and of how usual that is."""
EXPLAINED: Final = -3.0
"""Logarithm of likelihood from which a pixel needs no shadow to be explained."""
SHADOWED: Final = 0.04
"""Share of a tile that is not explained, from which on shadows are thought of."""


@dataclass(frozen=True)
class Laid:
    """A face where it fits a window best."""

    face: Face
    at: tuple[int, int]
    """Row and column in the window of its first pixel."""
    likely: Floats
    """(edge, edge): logarithm of how likely each pixel is that face's."""
    alike: float
    """Correlation with it, which light that lies over all of it does not change much."""

    @property
    def where(self) -> tuple[slice, slice]:
        """In the window."""
        (row, column), edge = self.at, len(self.likely)
        return slice(row, row + edge), slice(column, column + edge)

    def perhaps(self, window: Floats) -> Floats:
        """As `likely`, if each pixel may have been moved by one: edges are not quite where they are drawn."""
        return _perhaps(window[self.where], self.face)


def laid(window: Floats, known: Mask, faces: Sequence[Face], measured: bool = False) -> Laid:
    """The one of these that fits a window (edge + 2 * ROOM each way) best, where it does.

    Args:
        measured: their colours are this photo's; else their inks are moved to what is seen.
    """
    best: tuple[float, Laid] | None = None
    fits = [np.asarray(cv2.matchTemplate(window, one.colours, cv2.TM_CCOEFF_NORMED), np.float32) for one in faces]
    for nth in sorted(range(len(faces)), key=lambda nth: -fits[nth].max())[:TURNS]:
        face, (row, column) = _between(faces[nth], fits[nth])
        edge = len(face.colours)
        seen, told = window[row : row + edge, column : column + edge], known[row : row + edge, column : column + edge]
        here = face if measured else _inked(face, seen, told)
        likely = _likely(seen, here)
        total = float(np.maximum(likely, 0)[told].sum())
        if best is None or total > best[0]:
            best = total, Laid(here, (row, column), likely, float(fits[nth].max()))
    assert best is not None
    return best[1]


def _between(face: Face, fits: Floats) -> tuple[Face, tuple[int, int]]:
    """A face moved by parts of a pixel to where it correlates best, and the row and column nearest to that."""
    row, column = divmod(int(fits.argmax()), fits.shape[1])
    parts = []
    for line, at in ((fits[row], column), (fits[:, column], row)):
        if 0 < at < len(line) - 1:
            before, here, after = (float(line[at + step]) for step in (-1, 0, 1))
            parts.append(0.5 * (before - after) / min(before - 2 * here + after, -1e-6))
        else:
            parts.append(0.0)
    move = np.array(((1, 0, parts[0]), (0, 1, parts[1])), np.float32)
    colours = cv2.warpAffine(face.colours, move, face.colours.shape[:2], borderMode=cv2.BORDER_REPLICATE)
    return replace(face, colours=np.asarray(colours, np.float32)), (row, column)


def _inked(face: Face, seen: Floats, known: Mask) -> Face:
    """With the inks as they are seen."""
    colours, usual = face.colours.copy(), face.usual.copy()
    moved = np.zeros_like(colours)
    weight = np.zeros(colours.shape[:2], np.float32)
    for ink in range(int(face.inks.max()) + 1):
        where = face.inks == ink
        off = (seen - face.colours)[where & known]
        if len(off) < INK_PX:
            continue
        most = np.interp(strong(face.colours[where].mean(axis=0)), (0, 1), MIXED)
        middle = np.median(off, axis=0)
        moved[where] = np.clip(middle, -most, most)
        usual[where] = np.hypot(usual[where], 1.48 * np.median(np.abs(off - middle), axis=0))
        weight[where] = 1
    near = cv2.GaussianBlur(weight, (0, 0), 2)[:, :, None]
    spread = cv2.GaussianBlur(moved, (0, 0), 2) / np.maximum(near, 1e-3)
    colours += np.where(weight[:, :, None] > 0, moved, spread)
    return Face(face.name, colours, usual, face.inks)


def _likely(seen: Floats, face: Face) -> Floats:
    """How likely each pixel is that face's, in any shade."""
    return _in_any_shade(face, lambda colours: seen - colours)


def _perhaps(seen: Floats, face: Face) -> Floats:
    """The same, each pixel as near as one beside it allows."""
    beside = np.ones((3, 3), np.uint8)
    return _in_any_shade(
        face, lambda colours: seen - np.clip(seen, cv2.erode(colours, beside), cv2.dilate(colours, beside))
    )


def _in_any_shade(face: Face, beside: Callable[[Floats], Floats]) -> Floats:
    best = np.full(face.colours.shape[:2], -50.0, np.float32)
    light = np.exp(face.colours) - np.float32(DARK)
    np.maximum(light, 1e-3, out=light)
    exact = face.usual**-2  # and the brightness is the same surprise in all channels
    whole = exact.sum(axis=2) + np.float32(LIT**-2)
    for shade, rare in SHADES:
        off = beside(face.colours if shade == 0 else np.log(light * np.float32(np.exp(shade)) + np.float32(DARK)))
        weighed = off * exact
        far = (weighed * off).sum(axis=2) - weighed.sum(axis=2) ** 2 / whole
        np.maximum(best, -0.5 * far + np.float32(rare), out=best)
        if shade == 0 and float((best < EXPLAINED).mean()) < SHADOWED:
            break
    size = 2 * np.log(face.usual).sum(axis=2) + np.log(whole * np.float32(LIT**2))
    return np.asarray(best - 0.5 * size, np.float32)
