"""What it is worth to stop now and to roll on: a turn of two or three markers solved, one of more looked a roll ahead.

The law of this file: rolls are counted, all 1296; what a stop is worth is the outlook's word (`worth`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from companion.advisor.highway.holdings import moved_odds, shield_worth
from companion.advisor.highway.road import PLACE
from companion.advisor.highway.worth import NOBODY, Outlook
from companion.advisor.rolls import REAL, RUNNERS, Floats, Ints, rolls
from companion.advisor.turn import Nodes, nodes, solve
from companion.advisor.worth import NEVER
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.odds import ROLLS
from companion.games.cant_stop.rules import climb
from companion.games.highway.shields import changed, uses
from companion.games.highway.state import usable_shields

Runners = Mapping[int, int]

FURTHEST: Final = 6
"""Spaces of one column that a turn is looked at from here on: it seldom climbs more in one."""

FIRST_PLACE: Final = np.array([PLACE[column, 1] for column in LENGTHS])
CHANCES: Final = np.array(list(ROLLS.values())) / sum(ROLLS.values())


def stop_and_roll(outlook: Outlook, options: Iterable[Runners]) -> list[tuple[float, float]]:
    """For each of these sets of runners what it is worth to stop there, and to roll on; all are counted alike."""
    every = list(options)
    markers = outlook.state.markers
    if markers > RUNNERS and any(len(runners) >= RUNNERS for runners in every):
        return [_one_ahead(outlook, runners) for runners in every]
    if len({frozenset(runners) for runners in every}) == 1:
        return _solved(outlook, every, min(markers, RUNNERS))
    return [worths for runners in every for worths in _solved(outlook, [runners], min(markers, RUNNERS))]


def bust(outlook: Outlook) -> float:
    """What it is worth to lose the markers of this turn."""
    return float(outlook.worths(np.array([[NOBODY]]))[0])


def _solved(outlook: Outlook, every: list[Runners], markers: int) -> list[tuple[float, float]]:
    """Runners in the same columns, by one turn that begins with the lowest of each."""
    columns = sorted(every[0])
    lowest = {column: min(runners[column] for runners in every) for column in columns}
    turn = nodes(REAL, outlook.table.mine, {column - 2: space for column, space in lowest.items()}, markers, FURTHEST)
    stop = outlook.worths(_rows(turn, outlook.table.mine, lowest))
    stop[turn.out == 0] = NEVER
    roll = solve(turn, stop, _busts(outlook, turn, stop))[1]
    slots = tuple(turn.slots[0])
    found = []
    for runners in every:
        above = [runners[column] - lowest[column] for column in columns]
        at = int(turn.at(slots, [np.array(n) for n in (*above, 0, 0, 0)[:RUNNERS]]))
        found.append((float(stop[at]), float(roll[at])))
    return found


def _rows(turn: Nodes, tokens: Ints, runners: Runners) -> Ints:
    """(N, 3): the markers of every node, as rows of the outlook's tables; the turn begins from these (C,) and these."""
    lowest = tokens.copy()
    for column, space in runners.items():
        lowest[column - 2] = space - 1
    foot = np.append(FIRST_PLACE + lowest, NOBODY)
    return np.where(turn.slots < REAL.columns, foot[turn.slots] + turn.above, NOBODY)


def _busts(outlook: Outlook, turn: Nodes, stop: Floats) -> Floats:
    """(N,): what a bust is worth that is rolled at each node: one that a shield mends is a stop there, at least."""
    lost = bust(outlook)
    shields = tuple(sorted(set(usable_shields(outlook.state))))
    if not shields:
        return np.full(len(turn), lost)
    spent = moved_odds(np.clip(stop, 0, 1), -shield_worth(len(outlook.state.shields[outlook.state.seat]) - 1))
    return lost + _mended(outlook.state.options.shield, shields)[_usable(turn)] * np.maximum(spent - lost, 0)


def _usable(turn: Nodes) -> Ints:
    """(N,): the columns in which the next roll could move a marker, one bit each."""
    bits = np.append(1 << np.arange(REAL.columns), 0)
    standing = np.where(turn.topped(), 0, bits[turn.slots]).sum(axis=1)
    free = int(bits[:-1][turn.cells[:-1] > 0].sum())
    tops = np.where(turn.topped(), bits[turn.slots], 0).sum(axis=1)
    usable: Ints = np.where(turn.out < turn.markers, free & ~tops, standing)
    return usable


@lru_cache(maxsize=64)
def _mended(how: str, shields: tuple[int, ...]) -> Floats:
    """(2048,): by usable columns, how many of the busts one of these shields mends."""
    before = np.array([_bits(pips) for pips in ROLLS])
    after = [
        np.bitwise_or.reduce([_bits(changed(pips, use)) for use in uses(how, shields, pips)] or [0]) for pips in ROLLS
    ]
    columns = np.arange(1 << REAL.columns)[:, None]
    busts = (before & columns) == 0
    lost = busts @ CHANCES
    mended = (busts & ((np.array(after) & columns) != 0)) @ CHANCES
    found: Floats = mended / np.maximum(lost, 1e-9)
    return found


def _bits(pips: tuple[int, ...]) -> int:
    """The columns that two of these dice make, one bit each."""
    found = 0
    for a, b in combinations(pips, 2):
        if a + b in LENGTHS:
            found |= 1 << (a + b - 2)
    return found


def _one_ahead(outlook: Outlook, runners: Runners) -> tuple[float, float]:
    """The same, as if whoever rolls now stops after the next roll: rolling on is worth this at least."""
    known = rolls(REAL)
    ways = [list(_climbs(outlook, runners, x + 2, y + 2)) for x, y in known.pairs.tolist()]
    every = [row for rows in ways for row in rows]
    widest = max((len(row) for row in every), default=1)
    padded = [[*row, *[NOBODY] * (widest - len(row))] for row in every]
    worth = iter(outlook.worths(np.array([*padded, [NOBODY] * widest])).tolist())
    best = np.array([max((next(worth) for _ in rows), default=-np.inf) for rows in ways])
    after = best[known.pairings].max(axis=1)
    now = float(outlook.worths(np.array([outlook.row(runners)]))[0]) if runners else NEVER
    return now, float(np.where(np.isneginf(after), bust(outlook), after) @ known.chances)


def _climbs(outlook: Outlook, runners: Runners, x: int, y: int) -> Iterator[list[int]]:
    """The markers after each way to use a pairing (R7, R8): both sums where both can climb, else either that can."""
    state = replace(outlook.state.climb, runners=runners)

    def climbed(*columns: int) -> list[list[int]]:
        after = climb(state, columns)
        open_all = all(column not in outlook.road.won and after[column] <= LENGTHS[column] for column in columns)
        return [outlook.row(after)] if open_all and len(after) <= outlook.state.markers else []

    yield from climbed(x, y) or [*climbed(x), *(climbed(y) if x != y else ())]
