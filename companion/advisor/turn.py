"""One turn, solved exactly: every roll, every split, every place to stop, given what a stop and a bust are worth.

Whatever the values mean, more is better. A node is a set of runners and how far each stands above the lowest space that
it can have. It has three slots of a column; a runner in hand is the dummy column C. Nodes are solved from the top of
the columns down, all those at once that are equally far from it, since a roll only leads up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rolls import MOVES, RUNNERS, Board, Floats, Ints, offers, rolls

NOWHERE = -1
"""The index of a move that is not possible; the last of all values, which is below every other."""


@dataclass(frozen=True)
class Nodes:
    """All that this turn may still come to, the present node first, those with three runners out last."""

    board: Board
    cells: Ints
    """(C + 1,): the spaces that a runner can have in each column; 0 where it is closed, 1 for the dummy."""
    slots: Ints
    """(N, 3): the columns of the runners; C: in hand, these last."""
    above: Ints
    """(N, 3): spaces above the lowest."""
    start: Ints
    """(C + 1, C + 1, C + 1): the first node of each set of runners, in any order."""
    strides: Ints
    """(C + 1, C + 1): how many nodes a step in one column leaps over because of another one."""
    out: Ints
    """(N,): runners on the board."""
    markers: int = RUNNERS
    """How many may be out in this turn: three, or fewer."""

    def __len__(self) -> int:
        return len(self.slots)

    def at(self, slots: Sequence[Ints], above: Sequence[Ints]) -> Ints:
        """The numbers of the nodes that have these three slots."""
        (a, b, c), (i, j, k), s = slots, above, self.strides
        found: Ints = self.start[a, b, c] + i * s[a, b] * s[a, c] + j * s[b, a] * s[b, c] + k * s[c, a] * s[c, b]
        return found

    def topped(self) -> NDArray[np.bool_]:
        """(N, 3): runners on the top of their columns."""
        tops: NDArray[np.bool_] = (self.above == self.cells[self.slots] - 1) & (self.slots < self.board.columns)
        return tops


def nodes(
    board: Board, spaces: Ints, runners: Mapping[int, int], markers: int = RUNNERS, most: int | None = None
) -> Nodes:
    """From the player's tokens (C,), a closed column on its top, and this turn's runners: column -> space.

    `markers`: how many runners the turn has, three at most. `most`: a runner that has climbed over so many spaces from
    here on counts as one on the top.
    """
    columns = board.columns
    lengths = np.array(board.lengths)
    cells = np.append(lengths - spaces, 1)
    for column, space in runners.items():
        cells[column] = lengths[column] - space + 1
    if most is not None:
        cells = np.minimum(cells, most)
    free = [c for c in range(columns) if cells[c] and c not in runners]
    start = np.full((columns + 1,) * 3, NOWHERE)
    order = np.arange(columns + 1)
    strides = np.where(order[:, None] < order, cells, 1)
    sets: list[tuple[int, int, int]] = []
    for more in range(markers - len(runners) + 1):
        for added in combinations(free, more):
            a, b, c = (*sorted((*runners, *added)), columns, columns, columns)[:RUNNERS]
            sets.append((a, b, c))
    which = np.array(sets)
    sizes = cells[which].prod(axis=1)
    begins = np.cumsum(sizes) - sizes
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        start[which[:, a], which[:, b], which[:, c]] = begins
    slots = np.repeat(which, sizes, axis=0)
    number = np.arange(len(slots)) - np.repeat(begins, sizes)
    second, third = cells[slots[:, 1]], cells[slots[:, 2]]
    above = np.stack((number // (second * third), number // third % second, number % third), axis=1)
    return Nodes(board, cells, slots, above, start, strides, (slots < columns).sum(axis=1), markers)


def solve(turn: Nodes, stop: Floats, bust: float | Floats) -> tuple[Floats, Floats]:
    """The value of every node, and that of rolling there (N,), given what a stop (N,) and a bust are worth.

    `bust`: the same wherever it happens, or (N,) by the node from which was rolled.
    """
    lost = np.broadcast_to(np.asarray(bust, dtype=np.float64), len(turn))
    value = np.append(stop, -np.inf)
    roll = np.empty(len(turn))
    left = (turn.cells[turn.slots] - 1 - turn.above) @ np.ones(RUNNERS, dtype=np.int64)
    for out in range(RUNNERS, -1, -1):
        some = np.flatnonzero(turn.out == out)
        if len(some):
            some = some[np.argsort(left[some], kind="stable")]
            ends = np.cumsum(np.bincount(left[some])).tolist()
            levels = [slice(a, b) for a, b in pairwise([0, *ends]) if b > a]
            for level, rolled in (_three_out if out == RUNNERS else _some_out)(turn, some, levels, value, lost):
                at = some[level]
                roll[at] = rolled
                value[at] = np.maximum(stop[at], rolled)
    return value[:-1], roll


def _three_out(
    turn: Nodes, at: Ints, levels: list[slice], value: Floats, bust: Floats
) -> Iterator[tuple[slice, Floats]]:
    """Level by level, the value of rolling with three runners on the board."""
    table = offers(turn.board)
    a, b, c = turn.slots[at].T
    room = turn.cells[turn.slots[at]].T - 1 - turn.above[at].T
    top = room == 0
    row = table.row_of[a, b, c] + top[0] + 2 * top[1] + 4 * top[2]
    leap = (turn.cells[b] * turn.cells[c], turn.cells[c], np.ones_like(a))
    once = [np.minimum(room[i], 1) * leap[i] for i in range(RUNNERS)]
    twice = [np.minimum(room[i], 2) * leap[i] for i in range(RUNNERS)]
    moved = np.empty((len(at), len(MOVES)), dtype=np.int64)
    for m, move in enumerate(MOVES):
        moved[:, m] = at + (once[move[0]] if len(move) == 1 else twice[move[0]])
        if len(set(move)) == 2:
            moved[:, m] = at + once[move[0]] + once[move[1]]
    most = int(table.count[row].max())
    lost, single, chance = table.bust[row] * bust[at], table.single, np.ascontiguousarray(table.chance[:, :most])
    one, two, three = (np.ascontiguousarray(table.several[:, :most, i]) for i in range(3))
    for level in levels:
        rows, reached = row[level], value[moved[level]]
        flat, line = reached.reshape(-1), np.arange(0, reached.size, len(MOVES))[:, None]
        best = np.maximum(flat[one[rows] + line], flat[two[rows] + line])
        best = np.maximum(best, flat[three[rows] + line])
        total = lost[level] + np.einsum("nm,nm->n", single[rows], reached) + np.einsum("nk,nk->n", chance[rows], best)
        yield level, total


def _some_out(
    turn: Nodes, at: Ints, levels: list[slice], value: Floats, bust: Floats
) -> Iterator[tuple[slice, Floats]]:
    """Level by level, the value of rolling with a runner in hand."""
    known = rolls(turn.board)
    first, second = targets(turn, at)
    one, two, three = known.pairings.T
    for level in levels:
        worth = np.maximum(value[first[level]], value[second[level]])
        best = np.maximum(np.maximum(worth[:, one], worth[:, two]), worth[:, three])
        yield level, np.where(np.isneginf(best), bust[at[level], None], best) @ known.chances


def targets(turn: Nodes, at: Ints) -> tuple[Ints, Ints]:
    """Where each pairing leads from nodes (n,) that have the same number of runners out: two arrays (n, P).

    Both halves climb if they can, else either one that can (R7, R8); an equal pair climbs twice, or once below the top
    (R10, R11).
    """
    pairs = rolls(turn.board).pairs
    x, y = pairs[:, 0], pairs[:, 1]
    columns, out = turn.board.columns, int(turn.out[at[0]])
    every, nobody = np.arange(columns), np.full(columns, columns)
    slots, above = turn.slots[at], turn.above[at]
    height = np.full((len(at), columns), -1)
    line = np.arange(len(at))
    for k in range(out):
        height[line, slots[:, k]] = above[:, k]
    may = (turn.cells[:-1] - 1 - height > 0) & ((height >= 0) | (out < turn.markers))
    once = np.where(may, _climbed(turn, slots, above, height, out, every, 1, nobody), NOWHERE)
    twice = np.where(may, _climbed(turn, slots, above, height, out, every, 2, nobody), NOWHERE)
    same = x == y
    joint = may[:, x] & may[:, y] & (out + (height[:, x] < 0) + (height[:, y] < 0) <= turn.markers)
    both = _climbed(turn, slots, above, height, out, x, 1, y)
    first = np.where(same, twice[:, x], np.where(joint, both, once[:, x]))
    return first, np.where(same | joint, first, once[:, y])


def _climbed(turn: Nodes, slots: Ints, above: Ints, height: Ints, out: int, x: Ints, steps: int, y: Ints) -> Ints:
    """The nodes (n, Q) after `steps` in x (Q,) and one in y (Q,; C: none); nonsense where that is not possible.

    slots, above (n, 3): before. height (n, C): the same by column, -1 where no runner stands.
    """
    nobody = turn.board.columns
    x_new = height[:, x] < 0
    y_new = (y < nobody) & (height[:, np.minimum(y, nobody - 1)] < 0)
    columns: list[Ints] = []
    heights: list[Ints] = []
    for k in range(RUNNERS):
        if k < out:
            column = slots[:, k, None]
            climbed = above[:, k, None] + steps * (column == x) + (column == y)
        elif k == out:
            column = np.where(x_new, x, np.where(y_new, y, nobody))
            climbed = np.where(x_new, steps - 1, 0)
        else:
            column = np.where(x_new & y_new & (k == out + 1), y, nobody)
            climbed = np.zeros_like(column)
        columns.append(column)
        heights.append(np.clip(climbed, 0, np.maximum(turn.cells[column] - 1, 0)))
    return turn.at(columns, heights)
