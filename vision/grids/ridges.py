"""Whether the empty parts of a grid really show: by the ridges between their spaces.

The law of this file: a thing in the plastic's own colour, a forearm over a brown board, hides the ridges. Where ridges
hardly show in the whole photo, or were not learnt, nothing is said.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from companion.board_grid import has, middle, name_of, part_of, spaces
from vision.boards.flat import MARGIN_MM
from vision.boards.hulls import FINE
from vision.grids.garage import Plastic

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

CONTRAST: Final = 0.13
"""Logarithm by which ridges must be brighter or darker than spaces."""
BESIDE: Final = 3
"""Pixels, mm, by which a ridge may lie beside where it is expected."""
AWAY: Final = 5
"""Pixels from there at which the space itself is looked at."""
ALONG: Final = 0.3
"""Spaces each way along which a ridge is averaged."""
CLEAR: Final = 0.45
"""Median of what shows of ridges, in parts of what was learnt, from which on they tell anything."""
HIDDEN: Final = 0.3
"""In parts of that median: below it a ridge does not show."""
ENOUGH: Final = 12
"""Ridges of which that median is taken."""


def hidden(colour: Floats, free: Mask, plan: BoardPlan, ground: Plastic) -> frozenset[str]:
    """Spots of spaces at which no ridge shows although nothing that was found stands before them: `free` (h, w)."""
    off = ground.ridge - ground.space
    size = float(np.abs(off).max())
    grid = plan.grid
    assert grid is not None
    if size < CONTRAST:
        return frozenset()
    seen = (colour @ (off / float((off**2).sum()))).astype(np.float32)
    shows: dict[tuple[tuple[int, int], tuple[int, int]], float] = {}
    for row, column in spaces(grid):
        for after in ((row + 1, column), (row, column + 1)):
            if has(grid, *after) and after[1] in part_of(grid, column).columns:
                one = _shows(seen, free, plan, (row, column), after)
                if one is not None:
                    shows[(row, column), after] = one
    if len(shows) < ENOUGH:
        return frozenset()
    usual = float(np.median(list(shows.values())))
    if usual < CLEAR:
        return frozenset()
    of: dict[tuple[int, int], list[float]] = {}
    for cells, value in shows.items():
        for cell in cells:
            of.setdefault(cell, []).append(value / usual)
    return frozenset(name_of(grid, *cell) for cell, values in of.items() if max(values) < HIDDEN)


def _shows(seen: Floats, free: Mask, plan: BoardPlan, cell: tuple[int, int], after: tuple[int, int]) -> float | None:
    """How much a ridge stands out; None: something stands before it."""
    assert plan.grid is not None
    x, y = middle(plan.grid, (cell[0] + after[0]) / 2, (cell[1] + after[1]) / 2)
    column, row = round((x + MARGIN_MM) * FINE), round((y + MARGIN_MM) * FINE)
    long, reach = round(ALONG * plan.grid.cell * FINE), AWAY + BESIDE
    if after[0] > cell[0]:
        window = (slice(row - reach, row + reach + 1), slice(column - long, column + long + 1))
        lines, open_ = seen[window].mean(axis=1), free[window]
    else:
        window = (slice(row - long, row + long + 1), slice(column - reach, column + reach + 1))
        lines, open_ = seen[window].mean(axis=0), free[window]
    if not open_.all():
        return None
    level = float(np.median(lines))
    return float(lines[reach - BESIDE : reach + BESIDE + 1].max()) - level
