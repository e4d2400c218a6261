"""The empty parts of a grid in a flattened photo: what they look like, and which pixels show them.

The law of this file: no part is printed by us, so its two colours are learnt; whatever light falls on them is taken
out by `vision.boards.flat`, against what should be seen where.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from companion.board_grid import middle, spaces
from vision.boards.flat import SCALE, Frame
from vision.boards.ground import Print, ink
from vision.grids.garage import Plastic

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

SPACES: Final = 0.14
"""Logarithm by which the colour of a ridge is another than that of a space."""
FEW: Final = 0.03
"""Share of a space that must have it."""
AROUND: Final = 5
"""Pixels, 2.5 mm, by which a ridge may lie beside where it is expected: fingers tap no better."""


def cells_of(plan: BoardPlan) -> Iterator[tuple[tuple[int, int], tuple[slice, slice]]]:
    """Row and column of each space as the parts lie, and its rows and columns of a flattened photo."""
    assert plan.grid is not None
    edge = round(plan.grid.cell * SCALE)
    for row, column in spaces(plan.grid):
        x, y = middle(plan.grid, row, column)
        left, top = (round(Frame.px(mm - plan.grid.cell / 2) + 0.5) for mm in (x, y))
        yield (row, column), (slice(top, top + edge), slice(left, left + edge))


def plastic(plan: BoardPlan) -> Mask:
    """(h, w) of a flattened photo: where the parts are."""
    frame = Frame.of(plan)
    on = np.zeros((frame.height, frame.width), bool)
    for _, where in cells_of(plan):
        on[where] = True
    return on


def learnt(colour: Floats, free: Mask, plan: BoardPlan) -> Plastic:
    """From a flattened photo (h, w, 3), logarithms, of which `free` (h, w) shows the empty parts."""
    seen = [np.where(free[where][:, :, None], colour[where], np.nan) for _, where in cells_of(plan)]
    with np.errstate(all="ignore"):
        usual = _middle(np.stack(seen))
    space = np.median(colour[free], axis=0).astype(np.float32)
    usual = np.where(np.isfinite(usual), usual, space)
    space = np.median(usual.reshape(-1, 3), axis=0).astype(np.float32)
    where = np.abs(usual - space).max(axis=2) > SPACES
    if where.mean() < FEW:
        return Plastic(space, space, np.zeros(where.shape, bool))
    return Plastic(space, np.median(usual[where], axis=0).astype(np.float32), where)


def _middle(seen: Floats) -> Floats:
    """Medians over the spaces of which a pixel is free; NaN where none is."""
    none = np.isnan(seen).all(axis=0)
    seen[:, none] = 0
    middle = np.asarray(np.nanmedian(seen, axis=0), np.float32)
    middle[none] = np.nan
    return middle


def print_of(ground: Plastic, plan: BoardPlan, shown: Floats, bare: Mask) -> Print:
    """The parts as a print: `shown` (h, w, 3) is what should be seen where, logarithms, NaN where that is not known;
    `bare` where nothing should stand before them."""
    on = plastic(plan)
    ridges = np.zeros(on.shape, bool)
    for _, where in cells_of(plan):
        ridges[where] = ground.where
    inks = []
    for drawn in (ridges & on, ~ridges & on):
        sure, may = ink(drawn, AROUND)
        inks.append((sure & bare, may & on))
    return Print(shown, inks, ~on)
