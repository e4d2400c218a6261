"""What is known of a picture before it is read: how large the dice are in it.

The law of this file: knowledge only takes away. Faces of no die's size are left out; what remains is judged as in any
other picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vision.faces import Face

SIZES: Final = (0.55, 1.7)
"""Edge of a top face to the known one: a die at the near wall of a deep tray, and a smaller one among the others,
differ by a third; a "2" whose pips are two whole dice is three times as large and more."""
WORKING_DIE_PX: Final = 36.0
"""Edge of a top face that is worked at: a pip is then 3.5 pixels in radius. Larger dice are shrunk by whole numbers,
which takes a tenth of the time of other shrinking; smaller ones enlarged, as in any picture."""


@dataclass(frozen=True)
class Known:
    """Of one picture, or of the part of it that is read."""

    die_px: float
    """Edge of a top face, pixels of the picture."""

    def scale(self) -> float:
        """How much the picture is shrunk, or enlarged, for the work."""
        if self.die_px < WORKING_DIE_PX:
            return WORKING_DIE_PX / self.die_px
        return 1.0 / int(self.die_px / WORKING_DIE_PX)

    def faces(self, faces: Sequence[Face], scale: float) -> list[Face]:
        """Those of a die's size in a working picture of this scale."""
        edge = self.die_px * scale
        return [face for face in faces if SIZES[0] * edge < 2 * face.half < SIZES[1] * edge]
