"""How the colours of one photo follow from those that were learnt in another: each camera has its taste.

The law of this file: most vehicles stand where they should, or it is said which stands where. What their places show
says, as a robust fit, how colours are changed; those few that are something else do not count. Roofs are flat and
gloss: each mirrors more or less white light than when it was learnt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grids.garage import Named, Paint

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

USUAL: Final = (0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.2, 0.2)
"""Logarithms by which colours are off as a rule, fit by fit: what is farther off stands elsewhere."""
STIFF: Final = (0.5, 1.5)
"""In vehicles: how much counts that a channel follows itself alone, one to one; and that another has no part in it."""
FEWEST: Final = 30
"""Pixels, a square millimetre each, from which a colour is taken."""
FARTHEST: Final = 1.5
"""Logarithms by which a colour is changed at most."""


@dataclass(frozen=True)
class Tone:
    mix: Floats
    """(3, 3): what each channel of a learnt colour, less `middle`, adds to each channel of this photo's."""
    middle: Floats
    offset: Floats

    def of(self, colour: Floats) -> Floats:
        """A learnt colour (3,) as it is in this photo."""
        off = (colour - self.middle) @ self.mix + self.offset - colour
        return np.asarray(colour + np.clip(off, -FARTHEST, FARTHEST), np.float32)


def fitted(learnt: Floats, seen: Floats) -> Tone:
    """Of colours (n, 3) and the same in this photo; some of them are others'."""
    weight = np.ones(len(learnt))
    mix, offset, middle = np.eye(3), np.zeros(3), np.zeros(3)
    for usual in USUAL:
        middle = np.average(learnt, axis=0, weights=weight)
        offset = np.average(seen, axis=0, weights=weight)
        x, y = learnt - middle, seen - offset
        for channel in range(3):
            prior = np.diag([STIFF[1]] * 3)
            prior[channel, channel] = STIFF[0]
            wanted = np.zeros(3)
            wanted[channel] = 1.0
            left = x.T @ (weight[:, None] * x) + prior
            mix[:, channel] = np.linalg.solve(left, x.T @ (weight * y[:, channel]) + prior @ wanted)
        off = np.abs(y - x @ mix).max(axis=1)
        weight = 1 / (1 + (off / usual) ** 2)
    return Tone(mix.astype(np.float32), middle.astype(np.float32), offset.astype(np.float32))


TINT: Final = 0.05
BRIGHT: Final = 0.1
"""Standard deviations, logarithms, by which a vehicle's colour is off in a photo whose light is known: each channel
without the brightness, and that."""
GLOSS: Final = 0.1
"""The same of the white light that its roof mirrors, of what is reflected, 1 being all: more of it, or less, than when
it was learnt."""
HAZE: Final = 0.1
"""The same of all of them together."""
MIRRORED: Final = np.linspace(-0.35, 0.35, 29)
"""What is tried of it."""
BLACK: Final = (0.02, 0.05)
"""What is left without it is at least so bright, and counts as so bright at least: `vision.boards.flat.DARK`."""
FREEDOM: Final = 4.0
"""Degrees of it, of Student's distribution: now and then a lamp or a shadow changes a colour far more than usual."""
OFF: Final = 16.0
"""How badly a colour may fit, at most: more says no more."""
MIXED: Final = (0.3, 0.12, 0.12)
"""Standard deviations by which all channels are not as learnt one to one, each by itself, and by which one follows
another."""
COARSER: Final = (6.0, 4.0, 2.5, 1.5, 1.0, 1.0)
"""Times the usual, by which colours may be off, fit by fit."""
_TELLS: Final = np.asarray((np.eye(3) - np.ones((3, 3)) / 3) / TINT**2 + np.ones((3, 3)) / 9 / BRIGHT**2)


def _stiff() -> NDArray[np.float64]:
    """(12, 12): how much it tells against a `Light.mix` that it is another than usual."""
    spread = np.eye(9) * MIXED[2] ** 2
    own = [0, 4, 8]
    spread[np.ix_(own, own)] = np.eye(3) * MIXED[1] ** 2 + MIXED[0] ** 2
    stiff = np.zeros((12, 12))
    stiff[:9, :9] = np.linalg.inv(spread)
    return stiff


_STIFF: Final = _stiff()


@dataclass(frozen=True)
class Light:
    """How the colours of a photo follow from those that were learnt."""

    mix: Points
    """(4, 3): what each channel of a learnt colour, and one, add to each channel."""
    haze: float
    """White light that all of them mirror more than when they were learnt, of what is reflected."""
    likely: float
    """Logarithm of how likely such a camera is."""

    def of(self, colours: Points) -> Points:
        """Learnt colours (n, 3) as they are in this photo, without the haze."""
        return np.asarray(colours @ self.mix[:3] + self.mix[3])


@dataclass(frozen=True)
class Dulled:
    """Colours as they would be if they mirrored less white light, or more."""

    colours: Points
    """(n, gloss, 3) logarithms."""
    can: NDArray[np.bool_]
    """(n, gloss): whether they can mirror so much."""

    @staticmethod
    def of(seen: Points) -> Dulled:
        """Of (n, 3)."""
        left = np.exp(seen)[:, None] - MIRRORED[:, None]
        return Dulled(np.log(np.maximum(left, BLACK[1])), (left.min(axis=2) >= BLACK[0]) | (MIRRORED == 0))

    def squares(self, others: Points, haze: float = 0.0) -> Points:
        """How far each is from each of others (n or 1, m, 3), in squares of what is usual: (n, m, gloss)."""
        off = self.colours[:, None] - others[:, :, None]
        bright = off.mean(axis=3)
        tint = (off**2).sum(axis=3) - 3 * bright**2
        cost = np.where(self.can, ((MIRRORED - haze) / GLOSS) ** 2, np.inf)
        return np.asarray(tint / TINT**2 + (bright / BRIGHT) ** 2 + cost[:, None])


def misfit(squares: Points) -> Points:
    """How badly colours fit that are so far off, as logarithms of likelihood."""
    return np.asarray(np.minimum(OFF, (FREEDOM + 3) / 2 * np.log1p(squares / FREEDOM)))


def light_of(learnt: Points, seen: Dulled) -> Light:
    """Of the colours of vehicles (n, 3) and the same in this photo; some of them are off in a light of their own."""
    known = np.column_stack([learnt, np.ones(len(learnt))])
    plain = seen.colours[:, len(MIRRORED) // 2]
    usual = np.vstack([np.eye(3), np.median(plain - learnt, axis=0)])
    mix, haze, each = usual, 0.0, np.arange(len(learnt))
    for coarser in COARSER:
        squares = seen.squares((known @ mix)[:, None], haze)[:, 0]
        dulled = squares.argmin(axis=1)
        weight = (FREEDOM + 3) / (FREEDOM + squares[each, dulled] / coarser**2)
        weighed = known.T * weight
        left = np.kron(weighed @ known, _TELLS) + _STIFF
        right = (weighed @ seen.colours[each, dulled] @ _TELLS).ravel() + _STIFF @ usual.ravel()
        mix = np.linalg.solve(left, right).reshape(4, 3)
        haze = float(weight @ MIRRORED[dulled] / (weight.sum() + (GLOSS / HAZE) ** 2))
    off = (mix - usual).ravel()
    return Light(mix, haze, -float(off @ _STIFF @ off + (haze / HAZE) ** 2) / 2)


def in_this_photo(
    paints: Mapping[Named, Paint], colour: Floats, labels: NDArray[np.int16], names: tuple[Named, ...]
) -> dict[Named, Paint]:
    """The paints as they are here. `labels` (h, w) numbers the vehicles where they should stand, as `names` has them,
    from 1."""
    learnt, seen = [], []
    for nth, name in enumerate(names, 1):
        own = shown(colour, labels == nth)
        if own is not None:
            learnt.append(paints[name].mean)
            seen.append(own)
    if not learnt:
        return dict(paints)
    tone = fitted(np.stack(learnt), np.stack(seen))
    return {name: replace(paint, mean=tone.of(paint.mean)) for name, paint in paints.items()}


def shown(colour: Floats, own: NDArray[np.bool_]) -> Floats | None:
    """The colour (3,) of a vehicle of which these pixels show; None: they are too few."""
    inside = cv2.erode(own.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return main(colour[inside]) if np.count_nonzero(inside) > FEWEST else None


def main(colours: Floats) -> Floats:
    """The colour (3,) of most of what is seen of a vehicle: windows, sides in the shade and gloss are the rest."""
    middle = np.median(colours, axis=0)
    for _ in range(3):
        off = np.abs(colours - middle).max(axis=1)
        middle = colours[off <= np.quantile(off, 0.6)].mean(axis=0)
    return np.asarray(middle, np.float32)
