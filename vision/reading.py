"""What a look at the tray came to.

The law of this file: a reading never claims more than was seen. A die that is there but was not read makes the whole
reading `unsure`, whatever the other dice show. Standard library only: whoever takes readings needs no OpenCV.
"""

from dataclasses import dataclass
from math import dist
from typing import Literal


@dataclass(frozen=True)
class Die:
    """One die that was read."""

    value: int
    """Pips on the top face, 1..6."""
    confidence: float
    """0..1; of the dice read with confidence 0.99, about 99 in 100 are right."""
    center: tuple[float, float]
    """(x, y) of the top face in pixels of the image as given."""
    corners: tuple[tuple[float, float], ...]
    """The four corners of the top face, clockwise in the image, in pixels of the image as given."""

    @property
    def edge(self) -> float:
        """Length of the top face's first edge, pixels."""
        return dist(self.corners[0], self.corners[1])


@dataclass(frozen=True)
class DiceReading:
    """All dice of one picture."""

    status: Literal["read", "unsure", "empty"]
    """`read`: every die seen was read. `unsure`: at least one was not. `empty`: no dice."""
    dice: tuple[Die, ...] = ()
    """Those read; when unsure only the sure ones."""
    reasons: tuple[str, ...] = ()
    """Why it is unsure, in words that can be shown to a player."""
    unread: int = 0
    """Dice that are there besides those read, as far as they can be counted."""

    @property
    def seen(self) -> int:
        """How many dice lie there, read or not."""
        return len(self.dice) + self.unread

    @property
    def values(self) -> tuple[int, ...]:
        """The top faces in ascending order."""
        return tuple(sorted(die.value for die in self.dice))
