"""The players of the literature (Keller 1986; Glenn and Aloi 2009), in compiled loops.

A rival is three tables by column. Stop: a column climbed a spaces counts (a + 1) times its step value, with three
runners out odd, even, low and high sets add theirs; at the threshold it stops, and rolls while a runner is in hand.
Split: each step counts its weight, which may grow with the space that it reaches, less the marker for each new runner;
the largest wins, of equals the last, where lowest and highest die come last (STRATEGY, M).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.advisor.rolls import REAL, Floats, Ints
from tools.compiled import compiled

TOP: Final = np.array(REAL.lengths)


@dataclass(frozen=True)
class Rival:
    name: str
    values: Floats
    """(C,): what a step counts towards stopping."""
    slopes: Floats
    """(C,): what a step to space j weighs in the choice: floor(slope (j - 1) / (length - 1) + intercept)."""
    intercepts: Floats
    """(C,)"""
    shape: Floats
    """(4,): what sets of only odd, only even, only high (7 and up) and only low columns add."""
    marker: float
    threshold: float


def _mirrored(two_to_seven: tuple[float, ...]) -> Floats:
    """The columns 8 to 12 as 6 to 2."""
    return np.array((*two_to_seven, *two_to_seven[-2::-1]))


RULE_OF_28: Final = Rival(
    "Rule of 28",
    _mirrored((6, 5, 4, 3, 2, 1)),
    np.zeros(len(TOP)),
    _mirrored((1, 2, 3, 4, 5, 6)),
    np.array((2.0, -2.0, 4.0, 4.0)),
    6.0,
    28.0,
)
"""The 1986 rule, splits as Glenn and Aloi choose them (STRATEGY section 1)."""

LINEAR_CHAMPION: Final = Rival(
    "linear champion",
    _mirrored((7, 6, 4, 3, 2, 1)),
    _mirrored((64, 24, 28, 8, 18, 12)),
    _mirrored((7, 1, 2, 1, 3, 4)),
    np.array((1.0, 0.0, -4.0, -4.0)),
    4.0,
    24.0,
)
"""The best of the 2009 paper (its Table 2), weights as in Glenn's own program."""


@compiled
def rival_turn(
    mine: Ints,
    needed: int,
    values: Floats,
    slopes: Floats,
    intercepts: Floats,
    shape: Floats,
    marker: float,
    threshold: float,
    runners: Ints,
) -> bool:
    """Play one turn with random dice from my spaces (C,), a closed column on its length; False: a bust.

    runners (C,) is filled in with the spaces of the runners, elsewhere with mine.
    """
    runners[:] = mine
    sums = np.zeros((3, 2), np.int64)
    dice = np.zeros(4, np.int64)
    while True:
        for d in range(4):
            dice[d] = np.random.randint(0, 6)
        dice.sort()
        for d in range(1, 4):
            e, f = 1 + (d == 1), 3 - (d == 3)
            x, y = dice[0] + dice[d], dice[e] + dice[f]
            sums[d - 1, 0], sums[d - 1, 1] = min(x, y), max(x, y)
        out = int((runners != mine).sum())
        best, best_x, best_y = -1e30, -1, -1
        for s in range(3):
            x, y = sums[s, 0], sums[s, 1]
            x_may = runners[x] < TOP[x] and (runners[x] > mine[x] or out < 3)
            y_may = runners[y] < TOP[y] and (runners[y] > mine[y] or out < 3)
            new = int(x_may and runners[x] == mine[x]) + int(y_may and x != y and runners[y] == mine[y])
            both = x_may and y_may and out + new <= 3
            for half in range(2):
                a, b = (y if half else x), -1
                if both:
                    if half:
                        break
                    b = y if x != y or runners[x] + 2 <= TOP[x] else -1
                elif not (y_may if half else x_may):
                    continue
                score = weigh(a, runners[a] + 1, slopes, intercepts) - marker * (runners[a] == mine[a])
                if b >= 0:
                    score += weigh(b, runners[b] + 1 + (a == b), slopes, intercepts)
                    score -= marker * (a != b and runners[b] == mine[b])
                if score >= best:
                    best, best_x, best_y = score, a, b
        if best_x < 0:
            return False
        runners[best_x] += 1
        if best_y >= 0:
            runners[best_y] += 1
        if stops(mine, runners, needed, values, shape, threshold):
            return True


@compiled
def weigh(column: int, space: int, slopes: Floats, intercepts: Floats) -> float:
    return float(np.floor(slopes[column] * (space - 1) / (TOP[column] - 1) + intercepts[column]))


@compiled
def stops(mine: Ints, runners: Ints, needed: int, values: Floats, shape: Floats, threshold: float) -> bool:
    out = won = able = 0
    total = 0.0
    odd = even = high = low = True
    for c in range(len(mine)):
        able += int(runners[c] < TOP[c])
        if runners[c] > mine[c]:
            out += 1
            won += int(runners[c] == TOP[c])
            total += (runners[c] - mine[c] + 1) * values[c]
            odd, even = odd and c % 2 == 1, even and c % 2 == 0
            high, low = high and c >= 5, low and c <= 5
    if won >= needed:
        return True
    if out < 3:
        return able == 0
    total += shape[0] * odd + shape[1] * even + shape[2] * high + shape[3] * low
    return bool(total >= threshold)
