"""What stands in a hero car's way out, estimated for many grids at once, and what that makes of it in cards.

The law of this file: everything is seen by gold, who drives to the right; silver is looked at with the table turned.
A way is a row of the centre and a row of the right part: each vehicle in it costs a card or more, each part that has to
be shifted another, and the last slide one. The best of the 36 ways counts.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rush_hour_shift.grids import GOLD, HIGH, SILVER, WIDE, Grids
from companion.games.rush_hour_shift.grid import COLUMNS, ROWS, SEAMS

Floats = NDArray[np.float32]

FEATURES: Final = 14
"""Numbers that describe one hero car's way."""

BLOCKED: Final = 2.1
"""Cards to clear a vehicle that other vehicles hold, against one that is free."""

LIES: Final = 2.3
"""Cards for a vehicle that lies along the way: it stays in its row."""

HEAD_ON: Final = 3.5
"""The same for the opponent's hero car, which only its owner moves."""

SPACE: Final = 0.12
"""Of a card, for each space that it takes to clear a vehicle: a MOVE may be split."""

_NEVER: Final = np.float32(12)
_LEFT, _RIGHT = SEAMS["left"], SEAMS["right"]


def features(grids: Grids) -> Floats:
    """(B, FEATURES) of gold's way; gold is not off the grid."""
    many, fleet = len(grids), grids.fleet
    each = np.arange(many)
    columns, rows = grids.columns, grids.rows
    row, front = rows[:, GOLD], columns[:, GOLD] + 2
    left, right = grids.offsets[:, 0].astype(int), grids.offsets[:, 1].astype(int)
    own = np.zeros(many, dtype=np.float32)
    centre = np.zeros((many, ROWS + 1), dtype=np.float32)
    beyond = np.zeros((many, ROWS + 1), dtype=np.float32)

    def stands(first: int, cost: NDArray[np.float32], at: NDArray[np.int64], there: NDArray[np.bool_]) -> None:
        """A vehicle in the part that begins with column `first`, in these rows of the centre, costs so many cards."""
        if first == 0:
            own[:] += np.where(there & (at == row), cost, 0)
        elif first == _LEFT + 1:
            centre[each, np.where(there & (at >= 0) & (at < ROWS), at, ROWS)] += cost
        else:
            local = at - right
            beyond[each, np.where(there & (local >= 0) & (local < ROWS), local, ROWS)] += cost

    if fleet.upright:
        upright = list(fleet.upright)
        lengths = fleet.lengths[upright]
        up, down = _room(grids, upright)
        for nth, which in enumerate(upright):
            col, length = fleet.columns[which], int(lengths[nth])
            first = 0 if col <= _LEFT else _LEFT + 1 if col <= _RIGHT else _RIGHT + 1
            ahead = front <= col
            for step in range(length):
                over, under = length - step, step + 1
                by_up = np.where(up[:, nth] >= over, over, 9)
                by_down = np.where(down[:, nth] >= under, under, 9)
                spaces = np.minimum(by_up, by_down)
                cost = np.where(spaces < 9, 1 + SPACE * (spaces - 1), BLOCKED).astype(np.float32)
                stands(first, cost, rows[:, which] + step, ahead)
    for which in fleet.lying:
        if which == GOLD:
            continue
        begin, end = columns[:, which], columns[:, which] + int(fleet.lengths[which]) - 1
        cost = np.full(many, HEAD_ON if which == SILVER else LIES, dtype=np.float32)
        for first, last in ((0, _LEFT), (_LEFT + 1, _RIGHT), (_RIGHT + 1, COLUMNS - 1)):
            stands(first, cost, rows[:, which], (end >= np.maximum(first, front)) & (begin <= last))

    locks = [lock.astype(np.float32) for lock in grids.locked()]
    row_numbers = np.arange(ROWS)
    in_centre = front > _LEFT + 1
    on_right = front > _RIGHT + 1
    to_centre = np.where(row_numbers == row[:, None], 0, (1 + locks[0])[:, None])
    to_centre = np.where(in_centre[:, None] & (row_numbers != row[:, None]), _NEVER, to_centre)
    through = centre[:, :ROWS] + to_centre
    here = row_numbers[None, :, None] - right[:, None, None] == row_numbers[None, None, :]
    to_right = np.where(here, 0, (1 + locks[1])[:, None, None])
    to_right = np.where(on_right[:, None, None] & ~here, _NEVER, to_right)
    ways = through[:, :, None] + to_right + beyond[:, None, :ROWS]
    # On the right part the centre's row is the own row, which may be one that the centre has not.
    last = np.clip(row - right, 0, ROWS - 1)
    ways_there = beyond[each, last]
    best = np.where(on_right, ways_there, ways.min(axis=(1, 2)))
    flat = ways.reshape(many, -1)
    soft = -np.log(np.exp(-1.5 * (flat - flat.min(axis=1, keepdims=True))).sum(axis=1)) / 1.5
    cards = 1 + own + best
    to_go = COLUMNS - columns[:, GOLD]
    found = np.empty((many, FEATURES), dtype=np.float32)
    found[:, 0] = np.minimum(cards, _NEVER)
    found[:, 1] = np.where(on_right, 0, soft)
    found[:, 2] = to_go / 4
    found[:, 3] = own
    found[:, 4] = locks[0]
    found[:, 5] = locks[1]
    found[:, 6] = in_centre
    found[:, 7] = on_right
    found[:, 8] = np.exp(-cards + 1)
    found[:, 9] = np.exp(-cards + 1) * np.maximum(0, 6 - to_go)
    found[:, 10] = through.min(axis=1) / 2
    found[:, 11] = beyond[:, :ROWS].min(axis=1)
    found[:, 12] = _clear(grids) / 4
    found[:, 13] = (rows[:, SILVER] == row) & (columns[:, SILVER] >= front)
    return found


def _room(grids: Grids, upright: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(B, U) each: how many rows each of these vehicles can go up and down."""
    each = np.arange(len(grids))[:, None]
    found = []
    for begin, stride in (
        (grids.cells[:, upright] - WIDE, -WIDE),
        (grids.cells[:, upright] + grids.fleet.reaches[upright], WIDE),
    ):
        room = np.zeros(begin.shape, dtype=np.int64)
        free = np.ones(begin.shape, dtype=bool)
        for step in range(ROWS - 2):
            at = begin + step * stride
            free &= grids.taken[each, at % (HIGH * WIDE)] == 0
            room += free
        found.append(room)
    return found[0], found[1]


def _clear(grids: Grids) -> NDArray[np.int64]:
    """(B,): free spaces ahead of gold."""
    each = np.arange(len(grids))
    free = np.ones(len(grids), dtype=bool)
    clear = np.zeros(len(grids), dtype=np.int64)
    start = grids.cells[:, GOLD].astype(np.int64) + 2
    beyond = COLUMNS - grids.columns[:, GOLD] - 2
    for step in range(COLUMNS - 2):
        at = np.minimum(start + step, HIGH * WIDE - 1)
        free &= (grids.taken[each, at] == 0) & (step < beyond)
        clear += free
    return clear
