"""Every throw of five dice, and what may be made of it, as numbers for whole arrays of sheets at once.

The law of this file: rules alone, taken from the game; nothing here knows what a sheet is worth.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.express.sheets import BOXES, DICE, FIFTH_BOXES, FIFTH_ROWS, ROWS, Sheet, every_selection
from companion.prompts import PIPS

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

VALUES: Final = len(PIPS)
"""Values of a die."""

TWO_ROWS: Final[tuple[tuple[int, int], ...]] = tuple(combinations_with_replacement(range(len(ROWS)), 2))
"""The rows of the two pairs of a selection, counted from 0, the lower first: 66."""

FIRST_ROW: Final[Ints] = np.array([first for first, _ in TWO_ROWS])
SECOND_ROW: Final[Ints] = np.array([second for _, second in TWO_ROWS])

THROWS: Final[tuple[tuple[int, ...], ...]] = tuple(combinations_with_replacement(PIPS, DICE))
"""The 252 throws, as their pips in order."""

CHANCES: Final[Floats] = np.array(
    [factorial(DICE) / prod(map(factorial, Counter(pips).values())) / VALUES**DICE for pips in THROWS], dtype=np.float32
)
"""(252,): how likely each is."""


def _selections() -> tuple[Ints, Ints]:
    """(252, 15) each: the two rows and the fifth die of what may be made of each throw; the last one fills the line."""
    number = {rows: nth for nth, rows in enumerate(TWO_ROWS)}
    lines = []
    for pips in THROWS:
        line = [(number[one.pairs[0] - 2, one.pairs[1] - 2], one.fifth - 1) for one in every_selection(pips)]
        lines.append(line + line[-1:] * (MOST - len(line)))
    both = np.array(lines)
    return both[..., 0], both[..., 1]


MOST: Final = max(len(every_selection(pips)) for pips in THROWS)
"""Ways to use a throw, at most: 15."""

ROWS_OF, FIFTH_OF = _selections()


def as_numbers(sheet: Sheet) -> tuple[Ints, Ints]:
    """(11,), (6,): the marks of each row, as far as they score (R11), and of each value of the fifth die."""
    marks = np.array([min(sheet.pairs.get(row, 0), BOXES) for row in ROWS])
    return marks, np.array([sheet.fifth.get(value, 0) for value in PIPS])


def is_full(fifth: Ints) -> NDArray[np.bool_]:
    """(B, 6) -> (B,): three values are open (R5)."""
    full: NDArray[np.bool_] = (fifth > 0).sum(axis=1) == FIFTH_ROWS
    return full


LAST: Final = FIFTH_BOXES - 1
"""Marks of a value whose next one puts the player out (R8)."""
