"""Games: alone, and of two players of any kind against each other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.advisor.rolls import Ints
from tools.player import TOP, Player, swapped
from tools.positions import NOBODY
from tools.rivals import Rival, rival_turn

Mover = Callable[[Ints, Ints, int, int], Ints | None]
"""Plays a turn, dice included: my spaces, the other's, columns that I need and those that the other needs (Player)
-> my spaces after it; None: a bust."""


def advised(player: Player) -> Mover:
    return player.turn


def regardless(player: Player) -> Mover:
    """As if alone: all that it sees of the other is which columns they have closed."""
    return lambda mine, theirs, needed, others: player.turn(mine, NOBODY, needed, 0)


def by_book(rival: Rival) -> Mover:
    def turn(mine: Ints, theirs: Ints, needed: int, others: int) -> Ints | None:
        runners = mine.copy()
        return runners if rival_turn(mine, needed, rival.book, runners) else None

    return turn


def alone(mover: Mover) -> int:
    """Turns of one game alone."""
    mine, needed, turns = NOBODY, 3, 0
    while needed > 0:
        turns += 1
        after = mover(mine, NOBODY, needed, 0)
        if after is not None:
            needed -= int(((after == TOP) & (mine != TOP)).sum())
            mine = after
    return turns


def match(one: Mover, other: Mover, first: bool) -> bool:
    """Whether `one` wins a game, moving first or second."""
    movers, mover = (one, other), int(not first)
    mine, theirs, needs = NOBODY, NOBODY, [3, 3]
    while True:
        after = movers[mover](mine, theirs, needs[mover], needs[1 - mover])
        if after is not None:
            needs[mover] -= int(np.count_nonzero((after == TOP) & (mine != TOP)))
            mine = after
            if needs[mover] <= 0:
                return mover == 0
        mine, theirs = swapped(mine, theirs)
        mover = 1 - mover
