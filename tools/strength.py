"""How strong the advisor is: games alone and against the players of the literature, with confidence: `make strength`.

Every figure has its seed. Results are kept in build/advisor/strength/, so that a part can be run again by itself; the
table in docs/advisor.md is written from all of them. Needs numba and scipy like the training.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.network import Network, from_arrays
from companion.advisor.worth import network
from tools.fast_play import seed_dice
from tools.match import Mover, advised, alone, by_book, match, regardless
from tools.memory import WORK
from tools.player import Player
from tools.rivals import ANY, CONSTANT_CHAMPION, FIRST, LINEAR_CHAMPION, RULE_OF_28, Rival

RESULTS: Final = WORK / "strength"
PAGE: Final = Path("docs/advisor.md")
BEGIN, END = "<!-- make strength writes from here -->\n", "<!-- to here -->\n"
PREDECESSOR: Final = WORK / "predecessor.npz"
"""An older network of two to play against, where there is one (`git show REVISION:companion/advisor/two.npz`)."""


@dataclass(frozen=True)
class Part:
    """A line of the table."""

    title: str
    games: int
    one: Callable[[], Mover]
    other: Callable[[], Mover] | None = None
    """None: alone, and turns are counted."""
    needs: Path | None = None
    """A file without which this line is left out."""


def saved(file: Path) -> Network:
    with np.load(file) as arrays:
        return from_arrays(arrays)


def best_response(name: str) -> Path:
    """What `python -m tools.train_two --only NAME` writes."""
    return WORK / f"best-{name}-network.npz"


def _advisor() -> Mover:
    return advised(Player(network("two")))


def _against(title: str, rival: Rival, games: int) -> Part:
    return Part(f"advisor against {title}", games, _advisor, lambda: by_book(rival))


def _best(title: str, name: str, rival: Rival) -> Part:
    file = best_response(name)
    return Part(
        f"best response against {title}", 5000, lambda: advised(Player(saved(file))), lambda: by_book(rival), file
    )


PARTS: Final = {
    "alone": Part("advisor alone, turns", 20_000, lambda: regardless(Player(network("alone")))),
    "rule-of-28": _against("the Rule of 28", RULE_OF_28, 5000),
    "linear": _against("the linear champion", LINEAR_CHAMPION, 5000),
    "predecessor": Part(
        "advisor against its predecessor", 2000, _advisor, lambda: advised(Player(saved(PREDECESSOR))), PREDECESSOR
    ),
    "best-rule-of-28": _best("the Rule of 28", "rule-of-28", RULE_OF_28),
    "best-linear": _best("the linear champion", "linear", LINEAR_CHAMPION),
    "rule-of-28-first": _against("the Rule of 28, of equals the first", replace(RULE_OF_28, equals=FIRST), 2000),
    "rule-of-28-any": _against("the Rule of 28, of equals any", replace(RULE_OF_28, equals=ANY), 2000),
    "rule-of-28-wary": _against("the Rule of 28 as in Glenn's Java", replace(RULE_OF_28, wary=True), 2000),
    "rule-of-28-content": _against("the Rule of 28 stopping on a top", replace(RULE_OF_28, content=True), 2000),
    "linear-any": _against("the linear champion, of equals any", replace(LINEAR_CHAMPION, equals=ANY), 2000),
    "constant": _against("the constant champion", CONSTANT_CHAMPION, 2000),
    "regardless": Part(
        "the network alone, regardless of the other, against the Rule of 28",
        3000,
        lambda: regardless(Player(network("alone"))),
        lambda: by_book(RULE_OF_28),
    ),
    "rule-of-28-alone": Part("(Rule of 28 alone, turns; STRATEGY: 10.867)", 20_000, lambda: by_book(RULE_OF_28)),
    "linear-alone": Part("(linear champion alone, turns; STRATEGY: 9.148)", 20_000, lambda: by_book(LINEAR_CHAMPION)),
}


def measure(name: str, games: int, seed: int) -> dict[str, Any]:
    """Play one line of the table."""
    part = PARTS[name]
    seed_dice(seed)
    one, other = part.one(), part.other() if part.other else None
    began, found = time.monotonic(), []
    for game in range(games):
        found.append(match(one, other, game % 2 == 0) if other else alone(one))
        if game % 50 == 49 or game == games - 1:
            _bar(name, game + 1, games, float(np.mean(found)), time.monotonic() - began)
    print(file=sys.stderr)
    sd = float(np.std(found, ddof=1))
    sides = [float(np.mean(found[side::2])) for side in range(2)]
    return {
        "games": games, "seed": seed, "mean": float(np.mean(found)), "sd": sd, "error": sd / math.sqrt(games),
        "first": sides[0], "second": sides[1],
    }  # fmt: skip


def _bar(name: str, done: int, games: int, mean: float, spent: float) -> None:
    full = "#" * (30 * done // games)
    left = spent / done * (games - done)
    print(
        f"\r{name:18} [{full:30}] {done}/{games}  {mean:.3f}  {left:5.0f} s left", end="", file=sys.stderr, flush=True
    )


def table() -> str:
    """The table of docs/advisor.md, of all that was measured."""
    lines = [
        "| what | games | seed | result | 95 % interval | first / second |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, part in PARTS.items():
        file = RESULTS / f"{name}.json"
        if not file.exists():
            continue
        r = json.loads(file.read_text())
        low, high = r["mean"] - 1.96 * r["error"], r["mean"] + 1.96 * r["error"]
        if part.other is None:
            said = f"{r['mean']:.3f} (sd {r['sd']:.2f}, se {r['error']:.3f}) | {low:.3f} .. {high:.3f} | "
        else:
            said = f"{100 * r['mean']:.1f} % | {100 * low:.1f} .. {100 * high:.1f} % | "
            said += f"{100 * r['first']:.1f} / {100 * r['second']:.1f} %"
        lines.append(f"| {part.title} | {r['games']} | {r['seed']} | {said} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=tuple(PARTS), action="append", help="measure this part only")
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    for name in asked.only or PARTS:
        needs = PARTS[name].needs
        if needs and not needs.exists():
            print(f"{name:18} left out: there is no {needs}", file=sys.stderr)
            continue
        found = measure(name, asked.games or PARTS[name].games, asked.seed)
        (RESULTS / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n")
    if PAGE.exists():
        before, rest = PAGE.read_text().split(BEGIN)
        PAGE.write_text(before + BEGIN + table() + END + rest.split(END)[1])
    print(table())


if __name__ == "__main__":
    main()
