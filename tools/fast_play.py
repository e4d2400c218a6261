"""A solved turn played with random dice, in compiled loops."""

from __future__ import annotations

import numpy as np

from companion.advisor.rolls import Floats, Ints
from tools.compiled import Starts, compiled
from tools.fast_moves import locate, targets


@compiled
def seed_dice(seed: int) -> None:
    """The dice of `play`; compiled code has its own."""
    np.random.seed(seed)


@compiled
def play(
    cells: Ints,
    starts: Starts,
    stop: Floats,
    value: Floats,
    climbed: Ints,
) -> bool:
    """Play a solved turn with random dice: fill in the spaces `climbed` (C,); False: a bust."""
    runners, above = np.zeros(3, np.int64), np.zeros(3, np.int64)
    dice = np.zeros(4, np.int64)
    out, at = 0, 0
    sides = (len(cells) + 1) // 2
    while out == 0 or stop[at] < value[at]:
        for d in range(4):
            dice[d] = np.random.randint(0, sides)
        best = -1
        for d in range(1, 4):
            e, f = 1 + (d == 1), 3 - (d == 3)
            x, y = dice[0] + dice[d], dice[e] + dice[f]
            for node in targets(out, runners, above, cells, starts, min(x, y), max(x, y)):
                if node >= 0 and (best < 0 or value[node] > value[best]):
                    best = node
        if best < 0:
            climbed[:] = 0
            return False
        at = best
        out = locate(at, cells, starts, runners, above)
    climbed[:] = 0
    for r in range(out):
        climbed[runners[r]] = above[r] + 1
    return True
