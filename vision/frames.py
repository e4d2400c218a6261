"""Stage 2a: where faces could lie.

The law of this file: only the spots' places, sizes and grey levels are asked, not the picture. Any two, three or four
spots that could be the pips of one face make a frame; whether the picture agrees is the next stage's question (faces).

A frame is a centre and two vectors u and v: the corner pips of a 4 lie at centre ± u ± v.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.pips import Spots

Vector = NDArray[np.float64]
Found = tuple[NDArray[np.intp], Vector, Vector, Vector]
"""Groups (n, 4) of spots, and centre, u and v (n, 2) of each."""

PITCH: Final = (3.1, 9.0)
"""Distance of two corner pips along an edge, in pip radii: 3.6 to 6.6 on most dice; slant and small pips go beyond."""
MIN_SQUARE: Final = 0.52
"""Shorter to longer edge of the pip square, and sine of its angle: a face turned away by 50 degrees or so."""
MIN_TILT: Final = 0.42
"""Flattest frame: 0.6, the cosine of the steepest view, times 0.7 for a 6 whose rows lie close by themselves."""
STRAIGHT: Final = 0.26
"""How far the middle pip of a 3 may lie from the middle, in half diagonals, and the sine of the bend there."""
ALIKE_RADIUS: Final = 0.6
"""Smaller to larger radius of two pips of one face."""
ALIKE_CONTRAST: Final = 0.35
"""Lower to higher contrast of two pips of one face: a lamp mirrored in one takes half of it."""
ALIKE_ASPECT: Final = 0.7
"""Flatter to rounder of two pips of one face: a pip of the top and one of a side make no 2."""
MAX_NEAR: Final = 14
"""Nearest spots that may share a face with a spot: its own five, and as many on the sides and on dice beside it."""
UNSEEN, NONE = -1, -2
"""Instead of a spot: a corner that is not seen, and that a group has no more spots."""


@dataclass(frozen=True)
class Frame:
    """Where a face would lie if these spots were its pips."""

    group: tuple[int, ...]
    """Indices into the spots: two or three of a diagonal, or four corners, of which the last may be unseen (-1)."""
    centre: Vector
    u: Vector
    v: Vector


def find_frames(spots: Spots) -> list[Frame]:
    """All frames that the spots allow, each group once."""
    near, there = _near(spots)
    steps = spots.xy[near] - spots.xy[:, None]
    kinds = (_pairs(spots, near, there, steps), _lines(spots, near, there, steps), _squares(spots, near, there, steps))
    groups, centres, u, v = (np.concatenate(parts) for parts in zip(*kinds, strict=True))
    # By first spot, and of one the pairs, the lines, the squares: of a group found twice the first is taken.
    order = np.argsort(groups[:, 0], kind="stable")
    order = order[_flatnesses(u[order], v[order]) > MIN_TILT]
    frames: dict[tuple[int, ...], Frame] = {}
    for index, members in zip(order.tolist(), groups[order].tolist(), strict=True):
        group = tuple(spot for spot in members if spot > NONE)
        # A square with an unseen corner is another one from each of its corners.
        key = group if UNSEEN in group else tuple(sorted(group))
        if key not in frames:
            frames[key] = Frame(group, centres[index], u[index], v[index])
    return list(frames.values())


def flatness(u: Vector, v: Vector) -> float:
    """Ratio of the singular values of (u, v): 1 for a square, the cosine of the tilt for a tilted one."""
    ux, uy, vx, vy = float(u[0]), float(u[1]), float(v[0]), float(v[1])
    half_sum = (ux * ux + uy * uy + vx * vx + vy * vy) / 2
    spread = max(half_sum**2 - (ux * vy - uy * vx) ** 2, 0.0) ** 0.5
    return float((max(half_sum - spread, 0.0) / (half_sum + spread)) ** 0.5)


def _linked(spots: Spots) -> NDArray[np.bool_]:
    """Which two spots may be pips of one face: alike in sign, size, and body, and near enough."""
    gap = np.linalg.norm(spots.xy[:, None] - spots.xy[None], axis=2)
    small = np.minimum(spots.radius[:, None], spots.radius[None])
    large = np.maximum(spots.radius[:, None], spots.radius[None])
    contrast = np.abs(spots.around - spots.inside)
    lower = np.minimum(contrast[:, None], contrast[None])
    higher = np.maximum(contrast[:, None], contrast[None])
    alike = (spots.sign[:, None] == spots.sign[None]) & (small > ALIKE_RADIUS * large)
    alike &= np.abs(spots.around[:, None] - spots.around[None]) < 0.45 * lower + 10
    alike &= lower > ALIKE_CONTRAST * higher
    flatter = np.minimum(spots.aspect[:, None], spots.aspect[None])
    alike &= flatter > ALIKE_ASPECT * np.maximum(spots.aspect[:, None], spots.aspect[None])
    return np.asarray(alike & (gap > 1.9 * large) & (gap < PITCH[1] * 1.42 * large), np.bool_)


def _near(spots: Spots) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The nearest spots that may share a face with each, (n, MAX_NEAR), and which of them there are."""
    gaps = np.linalg.norm(spots.xy[:, None] - spots.xy[None], axis=2)
    gaps[~_linked(spots)] = np.inf
    near = np.argsort(gaps, axis=1)[:, :MAX_NEAR]
    return near, np.isfinite(np.take_along_axis(gaps, near, axis=1))


def _pairs(spots: Spots, near: NDArray[np.intp], there: NDArray[np.bool_], steps: Vector) -> Found:
    """The diagonals of a 2."""
    # 1.28 rather than the diagonal's 1.41: the pips of a 2 lie closer on some dice.
    long = np.hypot(steps[..., 0], steps[..., 1]) > PITCH[0] * 1.28 * spots.radius[:, None]
    first, at = np.nonzero(there & long & (near > np.arange(len(spots))[:, None]))
    half = steps[first, at] / 2
    return _groups(first, near[first, at]), spots.xy[first] + half, *_square_on(half)


def _lines(spots: Spots, near: NDArray[np.intp], there: NDArray[np.bool_], steps: Vector) -> Found:
    """The diagonals of a 3 around its middle pip, each spot in turn."""
    lengths, i, j, both, sine = _two_of(there, steps)
    longer = np.maximum(lengths[:, i], lengths[:, j])
    low, high = (limit * 0.71 * spots.radius[:, None] for limit in PITCH)
    bend = steps[:, i] + steps[:, j]
    straight = (np.abs(sine) < STRAIGHT) & (np.hypot(bend[..., 0], bend[..., 1]) < STRAIGHT * longer)
    first, pair = np.nonzero(both & straight & (longer > low) & (longer < high))
    one, other = near[first, i[pair]], near[first, j[pair]]
    half_diagonal = (steps[first, i[pair]] - steps[first, j[pair]]) / 2
    centres = (spots.xy[first] + spots.xy[one] + spots.xy[other]) / 3
    return _groups(first, one, other), centres, *_square_on(half_diagonal)


def _squares(spots: Spots, near: NDArray[np.intp], there: NDArray[np.bool_], steps: Vector) -> Found:
    """The squares of a 4, 5 or 6 with a corner at each spot, the far corner seen or unseen."""
    xy, radius = spots.xy, spots.radius[:, None]
    lengths, i, j, both, sine = _two_of(there, steps)
    shorter, pitch = np.minimum(lengths[:, i], lengths[:, j]), np.sqrt(lengths[:, i] * lengths[:, j])
    square = (shorter > MIN_SQUARE * np.maximum(lengths[:, i], lengths[:, j])) & (np.abs(sine) > MIN_SQUARE)
    first, pair = np.nonzero(both & square & (pitch > PITCH[0] * radius) & (pitch < PITCH[1] * radius))
    along, across = steps[first, i[pair]], steps[first, j[pair]]
    gaps = np.linalg.norm(steps[first] - (along + across)[:, None], axis=2)
    gaps[~there[first]] = np.inf
    nearest = gaps.argmin(axis=1) if len(gaps) else np.zeros(0, np.intp)
    gap = np.take_along_axis(gaps, nearest[:, None], axis=1)[:, 0] / shorter[first, pair]
    a, b, c = near[first, i[pair]], near[first, j[pair]], near[first, nearest]
    seen = gap < 0.2
    # The far corner may have drowned in glare: the picture itself is asked for it later.
    kept = seen | (gap > 0.4)
    corner = np.where(seen, c, UNSEEN)
    known = seen[:, None]
    centres = np.where(known, (xy[first] + xy[a] + xy[b] + xy[c]) / 4, xy[first] + (along + across) / 2)
    u = np.where(known, (xy[a] - xy[first] + xy[c] - xy[b]) / 4, along / 2)
    v = np.where(known, (xy[b] - xy[first] + xy[c] - xy[a]) / 4, across / 2)
    return _groups(first, a, b, corner)[kept], centres[kept], u[kept], v[kept]


def _groups(*members: NDArray[np.intp]) -> NDArray[np.intp]:
    """(n, 4), filled up where there are fewer."""
    groups = np.full((len(members[0]), 4), NONE, np.intp)
    groups[:, : len(members)] = np.stack(members, axis=1)
    return groups


def _two_of(
    there: NDArray[np.bool_], steps: Vector
) -> tuple[Vector, NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_], Vector]:
    """Lengths of the steps to the neighbours, all pairs (i, j) of these, which there are, and the sine between them."""
    lengths = np.hypot(steps[..., 0], steps[..., 1])
    i, j = np.triu_indices(steps.shape[1], 1)
    cross = steps[:, i, 0] * steps[:, j, 1] - steps[:, i, 1] * steps[:, j, 0]
    sine = cross / np.maximum(lengths[:, i] * lengths[:, j], 1e-9)
    return lengths, i, j, there[:, i] & there[:, j], sine


def _square_on(half_diagonals: Vector) -> tuple[Vector, Vector]:
    """u and v (n, 2) of the squares that have these half diagonals."""
    x, y = half_diagonals[:, 0], half_diagonals[:, 1]
    return np.stack([x + y, y - x], axis=1) / 2, np.stack([x - y, x + y], axis=1) / 2


def _flatnesses(u: Vector, v: Vector) -> Vector:
    """`flatness` of many, (n, 2) each."""
    half_sum = ((u * u).sum(axis=1) + (v * v).sum(axis=1)) / 2
    spread = np.sqrt(np.maximum(half_sum**2 - (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) ** 2, 0.0))
    return np.asarray(np.sqrt(np.maximum(half_sum - spread, 0.0) / (half_sum + spread)), np.float64)
