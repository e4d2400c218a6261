"""What is said of each spot of a board: its pieces, or that it cannot be seen.

The law of this file: a doubt is told as a doubt. Of a spot with a piece that is half made out, or that may be another's
shadow or lie under it, nothing is said. What else hides a spot is told by `vision.boards.doubts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, Expected, Piece, Spot
from companion.language import later
from vision.boards.colours import is_sure
from vision.boards.doubts import COVERED, DOUBTFUL, GLARE, doubt, perhaps_pale, shows, under_something
from vision.boards.flat import SCALE, Flat, Frame
from vision.boards.looks import Look
from vision.boards.pieces import Evidence, Found
from vision.boards.said import Said, unless_hardly_seen
from vision.tiles.faces import BACK

Points = NDArray[np.float64]

TOUCHING: Final = 0.6
"""Of their radii together two feet are apart at least."""
SURE: Final = 0.42
"""Share of its outline that a piece shows at least."""
SURER: Final = 0.58
"""The same of one that should not stand there, among tiles: the head of a pawn behind may look like its foot."""
BETWEEN: Final = 2.5
"""mm by which a foot must be nearer to its space than to the next one."""
CLEAR: Final = (0.65, 0.45)
"""Share of it that one shows whose foot is beside all spaces, and that may be meant to stand on one, or on a tile: it
is seen from there as if it stood farther away."""
NESTS: Final = 0.6
"""Top by foot of a form below which pieces are cones, of which one is put over another."""
NESTED: Final = 0.35
"""How much of its height a cone is then lifted."""
SHOWS: Final = 0.12
"""The side of a lower piece must be so large, in parts of the upper one's area, to be looked for."""
SIDE: Final = 0.2
"""Share of that side that must have its colour."""

UPON: Final = later("pieces may lie upon each other: look yourself, or photograph the board from where you sit")
PALE: Final = later("a piece of the paper's colour is not seen where it should stand: look yourself")
UNTOLD: Final = later("some tiles cannot be told: look yourself, or photograph the board nearer and in better light")


def judge(
    evidence: Evidence,
    found: Sequence[Found],
    flat: Flat,
    plan: BoardPlan,
    expected: Expected,
    looks: Mapping[Piece, Look],
    eye: Points,
    tiles: Mapping[str, Piece | None],
    lamp: frozenset[str],
) -> dict[str, Said]:
    """Of each spot of the plan. What is expected is only asked where a piece may lie under another.

    Args:
        lamp: spots where one is mirrored, whatever is seen there.
    """
    stands: dict[str, list[Piece]] = {spot.name: [] for spot in plan.spots}
    tops: dict[str, list[Found]] = {spot.name: [] for spot in plan.spots}
    doubts: dict[str, str] = {}
    for one in found:
        near = sorted(plan.spots, key=lambda spot: _off(spot, one))[:2]
        first, second = near[0], near[-1]
        surprising = first.tile > 0 and one.piece not in expected.get(first.name, ())
        if one.score < (SURER if surprising else SURE) or not is_sure(flat, one, looks, eye):
            doubts.setdefault(first.name, DOUBTFUL)
        elif _off(first, one) > first.size / 2:
            if one.score > CLEAR[first.tile > 0]:  # else it is nobody's piece, or a shadow on the sign
                doubts.setdefault(first.name, DOUBTFUL)
        elif len(near) > 1 and _off(second, one) - _off(first, one) < BETWEEN:
            doubts.setdefault(first.name, DOUBTFUL)
            doubts.setdefault(second.name, DOUBTFUL)
        else:
            stands[first.name].append(one.piece)
            tops[first.name].append(one)
    tiled = {name for name, tile in tiles.items() if tile}
    for name, above in tops.items():
        should = Counter(piece for piece in expected.get(name, ()) if piece.kind != TILE)
        under = should - Counter(stands[name])
        others = Counter(stands[name]) - should
        asked = above and under and (not others or name in tiled)
        if asked and _may_lie_under(evidence, above, list(under.elements()), looks, eye, not others):
            doubts.setdefault(name, UPON)
        if any(_in_each_other(one, other, looks) for one, other in combinations(above, 2)):
            doubts.setdefault(name, DOUBTFUL)  # one of them is the other's shadow, or lies on it
        if len(set(stands[name])) < len(stands[name]):
            doubts.setdefault(name, DOUBTFUL)  # no seat has two tokens in a column: one piece in two parts
    for name in perhaps_pale(flat, evidence, stands, plan, expected, looks, tiled):
        doubts.setdefault(name, PALE)
    if evidence.shaded:
        for name in _too_many(stands, expected):
            doubts.setdefault(name, DOUBTFUL)
    blind = ~flat.usable
    covered = under_something(evidence, plan)
    hidden = blind | evidence.covered
    said = {}
    for spot in plan.spots:
        missing = Counter(expected.get(spot.name, ())) - Counter(stands[spot.name])
        tile = tiles.get(spot.name)
        if any(piece in looks and shows(evidence, spot, piece, looks) for piece in missing):
            doubts.setdefault(spot.name, DOUBTFUL)
        if tile and tile.look != BACK and Counter(stands[spot.name]) - Counter(expected.get(spot.name, ())):
            doubts.setdefault(spot.name, UNTOLD)  # what is drawn on a face may look like a piece
        why = COVERED if spot.name in covered else GLARE if spot.name in lamp else doubts.get(spot.name)
        why = why or doubt(evidence, blind, hidden, spot, looks, bool(stands[spot.name]), eye)
        if not why and spot.tile and spot.name not in tiles:
            why = UNTOLD
        lies = [*stands[spot.name], *([tile] if tile else [])]
        said[spot.name] = Said(None, why) if why else Said(tuple(sorted(lies)))
    return unless_hardly_seen(said)


def _too_many(stands: Mapping[str, Sequence[Piece]], expected: Expected) -> Iterator[str]:
    """Spots with a piece that should not be there, of which more than one too many were found: light looks so, people
    do not stand them there."""
    should = Counter(piece for pieces in expected.values() for piece in pieces)
    are = Counter(piece for pieces in stands.values() for piece in pieces)
    doubtful = {piece for piece, count in are.items() if count > should[piece] + 1}
    for name, pieces in stands.items():
        if doubtful & set(Counter(pieces) - Counter(expected.get(name, ()))):
            yield name


def _in_each_other(one: Found, other: Found, looks: Mapping[Piece, Look]) -> bool:
    """Whether two pieces would have to stand in the same place."""
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    return apart < TOUCHING * (looks[one.piece].form.foot + looks[other.piece].form.foot)


def _may_lie_under(
    evidence: Evidence,
    above: Sequence[Found],
    missing: Sequence[Piece],
    looks: Mapping[Piece, Look],
    eye: Points,
    unseen: bool,
) -> bool:
    """Whether a missing piece may lie under another one: its side shows, or (`unseen`) no side would."""
    for one in above:
        form = looks[one.piece].form
        lifted = form.high if form.top > NESTS * form.foot else form.high * NESTED
        slope = float(np.hypot(one.x - eye[0], one.y - eye[1])) / -float(eye[2])
        side = 2 * form.foot * lifted * slope * SCALE**2
        if side < SHOWS * form.area:
            return True
        reach = form.foot + lifted * slope + 1
        around = Frame.around(one.x, one.y, reach)
        if (
            unseen
            and float(((1 - evidence.board[around]) * evidence.open[around] * evidence.tiled[around]).sum())
            > SIDE * side
        ):
            return True  # a thin edge: on a tile its colour is not told
        for piece in missing:
            if float(np.maximum(evidence.of[piece][around], 0).sum()) > SIDE * side:
                return True
    return False


def _off(spot: Spot, one: Found) -> float:
    return max(abs(one.x - spot.x), abs(one.y - spot.y))
