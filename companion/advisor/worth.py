"""What it is worth to stop at each node of a turn, and to bust, by the networks; more is better for who is in turn.

Alone it is minus the turns still needed. Against one other it is one minus their chance, since they roll next. With
more at the table each other is met alone: if I would beat them with the chances p, I win with 1 / (1 + sum of
(1 - p) / p), as strengths in proportion to the odds would have it; with one other that is p itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from companion.advisor.network import Network, Weights, from_arrays
from companion.advisor.rolls import REAL, Floats, Ints
from companion.advisor.turn import Nodes
from companion.games.cant_stop.rules import State, topped, won_columns

NEVER: Final = -1e9
"""The worth of a stop that the rules forbid."""

TAUGHT_ALONE, TAUGHT_TWO = 3, 5
"""Columns still needed that the networks have met (tools/positions.py)."""

COLUMN_TURNS: Final = 2.4
"""Alone: turns that each column more than TAUGHT_ALONE takes, about a third of a whole game."""

BLOCK: Final = 2048
"""Nodes that go through the network at once: their first layer stays in the cache."""

LENGTHS: Final = np.array(REAL.lengths)


@cache
def network(name: str) -> Network:
    """`alone`, `two`, or `population` (of two too, for Highway), from the package."""
    with files("companion.advisor").joinpath(f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        return from_arrays(arrays)


@dataclass(frozen=True)
class Standing:
    """The table in numbers, for the seat in turn."""

    mine: Ints
    """(C,): my tokens' spaces; in a closed column its length, whoever won it."""
    needed: int
    others: tuple[tuple[Ints, int], ...]
    """The same for the others."""
    blocking: bool


def standing(state: State) -> Standing:
    others = tuple(seen_of(state, seat) for seat in range(len(state.tokens)) if seat != state.seat)
    return Standing(*seen_of(state, state.seat), others, state.options.blocking)


def seen_of(state: State, seat: int) -> tuple[Ints, int]:
    """A seat as `Standing` has it: its spaces (C,), and the columns that it still needs."""
    closed, tokens = won_columns(state), state.tokens[seat]
    spaces = [int(LENGTHS[c - 2]) if c in closed else tokens.get(c, 0) for c in range(2, len(LENGTHS) + 2)]
    return np.array(spaces), state.options.columns_to_win - len(topped(tokens))


def worths(table: Standing, turn: Nodes) -> tuple[Floats, float]:
    """What a stop is worth at every node (N,), and a bust."""
    tops = turn.topped().sum(axis=1)
    if not table.others:
        stop, bust = _alone(table, turn, tops)
    else:
        pairs = [_against(table, turn, tops, theirs, needed) for theirs, needed in table.others]
        stop, bust = among([p[0] for p in pairs]), float(among([np.array(p[1]) for p in pairs]))
        stop[tops >= table.needed] = 1.0
    stop[turn.out == 0] = NEVER
    if table.blocking:
        stop[_blocked(table, turn)] = NEVER
    return stop, bust


def _alone(table: Standing, turn: Nodes, tops: Ints) -> tuple[Floats, float]:
    net = network("alone")
    columns = np.arange(len(LENGTHS))
    left = np.maximum(table.needed - np.arange(4), 0)
    base = net.steps[columns, table.mine, 0].sum(axis=0)
    step = net.steps[columns[:, None], _spaces(turn), 0] - net.steps[columns, table.mine, 0][:, None]
    turns = _values(net, turn, base, step, net.needs[np.minimum(left, TAUGHT_ALONE), 0], tops)
    more = COLUMN_TURNS * np.maximum(left - TAUGHT_ALONE, 0)
    stop = -(turns[:-1] + more[tops])
    stop[tops >= table.needed] = 0.0
    return stop, -float(turns[-1] + more[0])


def _against(table: Standing, turn: Nodes, tops: Ints, theirs: Ints, needed: int) -> tuple[Floats, float]:
    """My chance against one other, who rolls next: after a stop at every node, and after a bust."""
    net = network("two")
    columns, now = np.arange(len(LENGTHS)), meeting(net, theirs, table.mine)
    left = np.minimum(np.maximum(table.needed - np.arange(4), 0), TAUGHT_TWO)
    spaces = _spaces(turn)
    top = spaces == LENGTHS[:, None]
    moved = net.steps[columns[:, None], np.where(top, spaces, theirs[:, None]), np.where(top, 0, spaces)]
    needs = net.needs[min(needed, TAUGHT_TWO), left]
    chance = 1 - _values(net, turn, now.sum(axis=0), moved - now[:, None], needs, tops)
    return chance[:-1], float(chance[-1])


def meeting(net: Network, roller: Ints, other: Ints) -> Weights:
    """(C, H): what each column adds to the first layer, of the spaces (C,) of who rolls next and of the other."""
    return net.steps[np.arange(len(LENGTHS)), roller, np.where(roller == LENGTHS, 0, other)]


def among(chances: list[Floats]) -> Floats:
    """The chance to win among several, from those against each."""
    return np.asarray(1 / (1 + sum((1 - p) / np.maximum(p, 1e-9) for p in chances)))


def _spaces(turn: Nodes) -> Ints:
    """(C, S): the space of a runner that stands so far above the lowest in each column, the top at most."""
    lowest = LENGTHS - turn.cells[:-1] + 1
    spaces: Ints = np.minimum(lowest[:, None] + np.arange(LENGTHS.max()), LENGTHS[:, None])
    return spaces


def _values(net: Network, turn: Nodes, base: Weights, step: Weights, needs: Weights, tops: Ints) -> Floats:
    """The network at every node and, last, where the turn began (N + 1,).

    base (H,), step (C, S, H): the columns' part of the first layer where the turn began, and what a runner changes.
    needs (4, H): the part of the columns still needed, when so many more are won.
    """
    deep = step.shape[1]
    table = np.concatenate((step.reshape(-1, step.shape[2]), np.zeros((deep, step.shape[2]), np.float32)))
    rows = turn.slots * deep + turn.above
    found = np.empty(len(turn) + 1)
    for begin in range(0, len(turn), BLOCK):
        part = slice(begin, min(begin + BLOCK, len(turn)))
        hidden = (base + needs)[tops[part]]
        for slot in range(rows.shape[1]):
            hidden += table[rows[part, slot]]
        found[part] = net.output(hidden)
    found[-1] = net.output((base + needs[0])[None])[0]
    return found


def _blocked(table: Standing, turn: Nodes) -> Ints:
    """Nodes at which a runner stands on another's token below the top (R20)."""
    spaces = _spaces(turn)
    taken = np.any([spaces == theirs[:, None] for theirs, _ in table.others], axis=0) & (spaces < LENGTHS[:, None])
    taken = np.append(taken, np.zeros((1, taken.shape[1]), dtype=bool), axis=0)
    return np.flatnonzero(taken[turn.slots, turn.above].any(axis=1))
