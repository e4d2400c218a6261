"""Whether something moves, and whether dice lie where they lay.

The law of this file: dice that lie where they lay, with the same pips, were not thrown, whatever passed over them. It
knows nothing of cameras or games; standard library only.
"""

from math import dist
from typing import Final

from vision.reading import DiceReading, Die

MOTION: Final = 0.001
"""Share of changed pixels from which something moves; a rolling die of 1/40 of the picture's width changes 0.0017."""
STRAY: Final = 0.2
"""How far a die's middle may be off, in edges of its top face, and still lie where it lay."""


def unmoved(before: DiceReading, after: DiceReading) -> bool:
    """Whether every die read now lies where one with the same pips lay."""
    return bool(after.dice) and all(any(_same(old, die) for old in before.dice) for die in after.dice)


def nudged(before: DiceReading, after: DiceReading) -> bool:
    """Whether at least half of the dice lie where they lay, so that somebody touched the others and nobody threw.

    In the simulated tray, a throw of four has one die come to lie where one with the same pips lay once
    in 150 throws (16 pairs, each 1/400 of the tray and 1/6 of the faces), and two once in 80,000.
    """
    stayed = sum(unmoved(before, DiceReading("read", (die,))) for die in after.dice)
    return 0 < after.seen <= 2 * stayed


def carried(before: DiceReading, after: DiceReading) -> bool:
    """Whether all dice lie as they lay, but all as far from there: the camera or the tray was pushed, nobody threw.

    Of two dice that says nothing: once in some hundred throws they lie so.
    """
    if len(after.dice) < 3 or before.values != after.values:
        return False
    first = after.dice[0]
    for old in before.dice:
        if old.value == first.value:
            by = first.center[0] - old.center[0], first.center[1] - old.center[1]
            if all(any(_same(other, die, by) for other in before.dice) for die in after.dice):
                return True
    return False


def _same(old: Die, new: Die, by: tuple[float, float] = (0.0, 0.0)) -> bool:
    there = old.center[0] + by[0], old.center[1] + by[1]
    return old.value == new.value and dist(there, new.center) <= STRAY * old.edge
