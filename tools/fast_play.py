"""A solved turn played with random dice, in compiled loops."""

from __future__ import annotations

import numpy as np

from companion.advisor.rolls import Floats, Ints
from tools.compiled import Flags, Known, Starts, compiled
from tools.fast_moves import locate, targets
from tools.fast_turn import roll_value

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


@compiled
def play_judged(
    cells: Ints,
    starts: Starts,
    known: Known,
    stop: Floats,
    value: Floats,
    judges_stop: Floats,
    judges_value: Floats,
    judges_bust: float,
    dice: Ints,
    climbed: Ints,
) -> tuple[bool, float]:
    """The same with the first dice thrown too, and what the decisions give away by the values of a judge."""
    runners, above, worth = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(len(known[0]))
    out, at, lost = 0, 0, 0.0
    climbed[:] = 0
    while True:
        throw(dice)
        best, most = -1, 0.0
        for d in range(1, 4):
            x = dice[0] + dice[d]
            y = dice.sum() - x
            for node in targets(out, runners, above, cells, starts, min(x, y), max(x, y)):
                if node >= 0:
                    most = max(most, judges_value[node])
                    if best < 0 or value[node] > value[best]:
                        best = node
        if best < 0:
            return False, lost
        at = best
        lost += most - judges_value[at]
        out = locate(at, cells, starts, runners, above)
        if stop[at] < value[at]:
            rolled = roll_value(out, runners, above, cells, starts, known, judges_bust, judges_value, worth)
            lost += judges_value[at] - rolled
            continue
        lost += judges_value[at] - judges_stop[at]
        for r in range(out):
            climbed[runners[r]] = above[r] + 1
        return True, lost
