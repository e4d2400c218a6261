"""How strong the advisor is: games alone and against the players of the literature, with confidence: `make strength`.

Every figure has its seed. Results are kept in build/advisor/strength.json, so that a part can be run again by itself;
the table in docs/advisor.md is written from all of them. Needs numba and scipy like the training.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.rolls import Ints
from companion.advisor.worth import network
from tools.fast_play import seed_dice
from tools.player import TOP, Player, swapped
from tools.rivals import LINEAR_CHAMPION, RULE_OF_28, Rival, rival_turn

RESULTS: Final = Path("build/advisor/strength.json")
PAGE: Final = Path("docs/advisor.md")
BEGIN, END = "<!-- make strength writes from here -->\n", "<!-- to here -->\n"
NOBODY: Final = np.zeros(len(TOP), np.int64)
GAMES: Final = {
    "alone": 20_000,
    "rule-of-28": 5_000,
    "linear": 5_000,
    "regardless": 3_000,
    "rule-of-28-alone": 20_000,
    "linear-alone": 20_000,
}


class Regardless(Player):
    """Plays against others as if alone: all that it sees of them is which columns they have closed."""

    def turn(self, mine: Ints, theirs: Ints, needed: int, needed_theirs: int) -> Ints | None:
        return super().turn(mine, NOBODY, needed, 0)


def rival_move(rival: Rival, mine: Ints, need: int) -> Ints | None:
    runners = mine.copy()
    return runners if rival_turn(mine, need, rival.book, runners) else None


def alone(turn: Callable[[Ints, int], Ints | None]) -> int:
    """Turns of one game alone."""
    mine, need, turns = NOBODY, 3, 0
    while need > 0:
        turns += 1
        after = turn(mine, need)
        if after is not None:
            need -= int(((after == TOP) & (mine != TOP)).sum())
            mine = after
    return turns


def match(player: Player, rival: Rival, first: bool) -> bool:
    """Whether the advisor wins one game, moving first or second."""
    mine, theirs, needs, mover = NOBODY, NOBODY, [3, 3], int(not first)
    while True:
        # Seat 0 is the advisor's; mine and theirs are seen by whoever moves (Player tells how).
        after = player.turn(mine, theirs, *needs) if mover == 0 else rival_move(rival, mine, needs[1])
        if after is not None:
            needs[mover] -= int(((after == TOP) & (mine != TOP)).sum())
            mine = after
            if needs[mover] <= 0:
                return mover == 0
        mine, theirs = swapped(mine, theirs)
        mover = 1 - mover


def measure(part: str, games: int, seed: int) -> dict[str, Any]:
    """One line of the table."""
    seed_dice(seed)
    rival = LINEAR_CHAMPION if part.startswith("linear") else RULE_OF_28
    if part == "regardless":
        play = partial(_match, Regardless(network("alone")), rival)
    elif part == "alone":
        play = partial(_advised_alone, Player(network("alone")))
    elif part.endswith("alone"):
        play = partial(_rival_alone, rival)
    else:
        play = partial(_match, Player(network("two")), rival)
    began, found = time.monotonic(), []
    for game in range(games):
        found.append(play(game))
        if game % 50 == 49 or game == games - 1:
            _bar(part, game + 1, games, float(np.mean(found)), time.monotonic() - began)
    sd = float(np.std(found, ddof=1))
    print(file=sys.stderr)
    sides = [float(np.mean(found[side::2])) for side in range(2)]
    return {
        "games": games, "seed": seed, "mean": float(np.mean(found)), "sd": sd, "error": sd / math.sqrt(games),
        "first": sides[0], "second": sides[1],
    }  # fmt: skip


def _rival_alone(rival: Rival, game: int) -> int:
    return alone(partial(rival_move, rival))


def _match(player: Player, rival: Rival, game: int) -> int:
    return int(match(player, rival, game % 2 == 0))


def _advised_alone(player: Player, game: int) -> int:
    return alone(lambda mine, need: player.turn(mine, NOBODY, need, 0))


def _bar(part: str, done: int, games: int, mean: float, spent: float) -> None:
    full = "#" * (30 * done // games)
    left = spent / done * (games - done)
    print(
        f"\r{part:18} [{full:30}] {done}/{games}  {mean:.3f}  {left:5.0f} s left", end="", file=sys.stderr, flush=True
    )


def table(results: dict[str, Any]) -> str:
    """The table of docs/advisor.md."""
    names = {
        "alone": "advisor alone, turns",
        "rule-of-28": "advisor against the Rule of 28",
        "linear": "advisor against the linear champion",
        "regardless": "the network alone, regardless of the other, against the Rule of 28",
        "rule-of-28-alone": "(Rule of 28 alone, turns; STRATEGY: 10.867)",
        "linear-alone": "(linear champion alone, turns; STRATEGY: 9.148)",
    }
    lines = [
        "| what | games | seed | result | 95 % interval | first / second |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for part, name in names.items():
        if part not in results:
            continue
        r = results[part]
        low, high = r["mean"] - 1.96 * r["error"], r["mean"] + 1.96 * r["error"]
        if part.endswith("alone"):
            said = f"{r['mean']:.3f} (sd {r['sd']:.2f}, se {r['error']:.3f}) | {low:.3f} .. {high:.3f} | "
        else:
            said = f"{100 * r['mean']:.1f} % | {100 * low:.1f} .. {100 * high:.1f} % | "
            said += f"{100 * r['first']:.1f} / {100 * r['second']:.1f} %"
        lines.append(f"| {name} | {r['games']} | {r['seed']} | {said} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=tuple(GAMES), action="append", help="measure this part only")
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    for part in asked.only or GAMES:
        results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        results[part] = measure(part, asked.games or GAMES[part], asked.seed)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
        if PAGE.exists():
            before, rest = PAGE.read_text().split(BEGIN)
            PAGE.write_text(before + BEGIN + table(results) + END + rest.split(END)[1])
    print(table(json.loads(RESULTS.read_text())))


if __name__ == "__main__":
    main()
