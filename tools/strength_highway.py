"""How strong the advisor for Highway is, on the engine itself: `python -m tools.strength_highway`.

Games come in pairs of one deal of tiles, each player moving first in one of them; deals and dice follow from the seed
and the number of the pair. What was played stays in build/advisor/strength/, so a run that was stopped goes on where
it was; the table in docs/advisor.md is written from what there is.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.events import Event
from companion.games.highway.state import State
from tools.highway_games import Player, beginner, blind, play, strong, unseeing
from tools.measured import RESULTS, asked, mean_and_half, percent, table, write

HEADS: Final = (
    "what", "games", "seed", "won", "95 % interval", "first / second", "a decision, median and 99 in 100",
)  # fmt: skip
KEEP_EVERY: Final = 10
"""Pairs after which the results are written."""


@dataclass(frozen=True)
class Part:
    """A line of the table: the first player's wins against the second."""

    title: str
    one: Player
    other: Player
    games: int


PARTS: Final = {
    "blind": Part("strong against the Rule of 28, blind to tiles", strong, blind, 1000),
    "unseeing": Part("strong against itself, blind to tiles until it has stopped", strong, unseeing, 1000),
    "beginner": Part("strong against beginner", strong, beginner, 200),
    "beginner-blind": Part("beginner against the Rule of 28, blind to tiles", beginner, blind, 1000),
}


class Timed:
    """A player, and the processor time of its decisions, in seconds."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.spent: list[float] = []

    def __call__(self, state: State, open_to: Sequence[Event], chance: Random) -> Event | None:
        began = time.process_time()
        chosen = self._player(state, open_to, chance)
        self.spent.append(time.process_time() - began)
        return chosen


def measure(name: str, games: int, seed: int) -> None:
    """Play on until there are so many games; keep who won, 1 for the first player, pair by pair."""
    part, file = PARTS[name], RESULTS / f"highway-{name}-{seed}.json"
    kept: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"won": [], "spent": []}
    one = Timed(part.one)
    began, before = time.process_time(), len(kept["won"])
    for pair in range(before, games // 2):
        won = [
            play((one, part.other), first, Random(f"{seed} {pair} tiles"), Random(f"{seed} {pair} {first}"))[0] == 0
            for first in range(2)
        ]
        kept["won"].append(list(map(int, won)))
        if (pair + 1) % KEEP_EVERY == 0 or pair == games // 2 - 1:
            kept["spent"] += [round(1000 * spent, 2) for spent in one.spent]
            one.spent.clear()
            file.write_text(json.dumps(kept))
            each = (time.process_time() - began) / (2 * (pair + 1 - before))
            print(f"{name}: {2 * pair + 2} games, {100 * np.mean(kept['won']):.1f} %, {each:.2f} s a game", flush=True)


def rows(seed: int) -> Iterator[tuple[object, ...]]:
    """The table of docs/advisor.md, of all that was played with this seed."""
    for name, part in PARTS.items():
        file = RESULTS / f"highway-{name}-{seed}.json"
        if not file.exists():
            continue
        kept = json.loads(file.read_text())
        won, spent = np.array(kept["won"]), np.array(kept["spent"])
        mean, half = mean_and_half(won.mean(axis=1))
        first, second = won.mean(axis=0)
        sides = f"{100 * first:.1f} / {100 * second:.1f} %"
        times = f"{np.median(spent):.0f} ms, {np.quantile(spent, 0.99):.0f} ms"
        yield part.title, won.size, seed, f"{100 * mean:.1f} %", percent(mean, half), sides, times


def main() -> None:
    wanted = asked(__doc__, PARTS)
    RESULTS.mkdir(parents=True, exist_ok=True)
    for name in wanted.only:
        measure(name, wanted.games or PARTS[name].games, wanted.seed)
    write("Highway", table(HEADS, rows(wanted.seed)))


if __name__ == "__main__":
    main()
