"""A player of whole turns by a network, in compiled loops: it solves a turn once and plays it through."""

from __future__ import annotations

import numpy as np

from companion.advisor.network import Network, Weights
from companion.advisor.rolls import REAL, Ints
from tools.compiled import known_of, offered_of, starts_of
from tools.fast_evaluate import evaluate
from tools.fast_play import play, play_judged, throw, want
from tools.fast_turn import layout, solve

MOST_NODES = 80_000
"""A turn from the empty board has 70 224."""

MOST_NEEDED = 5
"""The network tells more columns still needed from 5 no longer."""

USUAL_BUST = 0.3
"""The chance that a turn alone busts, about: so much of an error of the network goes once round the loop."""

TOP = np.array(REAL.lengths)
EVERY = np.arange(len(TOP))


class Player:
    """One network, one turn at a time.

    Spaces are (C,) arrays, in a closed column its length for mine and 0 for theirs. Alone `theirs` and `needed_theirs`
    are 0.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self._layers = (network.inner, network.inner_bias, network.outer, np.float32(network.outer_bias))
        self._starts, self._known, self._offered = starts_of(REAL), known_of(REAL), offered_of(REAL)
        self._stop, self.worth = np.zeros(MOST_NODES), np.zeros(MOST_NODES)
        self._cells, self._dice = TOP.copy(), np.zeros(4, np.int64)
        self._bust = 0.0
        self._wanted = np.ones((len(TOP), len(TOP)), np.bool_)

    def hidden(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> Weights:
        """The first layer of a position, seen by the player about to roll."""
        rows: Weights = self.network.steps[EVERY, mine, theirs].sum(axis=0)
        rows += self.network.needs[min(needed, MOST_NEEDED), min(needed_theirs, MOST_NEEDED)]
        return rows

    def value(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> float:
        """What the network says."""
        return float(self.network.output(self.hidden(mine, theirs, needed, needed_theirs)[None])[0])

    def judge(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> tuple[float, float]:
        """What the network says of a position, and what it comes to once its turn is solved."""
        self._wanted[:] = True
        said, rolled = self._solve(mine, theirs, needed, needed_theirs)
        return (said, 1 - rolled) if self.network.alone else (said, rolled)

    def solve(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> float:
        """Solve the turn that begins here; its value as the network counts.

        Alone a bust leads back to where the turn began: the value is what that loop comes to, if a turn busts as often
        as usual.
        """
        said, solved = self.judge(mine, theirs, needed, needed_theirs)
        return solved + (solved - said) * USUAL_BUST / (1 - USUAL_BUST) if self.network.alone else solved

    def play(self, mine: Ints) -> Ints | None:
        """Play the turn solved last with random dice: my spaces after it; None: a bust."""
        throw(self._dice)
        return self._played(mine)

    def play_judged(self, mine: Ints, judge: Player) -> tuple[Ints | None, float]:
        """`play`, and what its decisions give away by the values of another player, who has solved the same turn."""
        climbed = np.zeros(len(mine), np.int64)
        kept, lost = play_judged(
            self._cells,
            self._starts,
            self._known,
            self._stop,
            self.worth,
            judge._stop,
            judge.worth,
            judge._bust,
            self._dice,
            climbed,
        )
        return (mine + climbed if kept else None), lost

    def turn(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> Ints | None:
        """The same in one, but only what the first roll leaves possible is solved: a fifth of the work."""
        throw(self._dice)
        want(TOP - mine, self._dice, self._wanted)
        self._solve(mine, theirs, needed, needed_theirs)
        return self._played(mine)

    def _played(self, mine: Ints) -> Ints | None:
        climbed = np.zeros(len(mine), np.int64)
        kept = play(self._cells, self._starts, self._stop, self.worth, self._dice, climbed)
        return mine + climbed if kept else None

    def _solve(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> tuple[float, float]:
        """What the network says of the position, and what rolling at its start is worth."""
        net, alone = self.network, self.network.alone
        self._cells = TOP - mine
        layout(self._cells, self._starts)
        spaces = np.minimum(mine[:, None] + 1 + np.arange(TOP.max()), TOP[:, None])
        left = np.clip(needed - np.arange(4), 0, MOST_NEEDED)
        if alone:
            now, moved = net.steps[EVERY, mine, 0], net.steps[EVERY[:, None], spaces, 0]
            needs = net.needs[left, 0]
        else:
            top = spaces == TOP[:, None]
            now = net.steps[EVERY, *swapped(mine, theirs)]
            moved = net.steps[EVERY[:, None], np.where(top, spaces, theirs[:, None]), np.where(top, 0, spaces)]
            needs = net.needs[min(needed_theirs, MOST_NEEDED), left]
        base = now.sum(axis=0) + needs[0]
        step, won = moved - now[:, None], needs - needs[0]
        evaluate(self._cells, self._starts, base, step, won, self._layers, not alone, needed, self._wanted, self._stop)
        said = float(net.output(base[None])[0])
        self._bust = -said if alone else 1 - said
        rolled = solve(
            self._cells,
            self._starts,
            self._known,
            self._offered,
            self._stop,
            self._bust,
            self._wanted,
            self.worth,
        )
        return said, rolled


def swapped(mine: Ints, theirs: Ints) -> tuple[Ints, Ints]:
    """The same table, seen by the other: a closed column is closed for both."""
    return np.where(mine == TOP, TOP, theirs), np.where(mine == TOP, 0, mine)
