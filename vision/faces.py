"""Stage 2b: groups of spots that make a face of a die.

The law of this file: a face is believed for its pattern alone. The spots must lie where one of the six patterns has its
pips, under an affine view of a square; where the pattern has no pip the picture must show bare body, and between the
pips nothing else. Which faces lie on top, and whether there is a die around them, is stage 4's.
"""

from dataclasses import dataclass
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
    frames = _plausible(gray, spots, find_frames(spots))
    return _faces(gray, spots, frames) if frames else []


def _plausible(gray: NDArray[np.uint8], spots: Spots, frames: list[Frame]) -> list[Frame]:
    """Those that show pips where they must, all asked at once: on a carpet there are thousands."""
    if not frames:
        return []
    members, known = _members(frames)
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


def _faces(gray: NDArray[np.uint8], spots: Spots, frames: list[Frame]) -> list[Face]:
    """The faces that these frames show; most show none. One entry a frame in each array."""
    members, known = _members(frames)
    seen = known.sum(axis=1)
    squares = np.array([len(frame.group) == 4 for frame in frames])
    whole = seen == 4
    radius = (spots.radius[members] * known).sum(axis=1) / seen
    sign = spots.sign[members[:, 0]]
    body = _median(spots.around[members], known)
    contrast = sign * (body - _median(spots.inside[members], known))
    u, v, centre = (np.array([getattr(frame, name) for frame in frames]) for name in ("u", "v", "centre"))
    bases = np.stack([u, v], axis=1)
    places = centre[:, None] + _LATTICE @ bases
    levels = sample(gray, places[:, :, None] + _DISC * radius[:, None, None, None])
    # The median, for a lamp is mirrored in the middle of a glossy pip.
    dark = _middle(sign[:, None, None] * (body[:, None, None] - levels) / contrast[:, None, None])
    shown = dark > PIP
    values = np.where(squares, _values(shown), np.where(shown.sum(axis=1) == seen, seen, 0))
    clear = np.asarray(((dark < BARE) | shown).all(axis=1), np.bool_)
    plain = _plain(gray, centre[:, None] + _GRID @ bases, places, shown, radius, body, contrast)
    good = ((values > 0) | whole) & (plain >= MIN_PLAIN - 0.3 * whole) & (clear | whole)
    flat = np.array([flatness(*both) for both in zip(u, v, strict=True)])
    good &= (flat >= MIN_TILT) | (values == 6)
    found = np.flatnonzero(good)
    others = _have_others(
        spots,
        centre[found],
        bases[found],
        places[found],
        shown[found],
        radius[found],
        sign[found],
        contrast[found],
    )
    faces = []
    for one in found[~others]:
        index = [spot for spot in frames[one].group if spot >= 0]
        if squares[one] and values[one] in (5, 6):
            index += _spots_at(spots, places[one, shown[one]], float(radius[one]), float(sign[one]))
        index = sorted(set(index))
        value = int(values[one]) if plain[one] >= MIN_PLAIN and clear[one] else 0
        aspect = float(spots.aspect[index].mean())
        measures = (float(of[one]) for of in (sign, body, contrast, plain))
        faces.append(Face(value, centre[one], u[one], v[one], tuple(index), float(radius[one]), aspect, *measures))
    return faces


def _members(frames: list[Frame]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """(n, 4) spots of each frame, and which of these there are."""
    members = np.array([(*frame.group, -1, -1)[:4] for frame in frames], np.intp)
    return members, members >= 0


def _median(of: Vector, known: NDArray[np.bool_]) -> Vector:
    """(n,) of the known ones of each row."""
    ordered = np.sort(np.where(known, of, np.inf), axis=1)
    count = known.sum(axis=1)
    rows = np.arange(len(of))
    return np.asarray((ordered[rows, (count - 1) // 2] + ordered[rows, count // 2]) / 2, np.float64)


def _middle(levels: Vector) -> Vector:
    """The median over the disc, the last axis; numpy's own takes five times as long for so few."""
    return np.asarray(np.sort(levels, axis=-1)[..., len(_DISC) // 2], np.float64)


def _values(shown: NDArray[np.bool_]) -> NDArray[np.intp]:
    """What lattices (n, 9) with four corner pips count, 0 where no face has that."""
    count = shown.sum(axis=1)
    middle = shown[:, 4]
    rows = (shown[:, 1] & shown[:, 7]) | (shown[:, 3] & shown[:, 5])
    good = (count == 4) | ((count == 5) & middle) | ((count == 6) & ~middle & rows)
    return np.where(good & shown[:, _CORNERS].all(axis=1), count, 0)


def _plain(
    gray: NDArray[np.uint8],
    grids: Vector,
    places: Vector,
    shown: NDArray[np.bool_],
    radius: Vector,
    body: Vector,
    contrast: Vector,
) -> Vector:
    """Share (n,) of the grid's points (n, m, 2) between the pips that look like body."""
    free = np.ones(grids.shape[:2], bool)
    for place in range(places.shape[1]):
        off = grids - places[:, None, place]
        free &= (np.hypot(off[..., 0], off[..., 1]) > 1.55 * radius[:, None]) | ~shown[:, None, place]
    like = np.abs(body[:, None] - sample(gray, grids)) < PLAIN * contrast[:, None]
    count = free.sum(axis=1)
    return np.where(count > 0, (like & free).sum(axis=1) / np.maximum(count, 1), 1.0)


def _have_others(
    spots: Spots,
    centre: Vector,
    bases: Vector,
    places: Vector,
    shown: NDArray[np.bool_],
    radius: Vector,
    sign: Vector,
    contrast: Vector,
) -> NDArray[np.bool_]:
    """Whether spots like a face's pips lie on it where none is expected: the frame cuts across another pattern."""
    alike = (spots.sign == sign[:, None]) & (spots.radius > 0.6 * radius[:, None]) & (spots.aspect > 0.62)
    alike &= spots.radius < 1.6 * radius[:, None]
    alike &= np.abs(spots.around - spots.inside) > 0.5 * contrast[:, None]
    face, spot = np.nonzero(alike)
    (ux, uy), (vx, vy) = bases[face, 0].T, bases[face, 1].T
    x, y = (spots.xy[spot] - centre[face]).T
    turn = ux * vy - uy * vx
    on = (np.abs(x * vy - y * vx) < 1.75 * np.abs(turn)) & (np.abs(ux * y - uy * x) < 1.75 * np.abs(turn))
    face, spot = face[on], spot[on]
    gaps = np.linalg.norm(spots.xy[spot][:, None] - places[face], axis=2)
    gaps[~shown[face]] = np.inf
    odd = gaps.min(axis=1) > 0.9 * radius[face] if len(face) else np.zeros(0, bool)
    return np.asarray(np.bincount(face[odd], minlength=len(centre)) > 0)


def _spots_at(spots: Spots, places: Vector, radius: float, sign: float) -> list[int]:
    gaps = np.linalg.norm(spots.xy[:, None] - places[None], axis=2)
    gaps[spots.sign != sign] = np.inf
    return [int(i) for i in gaps.argmin(axis=0) if gaps[i].min() < 0.8 * radius]
