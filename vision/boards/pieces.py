"""Which pieces stand where on a flattened board.

The law of this file: a piece is told by its foot. Its body leans away from the phone over what lies behind it, so
each is sought as the outline that its form has there, the clearest first; what that one hides says nothing against
another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, Piece, Spot
from vision.boards.flat import SCALE, Flat, Frame
from vision.boards.looks import Look, kernel

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

STRANGE: Final = -9.0
"""Logarithm of how likely any colour is that neither the board nor a piece explains."""
POOLED: Final = 1.5
"""Standard deviation in pixels over which what is seen on a tile is put together."""
TOGETHER: Final = 2.0
"""How much more these say together than one of them."""
FARTHEST: Final = -12.0
"""Logarithm below the best that a pixel says at most."""
RARE: Final = -1.5
"""Of a pixel to belong to a piece, for each: most of a board is free."""
AGAINST: Final = 0.25
"""How much the colour of another piece speaks against one: it may stand in front."""
BEYOND: Final = 1.0
"""mm by which the middle of a foot may lie outside its space and is still looked for."""
PERHAPS: Final = 0.28
"""Share of an outline, less what speaks against it, from which on it is noted."""
SEEN: Final = 0.35
"""Share of an outline that must be in sight."""
NEAR: Final = 60.0
"""mm within which a piece may hide another."""


@dataclass(frozen=True)
class Found:
    """A piece."""

    piece: Piece
    spot: str
    x: float
    y: float
    """Middle of its foot, mm."""
    score: float
    """1: all of its outline has its colour; less by what is board or another's."""


class Evidence:
    """What each pixel of a flattened board speaks for."""

    def __init__(
        self,
        flat: Flat,
        board: Floats,
        silent: Mask,
        looks: Mapping[Piece, Look],
        tiled: Mask,
        shaded: bool = False,
    ) -> None:
        """`board` (h, w): logarithm of how likely each pixel is the board itself; `silent`: where nothing is told
        from it; `tiled`: where a tile lies, on whose dark and bright parts a piece is told by all of them together;
        `shaded`: whether a piece may be coloured as the board is in shadow."""
        self.shaded = shaded
        self.names = tuple(looks)
        each = np.stack(
            [board, np.full_like(board, STRANGE), *(look.likely(flat.colour) + RARE for look in looks.values())]
        )
        each -= each.max(axis=0)
        if tiled.any():
            for one in each:
                one[tiled] = TOGETHER * cv2.GaussianBlur(np.maximum(one, FARTHEST), (0, 0), POOLED)[tiled]
            each -= each.max(axis=0)
        np.exp(each, out=each)
        each /= each.sum(axis=0)
        known = flat.usable & ~silent
        self.known: Mask = known
        """Where something is told."""
        self.tiled: Mask = tiled
        self.board: Floats = each[0]
        self.strange: Floats = each[1]
        self.of: dict[Piece, Floats] = {}
        pieces = each[2:].sum(axis=0)
        for nth, name in enumerate(self.names):
            own = each[2 + nth]
            self.of[name] = np.asarray(
                (own - each[0] - AGAINST * (pieces - own) - AGAINST * each[1]) * known, np.float32
            )
        self.open: Floats = known.astype(np.float32)
        """1 where something is in sight that no piece has been found for."""
        self.covered: Mask = np.zeros(board.shape, bool)
        """What found pieces cover."""


def find_pieces(evidence: Evidence, plan: BoardPlan, looks: Mapping[Piece, Look], eye: Points) -> list[Found]:
    """All of them, the clearest first."""
    spots = [spot for spot in plan.spots if any(piece.kind in spot.kinds for piece in looks)]
    best: dict[tuple[str, Piece], Found] = {}

    def look_again(x: float, y: float, within: float) -> None:
        for spot in spots:
            if abs(spot.x - x) < within and abs(spot.y - y) < within:
                for piece, look in looks.items():
                    one = _best(evidence, spot, piece, look, eye)
                    best.pop((spot.name, piece), None)
                    if one is not None:
                        best[spot.name, piece] = one

    look_again(0, 0, 1e9)
    found: list[Found] = []
    while best:
        first = max(best.values(), key=lambda one: one.score)
        found.append(first)
        _explain(evidence, first, looks[first.piece], eye)
        look_again(first.x, first.y, NEAR)
    return found


def _best(evidence: Evidence, spot: Spot, piece: Piece, look: Look, eye: Points) -> Found | None:
    """Where in a space a piece stands most clearly; None: nowhere."""
    outline = look.form.outline(spot.x, spot.y, eye)
    mask, (left, up) = kernel(outline, spot.x, spot.y)
    reach = round((spot.size / 2 + BEYOND) * SCALE)
    column, row = round(Frame.px(spot.x)), round(Frame.px(spot.y))
    high, wide = mask.shape
    across = slice(column - reach - left, column + reach - left + wide)
    down = slice(row - reach - up, row + reach - up + high)
    speaks = evidence.of[piece]
    if across.start < 0 or down.start < 0 or across.stop > speaks.shape[1] or down.stop > speaks.shape[0]:
        return None  # the margin around the board holds every outline of its spaces
    window = speaks[down, across]
    area = float(mask.sum())
    if float(np.maximum(window, 0).sum()) < PERHAPS * SEEN * area:
        return None
    open_ = evidence.open[down, across]
    scores = cv2.matchTemplate(window * open_, mask, cv2.TM_CCORR)
    in_sight = cv2.matchTemplate(open_, mask, cv2.TM_CCORR)
    share = np.where(in_sight >= SEEN * area, scores / np.maximum(in_sight, 1), -1)
    _, score, _, (x, y) = cv2.minMaxLoc(share)
    if score < PERHAPS:
        return None
    at = (spot.x + (x - reach) / SCALE, spot.y + (y - reach) / SCALE)
    return Found(piece, spot.name, *at, float(score))


def _explain(evidence: Evidence, found: Found, look: Look, eye: Points) -> None:
    """What a piece covers is accounted for: it shows nothing else, and no second one of its colour."""
    cover = look.form.cover(found.x, found.y, eye, evidence.open.shape)
    evidence.open[cover > 0] = 0
    evidence.covered |= cover > 0
    wider = cv2.dilate(cover, np.ones((5, 5), np.uint8)) > 0  # its edge is blurred
    own = evidence.of[found.piece]
    own[wider] = np.minimum(own[wider], 0)
