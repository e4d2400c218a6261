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

from companion.board import RUNNER, TILE, BoardPlan, Expected, Piece, Spot
from companion.language import later
from vision.boards.colours import is_sure
from vision.boards.doubts import COVERED, DOUBTFUL, GLARE, doubt, perhaps_pale, shows, spills
from vision.boards.flat import Flat
from vision.boards.looks import Look
from vision.boards.pieces import Evidence, Found
from vision.boards.said import Said, unless_hardly_seen
from vision.boards.upon import another_shows, may_lie_under, seem_elsewhere
from vision.tiles.faces import BACK

Points = NDArray[np.float64]

TOUCHING: Final = 0.6
"""Of their radii together two feet are apart at least."""
SURE: Final = 0.42
"""Share of its outline that a piece shows at least."""
RATHER: Final = 0.5
"""The same of one that should not stand there,"""
SURER: Final = 0.58
"""and then of a white one, as gloss looks, and among tiles: the head of a pawn behind may look like its foot."""
CLOSE: Final = (2.5, 3.5)
"""Logarithm of likelihoods by which a piece must be of its colour rather than of any other, and one that should not
stand there."""
SPILT: Final = (0.1, 0.05)
"""Share of what is around an outline that may have its colour too, and of one that should not stand there: a lamp's
gloss on another piece has another form."""
BETWEEN: Final = 2.5
"""mm by which a foot must be nearer to its space than to the next one."""
CLEAR: Final = (0.65, 0.45)
"""Share of it that one shows whose foot is beside all spaces, and that may be meant to stand on one, or on a tile: it
is seen from there as if it stood farther away."""
TWINS: Final = (0.6, 0.8)
"""Share of its outline that each of two of one colour on a spot shows at least, and how far apart in their radii
together their feet then are: else they are one piece in two parts."""

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
    covered: frozenset[str],
) -> dict[str, Said]:
    """Of each spot of the plan. What is expected is only asked where a piece may lie under another.

    Args:
        lamp: spots where one is mirrored, whatever is seen there.
        covered: those under or beside something larger than any piece.
    """
    stands: dict[str, list[Piece]] = {spot.name: [] for spot in plan.spots}
    tops: dict[str, list[Found]] = {spot.name: [] for spot in plan.spots}
    doubts: dict[str, str] = {}
    for one in found:
        near = sorted(plan.spots, key=lambda spot: _off(spot, one))[:2]
        first, second = near[0], near[-1]
        surprising = one.piece not in expected.get(first.name, ())
        sure = (SURER if first.tile > 0 or one.piece.kind == RUNNER else RATHER) if surprising else SURE
        close = CLOSE[surprising and not first.tile]
        spilt = not (first.tile or evidence.shaded) and spills(evidence, one, looks, eye) > SPILT[surprising]
        between = len(near) > 1 and _off(second, one) - _off(first, one) < BETWEEN
        if one.score < sure or spilt or not is_sure(flat, one, looks, eye, close):
            doubts.setdefault(first.name, DOUBTFUL)
            if between or one.piece in expected.get(second.name, ()):
                doubts.setdefault(second.name, DOUBTFUL)
        elif _off(first, one) > first.size / 2:
            if one.score > CLEAR[first.tile > 0]:  # else it is nobody's piece, or a shadow on the sign
                doubts.setdefault(first.name, DOUBTFUL)
        elif between:
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
        asked = above and under and (len(above) < should.total() or name in tiled)
        if asked and may_lie_under(evidence, above, list(under.elements()), looks, eye, not others):
            doubts.setdefault(name, UPON)
        if any(_in_each_other(one, other, looks) for one, other in combinations(above, 2)):
            doubts.setdefault(name, DOUBTFUL)  # one of them is the other's shadow, or lies on it
        if not _all_different(above, looks):
            doubts.setdefault(name, DOUBTFUL)
        if not tiled and any(another_shows(evidence, one, looks, eye) for one in above):
            doubts.setdefault(name, UPON)
    for pair in seem_elsewhere(found, tops, expected, looks, eye):
        for name in pair:
            doubts.setdefault(name, UPON)
    for name in perhaps_pale(flat, evidence, stands, plan, expected, looks, tiled):
        doubts.setdefault(name, PALE)
    if evidence.shaded:
        for name in _too_many(stands, expected):
            doubts.setdefault(name, DOUBTFUL)
    blind = ~flat.usable
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
    return unless_hardly_seen(said, covered=covered)


def _too_many(stands: Mapping[str, Sequence[Piece]], expected: Expected) -> Iterator[str]:
    """Spots with a piece that should not be there, of which more than one too many were found: light looks so, people
    do not stand them there."""
    should = Counter(piece for pieces in expected.values() for piece in pieces)
    are = Counter(piece for pieces in stands.values() for piece in pieces)
    doubtful = {piece for piece, count in are.items() if count > should[piece] + 1}
    for name, pieces in stands.items():
        if doubtful & set(Counter(pieces) - Counter(expected.get(name, ()))):
            yield name


def _all_different(stand: Sequence[Found], looks: Mapping[Piece, Look]) -> bool:
    """Whether no two of them are perhaps one piece in two parts: no seat has two tokens in a column. But two that are
    alone on a spot may well be two."""
    twins = [(one, other) for one, other in combinations(stand, 2) if one.piece == other.piece]
    return not twins or (
        len(stand) == 2
        and min(one.score for one in stand) > TWINS[0]
        and not _in_each_other(stand[0], stand[1], looks, TWINS[1])
    )


def _in_each_other(one: Found, other: Found, looks: Mapping[Piece, Look], touching: float = TOUCHING) -> bool:
    """Whether two pieces would have to stand in the same place."""
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    return apart < touching * (looks[one.piece].form.foot + looks[other.piece].form.foot)


def _off(spot: Spot, one: Found) -> float:
    return max(abs(one.x - spot.x), abs(one.y - spot.y))
