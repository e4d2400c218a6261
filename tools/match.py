"""Games: alone, of two players of any kind against each other, and against a rival with less luck in the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.advisor.network import Network
from companion.advisor.rolls import Ints
from tools.player import EVERY, MOST_NEEDED, TOP, Player, swapped
from tools.positions import NOBODY, State, after
from tools.rivals import Rival, rival_turn, rival_turns

START: Final[State] = (NOBODY, NOBODY, 3, 3)
TURNS: Final = 48
"""Turns of a rival over which its chance is averaged."""

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


@dataclass(frozen=True)
class Chance:
    """A rival is about to roll."""

    mean: float
    """Its chance to win, the mean over TURNS turns."""
    one: float
    """The same after one of them, the one that is played."""
    later: State | None
    """The position after that; None: it has won."""


def rivals_chance(state: State, rival: Rival, reply: Network) -> Chance:
    """By the word of `reply` on the positions after the rival's turn."""
    mine, theirs, needed, others = state
    ends = np.zeros((TURNS, len(TOP)), np.int64)
    rival_turns(mine, needed, rival.book, ends)
    closed = ends == TOP
    left = needed - (closed & (mine != TOP)).sum(axis=1)
    hidden = reply.steps[EVERY, np.where(closed, TOP, theirs), np.where(closed, 0, ends)].sum(axis=1)
    hidden += reply.needs[min(others, MOST_NEEDED), np.clip(left, 0, MOST_NEEDED)]
    chances = np.where(left <= 0, 1.0, 1 - reply.output(hidden))
    return Chance(float(chances.mean()), float(chances[0]), after(state, ends[0], alone=False))


def fair_match(player: Player, rival: Rival, reply: Network, first: bool) -> tuple[bool, float]:
    """One game: whether the advisor won, and its result without the luck.

    A turn solved exactly is worth on average what it was solved to, and the rival's what the mean over many of its
    turns says, by the word of `reply`; what fell otherwise was luck. A result without it (a control variate) is right
    on average whatever the networks say, and scatters less the better they know.
    """
    state: State | None = START
    advisors, luck = first, 0.0
    while state is not None:
        if advisors:
            luck -= player.solve(*state)
            state = after(state, player.play(state[0]), alone=False)
            luck += 1.0 if state is None else 1 - player.value(*state)
        else:
            found = rivals_chance(state, rival, reply)
            luck += found.mean - found.one
            state = found.later
        advisors = not advisors
    won = not advisors
    return won, won - luck
