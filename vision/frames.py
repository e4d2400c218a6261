"""Stage 2a: where faces could lie.

The law of this file: only the spots' places, sizes and grey levels are asked, not the picture. Any two, three or four
spots that could be the pips of one face make a frame; whether the picture agrees is the next stage's question (faces).

A frame is a centre and two vectors u and v: the corner pips of a 4 lie at centre ± u ± v.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.pips import Spots

Vector = NDArray[np.float64]

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
    frames: dict[tuple[int, ...], Frame] = {}
    linked = _linked(spots)
    for first in range(len(spots)):
        near = np.flatnonzero(linked[first])
        gaps = np.linalg.norm(spots.xy[near] - spots.xy[first], axis=1)
        near = near[np.argsort(gaps)[:MAX_NEAR]]
        for frame in (*_pairs(spots, first, near), *_lines(spots, first, near), *_squares(spots, first, near)):
            # A square with an unseen corner is another one from each of its corners.
            key = frame.group if -1 in frame.group else tuple(sorted(frame.group))
            if key not in frames and flatness(frame.u, frame.v) > MIN_TILT:
                frames[key] = frame
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


def _pairs(spots: Spots, first: int, near: NDArray[np.intp]) -> Iterator[Frame]:
    """The diagonals of a 2."""
    for second in near:
        step = spots.xy[second] - spots.xy[first]
        # 1.28 rather than the diagonal's 1.41: the pips of a 2 lie closer on some dice.
        if second > first and np.hypot(*step) > PITCH[0] * 1.28 * spots.radius[first]:
            yield Frame((first, int(second)), spots.xy[first] + step / 2, *_square_on(step / 2))


def _lines(spots: Spots, first: int, near: NDArray[np.intp]) -> Iterator[Frame]:
    """The diagonals of a 3 around its middle pip `first`."""
    steps, lengths, i, j, sine = _two_of(spots, first, near)
    longer = np.maximum(lengths[i], lengths[j])
    low, high = (limit * 0.71 * spots.radius[first] for limit in PITCH)
    straight = (np.abs(sine) < STRAIGHT) & (np.linalg.norm(steps[i] + steps[j], axis=1) < STRAIGHT * longer)
    for pair in np.flatnonzero(straight & (longer > low) & (longer < high)):
        group = (first, int(near[i[pair]]), int(near[j[pair]]))
        half_diagonal = (steps[i[pair]] - steps[j[pair]]) / 2
        yield Frame(group, spots.xy[list(group)].mean(axis=0), *_square_on(half_diagonal))


def _squares(spots: Spots, first: int, near: NDArray[np.intp]) -> Iterator[Frame]:
    """The squares of a 4, 5 or 6 with a corner at `first`, the far corner seen or unseen."""
    xy, radius = spots.xy, spots.radius[first]
    steps, lengths, i, j, sine = _two_of(spots, first, near)
    shorter, pitch = np.minimum(lengths[i], lengths[j]), np.sqrt(lengths[i] * lengths[j])
    square = (shorter > MIN_SQUARE * np.maximum(lengths[i], lengths[j])) & (np.abs(sine) > MIN_SQUARE)
    for pair in np.flatnonzero(square & (pitch > PITCH[0] * radius) & (pitch < PITCH[1] * radius)):
        along, across = steps[i[pair]], steps[j[pair]]
        gaps = np.linalg.norm(xy[near] - (xy[first] + along + across), axis=1)
        nearest = int(np.argmin(gaps))
        a, b, c = int(near[i[pair]]), int(near[j[pair]]), int(near[nearest])
        if gaps[nearest] < 0.2 * shorter[pair]:
            u = (xy[a] - xy[first] + xy[c] - xy[b]) / 4
            v = (xy[b] - xy[first] + xy[c] - xy[a]) / 4
            yield Frame((first, a, b, c), xy[[first, a, b, c]].mean(axis=0), u, v)
        elif gaps[nearest] > 0.4 * shorter[pair]:
            # The far corner may have drowned in glare: the picture itself is asked for it later.
            yield Frame((first, a, b, -1), xy[first] + (along + across) / 2, along / 2, across / 2)


def _two_of(
    spots: Spots, first: int, near: NDArray[np.intp]
) -> tuple[Vector, Vector, NDArray[np.intp], NDArray[np.intp], Vector]:
    """Steps from `first` to its neighbours, their lengths, all pairs (i, j) of them, and the sine between each two."""
    steps = spots.xy[near] - spots.xy[first]
    lengths = np.linalg.norm(steps, axis=1)
    i, j = np.triu_indices(len(near), 1)
    cross = steps[i, 0] * steps[j, 1] - steps[i, 1] * steps[j, 0]
    return steps, lengths, i, j, cross / np.maximum(lengths[i] * lengths[j], 1e-9)


def _square_on(half_diagonal: Vector) -> tuple[Vector, Vector]:
    """u and v of the square that has this half diagonal."""
    x, y = half_diagonal
    return np.array([x + y, y - x]) / 2, np.array([x - y, x + y]) / 2
