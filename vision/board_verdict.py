"""What is said of each spot of a board: its pieces, or that it cannot be seen.

The law of this file: a doubt is told as a doubt. A piece that is half made out, a colour that no piece explains, a
hand, a lamp in the print or a cone in front: of such a spot nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, Expected, Piece, Spot
from companion.language import later
from vision.board_colours import is_sure
from vision.board_flat import SCALE, Flat, Frame
from vision.board_looks import Form, Look
from vision.board_pieces import Evidence, Found
from vision.board_tiles import BACK

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

HARDLY: Final = 0.4
"""Share of the spots that cannot be seen from which on nothing is said of any."""
TOUCHING: Final = 0.6
"""Of their radii together two feet are apart at least."""
SURE: Final = 0.42
"""Share of its outline that a piece shows at least."""
BETWEEN: Final = 2.5
"""mm by which a foot must be nearer to its space than to the next one."""
CLEAR: Final = 0.65
"""Share of it that one shows whose foot is beside all spaces, and that may be meant to stand on one."""
LEFT_OVER: Final = 0.3
"""Part of a piece's area that may show its colour, or a colour that nothing has, without a piece."""
A_LITTLE: Final = 0.08
"""The same of a piece that should stand there and was not found."""
STRANGE: Final = 0.3
"""Share of a space that may look like nothing that is known."""
HIDDEN: Final = 0.6
"""Share of a piece's outline that must be out of sight for a piece to be overlooked."""
AWAY: Final = 3.0
"""mm from the middle of a space at which pieces are imagined too: three of five places hidden is hidden."""

NESTS: Final = 0.6
"""Top by foot of a form below which pieces are cones, of which one is put over another."""
NESTED: Final = 0.35
"""How much of its height a cone is then lifted."""
SHOWS: Final = 0.12
"""The side of a lower piece must be so large, in parts of the upper one's area, to be looked for."""
SIDE: Final = 0.2
"""Share of that side that must have its colour."""

GREY: Final = 0.5
"""Logarithm by which the channels of a pale piece differ at most."""
PALE_FROM: Final = -1.3
"""Logarithm that the brightest of them has at least: a white piece, half of it in its own shadow."""
UNEVEN: Final = 0.2
"""Logarithm by which the brightest of a bare space is brighter than the darkest, from which on it may be a piece."""
FEWEST: Final = 200
"""Pixels of a space that must be seen for that."""
THICK: Final = 11.5
"""Half the width, in mm, from which on what lies on the board is no piece: two beside each other have less."""
BESIDE: Final = 12.0
"""mm beside it where its shadow, and the blur of its edge, still mislead."""
LINE_PX: Final = 9
"""Pixels over which its parts are joined: a line between spaces, from which nothing is told."""

GLARE: Final = later("a lamp is mirrored in the board, or a part is outside the photo: photograph it from another side")
COVERED: Final = later("something covers a part of the board: take it away and photograph it again")
BEHIND: Final = later("pieces stand before others: photograph the board from higher up, or look yourself")
UPON: Final = later("pieces may lie upon each other: look yourself, or photograph the board from where you sit")
PALE: Final = later("a piece of the paper's colour is not seen where it should stand: look yourself")
UNTOLD: Final = later("some tiles cannot be told: look yourself, or photograph the board nearer and in better light")
DOUBTFUL: Final = later("some pieces cannot be made out: look yourself, or photograph them in better light")


@dataclass(frozen=True)
class Said:
    """Of one spot."""

    pieces: tuple[Piece, ...] | None
    why: str = ""
    """One of the sentences above, where nothing is said."""


def judge(
    evidence: Evidence,
    found: Sequence[Found],
    flat: Flat,
    plan: BoardPlan,
    expected: Expected,
    looks: Mapping[Piece, Look],
    eye: Points,
    tiles: Mapping[str, Piece | None],
) -> dict[str, Said]:
    """Of each spot of the plan. What is expected is only asked where a piece may lie under another."""
    stands: dict[str, list[Piece]] = {spot.name: [] for spot in plan.spots}
    tops: dict[str, list[Found]] = {spot.name: [] for spot in plan.spots}
    doubts: dict[str, str] = {}
    for one in found:
        near = sorted(plan.spots, key=lambda spot: _off(spot, one))[:2]
        first, second = near[0], near[-1]
        if one.score < SURE or not is_sure(flat, one, looks, eye):
            doubts.setdefault(first.name, DOUBTFUL)
        elif _off(first, one) > first.size / 2:
            if one.score > CLEAR:  # else it is nobody's piece, or a shadow on the sign
                doubts.setdefault(first.name, DOUBTFUL)
        elif len(near) > 1 and _off(second, one) - _off(first, one) < BETWEEN:
            doubts.setdefault(first.name, DOUBTFUL)
            doubts.setdefault(second.name, DOUBTFUL)
        else:
            stands[first.name].append(one.piece)
            tops[first.name].append(one)
    for name, above in tops.items():
        should = Counter(piece for piece in expected.get(name, ()) if piece.kind != TILE)
        under = should - Counter(stands[name])
        fewer = above and under and not Counter(stands[name]) - should
        if fewer and _may_lie_under(evidence, above, list(under.elements()), looks, eye):
            doubts.setdefault(name, UPON)
        if any(_in_each_other(one, other, looks) for one, other in combinations(above, 2)):
            doubts.setdefault(name, DOUBTFUL)  # one of them is the other's shadow, or lies on it
        if len(set(stands[name])) < len(stands[name]):
            doubts.setdefault(name, DOUBTFUL)  # no seat has two tokens in a column: one piece in two parts
    for name in _perhaps_pale(flat, evidence, stands, plan, expected, looks):
        doubts.setdefault(name, PALE)
    blind = ~flat.shown | flat.clipped
    covered = _under_something(evidence, plan)
    hidden = blind | evidence.covered
    said = {}
    for spot in plan.spots:
        missing = Counter(expected.get(spot.name, ())) - Counter(stands[spot.name])
        tile = tiles.get(spot.name)
        if any(piece in looks and _shows(evidence, spot, piece, looks) for piece in missing):
            doubts.setdefault(spot.name, DOUBTFUL)
        if tile and tile.look != BACK and Counter(stands[spot.name]) - Counter(expected.get(spot.name, ())):
            doubts.setdefault(spot.name, UNTOLD)  # what is drawn on a face may look like a piece
        why = COVERED if spot.name in covered else doubts.get(spot.name)
        why = why or _doubt(evidence, blind, hidden, spot, looks, bool(stands[spot.name]), eye)
        if not why and spot.tile and spot.name not in tiles:
            why = UNTOLD
        lies = [*stands[spot.name], *([tile] if tile else [])]
        said[spot.name] = Said(None, why) if why else Said(tuple(sorted(lies)))
    unseen = [one.why for one in said.values() if one.why]
    if len(unseen) > HARDLY * len(said):  # so bad a photo says nothing of the rest either
        return {name: one if one.why else Said(None, unseen[0]) for name, one in said.items()}
    return said


def _in_each_other(one: Found, other: Found, looks: Mapping[Piece, Look]) -> bool:
    """Whether two pieces would have to stand in the same place."""
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    return apart < TOUCHING * (looks[one.piece].form.foot + looks[other.piece].form.foot)


def _may_lie_under(
    evidence: Evidence, above: Sequence[Found], missing: Sequence[Piece], looks: Mapping[Piece, Look], eye: Points
) -> bool:
    """Whether a missing piece may lie under another one: its side shows, or no side would."""
    for one in above:
        form = looks[one.piece].form
        lifted = form.high if form.top > NESTS * form.foot else form.high * NESTED
        slope = float(np.hypot(one.x - eye[0], one.y - eye[1])) / -float(eye[2])
        side = 2 * form.foot * lifted * slope * SCALE**2
        if side < SHOWS * form.area:
            return True
        reach = form.foot + lifted * slope + 1
        for piece in missing:
            if float(np.maximum(_cut(evidence.of[piece], one.x, one.y, reach), 0).sum()) > SIDE * side:
                return True
    return False


def _cut(whole: Floats, x: float, y: float, reach: float) -> Floats:
    """What lies within so many mm of a point."""
    across = slice(max(0, round(Frame.px(x - reach))), round(Frame.px(x + reach)) + 1)
    return whole[max(0, round(Frame.px(y - reach))) : round(Frame.px(y + reach)) + 1, across]


def _perhaps_pale(
    flat: Flat,
    evidence: Evidence,
    stands: Mapping[str, Sequence[Piece]],
    plan: BoardPlan,
    expected: Expected,
    looks: Mapping[Piece, Look],
) -> Iterator[str]:
    """Bare spots on which a pale piece may stand that was not found: it is no other colour than paper, but not even."""
    pale = {
        piece for piece, look in looks.items() if float(np.ptp(look.mean)) < GREY and float(look.mean.max()) > PALE_FROM
    }
    should = Counter(piece for pieces in expected.values() for piece in pieces if piece in pale)
    if not should - Counter(piece for pieces in stands.values() for piece in pieces):
        return
    bright = np.asarray(flat.colour.mean(axis=2), np.float32)
    uneven = {}
    for spot in plan.spots:
        here = _cut(evidence.open, spot.x, spot.y, spot.size / 2) > 0
        values = _cut(bright, spot.x, spot.y, spot.size / 2)[here]
        if len(values) > FEWEST and not stands[spot.name]:
            uneven[spot.name] = float(np.subtract(*np.quantile(values, (0.97, 0.03))))
    if uneven:
        usual = float(np.median(list(uneven.values())))
        yield from (name for name, much in uneven.items() if much > max(UNEVEN, 2 * usual))


def _under_something(evidence: Evidence, plan: BoardPlan) -> frozenset[str]:
    """Spots under or beside something larger than any piece: an arm, a cup."""
    other = np.asarray(evidence.known & (evidence.board < 0.5), np.uint8)
    other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((LINE_PX, LINE_PX), np.uint8)), np.uint8)
    thick = cv2.distanceTransform(other, cv2.DIST_L2, 3) > THICK * SCALE
    if not thick.any():
        return frozenset()
    far = np.asarray(cv2.distanceTransform(np.asarray(~thick, np.uint8), cv2.DIST_L2, 3), np.float32)
    near = (THICK + BESIDE) * SCALE
    return frozenset(spot.name for spot in plan.spots if float(_cut(far, spot.x, spot.y, spot.size / 2).min()) < near)


def _off(spot: Spot, one: Found) -> float:
    return max(abs(one.x - spot.x), abs(one.y - spot.y))


def _doubt(
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
    if taken:
        return ""
    places = ((0.0, 0.0), (AWAY, 0.0), (-AWAY, 0.0), (0.0, AWAY), (0.0, -AWAY))
    out_of_sight = sum(_hidden(hidden, form, spot.x + x, spot.y + y, eye) > HIDDEN for x, y in places)
    return BEHIND if 2 * out_of_sight > len(places) else ""


def _shows(evidence: Evidence, spot: Spot, piece: Piece, looks: Mapping[Piece, Look]) -> bool:
    """Whether something of a piece shows on a spot where it was not found."""
    half = spot.size / 2
    own = np.maximum(_cut(evidence.of[piece], spot.x, spot.y, half), 0) * _cut(evidence.open, spot.x, spot.y, half)
    return _solid(own) > A_LITTLE * looks[piece].form.area


def _solid(share: Floats) -> float:
    """How many pixels show it, those apart that are the blurred edge of a piece."""
    return float(cv2.morphologyEx(share, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).sum())


def _hidden(hidden: NDArray[np.bool_], form: Form, x: float, y: float, eye: Points) -> float:
    """Which part of a piece that stood there would be out of sight."""
    points = (form.outline(x, y, eye) * SCALE + Frame.px(0)).round().astype(np.int32)
    low, high = points.min(axis=0), points.max(axis=0) + 1
    low = np.maximum(low, 0)
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, points - low, (1,), cv2.LINE_8)
    cut = hidden[low[1] : high[1], low[0] : high[0]]
    mask = mask[: cut.shape[0], : cut.shape[1]]
    return float(cut[mask > 0].mean()) if mask.any() else 1.0
