"""How strong the advisor for Can't Stop Express is: games alone, and those of simple players: `make strength`.

Every figure has its seed, and the throws of the games of one seed are not those of another. The table in
docs/advisor.md is written from what was measured.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.express.worth import network
from companion.games.express.position import PENALTIES
from tools.measured import asked, mean_and_half, table, write
from tools.sheets import Policy, advised, at_random, greedy, play

HEADS: Final = ("who", "games", "seed", "mean points", "95 % interval", "above 0", "500 and more", "throws")
GAMES: Final = 20_000
AT_ONCE: Final = 1000
"""Games that are played together."""


@dataclass(frozen=True)
class Part:
    """A line of the table."""

    title: str
    player: Callable[[np.random.Generator], Policy]
    penalty: int


PARTS: Final = {
    **{
        str(penalty): Part(
            f"advisor, penalty {penalty}",
            lambda chance, penalty=penalty: advised(network(penalty)),  # type: ignore[misc]
            penalty,
        )
        for penalty in PENALTIES
    },
    "greedy": Part("one-line greedy, penalty 200", greedy, PENALTIES[0]),
    "random": Part("random, penalty 200", at_random, PENALTIES[0]),
}


def measure(part: Part, games: int, seed: int) -> tuple[object, ...]:
    """Play one line of the table."""
    chance = np.random.default_rng(seed)
    began = time.process_time()
    policy = part.player(chance)
    played = [play(policy, min(AT_ONCE, games - done), part.penalty, chance) for done in range(0, games, AT_ONCE)]
    points, throws = (np.concatenate(numbers) for numbers in zip(*played, strict=True))
    mean, half = mean_and_half(points)
    print(f"{part.title}: {mean:.1f} in {time.process_time() - began:.0f} s of processor", flush=True)
    said = f"{mean:.1f} (sd {points.std(ddof=1):.0f})", f"{mean - half:.1f} .. {mean + half:.1f}"
    shares = (f"{100 * share.mean():.1f} %" for share in (points > 0, points >= 500))
    return part.title, games, seed, *said, *shares, f"{throws.mean():.1f}"


def main() -> None:
    wanted = asked(__doc__, PARTS)
    rows = [measure(PARTS[name], wanted.games or GAMES, wanted.seed) for name in wanted.only]
    if len(rows) == len(PARTS):
        write("Express", table(HEADS, rows))
    else:
        print(table(HEADS, rows))  # the page has whole measurements


if __name__ == "__main__":
    main()
