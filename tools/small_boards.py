"""Small boards solved exactly, by the advisor's own turn: `python -m tools.small_boards 3 2` prints turns alone.

Positions are solved from the most advanced down. A bust leads back to the position itself, so its value is the fixed
point of a piecewise linear function, found by the secant, which is Newton's method here (Glenn, Fang and Kruskal).
"""

from __future__ import annotations

import argparse
import time
from itertools import product

import numpy as np

from companion.advisor.rolls import Board, Floats, small_board
from companion.advisor.turn import Nodes, nodes, solve

TO_WIN = 3
CLOSE = 1e-10
"""Turns between two steps of the secant at which it ends."""


def optimal_turns(board: Board) -> float:
    """The mean number of turns that the best player needs alone."""
    lengths = np.array(board.lengths)
    places = np.append(np.cumprod(np.append(1, lengths[:-1] + 1)), 0)
    turns = np.zeros(int(np.prod(lengths + 1)))
    positions = np.array(list(product(*(range(length + 1) for length in board.lengths))))
    positions = positions[(positions == lengths).sum(axis=1) < TO_WIN]
    for spaces in positions[np.argsort(-positions.sum(axis=1), kind="stable")]:
        turn = nodes(board, spaces, {})
        after = spaces @ places[:-1] + ((turn.above + 1) * places[turn.slots]).sum(axis=1)
        won = (spaces == lengths).sum() + turn.topped().sum(axis=1)
        stop = np.where(won >= TO_WIN, 0.0, -turns[after])
        stop[0] = -1e9
        turns[spaces @ places[:-1]] = _fixed_point(turn, stop)
    return float(turns[0])


def _fixed_point(turn: Nodes, stop: Floats) -> float:
    """The turns needed here, if a bust costs one turn and leads back here."""
    before, now = -3.0, solve(turn, stop, -3.0)[1][0] - 1
    while abs(now - before) > CLOSE:
        after = solve(turn, stop, now)[1][0] - 1
        slope = (after - now) / (now - before)
        before, now = now, now + (after - now) / (1 - slope)
    return float(-now)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sides", type=int, help="faces of each of the four dice")
    parser.add_argument("shortest", type=int, help="spaces of the outer columns")
    asked = parser.parse_args()
    began = time.monotonic()
    print(f"{optimal_turns(small_board(asked.sides, asked.shortest)):.6f} turns, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
