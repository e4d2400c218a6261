"""Learning how pieces look, from one photo in which single ones stand where they were asked for.

The law of this file: what is not board is the piece. Nothing is known of its colour beforehand; its form is the one
whose outlines cover the pieces of its kind best, all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, CannotLearn, Expected, Piece, Spot
from companion.language import later, say
from vision.boards.flat import SCALE, Flat, Frame
from vision.boards.looks import Form, Look, kernel

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]
_Fit = tuple[float, float, float]

STRANGE: Final = 4.0
"""Logarithm of how likely any colour is that is not the board's: a white piece on cream paper is far from both."""
FEET: Final = tuple(np.arange(3.5, 12.01, 0.5))
"""Radii that pieces have, mm: cubes of 7 mm up to discs of 24."""
TOPS: Final = (1.0, 0.65, 0.3)
"""Of the foot's radius."""
HEIGHTS: Final = (2.0, 4.0, 6.0, 8.0, 11.0, 15.0, 20.0, 25.0, 30.0)
FITS: Final = 0.84
"""Cosine between an outline and what is seen, at which a piece is found."""
REACH: Final = 34.0
"""mm around the middle of a space that a piece on it may cover, its tip included."""
JOINED: Final = 9
"""Pixels over which the parts of one piece are joined: a line between spaces, and the blur beside it."""
TOLD: Final = 0.5
"""Share of an outline of which something must be told."""
FEWEST_PX: Final = 60
"""Pixels from which a colour is taken: 15 square millimetres."""

LAY_OUT: Final = later(
    "not every piece is seen: lay them out as shown, nothing else on the board, and photograph it in good light"
)


def learn(
    flat: Flat, board: Floats, silent: Mask, plan: BoardPlan, expected: Expected, eye: Points
) -> dict[Piece, Look]:
    """The looks of the pieces that stand alone on their spots.

    Args:
        board: (h, w) logarithm of how likely each pixel is the board itself; `silent`: where nothing is told from it.

    Raises:
        CannotLearn: a piece is not seen where it should stand.
    """
    known = flat.usable & ~silent
    other = np.asarray(np.clip(np.tanh((STRANGE - board) / 2), 0, 1) * known, np.float32)
    standing = {name: [piece for piece in pieces if piece.kind != TILE] for name, pieces in expected.items()}
    alone = {pieces[0]: plan.spot(name) for name, pieces in standing.items() if len(pieces) == 1}
    looks: dict[Piece, Look] = {}
    for kind in sorted({piece.kind for piece in alone}):
        where = {piece: spot for piece, spot in alone.items() if piece.kind == kind}
        windows = [_window(other, known, spot) for spot in where.values()]
        form, fits = _form(windows, list(where.values()), eye)
        if min(score for score, _, _ in fits) < FITS:
            raise CannotLearn(say(LAY_OUT))
        for piece, (_, x, y) in zip(where, fits, strict=True):
            looks[piece] = _look(flat, other, form, x, y, eye)
    return looks


@dataclass(frozen=True)
class _Window:
    """What is seen around a space."""

    seen: Floats
    """(n, n), 0..1: not board, and hanging together with what lies on the space."""
    known: Floats
    """(n, n): 1 where anything is told."""


def _form(windows: Sequence[_Window], spots: Sequence[Spot], eye: Points) -> tuple[Form, list[_Fit]]:
    """The form that fits these pieces best, and where each then stands."""
    best: tuple[float, Form] | None = None
    for form in _forms():
        total = sum(_fit(window, spot, form, eye)[0] for window, spot in zip(windows, spots, strict=True))
        if best is None or total > best[0]:
            best = total, form
    assert best is not None
    return best[1], [_fit(window, spot, best[1], eye) for window, spot in zip(windows, spots, strict=True)]


def _forms() -> Iterator[Form]:
    for foot in FEET:
        for top in TOPS:
            for high in HEIGHTS:
                if high < 4 * foot:
                    yield Form(float(foot), float(foot * top), high)


def _window(other: Floats, known: Mask, spot: Spot) -> _Window:
    reach = round(REACH * SCALE)
    column, row = round(Frame.px(spot.x)), round(Frame.px(spot.y))

    def cut(whole: Floats) -> Floats:
        wide = cv2.copyMakeBorder(whole, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=(0.0,))
        return np.asarray(wide[row : row + 2 * reach + 1, column : column + 2 * reach + 1], np.float32)

    seen, told = cut(other), cut(known.astype(np.float32))
    solid = cv2.morphologyEx((seen > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    seen = seen * cv2.dilate(solid, np.ones((3, 3), np.uint8))  # what is left of the lines of the print is thin
    # A piece reaches over these lines, from which nothing is told.
    joined = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((JOINED, JOINED), np.uint8))
    _, parts = cv2.connectedComponents(joined)
    half = round(spot.size / 2 * SCALE)
    on = parts[reach - half : reach + half, reach - half : reach + half]
    counts = np.bincount(on[joined[reach - half : reach + half, reach - half : reach + half] > 0], minlength=1)
    kept = parts == int(counts.argmax()) if counts.any() else np.zeros(parts.shape, bool)
    return _Window(np.asarray(np.where(kept, seen, 0), np.float32), told)


def _fit(window: _Window, spot: Spot, form: Form, eye: Points) -> _Fit:
    """How well an outline covers what is seen (cosine), and the foot of the best one, mm."""
    mask, (left, up) = kernel(form.outline(spot.x, spot.y, eye), spot.x, spot.y)
    size = float((window.seen**2).sum())
    if size < 1 or mask.shape[0] > window.seen.shape[0] or mask.shape[1] > window.seen.shape[1]:
        return 0.0, spot.x, spot.y
    covered = cv2.matchTemplate(window.seen, mask, cv2.TM_CCORR)
    told = cv2.matchTemplate(window.known, mask, cv2.TM_CCORR)
    scores = np.where(told > TOLD * mask.sum(), covered / np.sqrt(size * np.maximum(told, 1)), 0)
    _, score, _, (x, y) = cv2.minMaxLoc(scores)
    reach = window.seen.shape[0] // 2
    return float(score), spot.x + (x + left - reach) / SCALE, spot.y + (y + up - reach) / SCALE


def _look(flat: Flat, other: Floats, form: Form, x: float, y: float, eye: Points) -> Look:
    inside = cv2.erode(form.cover(x, y, eye, other.shape), np.ones((3, 3), np.uint8)) > 0
    colours = flat.colour[inside & (other > 0)]
    if len(colours) < FEWEST_PX:
        raise CannotLearn(say(LAY_OUT))
    middle = np.median(colours, axis=0)
    off = np.abs(colours - middle).max(axis=1)
    kept = colours[off <= np.quantile(off, 0.85)]  # gloss and edges are the rest
    return Look(form, kept.mean(axis=0).astype(np.float32), np.cov(kept.T).astype(np.float32))
