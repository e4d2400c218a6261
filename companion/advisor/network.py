"""What a position is worth as a turn begins: a small network, read from a file that `make train` writes.

First layer: the sum of one row a column, picked by (my space, the other's space), and one for the columns still needed.
Then two layers of rectified units. Alone there is no other, and the value is the number of turns still needed; with two
it is the chance to win of the player who is about to roll. Who won a column does not matter, only that it is closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    steps: Weights
    """(C, S, T, H): by column, my space and the other's (T is 1 alone). A closed column is my space = its length, 0."""
    needs: Weights
    """(6, U, H): by the columns that I and the other still need, at most 5 (U is 1 alone)."""
    inner: Weights
    """(H, I)"""
    inner_bias: Weights
    """(I,)"""
    outer: Weights
    """(I,)"""
    outer_bias: float

    @property
    def alone(self) -> bool:
        return bool(self.steps.shape[2] == 1)

    def output(self, hidden: Weights) -> Weights:
        """From the first layer's sums (N, H) to the values (N,): turns alone, else the chance of who rolls next."""
        second = np.maximum(hidden, 0) @ self.inner
        second += self.inner_bias
        out: Weights = np.maximum(second, 0) @ self.outer + np.float32(self.outer_bias)
        return out if self.alone else np.float32(1) / (np.float32(1) + np.exp(-out))


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Network:
    """From the arrays of an .npz file, stored as half precision."""
    single = {name: np.asarray(arrays[name], dtype=np.float32) for name in arrays}
    return Network(
        single["steps"],
        single["needs"],
        single["inner"],
        single["inner_bias"],
        single["outer"],
        float(single["outer_bias"]),
    )
