"""What changed in the tray since a moment ago, and since it last lay still.

The law of this file: pictures come in small and grey, and only differences leave. It knows no dice. A change of the
light alone, over the whole picture, is no motion.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]
Area = tuple[slice, slice]
"""Lines and columns of a reduced picture."""

SMALL_PX: Final = 160
"""Longer side of the grey picture in which motion is sought: a die of 1/40 of the width still covers 4 x 4 pixels."""
CHANGED: Final = 12
"""Grey levels of 256 by which a pixel must differ: ten times the noise of such a reduced picture."""
HAND: Final = 0.025
"""Share of the picture that one piece coming in over its edge must cover to be a hand; a die with its shadow has 0.008
at most, and hands in the filmed rolls from 0.05 on."""
WHOLE: Final = 0.7
"""Share of the picture from which on it is another picture, or the camera was turned, and no hand."""
SLOPE: Final = (0.4, 2.5)
"""How much a light may fall or grow between two pictures and the tray still be compared."""
DEPTH: Final = 10.0
"""Grey levels between the dark and the bright quarter of a picture, under which a change is taken for one of level."""
LEVEL: Final = 64.0
"""Grey levels by which such a picture may grow brighter or darker and still be the same."""


@dataclass(frozen=True)
class Change:
    """What is different in a picture."""

    share: float
    """Of the pixels, those that differ."""
    hand: bool
    """Whether something large reaches in over the picture's edge."""
    where: NDArray[np.bool_]
    """(h, w), the pixels that differ; no pixels where the pictures cannot be compared."""

    def at(self, area: Area) -> float:
        """Share of an area's pixels that differ; 0 where it lies outside the picture."""
        differs = self.where[area]
        return float(differs.mean()) if differs.size else 0.0


def reduced(image: NDArray[np.uint8]) -> Small:
    """A picture (h, w, 3) BGR as a small grey one."""
    height, width = image.shape[:2]
    scale = min(1.0, SMALL_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    # Every other line is enough where more than four of them make one, and half the work.
    lines = image[::2] if scale < 0.25 else image
    small = cv2.resize(lines, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def change(before: Small, after: Small) -> Change:
    """What is different in `after`, a light that grew or fell everywhere taken out; all of it if its size is."""
    if before.shape != after.shape:
        return Change(1.0, False, np.zeros((0, 0), np.bool_))
    differs, share = _differing(before, after)
    if share:
        # Something moves, or the light does. A light that is guessed from what moves dims what lies still.
        relit, relit_share = _differing(_relit(before, after), after)
        if relit_share < share:
            differs, share = relit, relit_share
    return Change(share, HAND < share < WHOLE and _reaches_in(differs), differs)


def _differing(before: Small, after: Small) -> tuple[NDArray[np.bool_], float]:
    differs = np.abs(after - before) > CHANGED
    return differs, float(differs.mean())


def _relit(before: Small, after: Small) -> Small:
    """`before` in the light of `after`: its dark and its bright quarter each moved to where their medians went."""
    some, others = before[::2, ::2], after[::2, ::2]
    low, high = np.percentile(some, (25, 75))
    dark, bright = some <= low, some >= high
    dark_from, dark_to = float(np.median(some[dark])), float(np.median(others[dark]))
    bright_from, bright_to = float(np.median(some[bright])), float(np.median(others[bright]))
    if bright_from - dark_from < DEPTH:
        return np.asarray(before + np.clip(dark_to - dark_from, -LEVEL, LEVEL), np.float32)
    slope = float(np.clip((bright_to - dark_to) / (bright_from - dark_from), *SLOPE))
    return np.asarray((before - dark_from) * slope + dark_to, np.float32)


def _reaches_in(differs: NDArray[np.bool_]) -> bool:
    """Whether one piece of the difference is large and touches the picture's edge."""
    closed = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    at_edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    areas = stats[at_edge[at_edge > 0], cv2.CC_STAT_AREA]
    return bool((areas > HAND * differs.size).any())
