"""When do dice count as rolled? Once they have lain still, and once per roll.

The law of this file: it knows how much of the picture changed and what time it is, nothing of cameras, dice or games.

- The tray is moving as long as anything in it changes, and still once nothing has changed for `STILL_S`.
- A tray that has just come into view has not moved: who threw, and when, nobody saw.
- Motion counts for the roll that was awaited while it was seen, and for no other.
- Once a roll has been told, only new motion makes another.
- Dice that lie where they lay, with the same pips, were not thrown, whatever passed over them.
"""

from dataclasses import dataclass, field
from enum import Enum
from math import dist
from typing import Final

from vision.reading import DiceReading, Die

MOTION: Final = 0.001
"""Share of changed pixels from which something moves; a rolling die of 1/40 of the picture's width changes 0.0017."""
STILL_S: Final = 0.5
"""How long nothing may change before dice have come to rest; a die on its edge hesitates for less."""
STRAY: Final = 0.2
"""How far a die's middle may be off, in edges of its top face, and still lie where it lay."""


class Settled(Enum):
    """What the tray does."""

    MOVING = "moving"
    STILL = "still"


@dataclass
class SettleDetector:
    """Feed it every picture's motion; the caller brings the clock."""

    state: Settled = field(default=Settled.MOVING, init=False)
    moved_for: int | None = field(default=None, init=False)
    """The awaited roll during which the tray last moved; None once told."""

    _changed_s: float | None = field(default=None, init=False)
    _rested: bool = field(default=False, init=False)

    def feed(self, motion: float, now_s: float, awaited: int | None = None) -> Settled:
        """The state after a picture of which the share `motion` changed, while the roll `awaited` was open."""
        if motion >= MOTION:
            self.disturb(now_s, awaited if self._rested else None)
        elif self._changed_s is None:
            self._changed_s = now_s
        elif now_s - self._changed_s >= STILL_S:
            self.state = Settled.STILL
            self._rested = True
        return self.state

    def disturb(self, now_s: float, awaited: int | None) -> None:
        """Somebody moves the dice, seen or not."""
        self.state = Settled.MOVING
        self._changed_s = now_s
        if awaited is not None:
            self.moved_for = awaited

    def told(self) -> None:
        """What lies there has been told."""
        self.moved_for = None


def unmoved(before: DiceReading, after: DiceReading) -> bool:
    """Whether every die read now lies where one with the same pips lay."""
    return bool(after.dice) and all(any(_same(old, die) for old in before.dice) for die in after.dice)


def _same(old: Die, new: Die) -> bool:
    edge = dist(old.corners[0], old.corners[1])
    return old.value == new.value and dist(old.center, new.center) <= STRAY * edge
