"""What is known of a picture before it is read: how large the dice are in it, and where anything lies.

The law of this file: knowledge only takes away. Spots on the bare floor and faces of no die's size are left out; what
remains is judged as in any other picture. Without it the reader does as well, only slower.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.faces import Face
from vision.pips import Spots

SIZES: Final = (0.55, 1.7)
"""Edge of a top face to the known one: a die at the near wall of a deep tray, and a smaller one among the others,
differ by a third; a "2" whose pips are two whole dice is three times as large and more."""
WORKING_DIE_PX: Final = 44.0
"""Edge of a top face above which dice are shrunk, by whole numbers (a tenth of the time of other shrinking): a pip is
still 4 pixels in radius."""


@dataclass(frozen=True)
class Known:
    """Of one picture, or of the part of it that is read."""

    die_px: float
    """Edge of a top face, pixels of the picture."""
    things: NDArray[np.bool_] | None = None
    """(h, w) in any size: where the picture differs from the empty tray; None: that is not known."""

    def scale(self) -> float:
        """How much the picture is shrunk for the work, at most 1."""
        return 1.0 / max(1, int(self.die_px / WORKING_DIE_PX))

    def spots(self, spots: Spots, width: int) -> Spots:
        """Those of a working picture `width` pixels wide that lie on something."""
        if self.things is None or not len(spots):
            return spots
        rows, columns = self.things.shape
        at = ((spots.xy + 0.5) * (columns / width)).astype(np.intp)
        x, y = np.clip(at[:, 0], 0, columns - 1), np.clip(at[:, 1], 0, rows - 1)
        return spots.take(np.flatnonzero(self.things[y, x]))

    def faces(self, faces: Sequence[Face], scale: float) -> list[Face]:
        """Those of a die's size in a working picture of this scale."""
        edge = self.die_px * scale
        return [face for face in faces if SIZES[0] * edge < 2 * face.half < SIZES[1] * edge]
