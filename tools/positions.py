"""Positions as training meets them: starts, neighbours, and what a turn leads to."""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.advisor.rolls import Ints
from tools.compiled import Flags
from tools.player import TOP, swapped

State = tuple[Ints, Ints, int, int]
"""My spaces, the other's, the columns that I need and those that the other needs; I am about to roll."""

NOBODY: Final = np.zeros(len(TOP), np.int64)
"""No token on the board."""


def odd_start(chance: np.random.Generator) -> State:
    """The start of a longer or a shorter game, with columns closed."""
    mine = NOBODY.copy()
    shut = chance.permutation(len(TOP))[: chance.integers(0, 5)]
    mine[shut] = TOP[shut]
    return mine, NOBODY, int(chance.integers(1, 6)), int(chance.integers(1, 6))


def shaken(state: State, alone: bool, chance: np.random.Generator) -> State:
    """A neighbour of a position: what the player avoids must be known too."""
    sides = [state[0].astype(np.int64), state[1].astype(np.int64)]
    shut = sides[0] == TOP
    for side in sides[: 1 if alone else 2]:
        for column in chance.permutation(len(TOP))[: chance.integers(1, 4)]:
            if not shut[column]:
                side[column] = min(max(side[column] + chance.integers(-4, 5), 0), TOP[column] - 1)
    return sides[0], sides[1], state[2], state[3]


def scattered(side: Ints, shut: Flags, chance: np.random.Generator) -> Ints:
    """Random progress in some of the columns that are not shut."""
    moves = ~shut & (chance.random(len(TOP)) < chance.random())
    return np.where(moves, (chance.random(len(TOP)) * TOP).astype(np.int64), side)


def after(state: State, mine: Ints | None, alone: bool) -> State | None:
    """The position that the next turn begins with; None: the game is over."""
    before, theirs, needed, others = state
    if mine is None:
        mine = before
    needed -= int(((mine == TOP) & (before != TOP)).sum())
    if needed <= 0:
        return None
    if alone:
        return mine, theirs, needed, 0
    return *swapped(mine, theirs), others, needed
