"""The players of the literature (Keller 1986; Glenn and Aloi 2009), in compiled loops.

A rival is three tables by column. Stop: a column climbed a spaces counts (a + 1) times its step value, with three
runners out odd, even, low and high sets add theirs; at the threshold it stops, and rolls while a runner is in hand.
Split: each step counts its weight, which may grow with the space that it reaches, less the marker for each new runner;
the largest wins. Which of equals is nowhere published: here the last, where lowest and highest die come last, or the
first, or any (STRATEGY, M).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.advisor.rolls import REAL, Floats, Ints
from tools.compiled import compiled

TOP: Final = np.array(REAL.lengths)

LAST, FIRST, ANY = 0, 1, 2
"""Which of equal splits a rival takes."""

Book = tuple[Floats, Floats, Floats, Floats, float, float, int, bool, bool]
"""A Rival after its name, for compiled code."""


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
    equals: int = LAST
    wary: bool = False
    """The choice of a split too counts `shape`, against it."""
    content: bool = False
    """It stops with three runners out as soon as one has topped its column."""

    @property
    def book(self) -> Book:
        return (
            self.values,
            self.slopes,
            self.intercepts,
            self.shape,
            self.marker,
            self.threshold,
            self.equals,
            self.wary,
            self.content,
        )


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


CONSTANT_CHAMPION: Final = Rival(
    "constant champion",
    _mirrored((7, 7, 3, 2, 2, 1)),
    np.zeros(len(TOP)),
    _mirrored((7, 0, 2, 0, 4, 3)),
    np.array((7.0, 1.0, 6.0, 5.0)),
    6.0,
    29.0,
)
"""The best of the 2009 paper whose weights do not grow (its Table 1)."""

RIVALS: Final = {"rule-of-28": RULE_OF_28, "linear": LINEAR_CHAMPION, "constant": CONSTANT_CHAMPION}


@compiled
def rival_turns(mine: Ints, needed: int, book: Book, ends: Ints) -> None:
    """Play len(ends) turns from the same spaces (C,), each with its own dice: ends (N, C), mine again after a bust."""
    for n in range(len(ends)):
        if not rival_turn(mine, needed, book, ends[n]):
            ends[n] = mine


@compiled
def rival_turn(mine: Ints, needed: int, book: Book, runners: Ints) -> bool:
    """Play one turn with random dice from my spaces (C,), a closed column on its length; False: a bust.

    runners (C,) is filled in with the spaces of the runners, elsewhere with mine.
    """
    _, slopes, intercepts, shape, marker, _, equals, wary, _ = book
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
        best, best_x, best_y, alike = -1e30, -1, -1, 0
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
                if wary:
                    runners[a] += 1
                    runners[b] += b >= 0
                    score -= difficulty(mine, runners, shape)
                    runners[a] -= 1
                    runners[b] -= b >= 0
                alike = 1 if score > best else alike + (score == best)
                taken = equals == LAST or (equals == ANY and np.random.randint(0, alike) == 0)
                if score > best or (score == best and taken):
                    best, best_x, best_y = score, a, b
        if best_x < 0:
            return False
        runners[best_x] += 1
        if best_y >= 0:
            runners[best_y] += 1
        if stops(mine, runners, needed, book):
            return True


@compiled
def weigh(column: int, space: int, slopes: Floats, intercepts: Floats) -> float:
    return float(np.floor(slopes[column] * (space - 1) / (TOP[column] - 1) + intercepts[column]))


@compiled
def stops(mine: Ints, runners: Ints, needed: int, book: Book) -> bool:
    values, shape, threshold, content = book[0], book[3], book[5], book[8]
    out = won = able = 0
    total = 0.0
    for c in range(len(mine)):
        able += int(runners[c] < TOP[c])
        if runners[c] > mine[c]:
            out += 1
            won += int(runners[c] == TOP[c])
            total += (runners[c] - mine[c] + 1) * values[c]
    if won >= needed:
        return True
    if out < 3:
        return able == 0
    return bool(total + difficulty(mine, runners, shape) >= threshold or (content and won > 0))


@compiled
def difficulty(mine: Ints, runners: Ints, shape: Floats) -> float:
    """What three runners add by being all odd, even, high or low; fewer add nothing."""
    out = 0
    odd = even = high = low = True
    for c in range(len(mine)):
        if runners[c] > mine[c]:
            out += 1
            odd, even = odd and c % 2 == 1, even and c % 2 == 0
            high, low = high and c >= 5, low and c <= 5
    if out < 3:
        return 0.0
    return float(shape[0] * odd + shape[1] * even + shape[2] * high + shape[3] * low)
