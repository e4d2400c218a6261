"""How the colours of one photo follow from those that were learnt in another: each camera has its taste.

The law of this file: most vehicles stand where they should. What their places show says, as a robust fit, how colours
are changed; those few that stand elsewhere do not count.
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
