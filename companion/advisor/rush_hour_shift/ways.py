"""What stands in a hero car's way out, estimated for many grids at once, and what that makes of it in cards.

The law of this file: everything is seen by gold, who drives to the right; silver is looked at with the table turned.
A way is a row of the centre and a row of the right part: each vehicle in it costs a card or more, each part that has to
be shifted another, and the last slide one. The best of the 36 ways counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rush_hour_shift.grids import GOLD, HIGH, SILVER, WIDE, Grids
from companion.games.rush_hour_shift.grid import COLUMNS, ROWS, SEAMS

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Costs:
    """In cards."""

    space: float
    """For each space beyond the first that it takes to clear a vehicle: a MOVE may be split."""
    held: float
    """To clear a vehicle that other vehicles hold; one that is free takes 1."""
    lies: float
    """A vehicle that lies along the way: it stays in its row."""
    head_on: float
    """The same of the opponent's hero car, which only its owner moves."""
    lock: float
    """More for a shift of a part that is locked."""
    once: bool
    """A vehicle that lies across a seam counts once."""


LIKELY: Final = Costs(space=0.12, held=2.1, lies=2.3, head_on=3.5, lock=1, once=False)
"""As far as a look tells."""

LEAST: Final = Costs(space=0, held=1, lies=1, head_on=1, lock=0, once=True)
"""Never more than it takes, with the other hero car standing still: each vehicle in the way has to move once."""

NEVER: Final = np.float32(12)
"""Cards: more than any way takes."""

PARTS: Final = ((0, SEAMS["left"]), (SEAMS["left"] + 1, SEAMS["right"]), (SEAMS["right"] + 1, COLUMNS - 1))
"""The first and the last column of each part."""


def cards_to_exit(grids: Grids, costs: Costs) -> Floats:
    """(B,): the cards that gold needs to be off the grid, the last one included; on grids on which it is not off."""
    many, fleet = len(grids), grids.fleet
    each = np.arange(many)
    columns, rows = grids.columns, grids.rows
    row, front = rows[:, GOLD], columns[:, GOLD] + 2
    right = grids.offsets[:, 1].astype(np.int64)
    # What is in no row of the part goes into one more, which nobody looks at.
    parts = np.zeros((len(PARTS), many, ROWS + 1), dtype=np.float32)
    offsets = (row, np.zeros(many, dtype=np.int64), right)

    def stands(part: int, cost: Floats, at: NDArray[np.int64], there: NDArray[np.bool_]) -> None:
        """A vehicle in these rows costs so many cards; of the left part only gold's row counts, as 0."""
        local = at - offsets[part]
        in_it = there & (local >= 0) & (local < (1 if part == 0 else ROWS))
        parts[part][each, np.where(in_it, local, ROWS)] += cost

    upright = list(fleet.upright)
    up, down = _room(grids, upright)
    for nth, which in enumerate(upright):
        col, length = fleet.columns[which], int(fleet.lengths[which])
        part = next(part for part, (_, last) in enumerate(PARTS) if col <= last)
        for step in range(length):
            by_up = np.where(up[:, nth] >= length - step, length - step, ROWS)
            by_down = np.where(down[:, nth] > step, step + 1, ROWS)
            spaces = np.minimum(by_up, by_down)
            cost = np.where(spaces < ROWS, 1 + costs.space * (spaces - 1), costs.held).astype(np.float32)
            stands(part, cost, rows[:, which] + step, front <= col)
    for which in fleet.lying:
        if which == GOLD:
            continue
        begin, end = columns[:, which], columns[:, which] + int(fleet.lengths[which]) - 1
        cost = np.full(many, costs.head_on if which == SILVER else costs.lies, dtype=np.float32)
        counted = np.zeros(many, dtype=bool)
        for part, (first, last) in enumerate(PARTS):
            there = (end >= np.maximum(first, front)) & (begin <= last) & ~counted
            stands(part, cost, rows[:, which], there)
            counted |= there & costs.once
    own, centre, beyond = parts[0][:, 0], parts[1][:, :ROWS], parts[2][:, :ROWS]

    shifts = [1 + costs.lock * lock.astype(np.float32) for lock in grids.locked()]
    numbers = np.arange(ROWS)
    in_centre, on_right = front > PARTS[1][0] + 1, front > PARTS[2][0] + 1
    elsewhere = np.where(in_centre, NEVER, shifts[0])[:, None]
    through = centre + np.where(numbers == row[:, None], 0, elsewhere)
    in_line = numbers[None, :, None] - right[:, None, None] == numbers[None, None, :]
    ahead = beyond[each, np.clip(row - right, 0, ROWS - 1)]
    all_ways = through[:, :, None] + np.where(in_line, 0, shifts[1][:, None, None]) + beyond[:, None, :]
    best = np.where(on_right, ahead, all_ways.min(axis=(1, 2)))
    return np.asarray(np.minimum(1 + own + best, NEVER), dtype=np.float32)


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
