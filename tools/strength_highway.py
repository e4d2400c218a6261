"""How strong the advisor for Highway is, on the engine itself: `python -m tools.strength_highway`.

Games come in pairs of one deal of tiles, each player moving first in one of them; deals and dice follow from the seed
and the number of the pair. What was played stays in build/advisor/strength/, so a run that was stopped goes on where
it was; the table in docs/advisor.md is written from what there is.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.events import Event
from companion.games.highway.state import State
from tools.highway_games import Player, beginner, blind, play, strong, unseeing

RESULTS: Final = Path("build/advisor/strength")
PAGE: Final = Path("docs/advisor.md")
BEGIN, END = "<!-- strength of Highway from here -->\n", "<!-- strength of Highway to here -->\n"
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


def table(seed: int) -> str:
    lines = [
        "| what | games | seed | won | 95 % interval | first / second | a decision, median and 99 in 100 |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, part in PARTS.items():
        file = RESULTS / f"highway-{name}-{seed}.json"
        if not file.exists():
            continue
        kept = json.loads(file.read_text())
        won, spent = np.array(kept["won"]), np.array(kept["spent"])
        pairs = won.mean(axis=1)
        mean, off = pairs.mean(), 1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5
        first, second = won.mean(axis=0)
        lines.append(
            f"| {part.title} | {won.size} | {seed} | {100 * mean:.1f} % | {100 * (mean - off):.1f} .."
            f" {100 * (mean + off):.1f} % | {100 * first:.1f} / {100 * second:.1f} % |"
            f" {np.median(spent):.0f} ms, {np.quantile(spent, 0.99):.0f} ms |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=tuple(PARTS), action="append", help="measure this part only")
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    for name in asked.only or PARTS:
        measure(name, asked.games or PARTS[name].games, asked.seed)
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + table(asked.seed) + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
