"""Stage 2b: groups of spots that make a face of a die.

The law of this file: a face is believed for its pattern alone. The spots must lie where one of the six patterns has its
pips, under an affine view of a square; where the pattern has no pip the picture must show bare body, and between the
pips nothing else. Which faces lie on top, and whether there is a die around them, is stage 4's.
"""

from dataclasses import dataclass
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Vector, find_frames, flatness
from vision.pips import Spots, sample

MIN_TILT: Final = 0.6
"""Flattest square of a 4 or 5, the cosine of the steepest view that is read."""
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

MAX_FRAMES: Final = 400
"""Frames looked at closely, those of the clearest spots first; six dice have under 100, a carpet some thousand."""

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
    faces = (_face(gray, spots, frame) for frame in _plausible(gray, spots, find_frames(spots)))
    return [face for face in faces if face is not None]


def _plausible(gray: NDArray[np.uint8], spots: Spots, frames: list[Frame]) -> list[Frame]:
    """Those that show pips where they must, all asked at once: on a carpet there are thousands."""
    if not frames:
        return []
    members = np.array([(*frame.group, -1, -1)[:4] for frame in frames])
    known = members >= 0
    count = known.sum(axis=1)

    def mean(of: Vector) -> Vector:
        return np.asarray((of[members] * known).sum(axis=1) / count, np.float64)

    radius, body = mean(spots.radius), mean(spots.around)
    depth = body - mean(spots.inside)
    bases = np.array([(frame.u, frame.v) for frame in frames])
    places = np.array([frame.centre for frame in frames])[:, None] + _LATTICE @ bases
    levels = sample(gray, places[:, :, None] + _DISC * radius[:, None, None, None])
    shown = _middle((body[:, None, None] - levels) / depth[:, None, None]) > PIP
    square = np.array([len(frame.group) == 4 for frame in frames])
    fits = np.where(square, shown[:, _CORNERS].all(axis=1), shown.sum(axis=1) == count)
    quality = mean(spots.quality)
    best = np.flatnonzero(fits)[np.argsort(-quality[fits], kind="stable")[:MAX_FRAMES]]
    return [frames[index] for index in best]


def _face(gray: NDArray[np.uint8], spots: Spots, frame: Frame) -> Face | None:
    """The face that this frame shows, or None if it shows none."""
    group, centre, u, v = frame.group, frame.centre, frame.u, frame.v
    index = [spot for spot in group if spot >= 0]
    radius, sign = float(spots.radius[index].mean()), float(spots.sign[group[0]])
    body = median(spots.around[index].tolist())
    contrast = sign * (body - median(spots.inside[index].tolist()))
    places = centre + _LATTICE @ np.stack([u, v])
    levels = sample(gray, places[:, None] + _DISC * radius)
    # The median, for a lamp is mirrored in the middle of a glossy pip.
    dark = _middle(sign * (body - levels) / contrast)
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


def _middle(levels: Vector) -> Vector:
    """The median over the disc, the last axis; numpy's own takes five times as long for so few."""
    return np.asarray(np.sort(levels, axis=-1)[..., len(_DISC) // 2], np.float64)


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
