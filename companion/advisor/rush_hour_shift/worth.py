"""What a grid is worth to whoever's turn begins there: the chance to win, by a small network on the two ways out.

The chance is against one who plays as the advisor does, with cards that nobody knows. `make train-rush-hour-shift`
writes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rush_hour_shift.grids import Grids
from companion.advisor.rush_hour_shift.ways import FEATURES, Floats, features
from companion.games.rush_hour_shift.cards import CARDS

INPUTS: Final = 2 * FEATURES
"""The way of whoever's turn it is, then the other's."""

KINDS: Final = tuple(CARDS)
"""The cards in the order of the network's prices."""


@dataclass(frozen=True)
class Network:
    first: Floats
    """(INPUTS, H)"""
    first_bias: Floats
    """(H,)"""
    inner: Floats
    """(H, I)"""
    inner_bias: Floats
    """(I,)"""
    outer: Floats
    """(I,)"""
    outer_bias: float
    prices: Floats
    """(9,): what a card that is kept adds to the logarithm of the odds, by kind."""

    def logit(self, inputs: Floats) -> Floats:
        """(B, INPUTS) -> (B,): the logarithm of the odds that whoever's turn it is wins."""
        one = np.maximum(inputs @ self.first + self.first_bias, 0)
        two = np.maximum(one @ self.inner + self.inner_bias, 0)
        found: Floats = two @ self.outer + np.float32(self.outer_bias)
        return found


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Network:
    """From the arrays of an .npz file."""
    names = ("first", "first_bias", "inner", "inner_bias", "outer", "prices")
    single = {name: np.asarray(arrays[name], dtype=np.float32) for name in names}
    return Network(**single, outer_bias=float(arrays["outer_bias"]))


@cache
def network() -> Network:
    """The one of the package."""
    with files("companion.advisor.rush_hour_shift").joinpath("grid.npz").open("rb") as file, np.load(file) as found:
        return from_arrays(found)


def inputs(grids: Grids, seat: int) -> Floats:
    """(B, INPUTS) of grids on which the turn of this seat begins."""
    gold, silver = features(grids), features(grids.turned)
    return np.concatenate((gold, silver) if seat == 0 else (silver, gold), axis=1)


CERTAIN: Final = np.float32(20)
"""The logarithm of the odds of a game that is won."""


def worth(grids: Grids, seat: int, net: Network) -> Floats:
    """(B,): the logarithm of the odds that `seat`, whose turn begins, wins."""
    found = net.logit(inputs(grids, seat))
    found[grids.won(seat)] = CERTAIN
    found[grids.won(1 - seat)] = -CERTAIN
    return found


def chance(logit: Floats) -> Floats:
    """The odds' logarithm as a chance."""
    found: Floats = 1 / (1 + np.exp(-logit))
    return found
