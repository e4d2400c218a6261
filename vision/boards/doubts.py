"""Why nothing can be said of a spot of a board, whatever was found there.

The law of this file: what is seen is asked, not what is expected; only of a pale piece is it asked whether one is
missing. A colour that no piece explains, a hand, a lamp in the print or a cone in front is a doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, Expected, Piece, Spot
from companion.language import later
from vision.boards.flat import SCALE, Flat, Frame
from vision.boards.looks import Form, Look
from vision.boards.pieces import Evidence, Found

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

LEFT_OVER: Final = 0.3
"""Part of a piece's area that may show its colour, or a colour that nothing has, without a piece."""
A_LITTLE: Final = 0.05
"""The same of a piece that should stand there and was not found."""
PERHAPS: Final = -0.9
"""Evidence from which a pixel, though it rather is the board, may be a piece's after all."""
MUCH: Final = 0.35
"""Part of a piece's area that such pixels may be."""
STRANGE: Final = 0.3
"""Share of a space that may look like nothing that is known."""
HIDDEN: Final = 0.6
"""Share of a piece's outline that must be out of sight for a piece to be overlooked."""
AWAY: Final = 3.0
"""mm from the middle of a space at which pieces are imagined too: three of five places hidden is hidden."""

GREY: Final = 0.5
"""Logarithm by which the channels of a pale piece differ at most."""
PALE_FROM: Final = -1.3
"""Logarithm that the brightest of them has at least: a white piece, half of it in its own shadow."""
UNEVEN: Final = 0.2
"""Logarithm by which the brightest of a bare space is brighter than the darkest, from which on it may be a piece."""
BRIGHTER: Final = 0.03
"""Logarithm by which its brightest is brighter than that of other bare spaces, as a white piece is in the light; a
shadow on it is not."""
LIKE_IT: Final = (-0.5, 0.14)
"""Or evidence from which a pixel may be that piece's, and the part of the piece's area that such pixels are."""
FEWEST: Final = 200
"""Pixels of a space that must be seen for that."""
GRAIN_PX: Final = 3.0
"""Standard deviation over which it is put together: in a noisy photo an arm is half of it like paper in shadow."""
OTHERWISE: Final = 0.2
"""Share of it that is not the board."""
THICK: Final = 12.0
"""Half the width, in mm, from which on what lies on the board is no piece: two beside each other have less."""
BESIDE: Final = 5.0
"""mm beside it where the blur of its edge still misleads; its shadow, which no drawn arm has, is like any other."""
LINE_PX: Final = (9, 15)
"""Pixels over which its parts are joined: a line between spaces, or between tiles, from which nothing is told."""

RING: Final = tuple(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (px, px)) for px in (5, 11))
"""From the edge of a piece, which is blurred, to 2.5 mm beside it."""
RING_MM: Final = 3.0

GLARE: Final = later("a lamp is mirrored in the board, or a part is outside the photo: photograph it from another side")
COVERED: Final = later("something covers a part of the board: take it away and photograph it again")
BEHIND: Final = later("pieces stand before others: photograph the board from higher up, or look yourself")
DOUBTFUL: Final = later("some pieces cannot be made out: look yourself, or photograph them in better light")


def perhaps_pale(
    flat: Flat,
    evidence: Evidence,
    stands: Mapping[str, Sequence[Piece]],
    plan: BoardPlan,
    expected: Expected,
    looks: Mapping[Piece, Look],
    tiled: Collection[str],
) -> Iterator[str]:
    """Spots on which a pale piece may stand that was not found, of the colour of paper, but not even, and either
    brighter somewhere or much like that piece. Bare ones if one is nowhere, and those where it should stand.

    Args:
        tiled: spots on which a tile lies: these are never even.
    """
    pale = {
        piece for piece, look in looks.items() if float(np.ptp(look.mean)) < GREY and float(look.mean.max()) > PALE_FROM
    }
    missing = {
        spot.name
        for spot in plan.spots
        if any(piece in pale for piece in Counter(expected.get(spot.name, ())) - Counter(stands[spot.name]))
    }
    if tiled:  # few spaces are bare, and tiles unsettle the light on them
        yield from (name for name in missing if name not in tiled)
    should = Counter(piece for pieces in expected.values() for piece in pieces if piece in pale)
    anywhere = bool(should - Counter(piece for pieces in stands.values() for piece in pieces))
    if not missing and not anywhere:
        return
    bright = np.asarray((flat.colour - flat.bare).mean(axis=2), np.float32)  # a board's own pictures are no pieces
    uneven = {}
    for spot in plan.spots:
        where = Frame.around(spot.x, spot.y, spot.size / 2)
        values = bright[where][evidence.open[where] > 0]
        asked = spot.name in missing or (anywhere and not stands[spot.name])
        if len(values) > FEWEST and spot.name not in tiled and (asked or not stands[spot.name]):
            darkest, brightest = np.quantile(values, (0.03, 0.97))
            uneven[spot.name] = float(brightest - darkest), float(brightest), asked
    if uneven:
        usual, bright_as_usual, _ = np.median(list(uneven.values()), axis=0)
        for name, (much, brightest, asked) in uneven.items():
            if asked and much > max(UNEVEN, 2 * usual):
                spot = plan.spot(name)
                alike = any(_part_like(evidence, flat.clipped, spot, piece, looks) > LIKE_IT[1] for piece in pale)
                if alike or brightest - bright_as_usual > BRIGHTER:
                    yield name


def _part_like(evidence: Evidence, clipped: Mask, spot: Spot, piece: Piece, looks: Mapping[Piece, Look]) -> float:
    """How large a part of a piece those pixels of a spot are that may be its, or are too bright to be told."""
    where = Frame.around(spot.x, spot.y, spot.size / 2)
    like = (evidence.of[piece][where] > LIKE_IT[0]) & (evidence.open[where] > 0)
    like |= clipped[where] & ~evidence.covered[where]
    return float(np.count_nonzero(like)) / looks[piece].form.area


def from_something(evidence: Evidence) -> Floats:
    """How far (h, w), in pixels, it is to what is larger than any piece, an arm or a cup; infinite if there is none."""
    known = evidence.known.astype(np.float32)
    seen = cv2.GaussianBlur(known, (0, 0), GRAIN_PX)
    strange = cv2.GaussianBlur((1 - evidence.board) * known, (0, 0), GRAIN_PX)
    other = np.asarray(evidence.known & (strange > OTHERWISE * seen), np.uint8)
    line = LINE_PX[bool(evidence.tiled.any())]
    other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((line, line), np.uint8)), np.uint8)
    thick = cv2.distanceTransform(other, cv2.DIST_L2, 3) > THICK * SCALE
    far = cv2.distanceTransform(np.asarray(~thick, np.uint8), cv2.DIST_L2, 3)
    return np.asarray(np.where(thick.any(), far - THICK * SCALE, np.inf), np.float32)


def beside_something(far: Floats, plan: BoardPlan) -> frozenset[str]:
    """Spots under what is so far away, or beside it."""
    near = BESIDE * SCALE
    return frozenset(
        spot.name for spot in plan.spots if float(far[Frame.around(spot.x, spot.y, spot.size / 2)].min()) < near
    )


def doubt(
    evidence: Evidence,
    blind: NDArray[np.bool_],
    hidden: NDArray[np.bool_],
    spot: Spot,
    looks: Mapping[Piece, Look],
    taken: bool,
    eye: Points,
) -> str:
    """Why nothing can be said of a space; empty: it can be seen."""
    form = min((look.form for look in looks.values()), key=lambda form: form.foot)
    half = spot.size / 2
    across = slice(round(Frame.px(spot.x - half)) + 1, round(Frame.px(spot.x + half)))
    down = slice(round(Frame.px(spot.y - half)) + 1, round(Frame.px(spot.y + half)))
    if float(blind[down, across].mean()) > STRANGE:
        return GLARE
    open_ = evidence.open[down, across]
    if float((evidence.strange[down, across] * open_).mean()) > STRANGE:
        return COVERED
    if _solid(evidence.strange[down, across] * open_) > LEFT_OVER * form.area:
        return COVERED
    for piece, look in looks.items():
        if _solid(np.maximum(evidence.of[piece][down, across], 0) * open_) > LEFT_OVER * look.form.area:
            return DOUBTFUL
        perhaps = np.asarray((evidence.of[piece][down, across] > PERHAPS) * open_, np.float32)
        if evidence.shaded and not taken and _solid(perhaps) > MUCH * look.form.area:
            return DOUBTFUL  # a shadow, or a piece that is coloured as the board in shadow
    if taken:
        return ""
    places = ((0.0, 0.0), (AWAY, 0.0), (-AWAY, 0.0), (0.0, AWAY), (0.0, -AWAY))
    out_of_sight = sum(_hidden(hidden, form, spot.x + x, spot.y + y, eye) > HIDDEN for x, y in places)
    return BEHIND if 2 * out_of_sight > len(places) else ""


def shows(evidence: Evidence, spot: Spot, piece: Piece, looks: Mapping[Piece, Look]) -> bool:
    """Whether something of a piece shows on a spot where it was not found."""
    where = Frame.around(spot.x, spot.y, spot.size / 2)
    own = np.maximum(evidence.of[piece][where], 0) * evidence.open[where]
    return _solid(own) > A_LITTLE * looks[piece].form.area


def spills(evidence: Evidence, one: Found, looks: Mapping[Piece, Look], eye: Points) -> float:
    """Share, 0..1, of what is around a piece that has its colour and belongs to no piece which was found."""
    cover, form = evidence.covered, looks[one.piece].form
    where = Frame.around(one.x, one.y, form.foot + form.high + RING_MM)
    own = form.cover(one.x, one.y, eye, cover.shape)[where]
    ring = (cv2.dilate(own, RING[1]) > 0) & (cv2.dilate(own, RING[0]) == 0)
    if not ring.any():
        return 0.0
    return float((np.maximum(evidence.of[one.piece][where], 0) * evidence.open[where])[ring].mean())


def _solid(share: Floats) -> float:
    """How many pixels show it, those apart that are the blurred edge of a piece."""
    return float(cv2.morphologyEx(share, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).sum())


def _hidden(hidden: NDArray[np.bool_], form: Form, x: float, y: float, eye: Points) -> float:
    """Which part of a piece that stood there would be out of sight."""
    points = form.pixels(x, y, eye)
    low, high = points.min(axis=0), points.max(axis=0) + 1
    low = np.maximum(low, 0)
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, points - low, (1,), cv2.LINE_8)
    cut = hidden[low[1] : high[1], low[0] : high[0]]
    mask = mask[: cut.shape[0], : cut.shape[1]]
    return float(cut[mask > 0].mean()) if mask.any() else 1.0
