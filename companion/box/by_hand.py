"""Dice told by hand, with two buttons: hold adds one to the die, ROLL goes on, STOP looks again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.box.facing import Facing
from companion.events import DiceRolled


@dataclass(frozen=True)
class ByHand:
    """Dice of which some are not known yet."""

    values: tuple[int | None, ...]
    at: int = 0
    """The die being told."""
    touched: bool = False
    """Somebody has told something: what moves in the tray does not take that away."""
    correcting: bool = False
    """True: the last roll is put right; False: a roll is awaited."""

    @property
    def whole(self) -> bool:
        return None not in self.values

    @property
    def last(self) -> bool:
        """Whether ROLL would accept now."""
        return self.whole and self.at == len(self.values) - 1

    def added(self, by: int) -> ByHand:
        """One more or less on the die, round the end; an unknown one starts at 1, or at 6 downwards."""
        value = self.values[self.at]
        turned = (1 if by > 0 else 6) if value is None else (value - 1 + by) % 6 + 1
        return replace(self, touched=True, values=(*self.values[: self.at], turned, *self.values[self.at + 1 :]))

    def next(self) -> ByHand:
        """The next die; after the last one the first that is not known."""
        if self.at + 1 < len(self.values):
            return replace(self, at=self.at + 1)
        return replace(self, at=self.values.index(None) if None in self.values else 0)


def to_tell(count: int, sure: Sequence[int]) -> ByHand:
    """A roll of `count` dice, the sure ones filled in; too many of them say nothing of which belong to it."""
    known = tuple(sure) if len(sure) <= count else ()
    if len(known) == count:
        return ByHand(known)
    return ByHand((*known, *(None,) * (count - len(known))), len(known))


def to_correct(roll: Sequence[int]) -> ByHand:
    """The last roll, to be put right."""
    return ByHand(tuple(roll), correcting=True)


def dice_to_tell(facing: Facing) -> ByHand:
    """What there is to tell now: the roll that is awaited, or else the last one."""
    if (awaited := facing.awaited) is not None:
        return to_tell(awaited.count, facing.tray.values if facing.unsure else ())
    last = facing.history.now.event
    assert isinstance(last, DiceRolled)
    return to_correct(facing.view.roll or last.pips)
