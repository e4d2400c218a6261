"""Pieces upon each other: which may lie under those that were found, and which only seem to stand where they are seen.

The law of this file: geometry says where the other one would show, and what is seen there is asked; all that comes of
it are doubts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import RUNNER, TILE, Expected, Piece
from vision.boards.flat import SCALE, Frame
from vision.boards.looks import Form, Look
from vision.boards.pieces import Evidence, Found

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]

NESTS: Final = 0.6
"""Top by foot of a form below which pieces are cones, of which one is put over another."""
NESTED: Final = 0.35
"""How much of its height a cone is then lifted."""
ASIDE: Final = 1.0
"""mm by which one may lie beside the middle of the other, on the side on which it hides more; a cone is held by the
one under it."""
SHOWS: Final = 0.7
"""mm by which a lower piece must stick out towards the phone to be looked for: two pixels, with the blur of an edge."""
OWN_SHOWS: Final = 1.2
"""The same of one of its own colour, which may have been put there for the missing one: it only makes the outline
longer, by no more than an outline may be off."""
AT_FOOT: Final = 0.05
"""Share of these millimetres that has its colour, from which on it may lie there: of 60 nested cones in drawn photos
three show less, of stacked cubes and discs that stick out so far none."""
EDGE_PX: Final = (3, 7)
"""From a pixel within the outline of a piece, which may be off by one, to three beside it."""
SIDE: Final = 0.2
"""Share of the side of a lower piece that must have its colour."""
CRESCENT: Final = 0.06
"""What shows of another colour at the foot of a piece, in parts of its area, from which on it may be one's under it,"""
ALONG: Final = 0.5
"""and the share of its side that such a one shows: a piece's own rim in the shade, as brown as one of orange, is
thinner."""
THICK: Final = 5.0
"""mm that a piece is high at least when it is looked for under another: discs are learnt too low."""
FLOATS: Final = 2.5
"""mm by which a piece may stand beside another one, as the phone sees it, if it is thought to lie on it."""
HIGH: Final = (6.0, 30.0)
"""mm above the board at which one may lie that seems to stand in another space."""


def lifted(one: Found, high: float, eye: Points) -> tuple[float, float]:
    """Where (mm) a piece really stands, and what lies under it, if it stands so high above the board."""
    near = 1 + high / float(eye[2])  # heights are negative z, as the eye's is
    return float(eye[0] + (one.x - eye[0]) * near), float(eye[1] + (one.y - eye[1]) * near)


def may_lie_under(
    evidence: Evidence,
    above: Sequence[Found],
    missing: Sequence[Piece],
    looks: Mapping[Piece, Look],
    eye: Points,
    unseen: bool,
) -> bool:
    """Whether a missing piece, or one of the upper's colour in its stead, may lie under another one: its side shows, or
    (`unseen`) no side would."""
    for one in above:
        if unseen and missing and _sticks_out(one, looks[one.piece].form, looks, eye) < OWN_SHOWS:
            return True
        for piece in missing:
            out = _sticks_out(one, looks[piece].form, looks, eye)
            if out < SHOWS or _at_foot(evidence, one, piece, looks, eye) > AT_FOOT * out:
                return True
            where, side = _side(evidence, one, looks[piece], looks, eye)
            around = cv2.dilate(side.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
            other = ((1 - evidence.board[where]) * evidence.open[where] * evidence.tiled[where])[around]
            if unseen and float(other.sum()) > SIDE * float(side.sum()):
                return True  # a thin edge: on a tile its colour is not told
    return False


def another_shows(evidence: Evidence, one: Found, looks: Mapping[Piece, Look], eye: Points) -> bool:
    """Whether another colour shows at the foot of a piece, as if it stood upon one."""
    form = looks[one.piece].form
    for piece, look in looks.items():
        if piece.look == one.piece.look:
            continue
        thick = replace(look, form=replace(look.form, high=max(THICK, look.form.high)))
        where, side = _side(evidence, one, thick, looks, eye, 0.0)
        own = np.maximum(evidence.of[piece][where], 0) * evidence.open[where]
        if piece.kind == RUNNER:  # as pale as the rim of any piece, which is blurred
            own = np.asarray(cv2.morphologyEx(own, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        around = cv2.dilate(side.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if float(own[around].sum()) > max(CRESCENT * form.area, ALONG * float(side.sum())):
            return True
    return False


def seem_elsewhere(
    found: Sequence[Found],
    stands: Mapping[str, Sequence[Found]],
    expected: Expected,
    looks: Mapping[Piece, Look],
    eye: Points,
) -> Iterator[tuple[str, str]]:
    """Spots on which a piece seems to stand, and where it should: there it may lie on another one."""
    for name, lower in stands.items():
        should = Counter(piece for piece in expected.get(name, ()) if piece.kind != TILE)
        missing = should - Counter(one.piece for one in lower)
        for one in found:
            form = looks[one.piece].form
            if one.piece in missing and one.spot != name and form.top > NESTS * form.foot:
                lowest, highest = (np.array(lifted(one, high, eye)) for high in HIGH)
                if any(_off_line(np.array((low.x, low.y)), lowest, highest) < FLOATS for low in lower):
                    yield name, one.spot


def _off_line(point: Points, start: Points, end: Points) -> float:
    """How far a point is from the nearest one of a line between two."""
    along = end - start
    part = np.clip(float((point - start) @ along) / max(1e-6, float(along @ along)), 0, 1)
    return float(np.linalg.norm(start + part * along - point))


def _nest(form: Form, low: Form) -> bool:
    return form.top < NESTS * form.foot and low.top < NESTS * low.foot


def _sticks_out(one: Found, low: Form, looks: Mapping[Piece, Look], eye: Points) -> float:
    """By how many mm the foot of a piece under another is seen beside it, on the phone's side."""
    nest = _nest(looks[one.piece].form, low)
    x, y = lifted(one, low.high * NESTED if nest else low.high, eye)
    return float(np.hypot(x - one.x, y - one.y)) - (0.0 if nest else ASIDE)


def _at_foot(evidence: Evidence, one: Found, piece: Piece, looks: Mapping[Piece, Look], eye: Points) -> float:
    """How many mm of a colour show at the foot of a piece, on the phone's side, all along it."""
    form = looks[one.piece].form
    where = Frame.around(one.x, one.y, form.foot + form.high + EDGE_PX[1] / SCALE)
    own = form.cover(one.x, one.y, eye, evidence.open.shape)[where]
    inner, outer = (np.ones((px, px), np.uint8) for px in EDGE_PX)
    edge = (cv2.dilate(own, outer) > 0) & (cv2.erode(own, inner) == 0)
    down, across = np.mgrid[where]
    off = np.stack([across - Frame.px(one.x), down - Frame.px(one.y)], axis=2)
    near = off @ (np.array((one.x, one.y)) - eye[:2]) < 0
    shown = float(np.maximum(evidence.of[piece][where], 0)[edge & near].sum())
    return shown / (2 * form.foot * SCALE) / SCALE


def _side(
    evidence: Evidence,
    one: Found,
    lower: Look,
    looks: Mapping[Piece, Look],
    eye: Points,
    aside: float = ASIDE,
) -> tuple[tuple[slice, slice], Mask]:
    """What would show of a piece under another one: rows and columns, and which pixels of these."""
    form, low = looks[one.piece].form, lower.form
    x, y = lifted(one, low.high * NESTED if _nest(form, low) else low.high, eye)
    away = np.array((x, y)) - eye[:2]
    x, y = (x, y) + away * (aside / max(1.0, float(np.linalg.norm(away))))
    hull = form.pixels(one.x, one.y, eye), low.pixels(x, y, eye)
    both = np.concatenate(hull)
    first, last = np.maximum(both.min(axis=0) - 3, 0), both.max(axis=0) + 4
    where = slice(int(first[1]), int(last[1])), slice(int(first[0]), int(last[0]))
    masks = []
    for points in hull:
        mask = np.zeros((last[1] - first[1], last[0] - first[0]), np.uint8)
        cv2.fillConvexPoly(mask, points - first.astype(np.int32), (1,), cv2.LINE_8)
        masks.append(mask)
    side = (masks[1] > 0) & (cv2.dilate(masks[0], np.ones((3, 3), np.uint8)) == 0)
    shape = evidence.open[where].shape
    return where, side[: shape[0], : shape[1]]
