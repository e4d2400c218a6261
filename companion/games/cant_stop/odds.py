"""Exact odds of the next roll, by counting all 1296 of them (R22)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from companion.games.cant_stop.board import RUNNERS
from companion.games.cant_stop.rules import State, usable_columns

ROLLS = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=4))
"""How many of the 1296 ordered rolls give each unordered one (126 of them)."""


@cache
def successes(columns: frozenset[int]) -> int:
    """How many of the 1296 rolls hold a pair whose sum is one of `columns`."""
    return sum(
        n for (a, b, c, d), n in ROLLS.items() if not columns.isdisjoint((a + b, a + c, a + d, b + c, b + d, c + d))
    )


def bust_odds(state: State, markers: int = RUNNERS) -> Fraction:
    """The chance that the next roll allows no split with so many runners."""
    return 1 - Fraction(successes(usable_columns(state, markers)), 1296)
