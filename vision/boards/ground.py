"""Which parts of a flattened photo show the board itself.

The law of this file: paper, in light or in shadow. The few colours of a print are taken from the photo: most of the
board is free, and no two printers mix the same red.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from companion.printed import SIGN, SPACE
from vision.boards import prints
from vision.boards.flat import MARGIN_MM, SCALE, Flat, Frame, reflected

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

ALIKE: Final = 12
"""Levels of sRGB within which a pixel of the drawn print has one of its colours: between two lie mixed ones."""
AROUND: Final = 3
"""Pixels, 1.5 mm, by which a colour of the print may lie beside where it is drawn."""
EDGE: Final = 2.0
"""Pixels beside an edge of the print in which its colours mix: nothing is told from them."""
TINT: Final = 0.02
"""Standard deviation of a paper's colour, in logarithms of each channel; in a noisy photo it is `NOISY` times what is
measured there."""
NOISY: Final = 1.8
LIT: Final = 0.16
"""The same of its brightness in full light."""
SHADOW: Final = (-0.55, 0.38)
"""Mean and standard deviation of its brightness in a shadow."""
FEWEST: Final = 50
"""Pixels from which the colour of an ink is taken."""
SHADOWS: Final = 0.35
"""How much rarer shadow is."""


@dataclass(frozen=True)
class Print:
    """A board's print from above, in the frame of flattened photos."""

    drawn: Floats
    """(h, w, 3) logarithms; NaN beside the board."""
    inks: Sequence[tuple[Mask, Mask]]
    """For each of its colours where it is for sure, and where it may be."""
    silent: Mask
    """Where colours mix, and beside the board: nothing is told from what is seen there."""
    around: tuple[Floats, Floats] | None = None
    """Of a board that was learnt from a photo, which has no inks: (h, w, 3) each, the least and the most that is
    reflected about there (`vision.boards.art`)."""


def print_of(plan: BoardPlan) -> Print:
    """Of a plan with a poster."""
    frame, edge = Frame.of(plan), round(MARGIN_MM * SCALE)
    picture = prints.draw(plan, SCALE)
    whole = np.zeros((frame.height, frame.width, 3), np.uint8)
    whole[edge : edge + picture.shape[0], edge : edge + picture.shape[1]] = picture
    on = np.zeros((frame.height, frame.width), bool)
    on[edge : edge + picture.shape[0], edge : edge + picture.shape[1]] = True
    drawn = reflected(whole)
    drawn[~on] = np.nan
    inks, edges = [], on.copy()
    for colour in (SPACE, SIGN, "#ffffff", "#000000"):
        near = (np.abs(whole.astype(np.int16) - np.array(prints.bgr(colour))).max(axis=2) <= ALIKE) & on
        inks.append(ink(near, AROUND))
        off = 2 * EDGE + 1
        round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(off), round(off)))
        edges &= cv2.erode(near.astype(np.uint8), round_) == 0
    return Print(drawn, inks, edges | ~on)


def ink(drawn: Mask, around: int) -> tuple[Mask, Mask]:
    """Where a colour is for sure that is drawn there (h, w), and where it may be: so many pixels beside it."""
    size = 2 * around + 1
    sure = cv2.erode(drawn.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return sure, cv2.dilate(drawn.astype(np.uint8), np.ones((size, size), np.uint8)) > 0


def likely(flat: Flat, printed: Print) -> Floats:
    """Logarithm of how likely each pixel (h, w) is the board itself; very small where nothing is printed."""
    best, usable = np.full(flat.colour.shape[:2], -50.0, np.float32), flat.usable
    for sure, may in printed.inks:
        where = sure & usable
        if np.count_nonzero(where) < FEWEST:
            continue
        inked = flat.colour[where]
        colour = np.median(inked, axis=0).astype(np.float32)
        off = inked - colour
        noise = 1.48 * float(np.median(np.abs(off - off.mean(axis=1, keepdims=True))))
        seen = paper(flat.colour[may] - colour, float(np.hypot(TINT, NOISY * noise)))
        best[may] = np.maximum(best[may], seen)
    return best


def paper(off: Floats, tint: float) -> Floats:
    """How likely colours (..., 3), of which the paper's own is taken away, are that paper, lit or in shadow.

    Args:
        tint: standard deviation of its colour, logarithms.
    """
    bright = off.mean(axis=-1)
    far = ((off - bright[..., None]) ** 2).sum(axis=-1) / np.float32(tint**2)
    return np.asarray(in_any_light(bright) - 0.5 * far - np.float32(2 * np.log(tint)), np.float32)


def in_any_light(bright: Floats) -> Floats:
    """How likely it is that a board is so much brighter than it should be, logarithms: lit, or in shadow."""
    lit = -0.5 * (bright / LIT) ** 2 - np.float32(np.log(LIT))
    mean, wide = SHADOW
    shaded = -0.5 * ((bright - mean) / wide) ** 2 + np.float32(np.log(SHADOWS / wide))
    return np.asarray(np.maximum(lit, shaded), np.float32)
