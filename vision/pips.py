"""Stage 1: spots that may be pips.

The law of this file: a pip is an ellipse that differs from everything around it, in brightness, dark or light. Nothing
here knows about dice: a knot in the wood is a spot too, and the faces (stage 2) have to make sense of them. Missing
a pip costs more than finding a false one.

Spots are looked for at several sizes of one picture (a pyramid), at each size only those of 4 to 18 pixels across, so
that the same windows serve all dice from 3 % to 50 % of the picture's width.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

LEVELS: Final = 4
"""Pyramid levels, each half the size of the one before."""
MIN_RADIUS_PX: Final = 1.7
"""At its level. Below this the ellipse is a matter of luck."""
MAX_RADIUS_PX: Final = 9.0
"""At its level. Twice the smallest and some more, so that neighbouring levels overlap."""
WINDOWS_PX: Final = (11, 23)
"""Sides of the windows whose mean brightness is the threshold: the narrow one parts pips from a dim rim of the die, the
wide one keeps large pips whole."""
OFFSETS: Final = (5, 12)
"""Grey levels beyond the mean that count, per window. Noise of the photos is 2 to 4."""
NOISE: Final = 4.0
"""Or so many times the median difference from the mean, where that is more: threads of a cloth, grains of leather."""
MIN_CONTRAST: Final = 14.0
"""Grey levels between pip and body. A person can hardly read 24; shaded faces come lower."""
MIN_ASPECT: Final = 0.32
"""Minor to major axis. Flatter ellipses are side faces seen at over 70 degrees."""
MIN_FILL: Final = 0.86
"""Area of the outline to that of the ellipse with the same moments: 1 for an ellipse, 0.95 for a square."""
MIN_RING: Final = 0.78
"""Share of the points around a spot that must lie on the body's side of half the contrast."""
PLAIN: Final = 0.35
"""Of the contrast: how far the surroundings may wander from their median."""
MIN_PLAIN: Final = 0.55
"""Share of the points around a spot that must stay within that; a pip beside the die's edge or another pip has 0.7."""
MIN_OUTLINE_PX: Final = 7
"""Pixels along the outline of the smallest spot."""
MAX_OUTLINE_PX: Final = 90
"""Of the largest and flattest."""
MAX_SPOTS: Final = 200
"""Best spots kept. Carpets show thousands; eight dice have at most 48 pips on top and as many on the sides."""

_ANGLES: Final = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_CIRCLE: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_INSIDE: Final = np.concatenate([_CIRCLE[::2] * 0.35, _CIRCLE[1::2] * 0.6])
_RINGS: Final = (1.45, 1.75)


@dataclass(frozen=True)
class Spots:
    """The spots of one picture, best first; one entry a spot in each array, lengths in working pixels."""

    xy: NDArray[np.float64]
    """(n, 2) centres."""
    radius: NDArray[np.float64]
    """Geometric mean of the half axes."""
    aspect: NDArray[np.float64]
    """Minor to major axis, 0..1."""
    angle: NDArray[np.float64]
    """Of the major axis, radians."""
    sign: NDArray[np.float64]
    """+1 where the spot is darker than its surroundings, -1 where it is lighter."""
    inside: NDArray[np.float64]
    """Grey level of the spot."""
    around: NDArray[np.float64]
    """Grey level of the surroundings."""
    quality: NDArray[np.float64]
    """0..1: how round, how well set off."""

    def __len__(self) -> int:
        return len(self.radius)

    def take(self, index: NDArray[np.intp]) -> "Spots":
        """Those at `index`, in that order."""
        return Spots(
            self.xy[index],
            self.radius[index],
            self.aspect[index],
            self.angle[index],
            self.sign[index],
            self.inside[index],
            self.around[index],
            self.quality[index],
        )


def sample(gray: NDArray[np.uint8], xy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Grey levels at points (..., 2), nearest pixel; points outside take the border's."""
    height, width = gray.shape
    x = np.clip(np.rint(xy[..., 0]), 0, width - 1).astype(np.intp)
    y = np.clip(np.rint(xy[..., 1]), 0, height - 1).astype(np.intp)
    return gray[y, x].astype(np.float64)


def find_spots(gray: NDArray[np.uint8], levels: int = LEVELS) -> Spots:
    """All spots of a grey picture (h, w); of fewer `levels` only the small ones."""
    found = []
    level_gray = gray
    for level in range(levels):
        if level:
            if min(level_gray.shape) < 32:
                break
            level_gray = np.asarray(cv2.pyrDown(level_gray), np.uint8)
        found.append(_spots_of_level(level_gray, 2.0**level))
    spots = Spots(*(np.concatenate([getattr(part, name) for part in found]) for name in Spots.__dataclass_fields__))
    return _without_bodies(_distinct(spots))


def _spots_of_level(gray: NDArray[np.uint8], scale: float) -> Spots:
    smooth = np.asarray(cv2.GaussianBlur(gray, (3, 3), 0), np.uint8)
    rows = []
    for window, offset in zip(WINDOWS_PX, OFFSETS, strict=True):
        mean = cv2.boxFilter(smooth, -1, (window, window))
        floor = NOISE * _median_level(np.asarray(cv2.absdiff(mean[::7, ::7], smooth[::7, ::7]), np.uint8))
        for sign, difference in ((1.0, cv2.subtract(mean, smooth)), (-1.0, cv2.subtract(smooth, mean))):
            mask = cv2.threshold(difference, max(offset, floor), 255, cv2.THRESH_BINARY)[1]
            rows.append(_ellipses(np.asarray(mask, np.uint8), sign))
    return _weighed(smooth, np.concatenate(rows), scale)


def _median_level(levels: NDArray[np.uint8]) -> float:
    """The median of a picture's levels, by counting them: numpy's own takes five times as long."""
    counts = np.cumsum(np.bincount(levels.ravel(), minlength=256))
    below, above = np.searchsorted(counts, [(counts[-1] - 1) // 2, counts[-1] // 2], "right")
    return float(below + above) / 2


def _ellipses(mask: NDArray[np.uint8], sign: float) -> NDArray[np.float64]:
    """(x, y, half axes a >= b, angle, fill, sign) of every elliptic outline in a mask, (n, 7)."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    outer: list[int] = np.flatnonzero(tree.reshape(-1, 4)[:, 3] < 0).tolist() if contours else []
    these = [contours[index] for index in outer if MIN_OUTLINE_PX <= len(contours[index]) <= MAX_OUTLINE_PX]
    if not these:
        return np.zeros((0, 7))
    moments = _moments(np.concatenate(these)[:, 0].astype(np.float64), np.array([len(outline) for outline in these]))
    area, m10, m01, mu20, mu11, mu02 = moments[:, moments[0] >= 3]
    xx, yy, xy = mu20 / area, mu02 / area, mu11 / area
    middle, spread = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    # The outline runs through pixel centres, the spot reaches half a pixel further.
    a, b = 2 * np.sqrt(middle + spread), 2 * np.sqrt(np.maximum(middle - spread, 0.01))
    fill = area / (np.pi * a * b)
    a, b = a + 0.5, b + 0.5
    radius = np.sqrt(a * b)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    shapes = np.stack([m10 / area, m01 / area, a, b, angle, fill, np.full(len(area), sign)], axis=1)
    good = (b >= MIN_ASPECT * a) & (fill >= MIN_FILL) & (radius >= MIN_RADIUS_PX) & (radius <= MAX_RADIUS_PX)
    return np.asarray(shapes[good], np.float64)


def _moments(points: NDArray[np.float64], lengths: NDArray[np.intp]) -> NDArray[np.float64]:
    """Area, first and second central moments (6, n) of n outlines that lie one behind the other in `points`.

    Green's theorem, as in cv2.moments, but for all at once: a carpet has thousands.
    """
    ends = np.cumsum(lengths)
    starts = ends - lengths
    following = np.arange(1, len(points) + 1)
    following[ends - 1] = starts
    # From each outline's own first point, lest large coordinates cancel.
    x, y = (points - np.repeat(points[starts], lengths, axis=0)).T
    x1, y1 = x[following], y[following]
    cross = x * y1 - x1 * y
    terms = [
        cross / 2,
        cross * (x + x1) / 6,
        cross * (y + y1) / 6,
        cross * (x * x + x * x1 + x1 * x1) / 12,
        cross * (x * (2 * y + y1) + x1 * (y + 2 * y1)) / 24,
        cross * (y * y + y * y1 + y1 * y1) / 12,
    ]
    sums = np.add.reduceat(np.stack(terms), starts, axis=1)
    area, m10, m01, m20, m11, m02 = sums * np.where(sums[0] < 0, -1.0, 1.0)
    first_x, first_y = points[starts].T
    whole = np.maximum(area, 1e-9)
    central = [m20 - m10 * m10 / whole, m11 - m10 * m01 / whole, m02 - m01 * m01 / whole]
    return np.stack([area, m10 + first_x * area, m01 + first_y * area, *central])


def _weighed(gray: NDArray[np.uint8], shapes: NDArray[np.float64], scale: float) -> Spots:
    """The spots among the shapes: those that stand off from what is around them."""
    centre, (a, b, angle, fill, sign) = shapes[:, :2], shapes[:, 2:].T.copy()
    cos, sin = np.cos(angle), np.sin(angle)
    along = np.stack([a * cos, a * sin], axis=1)[:, None]
    across = np.stack([-b * sin, b * cos], axis=1)[:, None]

    def points(unit: NDArray[np.float64], extra_px: float = 0.0) -> NDArray[np.float64]:
        grow_a, grow_b = (1 + extra_px / a)[:, None, None], (1 + extra_px / b)[:, None, None]
        return np.asarray(centre[:, None] + unit[None, :, :1] * along * grow_a + unit[None, :, 1:] * across * grow_b)

    inside = _middle(sample(gray, points(_INSIDE)))
    rings = [sample(gray, points(_CIRCLE * ring, 0.4)) for ring in _RINGS]
    around = _middle(np.concatenate(rings, axis=1))
    contrast = sign * (around - inside)
    beyond = [(sign[:, None] * (ring - inside[:, None]) > 0.5 * contrast[:, None]).mean(axis=1) for ring in rings]
    set_off = np.maximum(*beyond)
    # An outline too wide has body within it already, one too narrow has pip around it still.
    rim = _middle(sign[:, None] * (rings[0] - sample(gray, points(_CIRCLE * 0.7))))
    sharp = np.clip(rim / np.maximum(contrast, 1), 0, 1)
    # A body is plain, a carpet is not.
    wander = np.abs(np.concatenate(rings, axis=1) - around[:, None])
    plain = (wander < PLAIN * contrast[:, None]).mean(axis=1)
    quality = np.clip(fill, 0, 1) * set_off * sharp * np.clip(plain / 0.8, 0, 1) * np.clip(contrast / 60, 0.3, 1)
    kept = np.flatnonzero((contrast >= MIN_CONTRAST) & (set_off >= MIN_RING) & (plain >= MIN_PLAIN))
    # A pixel of a coarser level spans `scale` pixels; its centre lies at the middle of them for pyrDown's even grid.
    spots = Spots(centre * scale, np.sqrt(a * b) * scale, b / a, angle, sign, inside, around, quality)
    return spots.take(kept[np.argsort(-quality[kept])])


def _middle(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of each row; numpy's own takes four times as long and more for rows so short."""
    ordered, half = np.sort(levels, axis=1), levels.shape[1] // 2
    lower = ordered[:, half - 1 + levels.shape[1] % 2]
    return np.asarray((lower + ordered[:, half]) / 2, np.float64)


def _distinct(spots: Spots) -> Spots:
    """One spot a place and sign: the same pip is found at several levels and thresholds."""
    order = np.argsort(-spots.quality)[: 3 * MAX_SPOTS]
    spots = spots.take(order)
    larger = np.maximum(spots.radius[:, None], spots.radius[None])
    smaller = np.minimum(spots.radius[:, None], spots.radius[None])
    same = (_squared_gaps(spots) < (0.7 * larger) ** 2) & (smaller > 0.45 * larger)
    same &= spots.sign[:, None] == spots.sign[None]
    kept = np.zeros(len(spots), bool)
    for index in range(len(spots)):
        kept[index] = not (same[index, :index] & kept[:index]).any()
    return spots.take(np.flatnonzero(kept)[:MAX_SPOTS])


def _without_bodies(spots: Spots) -> Spots:
    """Without those that bear two or more spots themselves: whole dice are round enough at a coarse level.

    A lamp mirrored in a pip is less than an eighth of it, or alone.
    """
    borne = (_squared_gaps(spots) < (0.9 * spots.radius[:, None]) ** 2) & (
        spots.radius[None] < 0.4 * spots.radius[:, None]
    )
    borne &= spots.radius[None] > 0.13 * spots.radius[:, None]
    borne &= (spots.sign[:, None] != spots.sign[None]) & (spots.quality[None] > 0.8)
    return spots.take(np.flatnonzero(borne.sum(axis=1) < 2))


def _squared_gaps(spots: Spots) -> NDArray[np.float64]:
    """Squared distances (n, n) of the spots' centres."""
    x, y = spots.xy.T
    return np.asarray((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2, np.float64)
