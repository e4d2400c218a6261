"""What a sheet is worth: the points with which it ends on average, by a small network and by looking one throw ahead.

The first layer is a sum of one row of numbers for each row of the sheet, picked by its marks, and one for each value of
the fifth die; then one of rectified units, and one number. `make train-express` writes the files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.express.throws import (
    CHANCES,
    FIFTH_OF,
    FIRST_ROW,
    LAST,
    ROWS_OF,
    SECOND_ROW,
    TWO_ROWS,
    VALUES,
    Floats,
    Ints,
    is_full,
)
from companion.games.express.scoring import row_score
from companion.games.express.sheets import BOXES, ROWS

UNIT: Final = 100
"""Points of one unit of the network's output."""

NEVER: Final = np.float32(-1e9)
"""The worth of what the rules forbid."""

_EACH_ROW, _EACH_VALUE = np.arange(len(ROWS)), np.arange(VALUES)


@dataclass(frozen=True)
class Network:
    rows: Floats
    """(11, 11, H): by row and marks."""
    fifth: Floats
    """(6, 8, H): by value and marks."""
    inner: Floats
    """(H, I)"""
    inner_bias: Floats
    """(I,)"""
    outer: Floats
    """(I,)"""
    outer_bias: float
    penalty: int
    """The option of the game that it has learnt."""

    def sums(self, marks: Ints, fifth: Ints) -> Floats:
        """The first layer's sums (B, H) of sheets (B, 11) and (B, 6)."""
        found: Floats = self.rows[_EACH_ROW, marks].sum(axis=1) + self.fifth[_EACH_VALUE, fifth].sum(axis=1)
        return found

    def output(self, sums: Floats) -> Floats:
        """Points at the end (…,) from the first layer's sums (…, H)."""
        second = np.maximum(sums, 0) @ self.inner
        second += self.inner_bias
        np.maximum(second, 0, out=second)
        points: Floats = UNIT * (second @ self.outer + np.float32(self.outer_bias))
        return points

    def of(self, marks: Ints, fifth: Ints) -> Floats:
        """Points at the end (B,) of sheets that are not out."""
        return self.output(self.sums(marks, fifth))


def from_arrays(arrays: Mapping[str, NDArray[Any]], penalty: int) -> Network:
    """From the arrays of an .npz file, stored as half precision."""
    names = ("rows", "fifth", "inner", "inner_bias", "outer")
    single = {name: np.asarray(arrays[name], dtype=np.float32) for name in names}
    return Network(**single, outer_bias=float(arrays["outer_bias"]), penalty=penalty)


@cache
def network(penalty: int) -> Network:
    """The one for this penalty, from the package."""
    with files("companion.advisor.express").joinpath(f"sheet-{penalty}.npz").open("rb") as file, np.load(file) as found:
        return from_arrays(found, penalty)


@cache
def _scores(penalty: int) -> Floats:
    """(11, 11): points of a row by its marks (R10, R11)."""
    return np.array([[row_score(row, n, penalty) for n in range(BOXES + 1)] for row in ROWS], dtype=np.float32)


def score(marks: Ints, penalty: int) -> Floats:
    """Points (B,) of the rows (B, 11)."""
    points: Floats = _scores(penalty)[_EACH_ROW, marks].sum(axis=1)
    return points


def _added(table: Floats, marks: Ints) -> NDArray[np.float32]:
    """(B, 66, ...): what the marks of two pairs add to the sum of a table (11, 11, ...) over rows (B, 11)."""
    each = np.arange(len(ROWS))
    now = table[each, marks]
    one = table[each, np.minimum(marks + 1, BOXES)] - now
    two = table[each, np.minimum(marks + 2, BOXES)] - now
    added: NDArray[np.float32] = one[:, FIRST_ROW] + one[:, SECOND_ROW]
    same = np.flatnonzero(FIRST_ROW == SECOND_ROW)
    added[:, same] = two[:, FIRST_ROW[same]]
    return added


def after(net: Network, marks: Ints, fifth: Ints) -> tuple[Floats, Floats]:
    """What each selection makes of sheets that are not out: with a fifth die (B, 66, 6), in a free throw (B, 66)."""
    pairs = net.sums(marks, fifth)[:, None] + _added(net.rows, marks)
    values = net.fifth[_EACH_VALUE, np.minimum(fifth + 1, LAST)] - net.fifth[_EACH_VALUE, fifth]
    full = is_full(fifth)
    worth = np.full((len(marks), len(TWO_ROWS), VALUES), NEVER)
    free = np.full((len(marks), len(TWO_ROWS)), NEVER)
    allowed = ~full[:, None] | (fifth > 0)
    sheet, value = np.nonzero(allowed)
    worth[sheet, :, value] = net.output(pairs[sheet] + values[sheet, value][:, None])
    if full.any():
        free[full] = net.output(pairs[full])
    sheet, value = np.nonzero(fifth == LAST)
    if len(sheet):
        ended = score(marks, net.penalty)[:, None] + _added(_scores(net.penalty), marks)
        worth[sheet, :, value] = ended[sheet]
    return worth, free


def ahead(net: Network, marks: Ints, fifth: Ints) -> Floats:
    """Points at the end (B,) of sheets that are not out, by the best selection of every next throw."""
    return ahead_of(*after(net, marks, fifth), fifth)


def ahead_of(worth: Floats, free: Floats, fifth: Ints) -> Floats:
    """The same, by what `after` says of the sheets."""
    best = worth.reshape(len(fifth), -1)[:, ROWS_OF * VALUES + FIFTH_OF].max(axis=2)
    full = np.flatnonzero(is_full(fifth))
    if len(full):
        best[full] = np.where(best[full] == NEVER, free[full][:, ROWS_OF].max(axis=2), best[full])
    points: Floats = best @ CHANCES
    return points
