"""What a roll allows, tabulated once a board: nothing here knows a player, a token or a value.

Columns are indices from 0 (column 2 is 0). A roll is its pairings; a pairing is two columns, the lower first. With all
three runners out a pairing is at most one move, and rolls that offer the same moves are one: of 1296 about 16 remain.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.cant_stop.board import LENGTHS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RUNNERS: Final = 3
MOVES: Final = ((0,), (1,), (2,), (0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""The moves of three runners, by their place among the three: one step, two steps, one step each of two."""


@dataclass(frozen=True)
class Board:
    """The real one, or a small one of the literature (STRATEGY section 3)."""

    lengths: tuple[int, ...]
    """Spaces of each column, the winning one included."""
    sides: int = 6
    """Faces of each of the four dice."""

    @property
    def columns(self) -> int:
        return len(self.lengths)


REAL: Final = Board(tuple(LENGTHS[column] for column in sorted(LENGTHS)))


def small_board(sides: int, shortest: int) -> Board:
    """Columns 2..2n of n-sided dice, the outer ones `shortest`, each two longer than its outer neighbour."""
    return Board(tuple(shortest + 2 * min(c, 2 * sides - 2 - c) for c in range(2 * sides - 1)), sides)


@dataclass(frozen=True)
class Rolls:
    """Every roll as three pairings; rolls with the same pairings are one."""

    pairs: Ints
    """(P, 2): the columns of each pairing that exists, the lower first."""
    pairings: Ints
    """(R, 3): the pairings of each roll; a roll with fewer names one of them again."""
    chances: Floats
    """(R,)"""


@dataclass(frozen=True)
class Offers:
    """What rolls offer three given runners of which some stand on the top.

    Rows: `row_of[a, b, c] + topped`, where bit i of `topped` says that the i-th of the three is on the top.
    """

    row_of: Ints
    """(C, C, C), for a < b < c; elsewhere -1."""
    bust: Floats
    """(rows,): the chance of no move."""
    single: Floats
    """(rows, 9): the chance that a move is the only one."""
    count: Ints
    """(rows,): how many offers of several moves there are."""
    several: Ints
    """(rows, K, 3): offers of two or three moves; two moves name the second again."""
    chance: Floats
    """(rows, K): their chances, 0 past `count`."""


@cache
def rolls(board: Board) -> Rolls:
    pairs = list(combinations_with_replacement(range(board.columns), 2))
    number = {pair: i for i, pair in enumerate(pairs)}
    seen: dict[tuple[int, ...], int] = defaultdict(int)
    for a, b, c, d in product(range(board.sides), repeat=4):
        found = {number[min(p), max(p)] for p in ((a + b, c + d), (a + c, b + d), (a + d, b + c))}
        seen[tuple(sorted(found))] += 1
    padded = [(*key, *([key[-1]] * (3 - len(key)))) for key in seen]
    total = board.sides**4
    return Rolls(np.array(pairs), np.array(padded), np.array([n / total for n in seen.values()]))


@cache
def offers(board: Board) -> Offers:
    known = rolls(board)
    pairings = [[(int(known.pairs[p, 0]), int(known.pairs[p, 1])) for p in set(row)] for row in known.pairings.tolist()]
    row_of = np.full((board.columns,) * 3, -1)
    found: list[dict[tuple[int, ...], float]] = []
    for three in combinations(range(board.columns), RUNNERS):
        row_of[three] = len(found)
        for topped in range(2**RUNNERS):
            able = {column: i for i, column in enumerate(three) if not topped >> i & 1}
            chances: dict[tuple[int, ...], float] = defaultdict(float)
            for pairs, chance in zip(pairings, known.chances.tolist(), strict=True):
                moves = {tuple(able[c] for c in pair if c in able) for pair in pairs} - {()}
                chances[tuple(sorted(MOVES.index(move) for move in moves))] += chance
            found.append(chances)
    return _table(row_of, found)


def _table(row_of: Ints, found: list[dict[tuple[int, ...], float]]) -> Offers:
    most = max(sum(len(key) > 1 for key in row) for row in found)
    bust, single = np.zeros(len(found)), np.zeros((len(found), len(MOVES)))
    several, chance = np.zeros((len(found), most, 3), dtype=np.int64), np.zeros((len(found), most))
    count = np.zeros(len(found), dtype=np.int64)
    for row, chances in enumerate(found):
        for key, weight in chances.items():
            if not key:
                bust[row] = weight
            elif len(key) == 1:
                single[row, key[0]] = weight
            else:
                several[row, count[row]] = (*key, key[-1])[:3]
                chance[row, count[row]] = weight
                count[row] += 1
    return Offers(row_of, bust, single, count, several, chance)
