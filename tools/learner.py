"""Fits a network to (position, value) pairs: Adam by hand, numpy and a compiled scatter, resumable to the last bit.

The table of steps is learnt as a sum: one part by my space, one by the other's, one by both; so that what is learnt of
a space in one company holds in every other. What plays is a running mean of the weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.advisor.network import Network, Weights
from companion.advisor.rolls import Board, Ints
from tools.compiled import compiled

MEAN_OVER = 250
"""Steps over which the weights that play are averaged, unless told otherwise."""


class Learner:
    """Weights, their running mean and Adam's moments; all of it goes into `arrays`."""

    def __init__(
        self,
        board: Board,
        alone: bool,
        width: int,
        inner: int,
        chance: np.random.Generator,
        mean_over: int = MEAN_OVER,
    ) -> None:
        self.mean_over = mean_over
        longest, columns = max(board.lengths) + 1, board.columns
        others = 1 if alone else longest
        self.alone, self.columns, self.done = alone, np.arange(columns), 0
        near = (2 / columns) ** 0.5 / 2
        drawn: dict[str, Any] = {
            "mine": near * chance.standard_normal((columns, longest, 1, width)),
            "theirs": near * chance.standard_normal((columns, 1, others, width)) * (not alone),
            "both": np.zeros((columns, longest, others, width)),
            "needs": near * chance.standard_normal((6, 1 if alone else 6, width)),
            "inner": (2 / width) ** 0.5 * chance.standard_normal((width, inner)),
            "inner_bias": np.zeros(inner),
            "outer": (2 / inner) ** 0.5 * chance.standard_normal(inner),
            "outer_bias": np.zeros(1),
        }
        self.weights: dict[str, Weights] = {name: array.astype(np.float32) for name, array in drawn.items()}
        self.mean = {name: array.copy() for name, array in self.weights.items()}
        self.first = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.second = {name: np.zeros_like(array) for name, array in self.weights.items()}

    def network(self, mean: bool = True) -> Network:
        w = self.mean if mean else self.weights
        steps = w["mine"] + w["theirs"] + w["both"]
        return Network(steps, w["needs"], w["inner"], w["inner_bias"], w["outer"], float(w["outer_bias"][0]))

    def become(self, net: Network) -> None:
        """Go on from a network of the same size: its table of steps counts as learnt for both spaces together."""
        for name, array in vars(net).items():
            if name != "steps":
                self.weights[name][...] = array
        self.weights["mine"][...], self.weights["theirs"][...], self.weights["both"][...] = 0, 0, net.steps
        self.mean = {name: array.copy() for name, array in self.weights.items()}

    def step(self, mine: Ints, theirs: Ints, needs: Ints, wanted: Weights, rate: float) -> float:
        """One step down on positions (B, C), (B, C), (B, 2) and their values (B,); the mean error before it.

        The error is the squared one in turns alone, else the cross-entropy less its least possible value.
        """
        w, size = self.weights, len(wanted)
        steps = w["mine"] + w["theirs"] + w["both"]
        hidden = steps[self.columns, mine, theirs].sum(axis=1) + w["needs"][needs[:, 0], needs[:, 1]]
        one = np.maximum(hidden, 0)
        two = np.maximum(one @ w["inner"] + w["inner_bias"], 0)
        out = two @ w["outer"] + w["outer_bias"]
        if self.alone:
            error = out - wanted
            loss = float((error**2).mean())
        else:
            chance = 1 / (1 + np.exp(-out))
            error = chance - wanted
            loss = float((error**2).mean())
        slope = (error / size).astype(np.float32)
        slope_two = slope[:, None] * w["outer"] * (two > 0)
        slope_one = (slope_two @ w["inner"].T) * (hidden > 0)
        table, needed = np.zeros_like(steps), np.zeros_like(w["needs"])
        scatter(table, needed, mine, theirs, needs, slope_one)
        self._descend(
            {
                "mine": table.sum(axis=2, keepdims=True),
                "theirs": table.sum(axis=1, keepdims=True) * (not self.alone),
                "both": table,
                "needs": needed,
                "inner": one.T @ slope_two,
                "inner_bias": slope_two.sum(axis=0),
                "outer": two.T @ slope,
                "outer_bias": slope.sum(keepdims=True),
            },
            rate,
        )
        return loss

    def _descend(self, slopes: dict[str, Weights], rate: float) -> None:
        """Adam (Kingma and Ba 2015) with its usual constants."""
        self.done += 1
        pace = rate * (1 - 0.999**self.done) ** 0.5 / (1 - 0.9**self.done)
        keep = 1 - 1 / min(self.done, self.mean_over)
        for name, slope in slopes.items():
            descend(
                self.weights[name].reshape(-1),
                self.mean[name].reshape(-1),
                self.first[name].reshape(-1),
                self.second[name].reshape(-1),
                np.ascontiguousarray(slope, dtype=np.float32).reshape(-1),
                np.float32(pace),
                np.float32(keep),
            )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything, to be saved and given to `restore`."""
        parts = {"w": self.weights, "m": self.mean, "1": self.first, "2": self.second}
        found: dict[str, NDArray[Any]] = {f"{p}_{name}": a for p, part in parts.items() for name, a in part.items()}
        return {**found, "done": np.array(self.done)}

    def restore(self, arrays: Any) -> None:
        for p, part in {"w": self.weights, "m": self.mean, "1": self.first, "2": self.second}.items():
            for name in part:
                part[name] = arrays[f"{p}_{name}"]
        self.done = int(arrays["done"])


@compiled
def descend(w: Any, mean: Any, first: Any, second: Any, slope: Any, pace: Any, keep: Any) -> None:
    one, few, most = np.float32(1), np.float32(0.1), np.float32(0.001)
    for i in range(len(w)):
        g = slope[i]
        first[i] += few * (g - first[i])
        second[i] += most * (g * g - second[i])
        w[i] -= pace * first[i] / (np.sqrt(second[i]) + np.float32(1e-8))
        mean[i] += (one - keep) * (w[i] - mean[i])


@compiled
def scatter(table: Any, needed: Any, mine: Ints, theirs: Ints, needs: Ints, slope: Any) -> None:
    """Add each row's slope (B, H) to the rows of the tables that it was the sum of."""
    for b in range(len(slope)):
        for c in range(mine.shape[1]):
            for u in range(slope.shape[1]):
                table[c, mine[b, c], theirs[b, c], u] += slope[b, u]
        for u in range(slope.shape[1]):
            needed[needs[b, 0], needs[b, 1], u] += slope[b, u]
