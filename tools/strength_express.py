"""How strong the advisor for Can't Stop Express is: games alone, and those of simple players: `make strength`.

Every figure has its seed, and the throws of the games of one seed are not those of another. The table in
docs/advisor.md is written from what was measured.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.express.worth import network
from companion.games.express.position import PENALTIES
from tools.sheets import Policy, advised, at_random, greedy, play

PAGE: Final = Path("docs/advisor.md")
BEGIN, END = "<!-- strength of Express from here -->\n", "<!-- strength of Express to here -->\n"
AT_ONCE: Final = 1000
"""Games that are played together."""


@dataclass(frozen=True)
class Part:
    """A line of the table."""

    title: str
    player: Callable[[np.random.Generator], Policy]
    penalty: int


PARTS: Final = (
    *(
        Part(f"advisor, penalty {penalty}", lambda chance, penalty=penalty: advised(network(penalty)), penalty)  # type: ignore[misc]
        for penalty in PENALTIES
    ),
    Part("one-line greedy, penalty 200", greedy, PENALTIES[0]),
    Part("random, penalty 200", at_random, PENALTIES[0]),
)


def measure(part: Part, games: int, seed: int) -> str:
    """Play one line of the table."""
    chance = np.random.default_rng(seed)
    began = time.process_time()
    policy = part.player(chance)
    played = [play(policy, min(AT_ONCE, games - done), part.penalty, chance) for done in range(0, games, AT_ONCE)]
    points, throws = (np.concatenate(numbers) for numbers in zip(*played, strict=True))
    mean, sd = float(points.mean()), float(points.std(ddof=1))
    off = 1.96 * sd / games**0.5
    print(f"{part.title}: {mean:.1f} in {time.process_time() - began:.0f} s of processor", flush=True)
    return (
        f"| {part.title} | {games} | {seed} | {mean:.1f} (sd {sd:.0f}) | {mean - off:.1f} .. {mean + off:.1f} |"
        f" {100 * (points > 0).mean():.1f} % | {100 * (points >= 500).mean():.1f} % | {throws.mean():.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    lines = [
        "| who | games | seed | mean points | 95 % interval | above 0 | 500 and more | throws |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *(measure(part, asked.games, asked.seed) for part in PARTS),
    ]
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
