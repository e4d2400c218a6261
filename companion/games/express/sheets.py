"""A player's sheet, and the marks that a selection makes on it. `Rn` is a rule of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

DICE: Final = 5
"""Dice of a throw (R3)."""

ROWS: Final = range(2, 13)
"""The sums that two dice can make, a row each (R2)."""

VALUE: Final[Mapping[int, int]] = dict(zip(ROWS, (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100), strict=True))
"""Column A: what a mark in a positive box of the row scores (R2)."""

NEGATIVE: Final = 4
"""Boxes of a row that cost the penalty while no box after them is marked (R2, R10)."""

BOXES: Final = 10
"""Boxes of a row: the negative ones, a neutral one, and the positive ones (R2, R11)."""

FIFTH_ROWS: Final = 3
"""Rows for values of the fifth die (R2)."""

FIFTH_BOXES: Final = 8
"""Boxes of such a row; the mark in the last one puts the player out (R8)."""

Marks = Mapping[int, int]
"""How many marks each row has; a row not named has none. Never changed in place."""


@dataclass(frozen=True)
class Selection:
    """What a player makes of a throw."""

    pairs: tuple[int, ...]
    """The sums of the two pairs."""

    fifth: int
    """The value of the die that is left, in a free throw too."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", tuple(sorted(self.pairs)))


@dataclass(frozen=True)
class Sheet:
    pairs: Marks = field(default_factory=dict)
    """Marks by sum. More than a row has boxes may be made; they score nothing (R11)."""

    fifth: Marks = field(default_factory=dict)
    """Marks by value of the fifth die; a value that is named is open."""

    out: bool = False
    """Plays no more: by an eighth mark (R8), or because people said so."""

    @property
    def is_full(self) -> bool:
        """Three values are open: no other can be (R5)."""
        return len(self.fifth) == FIFTH_ROWS

    @property
    def is_blank(self) -> bool:
        return not self.pairs and not self.fifth

    def selections(self, pips: tuple[int, ...]) -> tuple[Selection, ...]:
        """R4-R7: every distinct way to use the throw, by the die that is left."""
        every = every_selection(pips)
        if not self.is_full or self.has_free_throw(pips):
            return every
        return tuple(selection for selection in every if selection.fifth in self.fifth)

    def has_free_throw(self, pips: tuple[int, ...]) -> bool:
        """R7: the throw shows none of the three values."""
        return self.is_full and self.fifth.keys().isdisjoint(pips)

    def marked(self, selection: Selection) -> Sheet:
        """The sheet after a selection that it allows (R4, R5, R7, R8)."""
        pairs = dict(self.pairs)
        for row in selection.pairs:
            pairs[row] = pairs.get(row, 0) + 1
        if self.is_full and selection.fifth not in self.fifth:
            return Sheet(_sorted(pairs), self.fifth, self.out)
        marks = self.fifth.get(selection.fifth, 0) + 1
        return Sheet(_sorted(pairs), _sorted({**self.fifth, selection.fifth: marks}), self.out or marks == FIFTH_BOXES)

    def unmarked(self, selection: Selection) -> Sheet:
        """The sheet before a selection that was marked on it; whoever had one to make was not out."""
        pairs, fifth = dict(self.pairs), dict(self.fifth)
        for row in selection.pairs:
            pairs[row] -= 1
        # In a free throw no rolled value is open, so the fifth die is marked exactly where its value is.
        if selection.fifth in fifth:
            fifth[selection.fifth] -= 1
        return Sheet(_sorted(pairs), _sorted(fifth))


@cache
def every_selection(pips: tuple[int, ...]) -> tuple[Selection, ...]:
    """R4: two pairs and a fifth die in every distinct way. There are 252 throws, and each is asked for often."""
    return tuple(Selection(pairs, left) for left in sorted(set(pips)) for pairs in _two_pairs(pips, left))


def _two_pairs(pips: tuple[int, ...], left: int) -> list[tuple[int, ...]]:
    """The sums of two pairs that the other four dice make."""
    others = list(pips)
    others.remove(left)
    a, b, c, d = others
    return sorted({tuple(sorted(pair)) for pair in ((a + b, c + d), (a + c, b + d), (a + d, b + c))})


def _sorted(marks: Marks) -> dict[int, int]:
    return {row: marks[row] for row in sorted(marks) if marks[row]}
