"""Trains the network of the advisor for Can't Stop Express, by fitted value iteration on its own play:
`make train-express`.

Every sheet that a game passes through is worth what the best selections of all next throws come to, with the network's
values behind them, and what the rest of its game said without its luck. The network is fitted to these, and plays on.
Minutes, so it begins anew each time. The record goes to docs/advisor/, the result to companion/advisor/express/.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from companion.advisor.express.throws import FIFTH_OF, ROWS_OF, VALUES, Floats, Ints
from companion.advisor.express.worth import NEVER, UNIT, Network, after, ahead_of, score
from companion.games.express.position import PENALTIES
from companion.games.express.sheets import BOXES, FIFTH_BOXES, ROWS
from tools.sheets import Bools, Sheets, allowed, marked, thrown

SHIPPED: Final = Path("companion/advisor/express")
RECORD: Final = Path("docs/advisor")

WIDTH, INNER = 32, 16
"""Units of the two layers."""
GAMES: Final = 64
"""Of a generation, played at once."""
KEPT: Final = 16
"""Generations of which the sheets are still learnt from."""
STEPS, BATCH = 80, 512
"""Steps of a generation, and the sheets of each."""
TRIES: Final = 0.04
"""How often another selection than the best is tried."""
REST: Final = 0.85
"""How much of what the rest of the game said counts, a throw further on."""
MEAN_OVER: Final = 300
"""Steps over which the weights that play are averaged."""

Doubles = NDArray[np.float64]

INPUTS: Final = len(ROWS) * (BOXES + 1) + VALUES * FIFTH_BOXES


class Learner:
    """Weights, their running mean and Adam's moments (Kingma and Ba 2015, with its usual constants)."""

    def __init__(self, chance: np.random.Generator) -> None:
        drawn: dict[str, Any] = {
            "first": 0.2 * chance.standard_normal((INPUTS, WIDTH)),
            "inner": (2 / WIDTH) ** 0.5 * chance.standard_normal((WIDTH, INNER)),
            "inner_bias": np.zeros(INNER),
            "outer": (1 / INNER) ** 0.5 * chance.standard_normal(INNER),
            "outer_bias": np.zeros(1),
        }
        self.weights: dict[str, Floats] = {name: array.astype(np.float32) for name, array in drawn.items()}
        self.mean = {name: array.copy() for name, array in self.weights.items()}
        self._moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in self.weights.items()}
        self._done = 0

    def begin_with(self, file: Path) -> None:
        """Go on from a network that was shipped."""
        with np.load(file) as arrays:
            first = np.concatenate([arrays["rows"].reshape(-1, WIDTH), arrays["fifth"].reshape(-1, WIDTH)])
            found = {**arrays, "first": first, "outer_bias": arrays["outer_bias"].reshape(1)}
        for name in self.weights:
            self.weights[name] = found[name].astype(np.float32)
            self.mean[name] = self.weights[name].copy()

    def network(self, penalty: int) -> Network:
        w = self.mean
        cut = len(ROWS) * (BOXES + 1)
        rows = w["first"][:cut].reshape(len(ROWS), BOXES + 1, WIDTH)
        fifth = w["first"][cut:].reshape(VALUES, FIFTH_BOXES, WIDTH)
        return Network(rows, fifth, w["inner"], w["inner_bias"], w["outer"], float(w["outer_bias"][0]), penalty)

    def step(self, sheets: Floats, wanted: Doubles, rate: float) -> float:
        """One step down on sheets as ones and zeros (B, INPUTS) and their worths in UNITs; the mean square before."""
        w = self.weights
        sums = sheets @ w["first"]
        one = np.maximum(sums, 0)
        two = np.maximum(one @ w["inner"] + w["inner_bias"], 0)
        error = two @ w["outer"] + w["outer_bias"] - wanted
        slope = (error / len(wanted)).astype(np.float32)
        slope_two = slope[:, None] * w["outer"] * (two > 0)
        slope_one = (slope_two @ w["inner"].T) * (sums > 0)
        self._descend(
            {
                "first": sheets.T @ slope_one,
                "inner": one.T @ slope_two,
                "inner_bias": slope_two.sum(axis=0),
                "outer": two.T @ slope,
                "outer_bias": slope.sum(keepdims=True),
            },
            rate,
        )
        return float((error**2).mean())

    def _descend(self, slopes: dict[str, Floats], rate: float) -> None:
        self._done += 1
        pace = np.float32(rate * (1 - 0.999**self._done) ** 0.5 / (1 - 0.9**self._done))
        for name, slope in slopes.items():
            first, second = self._moments[name]
            first += np.float32(0.1) * (slope - first)
            second += np.float32(0.001) * (slope * slope - second)
            self.weights[name] -= pace * first / (np.sqrt(second) + np.float32(1e-8))
            self.mean[name] += np.float32(1 / min(self._done, MEAN_OVER)) * (self.weights[name] - self.mean[name])


def as_ones(marks: Ints, fifth: Ints) -> Floats:
    """(B, INPUTS): a one for the marks of each row and of each value."""
    ones = np.zeros((len(marks), INPUTS), dtype=np.float32)
    lines = np.arange(len(marks))[:, None]
    ones[lines, np.arange(len(ROWS)) * (BOXES + 1) + marks] = 1
    ones[lines, len(ROWS) * (BOXES + 1) + np.arange(VALUES) * FIFTH_BOXES + fifth] = 1
    return ones


def generation(net: Network, games: int, chance: np.random.Generator) -> tuple[Ints, Ints, Doubles, float, float]:
    """Play, and what was met: marks (N, 11), fifth dice (N, 6), worths in points (N,); the root mean square of what the
    network's word was off, and the mean points of the games."""
    sheets = Sheets.blank(games)
    met: list[tuple[Sheets, Ints, Floats, Floats, Bools]] = []
    playing = np.arange(games)
    points = np.zeros(games, dtype=np.float32)
    while len(playing):
        worth, free = after(net, sheets.marks, sheets.fifth)
        solved = ahead_of(worth, free, sheets.fifth)
        throws = thrown(len(playing), chance)
        nth, tried = _chosen(worth, free, throws, allowed(sheets, throws), chance)
        met.append((sheets, playing, solved, net.of(sheets.marks, sheets.fifth), tried))
        sheets, out = marked(sheets, throws, nth)
        points[playing[out]] = score(sheets.marks[out], net.penalty)
        sheets, playing = sheets.of(~out), playing[~out]
    more = np.zeros(games, dtype=np.float32)
    worths: list[Doubles] = []
    for _, who, solved, said, tried in reversed(met):
        worths.append(solved + REST * np.where(tried, 0, more[who]))
        more[who] = worths[-1] - said
    worths.reverse()
    off = float(np.sqrt(np.mean(np.concatenate([solved - said for _, _, solved, said, _ in met]) ** 2)))
    marks = np.concatenate([one[0].marks for one in met])
    fifth = np.concatenate([one[0].fifth for one in met])
    return marks, fifth, np.concatenate(worths), off, float(points.mean())


def _chosen(worth: Floats, free: Floats, throws: Ints, may: Bools, chance: np.random.Generator) -> tuple[Ints, Bools]:
    """The best selection (B,) of each sheet's throw, of those that `may` be made (B, 15), as a number of the throw's
    line in ROWS_OF; and whether another was tried instead."""
    lines = np.arange(len(throws))[:, None]
    with_fifth, without = worth[lines, ROWS_OF[throws], FIFTH_OF[throws]], free[lines, ROWS_OF[throws]]
    is_free = (with_fifth == NEVER).all(axis=1)[:, None]
    best = np.where(may, np.where(is_free, without, with_fifth), NEVER).argmax(axis=1)
    other = np.where(may, chance.random(may.shape), -1).argmax(axis=1)
    tried = (chance.random(len(throws)) < TRIES) & (other != best)
    return np.where(tried, other, best), tried


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--penalty", type=int, choices=PENALTIES, default=PENALTIES[0])
    parser.add_argument("--generations", type=int, default=120)
    parser.add_argument("--begin", type=Path, help="a shipped network to begin with, as one of another penalty")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = np.random.default_rng((asked.seed, asked.penalty))
    learner = Learner(chance)
    if asked.begin:
        learner.begin_with(asked.begin)
    kept: list[tuple[Ints, Ints, Doubles]] = []
    record = RECORD / f"express-{asked.penalty}.csv"
    record.unlink(missing_ok=True)
    for number in range(asked.generations):
        rate = 3e-3 * (1 - number / asked.generations) ** 1.5 + 2e-5
        marks, fifth, worths, off, points = generation(learner.network(asked.penalty), GAMES, chance)
        kept = [*kept[1 - KEPT :], (marks, fifth, worths)]
        all_marks, all_fifth, all_worths = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        losses = []
        for _ in range(STEPS):
            some = chance.integers(len(all_worths), size=BATCH)
            # The rules are the same for 2 and 12, 3 and 11, and a die's 1 and 6 (mirrored at random).
            turned = chance.random(BATCH)[:, None] < 0.5
            picked = np.where(turned, all_marks[some, ::-1], all_marks[some])
            values = np.where(turned, all_fifth[some, ::-1], all_fifth[some])
            losses.append(learner.step(as_ones(picked, values), all_worths[some] / np.float32(UNIT), rate))
        fit = UNIT * float(np.sqrt(np.mean(losses)))
        line = f"{number + 1},{time.process_time():.0f},{rate:.2e},{off:.1f},{fit:.1f},{points:.0f}"
        with record.open("a") as file:
            file.write(line + "\n")
        print(line, flush=True)
        if number % 25 == 24 or number + 1 == asked.generations:
            ship(learner, SHIPPED / f"sheet-{asked.penalty}.npz")


def ship(learner: Learner, file: Path) -> None:
    """In half precision."""
    net = learner.network(0)
    names = ("rows", "fifth", "inner", "inner_bias", "outer")
    arrays: dict[str, Any] = {name: getattr(net, name).astype(np.float16) for name in names}
    np.savez_compressed(file, **arrays, outer_bias=np.float32(net.outer_bias))


if __name__ == "__main__":
    main()
