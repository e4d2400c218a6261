"""The network at every node of a turn, in compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.advisor.network import Weights
from companion.advisor.rolls import Floats, Ints
from tools.compiled import Flags, Starts, compiled

BLOCK, LONGEST = 512, 20
"""Rows that go through the network at once, so that they stay in the cache; the most added between two looks."""

Layers = tuple[Weights, Weights, Weights, np.float32]
"""inner, inner_bias, outer and outer_bias of companion/advisor/network.py."""


@compiled
def evaluate(
    cells: Ints,
    starts: Starts,
    base: Weights,
    step: Weights,
    won: Weights,
    layers: Layers,
    chance: bool,
    needed: int,
    wanted: Flags,
    stop: Floats,
) -> None:
    """What a stop is worth at every node by the network.

    base (H,): the first layer of the position itself. step (C, S, H): what a runner on the s-th space changes in it.
    won (4, H): what so many columns won change; with `needed` of them the game is won. chance: the network gives the
    other player's chance to win, else the turns still needed. stop (N,) is filled in, as `wanted` (C, C) says (layout).
    """
    (first, second, third), columns, width = starts, len(cells), len(base)
    rows = np.empty((BLOCK, width), np.float32)
    where, over = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.bool_)
    one, two = np.empty(width, np.float32), np.empty(width, np.float32)
    n = 0
    for a in range(columns):
        for i in range(cells[a]):
            tops = int(i == cells[a] - 1)
            for u in range(width):
                one[u] = base[u] + step[a, i, u]
                rows[n, u] = max(one[u] + won[tops, u], np.float32(0))
            where[n], over[n], n = first[a] + i, tops >= needed, n + 1
            if n > BLOCK - LONGEST:
                n = _flush(n, rows, where, over, layers, chance, stop)
            for b in range(a + 1, columns):
                for j in range(cells[b]):
                    tops = int(i == cells[a] - 1) + int(j == cells[b] - 1)
                    for u in range(width):
                        two[u] = one[u] + step[b, j, u]
                        rows[n, u] = max(two[u] + won[tops, u], np.float32(0))
                    where[n], over[n], n = second[a, b] + i * cells[b] + j, tops >= needed, n + 1
                    if n > BLOCK - LONGEST:
                        n = _flush(n, rows, where, over, layers, chance, stop)
                    for c in range(b + 1, columns):
                        if not (wanted[a, b] or wanted[a, c] or wanted[b, c]):
                            continue
                        at = third[a, b, c] + (i * cells[b] + j) * cells[c]
                        for k in range(cells[c]):
                            all_tops = tops + int(k == cells[c] - 1)
                            for u in range(width):
                                rows[n, u] = max(two[u] + step[c, k, u] + won[all_tops, u], np.float32(0))
                            where[n], over[n], n = at + k, all_tops >= needed, n + 1
                        if n > BLOCK - LONGEST:
                            n = _flush(n, rows, where, over, layers, chance, stop)
    _flush(n, rows, where, over, layers, chance, stop)


@compiled
def _flush(
    n: int,
    rows: Weights,
    where: Ints,
    over: Any,
    layers: Layers,
    chance: bool,
    stop: Floats,
) -> int:
    """The network from its first layer on, for the player who stops there; 0 rows are left."""
    inner, inner_bias, outer, outer_bias = layers
    second = np.dot(rows[:n], inner)
    for r in range(n):
        out = outer_bias
        for v in range(len(outer)):
            out += max(second[r, v] + inner_bias[v], np.float32(0)) * outer[v]
        if over[r]:
            stop[where[r]] = 1.0 if chance else 0.0
        elif chance:
            stop[where[r]] = 1 / (1 + np.exp(out))
        else:
            stop[where[r]] = -out
    return 0
