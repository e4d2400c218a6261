"""Stage 2: groups of spots that make a face of a die.

The law of this file: a face is believed for its pattern alone. The spots must lie where one of the six patterns has its
pips, under an affine view of a square; where the pattern has no pip the picture must show bare body, and between the
pips nothing else. Which faces lie on top, and whether there is a die around them, is stage 3's.

A face is held as its centre and two vectors u and v: the corner pips of a 4 lie at centre ± u ± v.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.pips import Spots, sample

Vector = NDArray[np.float64]

PITCH: Final = (3.1, 9.0)
"""Distance of two corner pips along an edge, in pip radii: 3.6 to 6.6 on most dice; slant and small pips go beyond."""
MIN_SQUARE: Final = 0.52
"""Shorter to longer edge of the pip square, and sine of its angle: a face turned away by 50 degrees or so."""
MIN_TILT: Final = 0.6
"""Flattest square, as the ratio of the singular values of (u, v): the cosine of the tilt."""
MIN_TILT_SIX: Final = 0.42
"""The same for a 6, whose rows lie closer on some dice: 0.7 by itself."""
ALIKE_RADIUS: Final = 0.6
"""Smaller to larger radius of two pips of one face."""
BARE: Final = 0.38
"""Where no pip belongs, the grey level may go at most this far from the body's towards the pips'."""
PIP: Final = 0.5
"""Where a pip belongs, it must go at least this far."""
PLAIN: Final = 0.34
"""Of the contrast: how far the body's grey level may wander over the face, by shading."""
MIN_PLAIN: Final = 0.86
"""Share of the face between the pips that must look like body; glare and printed marks take some."""
EDGE: Final = 1.85
"""Half the edge of a die in units of |u|: pips sit at 0.5 to 0.58 of it."""

_LATTICE: Final = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
_CORNERS: Final = np.array([0, 2, 6, 8])
_DISC: Final = np.array(
    [(0, 0), (0.4, 0), (-0.4, 0), (0, 0.4), (0, -0.4), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
)
_GRID: Final = np.stack(np.meshgrid(np.linspace(-1.25, 1.25, 13), np.linspace(-1.25, 1.25, 13)), axis=-1).reshape(-1, 2)


@dataclass(frozen=True)
class Face:
    """A group of spots that fits a pattern."""

    value: int
    """1..6, or 0: a face surely, but its pattern does not add up."""
    centre: Vector
    u: Vector
    v: Vector
    spots: tuple[int, ...]
    """Indices into the spots."""
    radius: float
    """Of its pips, pixels."""
    aspect: float
    """Of its pips, mean."""
    sign: float
    body: float
    """Grey level of the body."""
    contrast: float
    """Grey levels between body and pips, positive."""
    plain: float
    """Share of the face between the pips that looks like body."""

    @property
    def half(self) -> float:
        """Half the edge of the die, pixels, the mean over both directions."""
        return EDGE * float(np.sqrt(abs(self.u[0] * self.v[1] - self.u[1] * self.v[0])))

    @property
    def corners(self) -> Vector:
        """(4, 2) corners of the face, clockwise in the image."""
        turn = 1.0 if self.u[0] * self.v[1] - self.u[1] * self.v[0] > 0 else -1.0
        u, v = EDGE * self.u, EDGE * self.v * turn
        return np.array([self.centre - u - v, self.centre + u - v, self.centre + u + v, self.centre - u + v])


def find_faces(gray: NDArray[np.uint8], spots: Spots) -> list[Face]:
    """All groups of two and more spots that look like a face; they may share spots."""
    faces: list[Face] = []
    seen: set[frozenset[int]] = set()
    linked = _linked(spots)
    for corner in range(len(spots)):
        near = np.flatnonzero(linked[corner])
        if len(near) < 1:
            continue
        for group, centre, u, v in _frames(spots, corner, near):
            key = frozenset(group if group[-1] >= 0 else (*group, group[1] * -len(spots) - group[2] - 1))
            if key in seen or flatness(u, v) < MIN_TILT_SIX:
                continue
            seen.add(key)
            face = _face(gray, spots, group, centre, u, v)
            if face is not None:
                faces.append(face)
    return faces


def _linked(spots: Spots) -> NDArray[np.bool_]:
    """Which two spots may be pips of one face: alike in sign, size, and body, and near enough."""
    gap = np.linalg.norm(spots.xy[:, None] - spots.xy[None], axis=2)
    small = np.minimum(spots.radius[:, None], spots.radius[None])
    large = np.maximum(spots.radius[:, None], spots.radius[None])
    contrast = np.abs(spots.around - spots.inside)
    body_gap = np.abs(spots.around[:, None] - spots.around[None])
    alike = (spots.sign[:, None] == spots.sign[None]) & (small > ALIKE_RADIUS * large)
    alike &= body_gap < 0.45 * np.minimum(contrast[:, None], contrast[None]) + 10
    alike &= np.abs(contrast[:, None] - contrast[None]) < 0.65 * np.maximum(contrast[:, None], contrast[None])
    return np.asarray(alike & (gap > 1.9 * large) & (gap < PITCH[1] * 1.42 * large), np.bool_)


def _frames(
    spots: Spots, first: int, near: NDArray[np.intp]
) -> Iterator[tuple[tuple[int, ...], Vector, Vector, Vector]]:
    """(spots, centre, u, v) of the squares, lines and pairs that `first` makes with its neighbours."""
    xy, radius = spots.xy, float(spots.radius[first])
    steps = xy[near] - xy[first]
    lengths = np.linalg.norm(steps, axis=1)
    for i, j in combinations(range(len(near)), 2):
        shorter, longer = float(min(lengths[i], lengths[j])), float(max(lengths[i], lengths[j]))
        if shorter < MIN_SQUARE * longer:
            continue
        cross = steps[i, 0] * steps[j, 1] - steps[i, 1] * steps[j, 0]
        sine = cross / (lengths[i] * lengths[j])
        if abs(sine) > MIN_SQUARE and PITCH[0] * radius < np.sqrt(shorter * longer) < PITCH[1] * radius:
            corner = xy[first] + steps[i] + steps[j]
            gaps = np.linalg.norm(xy[near] - corner, axis=1)
            k = int(np.argmin(gaps))
            if gaps[k] < 0.2 * shorter:
                group = (first, int(near[i]), int(near[j]), int(near[k]))
                u = (xy[group[1]] - xy[group[0]] + xy[group[3]] - xy[group[2]]) / 4
                v = (xy[group[2]] - xy[group[0]] + xy[group[3]] - xy[group[1]]) / 4
                yield group, xy[list(group)].mean(axis=0), u, v
            elif gaps[k] > 0.4 * shorter:
                # The fourth may have drowned in glare: the picture itself is asked for it later.
                yield (
                    (first, int(near[i]), int(near[j]), -1),
                    xy[first] + (steps[i] + steps[j]) / 2,
                    steps[i] / 2,
                    steps[j] / 2,
                )
        elif abs(sine) < 0.26 and np.linalg.norm(steps[i] + steps[j]) < 0.26 * longer:
            if PITCH[0] * radius * 0.7 < longer < PITCH[1] * radius * 0.71:
                u, v = _square_on((steps[i] - steps[j]) / 2)
                yield (first, int(near[i]), int(near[j])), xy[[first, near[i], near[j]]].mean(axis=0), u, v
    for i in range(len(near)):
        if near[i] > first and PITCH[0] * radius * 1.28 < lengths[i]:
            u, v = _square_on(steps[i] / 2)
            yield (first, int(near[i])), (xy[first] + xy[near[i]]) / 2, u, v


def flatness(u: Vector, v: Vector) -> float:
    """Ratio of the singular values of (u, v): 1 for a square, the cosine of the tilt for a tilted one."""
    half_sum = (u @ u + v @ v) / 2
    area = abs(u[0] * v[1] - u[1] * v[0])
    spread = float(np.sqrt(max(half_sum**2 - area**2, 0.0)))
    return float(np.sqrt(max(half_sum - spread, 0.0) / (half_sum + spread)))


def _square_on(diagonal: Vector) -> tuple[Vector, Vector]:
    """u and v of the upright square that has this half diagonal."""
    x, y = diagonal
    return np.array([x + y, y - x]) / 2, np.array([x - y, x + y]) / 2


def _face(
    gray: NDArray[np.uint8], spots: Spots, group: tuple[int, ...], centre: Vector, u: Vector, v: Vector
) -> Face | None:
    """The face that this frame shows, or None if it shows none."""
    index = [spot for spot in group if spot >= 0]
    radius, sign = float(spots.radius[index].mean()), float(spots.sign[group[0]])
    body = float(np.median(spots.around[index]))
    contrast = float(sign * (body - np.median(spots.inside[index])))
    places = centre + _LATTICE @ np.stack([u, v])
    levels = sample(gray, places[:, None] + _DISC * radius)
    # The median, for a lamp is mirrored in the middle of a glossy pip.
    dark = np.median(sign * (body - levels) / contrast, axis=1)
    shown = dark > PIP
    if len(group) == 4:
        value = _value(shown)
        if value in (5, 6):
            index += _spots_at(spots, places[shown], radius, sign)
    else:
        value = len(group) if int(shown.sum()) == len(group) else 0
    clear = bool((dark[~shown] < BARE).all())
    if not value and len(index) < 4:
        return None
    grid = centre + _GRID @ np.stack([u, v])
    free = np.linalg.norm(grid[:, None] - places[None, shown], axis=2).min(axis=1) > 1.55 * radius
    plain = float((np.abs(body - sample(gray, grid[free])) < PLAIN * contrast).mean()) if free.any() else 1.0
    whole = len(group) == 4 and group[3] >= 0
    if plain < MIN_PLAIN - 0.3 * whole or (not clear and not whole):
        return None
    if _has_others(spots, centre, u, v, places[shown], radius, sign, contrast):
        return None
    if value != 6 and flatness(u, v) < MIN_TILT:
        return None
    if plain < MIN_PLAIN or not clear:
        value = 0
    index = sorted(set(index))
    aspect = float(spots.aspect[index].mean())
    return Face(value, centre, u, v, tuple(index), radius, aspect, sign, body, contrast, plain)


def _value(shown: NDArray[np.bool_]) -> int:
    """What a lattice with four corner pips counts, 0 if no face has that."""
    if not shown[_CORNERS].all():
        return 0
    count = int(shown.sum())
    if count == 4:
        return 4
    if count == 5 and shown[4]:
        return 5
    if count == 6 and not shown[4] and ((shown[1] and shown[7]) or (shown[3] and shown[5])):
        return 6
    return 0


def _has_others(
    spots: Spots, centre: Vector, u: Vector, v: Vector, places: Vector, radius: float, sign: float, contrast: float
) -> bool:
    """Whether spots like the face's pips lie on it where none is expected: the frame cuts across another pattern."""
    alike = (spots.sign == sign) & (spots.radius > 0.6 * radius) & (spots.radius < 1.6 * radius)
    alike &= (np.abs(spots.around - spots.inside) > 0.5 * contrast) & (spots.aspect > 0.62)
    near = np.flatnonzero(alike & (np.linalg.norm(spots.xy - centre, axis=1) < 3 * (np.hypot(*u) + np.hypot(*v))))
    at = np.linalg.solve(np.stack([u, v], axis=1), (spots.xy[near] - centre).T).T
    on_face = near[np.abs(at).max(axis=1) < 1.75]
    gaps = np.linalg.norm(spots.xy[on_face][:, None] - places[None], axis=2)
    return bool((gaps.min(axis=1) > 0.9 * radius).any()) if len(on_face) else False


def _spots_at(spots: Spots, places: Vector, radius: float, sign: float) -> list[int]:
    gaps = np.linalg.norm(spots.xy[:, None] - places[None], axis=2)
    gaps[spots.sign != sign] = np.inf
    return [int(i) for i in gaps.argmin(axis=0) if gaps[i].min() < 0.8 * radius]
