"""Teach the advisor for Rush Hour Shift what grids and cards are worth: `make train-rush-hour-shift`.

Games of the advisor against itself, many of one layout at once; a network is fitted to how they ended. In every second
batch the layout is a random one, and what is played is now and then anything.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from random import Random
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.rush_hour_shift.grids import Grids, as_arrays, together
from companion.advisor.rush_hour_shift.plays import ends, joined, with_card
from companion.advisor.rush_hour_shift.ways import FEATURES, Floats
from companion.advisor.rush_hour_shift.worth import INPUTS, KINDS, Network, inputs, worth
from companion.games.rush_hour_shift.cards import DECKS, HAND
from companion.games.rush_hour_shift.grid import Grid, Vehicle, in_order
from companion.games.rush_hour_shift.layouts import MOST
from companion.games.rush_hour_shift.rules import Options
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.games.rush_hour_shift.vehicles import faults

AT_ONCE: Final = 16
"""Games of one layout."""

LONGEST: Final = 70
"""Turns of a game; one that has no winner by then counts as half won."""

WIDE: Final = 12
ANYTHING: Final = 0.08
"""Of the turns in which anything is played."""


def random_layout(chance: Random) -> tuple[Vehicle, ...]:
    """The same after half a turn, no seam locked."""
    row = chance.choice((1, 2, 3, 4))
    standing = [Vehicle("G", row, 0, 2, "h"), Vehicle("S", 5 - row, 12, 2, "h")]
    letters = iter("ABCDEFHIJKLM")
    pairs = chance.choice((4, 5, 6))
    counts = {2: 0, 3: 0}
    for _ in range(200):
        if len(standing) >= 2 + 2 * pairs:
            break
        length, axis = chance.choice((2, 2, 3)), chance.choice("hvv")
        if counts[length] + 2 > MOST[length]:
            continue
        one = Vehicle("?", chance.randrange(6), chance.randrange(14), length, axis)
        twin = one.turned()
        both = [*standing, Vehicle("Y", one.row, one.col, length, axis), Vehicle("Z", twin.row, twin.col, length, axis)]
        grid = Grid(in_order(both))
        if any(faults(grid)) or grid.lock("left") or grid.lock("right"):
            continue
        counts[length] += 2
        first, second = next(letters), next(letters)
        standing += [Vehicle(first, one.row, one.col, length, axis), Vehicle(second, twin.row, twin.col, length, axis)]
    return in_order(standing)


class Hands:
    """The cards of the games, two hands each."""

    def __init__(self, games: int, deck: list[int], chance: np.random.Generator) -> None:
        self.deck, self.chance = np.repeat(np.arange(len(deck)), deck), chance
        self.piles = [list(chance.permutation(self.deck)) for _ in range(games)]
        self.discards: list[list[int]] = [[] for _ in range(games)]
        self.hands = np.array([[[pile.pop() for _ in range(HAND)] for _ in range(2)] for pile in self.piles])

    def counts(self, seat: int) -> np.ndarray:
        return (self.hands[:, seat, :, None] == np.arange(len(KINDS))).sum(axis=1)

    def play(self, game: int, seat: int, kind: int) -> None:
        """Play a card of this kind and draw one."""
        nth = int(np.flatnonzero(self.hands[game, seat] == kind)[0])
        if not self.piles[game]:
            self.piles[game], self.discards[game] = list(self.chance.permutation(self.discards[game])), []
        self.hands[game, seat, nth] = self.piles[game].pop()
        self.discards[game].append(kind)


def play(net: Network, layout: tuple[Vehicle, ...], deck: str, chance: np.random.Generator, warm: int) -> tuple[Floats, ...]:
    """Inputs, cards kept after the play before, who won: of every turn of these games."""
    fresh = as_arrays(Grid(layout))
    grids = Grids(fresh.fleet, np.repeat(fresh.cells, AT_ONCE, axis=0), np.repeat(fresh.offsets, AT_ONCE, axis=0))
    games = np.arange(AT_ONCE)
    hands = Hands(AT_ONCE, list(DECKS[deck].values()), chance)
    seat = 0
    record: list[tuple[np.ndarray, int, Floats, np.ndarray]] = []
    won = np.full(AT_ONCE, -1)
    options = Options()
    for turn in range(LONGEST):
        going = np.flatnonzero(won < 0)
        if not len(going):
            break
        counts = hands.counts(seat)
        record.append((going, seat, inputs(grids[going], seat), counts[going]))
        parts = []
        for kind, card in enumerate(KINDS):
            have = going[counts[going, kind] > 0]
            if len(have):
                parts.append(with_card(grids[have], have * len(KINDS) + kind, card))
        found = ends(joined(parts), seat, options, lambda made: -worth(made, 1 - seat, net), WIDE)
        value = found.worth.copy()
        value -= net.prices[found.source % len(KINDS)]
        wild = chance.random(AT_ONCE) < (1 if turn < warm else ANYTHING)
        value = np.where(wild[found.source // len(KINDS)], chance.random(len(value)).astype(np.float32) - 100 * (found.worth > 15), value)
        order = np.lexsort((-value, found.source // len(KINDS)))
        of = (found.source // len(KINDS))[order]
        best = order[np.searchsorted(of, going)]
        for nth, game in zip(best, going, strict=True):
            hands.play(game, seat, int(found.source[nth] % len(KINDS)))
        cells, offsets = grids.cells.copy(), grids.offsets.copy()
        cells[going], offsets[going] = found.grids.cells[best], found.grids.offsets[best]
        grids = Grids(fresh.fleet, cells, offsets)
        won[going[grids[going].won(seat)]] = seat
        seat = 1 - seat
    X = np.concatenate([part[2] for part in record])
    C = np.concatenate([part[3] for part in record])
    y = np.concatenate([np.where(won[part[0]] < 0, 0.5, won[part[0]] == part[1]) for part in record])
    games_lasted = float(sum(len(part[0]) for part in record)) / AT_ONCE
    return X, C, y.astype(np.float32), np.array([games_lasted, (won < 0).mean(), (won == 0).mean()])


def guess(chance: np.random.Generator) -> dict[str, np.ndarray]:
    hidden, inner = 32, 16
    first = chance.normal(0, 0.15, (INPUTS, hidden))
    return {
        "first": first, "first_bias": np.zeros(hidden),
        "inner": chance.normal(0, 0.2, (hidden, inner)), "inner_bias": np.zeros(inner),
        "outer": chance.normal(0, 0.2, inner), "outer_bias": np.zeros(()),
        "prices": np.zeros(len(KINDS)),
    }


def logits(p: dict[str, np.ndarray], X: np.ndarray, C: np.ndarray):
    a = np.maximum(X @ p["first"] + p["first_bias"], 0)
    b = np.maximum(a @ p["inner"] + p["inner_bias"], 0)
    return a, b, b @ p["outer"] + p["outer_bias"] + C @ p["prices"]


def fit(p: dict[str, np.ndarray], X, C, y, chance, epochs: int, rate: float = 2e-3) -> float:
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v2 = {k: np.zeros_like(v) for k, v in p.items()}
    t = 0
    mean = C.mean(axis=0)
    C = C - mean
    for epoch in range(epochs):
        order = chance.permutation(len(y))
        loss = 0.0
        for at in range(0, len(y), 256):
            rows = order[at : at + 256]
            x, c, goal = X[rows], C[rows], y[rows]
            a, b, z = logits(p, x, c)
            q = 1 / (1 + np.exp(-z))
            loss += float(-(goal * np.log(q + 1e-9) + (1 - goal) * np.log(1 - q + 1e-9)).sum())
            d = (q - goal) / len(rows)
            db = np.outer(d, p["outer"]) * (b > 0)
            da = db @ p["inner"].T * (a > 0)
            g = {"first": x.T @ da, "first_bias": da.sum(0), "inner": a.T @ db, "inner_bias": db.sum(0),
                 "outer": b.T @ d, "outer_bias": d.sum(), "prices": c.T @ d}
            t += 1
            lr = rate * (0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 0.02)
            for k in p:
                gg = g[k] + 1e-4 * p[k]
                m[k] = 0.9 * m[k] + 0.1 * gg
                v2[k] = 0.999 * v2[k] + 0.001 * gg * gg
                p[k] = p[k] - lr * (m[k] / (1 - 0.9**t)) / (np.sqrt(v2[k] / (1 - 0.999**t)) + 1e-8)
        last = loss / len(y)
    return last


class Rough:
    """What it begins with: fewer cards to the exit are better."""
    prices = np.zeros(len(KINDS), dtype=np.float32)

    def logit(self, x: Floats) -> Floats:
        return 0.7 * (x[:, FEATURES] - x[:, 0]) + 0.1 * (x[:, FEATURES + 2] - x[:, 2]) + 0.3


def network_of(p: dict[str, np.ndarray]) -> Network:
    single = {k: v.astype(np.float32) for k, v in p.items()}
    bias = float(single.pop("outer_bias"))
    return Network(**single, outer_bias=bias)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--batches", type=int, default=10)
    parser.add_argument("--to", type=Path, default=Path("companion/advisor/rush_hour_shift/grid.npz"))
    asked = parser.parse_args()
    chance = np.random.default_rng(asked.seed)
    layouts = Random(asked.seed)
    net = Rough()
    data = []
    p = guess(chance)
    began = time.process_time()
    for generation in range(asked.generations):
        stats = []
        for batch in range(asked.batches):
            layout = list(LAYOUTS.values())[batch // 2 % 4] if batch % 2 == 0 else random_layout(layouts)
            deck = "list-1" if batch % 3 else "list-2"
            X, C, y, s = play(net, layout, deck, chance, int(chance.integers(0, 5)))
            data.append((X, C, y))
            stats.append(s)
        data = data[-3 * asked.batches:]
        X, C, y = (np.concatenate(part) for part in zip(*data))
        loss = fit(p, X, C, y, chance, 12)
        net = network_of(p)
        np.savez(asked.to, **{k: v.astype(np.float16 if k != "prices" else np.float32) for k, v in p.items()})
        lasted, open_, first = np.mean(stats, axis=0)
        print(f"{generation} {time.process_time() - began:.0f} s, {len(y)} turns, loss {loss:.4f}, a game lasted {lasted:.1f}, unfinished {open_:.2f}, first won {first:.2f}, prices {net.prices.round(2)}", flush=True)


if __name__ == "__main__":
    main()
