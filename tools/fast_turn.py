"""The turn of companion/advisor/turn.py once more, in compiled loops: for training and matches, of many games.

Everything is maximised. A node is a set of at most three runners and how far each stands above its lowest possible
space; a turn begins with none, at node 0.
"""

from __future__ import annotations

import numpy as np

from companion.advisor.rolls import Floats, Ints
from tools.compiled import Flags, Known, Offered, Starts, compiled
from tools.fast_moves import targets

NONE = -1e30
"""No move: below every value. (Infinities do not survive fast arithmetic.)"""


@compiled
def layout(cells: Ints, starts: Starts) -> int:
    """Fill in where each set of runners begins; the number of nodes. cells (C,): spaces left, 0 in a closed column.

    Once the first roll of a turn is known, most sets cannot come any more. `wanted` (C, C) says which two columns may
    hold runners, on the diagonal which one alone; sets of three are wanted with any two of theirs.
    """
    (first, second, third), columns, at = starts, len(cells), 1
    for a in range(columns):
        first[a] = at
        at += cells[a]
    for a in range(columns):
        for b in range(a + 1, columns):
            second[a, b] = at
            at += cells[a] * cells[b]
    for a in range(columns):
        for b in range(a + 1, columns):
            for c in range(b + 1, columns):
                third[a, b, c] = at
                at += cells[a] * cells[b] * cells[c]
    return at


@compiled
def solve(
    cells: Ints,
    starts: Starts,
    known: Known,
    offered: Offered,
    stop: Floats,
    bust: float,
    wanted: Flags,
    value: Floats,
) -> float:
    """Fill in the value of every wanted node, given what a stop there and a bust are worth.

    The value of rolling at the start, if all are wanted.
    """
    _three_out(cells, starts, offered, stop, bust, wanted, value)
    (first, second, _), columns = starts, len(cells)
    runners, above = np.zeros(3, np.int64), np.zeros(3, np.int64)
    worth, room = np.zeros(len(known[0])), np.zeros((4, columns))
    for a in range(columns):
        for b in range(a + 1, columns):
            if not wanted[a, b]:
                continue
            for i in range(cells[a] - 1, -1, -1):
                for j in range(cells[b] - 1, -1, -1):
                    _two_out(a, b, i, j, cells, starts, known, value, room, worth)
                    at = second[a, b] + i * cells[b] + j
                    value[at] = max(stop[at], _expected(worth, known, bust))
    for a in range(columns):
        for i in range(cells[a] - 1, -1, -1) if wanted[a, a] else range(0):
            runners[0], above[0] = a, i
            roll = roll_value(1, runners, above, cells, starts, known, bust, value, worth)
            value[first[a] + i] = max(stop[first[a] + i], roll)
    value[0] = roll_value(0, runners, above, cells, starts, known, bust, value, worth)
    return float(value[0])


@compiled
def _three_out(
    cells: Ints, starts: Starts, offered: Offered, stop: Floats, bust: float, wanted: Flags, value: Floats
) -> None:
    """Fill in the value of every node with three runners on the board."""
    row_of, no_move, single, count, several, chance = offered
    third, columns = starts[2], len(cells)
    nine = np.zeros(9)
    for a in range(columns):
        for b in range(a + 1, columns):
            for c in range(b + 1, columns):
                m, n, o = cells[a], cells[b], cells[c]
                if m * n * o == 0 or not (wanted[a, b] or wanted[a, c] or wanted[b, c]):
                    continue
                row = row_of[a, b, c]
                for i in range(m - 1, -1, -1):
                    up_i = (i < m - 1) * n * o
                    far_i = (min(i + 2, m - 1) - i) * n * o
                    for j in range(n - 1, -1, -1):
                        up_j = (j < n - 1) * o
                        far_j = (min(j + 2, n - 1) - j) * o
                        for k in range(o - 1, -1, -1):
                            at = third[a, b, c] + (i * n + j) * o + k
                            up_k = int(k < o - 1)
                            far_k = min(k + 2, o - 1) - k
                            r = row + int(i == m - 1) + 2 * int(j == n - 1) + 4 * int(k == o - 1)
                            nine[0] = value[at + up_i]
                            nine[1] = value[at + up_j]
                            nine[2] = value[at + up_k]
                            nine[3] = value[at + far_i]
                            nine[4] = value[at + far_j]
                            nine[5] = value[at + far_k]
                            nine[6] = value[at + up_i + up_j]
                            nine[7] = value[at + up_i + up_k]
                            nine[8] = value[at + up_j + up_k]
                            roll = no_move[r] * bust
                            for move in range(9):
                                roll += single[r, move] * nine[move]
                            for s in range(count[r]):
                                best = max(nine[several[r, s, 0]], nine[several[r, s, 1]])
                                roll += chance[r, s] * max(best, nine[several[r, s, 2]])
                            value[at] = max(stop[at], roll)


@compiled
def _two_out(
    a: int,
    b: int,
    i: int,
    j: int,
    cells: Ints,
    starts: Starts,
    known: Known,
    value: Floats,
    room: Floats,
    worth: Floats,
) -> None:
    """Fill in the `worth` (P,) of every pairing with runners in a and b only; room (4, C) is for the others."""
    (_, second, third), pairs = starts, known[0]
    single_new, twice_new, with_a, with_b = room[0], room[1], room[2], room[3]
    m, n = cells[a], cells[b]
    a_may, b_may = i < m - 1, j < n - 1
    for c in range(len(cells)):
        if c in (a, b) or cells[c] == 0:
            single_new[c] = twice_new[c] = with_a[c] = with_b[c] = NONE
            continue
        if c > b:
            at, up_a, up_b, up_c = third[a, b, c] + (i * n + j) * cells[c], n * cells[c], cells[c], 1
        elif c > a:
            at, up_a, up_b, up_c = third[a, c, b] + i * cells[c] * n + j, cells[c] * n, 1, n
        else:
            at, up_a, up_b, up_c = third[c, a, b] + i * n + j, n, 1, m * n
        single_new[c] = value[at]
        twice_new[c] = value[at + up_c] if cells[c] > 1 else value[at]
        with_a[c] = value[at + up_a] if a_may else value[at]
        with_b[c] = value[at + up_b] if b_may else value[at]
    at = second[a, b] + i * n + j
    once_a = value[at + n] if a_may else NONE
    once_b = value[at + 1] if b_may else NONE
    for p in range(len(pairs)):
        x, y = pairs[p]
        if x == y:
            if x == a:
                worth[p] = value[at + (min(i + 2, m - 1) - i) * n] if a_may else NONE
            elif x == b:
                worth[p] = value[at + min(j + 2, n - 1) - j] if b_may else NONE
            else:
                worth[p] = twice_new[x]
        elif x == a and y == b:
            worth[p] = value[at + n + 1] if a_may and b_may else max(once_a, once_b)
        elif x == a or y == a:
            other = y if x == a else x
            worth[p] = with_a[other] if cells[other] > 0 else once_a
        elif x == b or y == b:
            other = y if x == b else x
            worth[p] = with_b[other] if cells[other] > 0 else once_b
        else:
            worth[p] = max(single_new[x], single_new[y])


@compiled
def _expected(worth: Floats, known: Known, bust: float) -> float:
    """The value of a roll, given the value of each pairing."""
    (_, pairings, chances), total = known, 0.0
    for r in range(len(chances)):
        best = max(worth[pairings[r, 0]], worth[pairings[r, 1]])
        best = max(best, worth[pairings[r, 2]])
        total += chances[r] * (bust if best == NONE else best)
    return total


@compiled
def roll_value(
    out: int,
    runners: Ints,
    above: Ints,
    cells: Ints,
    starts: Starts,
    known: Known,
    bust: float,
    value: Floats,
    worth: Floats,
) -> float:
    """The value of rolling at a node; `worth` is room for the value of each pairing. Slow with three runners out."""
    pairs = known[0]
    for p in range(len(pairs)):
        worth[p] = NONE
        for node in targets(out, runners, above, cells, starts, pairs[p, 0], pairs[p, 1]):
            if node >= 0:
                worth[p] = max(worth[p], value[node])
    return _expected(worth, known, bust)
