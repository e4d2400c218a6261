"""What is known of a picture before it is read: how large the dice are in it.

The law of this file: knowledge only takes away. Faces of no die's size are left out, and so are places at which the
floor lies bare; what remains is judged as in any other picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.faces import Face
from vision.pips import LEVELS, MAX_RADIUS_PX

SIZES: Final = (0.55, 1.7)
"""Edge of a top face to the known one: a die at the near wall of a deep tray, and a smaller one among the others,
differ by a third; a "2" whose pips are two whole dice is three times as large and more."""
WORKING_DIE_PX: Final = 36.0
"""Edge of a top face that is worked at: a pip is then 3.5 pixels in radius. Larger dice are shrunk by whole numbers,
smaller ones enlarged, as in any picture."""
LARGEST_PIP: Final = 0.2
"""Radius of the largest pip to its die's edge: that of a red one."""


@dataclass(frozen=True)
class Known:
    """Of one picture, or of the part of it that is read."""

    die_px: float
    """Edge of a top face, pixels of the picture."""
    things: NDArray[np.bool_] | None = None
    """Where something lies on the floor, (h, w) of any size, over the whole of the picture; None: that is not known."""

    def scale(self) -> float:
        """How much the picture is shrunk, or enlarged, for the work."""
        if self.die_px < WORKING_DIE_PX:
            return WORKING_DIE_PX / self.die_px
        return 1.0 / int(self.die_px / WORKING_DIE_PX)

    def levels(self, scale: float) -> int:
        """At how many sizes, each half the one before, pips are sought in a working picture of this scale."""
        largest = LARGEST_PIP * SIZES[1] * self.die_px * scale
        return min(LEVELS, 1 + max(0, ceil(log2(largest / MAX_RADIUS_PX))))

    def bare(self, centre: NDArray[np.float64], half: float, size: tuple[int, int]) -> bool:
        """Whether nothing lies on the floor within `half` pixels of (x, y) in a working picture of this (w, h)."""
        if self.things is None:
            return False
        rows, columns = self.things.shape
        to = np.array((columns / size[0], rows / size[1]))
        left, top = np.maximum(0, np.floor((centre - half) * to)).astype(int).tolist()
        right, bottom = np.ceil((centre + half) * to).astype(int).tolist()
        return not self.things[top : bottom + 1, left : right + 1].any()

    def faces(self, faces: Sequence[Face], scale: float) -> list[Face]:
        """Those of a die's size in a working picture of this scale."""
        edge = self.die_px * scale
        return [face for face in faces if SIZES[0] * edge < 2 * face.half < SIZES[1] * edge]
