"""Whether what is told of a chance to win comes true among equals: the advisor against itself.

The law of this file: it counts what people would read (companion/advisor/told.py), as each turn begins and after it. Of
the positions in which it was said that the seat in turn wins with about 60 %, so many should be won. The table in
docs/advisor.md is written from the games; beside it the logistic regression that `TOO_SLOW` was read from is printed:
logarithms of the odds that come true are `slope` times those that the network counts, and `more`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.rolls import Floats
from companion.advisor.told import told
from companion.advisor.worth import network
from tools.fast_play import seed_dice
from tools.match import START
from tools.measured import HALF, asked, table, write
from tools.player import Player
from tools.positions import State, after

HEADS: Final = ("told", "turns begun", "told on average", "won", "turns ended", "told on average", "won")
GAMES: Final = 2000
EDGES: Final = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])

Told = tuple[Floats, Floats, Floats]
"""Of each turn (N,): the game, what the network counts for who was in turn, and whether they won (0 or 1)."""


def play(player: Player, games: int, start: State = START) -> tuple[Told, Told]:
    """As turns begin, and after those that did not win."""
    begun: list[tuple[int, float, bool]] = []
    ended: list[tuple[int, float, bool]] = []
    for game in range(games):
        state: State | None = start
        counted: list[tuple[float, float]] = []
        while state is not None:
            solved = player.solve(*state)
            state = after(state, player.play(state[0]), alone=False)
            counted.append((solved, 1.0 if state is None else 1 - player.value(*state)))
        last = len(counted) - 1
        for turn, (solved, left) in enumerate(counted):
            won = (last - turn) % 2 == 0
            begun.append((game, solved, won))
            if turn < last:
                ended.append((game, left, won))
        if game % 50 == 49:
            print(f"{game + 1} of {games} games", flush=True)
    one, other = (np.array(kind, dtype=np.float64).reshape(-1, 3).T for kind in (begun, ended))
    return (one[0], one[1], one[2]), (other[0], other[1], other[2])


def fit(counted: Floats, won: Floats) -> tuple[float, float]:
    """Slope and constant of the logistic regression on logarithms of the odds, by Newton's method."""
    counted = np.clip(counted, 1e-6, 1 - 1e-6)
    terms = np.stack((np.log(counted / (1 - counted)), np.ones_like(counted)), axis=1)
    found = np.array([1.0, 0.0])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-terms @ found))
        found += np.linalg.solve((terms.T * (chance * (1 - chance))) @ terms, terms.T @ (won - chance))
    return float(found[0]), float(found[1])


def rows(begun: Told, ended: Told) -> Iterator[tuple[object, ...]]:
    first = begun[0] != np.roll(begun[0], 1)
    yield "as a game begins", *_cells(begun, first), "", "", ""
    for low, high in pairwise(EDGES.tolist()):
        parts = (_cells(kind, (told(kind[1]) >= low) & (told(kind[1]) < high)) for kind in (begun, ended))
        yield f"{100 * low:.0f} .. {100 * high:.0f} %", *next(parts), *next(parts)


def _cells(kind: Told, some: Floats) -> tuple[str, str, str]:
    """How many, what was told on average, and how many of them were won, with its 95 % interval by games."""
    game, counted, won = (column[some.astype(bool)] for column in kind)
    if len(game) < 2:
        return str(len(game)), "", ""
    share = won.mean()
    by_game = np.bincount(game.astype(np.int64), won - share)
    half = HALF * float((by_game**2).sum() ** 0.5) / len(won)
    return str(len(won)), f"{100 * told(counted).mean():.1f} %", f"{100 * share:.1f} % (+- {100 * half:.1f})"


def main() -> None:
    wanted = asked(__doc__, {"itself": None})
    seed_dice(wanted.seed)
    begun, ended = play(Player(network("two")), wanted.games or GAMES)
    for name, kind in (("begun", begun), ("ended", ended)):
        slope, more = fit(*kind[1:])
        print(f"turns {name}: slope {slope:.3f}, more {more:.3f}")
    write("what is told", table(HEADS, rows(begun, ended)))


if __name__ == "__main__":
    main()
