"""The fewest cards with which a seat gets out while the other one stands still, from any of many grids.

As companion/games/rush_hour_shift/way_out.py has it, a card is one SLIDE or one SHIFT; here many grids are looked at at
once. A* search: first those that need the fewest cards in all, by an estimate that never says too much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rush_hour_shift.grids import Grids, together
from companion.advisor.rush_hour_shift.ways import LEAST, NEVER, cards_to_exit

PATIENCE: Final = 4000
"""Grids whose pushes and shifts are looked at before the search gives up."""

AT_ONCE: Final = 64


@dataclass(frozen=True)
class Exit:
    cards: int
    source: int
    """From which of the grids."""
    proven: bool
    """False: the search gave up, and it takes at least so many."""


def nearest_exit(grids: Grids, seat: int, patience: int = PATIENCE) -> Exit:
    """Which of these grids needs the fewest cards, and how many."""
    view = grids if seat == 0 else grids.turned
    if off := np.flatnonzero(view.won(0)).tolist():
        return Exit(0, off[0], proven=True)
    waiting = view
    source: NDArray[np.int64] = np.arange(len(view))
    used = np.zeros(len(view), dtype=np.int64)
    needs = cards_to_exit(view, LEAST).astype(np.int64)
    seen: NDArray[np.int64] = np.sort(view.keys)
    while patience > 0 and len(waiting):
        fewest = int((used + needs).min())
        if fewest >= NEVER:
            break
        first = np.flatnonzero(used + needs == fewest)
        # One card is left, and nothing in its way: that is the last slide.
        if len(out := first[needs[first] <= 1]):
            return Exit(fewest, int(source[out[0]]), proven=True)
        first = first[np.argsort(needs[first], kind="stable")][:AT_ONCE]
        patience -= len(first)
        made, of = _played(waiting[first])
        keys = made.keys
        _, fresh = np.unique(keys, return_index=True)
        fresh = fresh[~np.isin(keys[fresh], seen)]
        seen = np.concatenate((seen, keys[fresh]))
        made, of = made[fresh], first[of[fresh]]
        rest = np.ones(len(waiting), dtype=bool)
        rest[first] = False
        source = np.concatenate((source[rest], source[of]))
        used = np.concatenate((used[rest], used[of] + 1))
        waiting = together((waiting[rest], made))
        needs = np.concatenate((needs[rest], cards_to_exit(made, LEAST).astype(np.int64)))
    if not len(waiting):
        return Exit(int(NEVER), 0, proven=True)
    best = int((used + needs).argmin())
    return Exit(int((used + needs)[best]), int(source[best]), proven=False)


def _played(grids: Grids) -> tuple[Grids, NDArray[np.int64]]:
    """After each card that gold may play, and of which of these grids."""
    slides, shifts = grids.slides(0), grids.shifts()
    made = together((grids.pushed(*slides), grids.shifted(*shifts)))
    return made, np.concatenate((slides[0], shifts[0]))
