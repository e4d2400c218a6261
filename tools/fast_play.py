"""A solved turn played with random dice, in compiled loops."""

from __future__ import annotations

import numpy as np

from companion.advisor.rolls import Floats, Ints
from tools.compiled import Flags, Starts, compiled
from tools.fast_moves import locate, targets

SIDES = 6


@compiled
def seed_dice(seed: int) -> None:
    """The dice of `play`; compiled code has its own."""
    np.random.seed(seed)


@compiled
def throw(dice: Ints) -> None:
    """Four dice, from 0."""
    for d in range(len(dice)):
        dice[d] = np.random.randint(0, SIDES)


@compiled
def want(cells: Ints, dice: Ints, wanted: Flags) -> None:
    """Fill in which runners a turn that begins with this roll may come to (fast_turn.layout)."""
    wanted[:] = False
    for d in range(1, 4):
        x = dice[0] + dice[d]
        y = dice.sum() - x
        if x != y and cells[x] > 0 and cells[y] > 0:
            wanted[min(x, y), max(x, y)] = True
            continue
        for alone in (x, y):
            if cells[alone] > 0:
                wanted[alone, :] = True
                wanted[:, alone] = True


@compiled
def play(
    cells: Ints,
    starts: Starts,
    stop: Floats,
    value: Floats,
    dice: Ints,
    climbed: Ints,
) -> bool:
    """Play a solved turn that begins with these dice, with random ones: fill in what climbed (C,); False: a bust."""
    runners, above = np.zeros(3, np.int64), np.zeros(3, np.int64)
    out, at = 0, 0
    while out == 0 or stop[at] < value[at]:
        if out > 0:
            throw(dice)
        best = -1
        for d in range(1, 4):
            x = dice[0] + dice[d]
            y = dice.sum() - x
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
