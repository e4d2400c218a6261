"""`compiled`: by numba where it is installed; without it the same code runs, slowly. And the arrays given to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rolls import Board, Floats, Ints, offers, rolls

try:
    from numba import njit
except ImportError:
    njit = None

F = TypeVar("F", bound=Callable[..., Any])

Starts = tuple[Ints, Ints, Ints]
"""The first node of each set of one, two and three runners: (C,), (C, C), (C, C, C), the lower columns first."""

Known = tuple[Ints, Ints, Floats]
"""pairs (P, 2), pairings (R, 3) and chances (R,) of companion/advisor/rolls.py."""

Offered = tuple[Ints, Floats, Floats, Ints, Ints, Floats]
"""row_of, bust, single, count, several and chance of companion/advisor/rolls.py."""


Flags = NDArray[np.bool_]


def compiled(function: F) -> F:
    return cast(F, njit(cache=True, fastmath=True)(function)) if njit else function


def starts_of(board: Board) -> Starts:
    """Room for `layout`."""
    n = board.columns
    return np.zeros(n, np.int64), np.zeros((n, n), np.int64), np.zeros((n, n, n), np.int64)


def known_of(board: Board) -> Known:
    known = rolls(board)
    return known.pairs, known.pairings, known.chances


def offered_of(board: Board) -> Offered:
    found = offers(board)
    return found.row_of, found.bust, found.single, found.count, found.several, found.chance
