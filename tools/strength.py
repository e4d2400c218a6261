"""How strong the advisor is: games alone and against the players of the literature, with confidence: `make strength`.

Every figure has its seed. Results are kept in build/advisor/strength/, so that a part can be run again by itself; the
table in docs/advisor.md is written from all of them. Needs numba and scipy like the training.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.network import Network, from_arrays
from companion.advisor.worth import network
from tools.fast_play import seed_dice
from tools.match import Mover, advised, alone, by_book, fair_match, match, regardless
from tools.measured import HALF, RESULTS, asked, percent, table, write
from tools.memory import WORK
from tools.player import Player
from tools.rivals import ANY, CONSTANT_CHAMPION, FIRST, LINEAR_CHAMPION, RULE_OF_28, Rival

HEADS: Final = ("what", "games", "seed", "result", "95 % interval", "first / second", "games won")
PREDECESSOR: Final = WORK / "predecessor.npz"
"""An older network of two to play against, where there is one (`git show REVISION:companion/advisor/two.npz`)."""


Play = Callable[[bool], tuple[float, float]]
"""Plays a game, the advisor moving first or not: the result (won, or turns), and the result without the luck."""


@dataclass(frozen=True)
class Part:
    """A line of the table."""

    title: str
    games: int
    play: Callable[[], Play]
    turns: bool = False
    """The result is a number of turns, not a win."""
    needs: Path | None = None
    """A file without which this line is left out."""


def saved(file: Path) -> Network:
    with np.load(file) as arrays:
        return from_arrays(arrays)


def _alone(mover: Callable[[], Mover]) -> Callable[[], Play]:
    def begin() -> Play:
        one = mover()

        def play(first: bool) -> tuple[float, float]:
            turns = float(alone(one))
            return turns, turns

        return play

    return begin


def _duel(one: Callable[[], Mover], other: Callable[[], Mover]) -> Callable[[], Play]:
    def begin() -> Play:
        mine, theirs = one(), other()

        def play(first: bool) -> tuple[float, float]:
            won = float(match(mine, theirs, first))
            return won, won

        return play

    return begin


def _fair(net: Callable[[], Network], reply: Path, rival: Rival) -> Callable[[], Play]:
    def begin() -> Play:
        player = Player(net())
        known = saved(reply) if reply.exists() else player.network

        def play(first: bool) -> tuple[float, float]:
            return fair_match(player, rival, known, first)

        return play

    return begin


def _against(title: str, rival: Rival, games: int) -> Part:
    return Part(f"advisor against {title}", games, _fair(lambda: network("two"), WORK / "two-reply.npz", rival))


def _best(title: str, name: str, rival: Rival) -> Part:
    """What `python -m tools.train_two --only NAME` writes."""
    file, reply = (WORK / f"best-{name}-{what}.npz" for what in ("network", "reply"))
    return Part(f"best response against {title}", 1500, _fair(lambda: saved(file), reply, rival), needs=file)


PARTS: Final = {
    "alone": Part("advisor alone, turns", 20_000, _alone(lambda: regardless(Player(network("alone")))), turns=True),
    "rule-of-28": _against("the Rule of 28", RULE_OF_28, 1500),
    "linear": _against("the linear champion", LINEAR_CHAMPION, 1500),
    "constant": _against("the constant champion", CONSTANT_CHAMPION, 400),
    "predecessor": Part(
        "advisor against its predecessor",
        2000,
        _duel(lambda: advised(Player(network("two"))), lambda: advised(Player(saved(PREDECESSOR)))),
        needs=PREDECESSOR,
    ),
    "best-rule-of-28": _best("the Rule of 28", "rule-of-28", RULE_OF_28),
    "best-linear": _best("the linear champion", "linear", LINEAR_CHAMPION),
    "rule-of-28-first": _against("the Rule of 28, of equals the first", replace(RULE_OF_28, equals=FIRST), 400),
    "rule-of-28-any": _against("the Rule of 28, of equals any", replace(RULE_OF_28, equals=ANY), 400),
    "rule-of-28-wary": _against("the Rule of 28 as in Glenn's Java", replace(RULE_OF_28, wary=True), 400),
    "rule-of-28-content": _against("the Rule of 28 stopping on a top", replace(RULE_OF_28, content=True), 400),
    "linear-any": _against("the linear champion, of equals any", replace(LINEAR_CHAMPION, equals=ANY), 400),
    "regardless": Part(
        "the network alone, regardless of the other, against the Rule of 28",
        3000,
        _duel(lambda: regardless(Player(network("alone"))), lambda: by_book(RULE_OF_28)),
    ),
    "rule-of-28-alone": Part(
        "(Rule of 28 alone, turns; STRATEGY: 10.867)", 20_000, _alone(lambda: by_book(RULE_OF_28)), turns=True
    ),
    "linear-alone": Part(
        "(linear champion alone, turns; STRATEGY: 9.148)", 20_000, _alone(lambda: by_book(LINEAR_CHAMPION)), turns=True
    ),
}


def measure(name: str, games: int, seed: int) -> dict[str, Any]:
    """Play one line of the table."""
    seed_dice(seed)
    play = PARTS[name].play()
    began = time.monotonic()
    results: list[float] = []
    found: list[float] = []
    for game in range(games):
        result, fair = play(game % 2 == 0)
        results.append(result)
        found.append(fair)
        if game % 50 == 49 or game == games - 1:
            _bar(name, game + 1, games, float(np.mean(found)), time.monotonic() - began)
    print(file=sys.stderr)
    sd = float(np.std(found, ddof=1))
    sides = [float(np.mean(found[side::2])) for side in range(2)]
    return {
        "games": games, "seed": seed, "mean": float(np.mean(found)), "sd": sd, "error": sd / math.sqrt(games),
        "first": sides[0], "second": sides[1], "plain": float(np.mean(results)),
    }  # fmt: skip


def _bar(name: str, done: int, games: int, mean: float, spent: float) -> None:
    full = "#" * (30 * done // games)
    left = spent / done * (games - done)
    print(
        f"\r{name:18} [{full:30}] {done}/{games}  {mean:.3f}  {left:5.0f} s left", end="", file=sys.stderr, flush=True
    )


def rows() -> Iterator[tuple[object, ...]]:
    """The table of docs/advisor.md, of all that was measured."""
    for name, part in PARTS.items():
        file = RESULTS / f"{name}.json"
        if not file.exists():
            continue
        r = json.loads(file.read_text())
        mean, half = r["mean"], HALF * r["error"]
        what = part.title, r["games"], r["seed"]
        if part.turns:
            said = f"{mean:.3f} (sd {r['sd']:.2f}, se {r['error']:.3f})"
            yield *what, said, f"{mean - half:.3f} .. {mean + half:.3f}", "", ""
        else:
            sides = f"{100 * r['first']:.1f} / {100 * r['second']:.1f} %"
            yield *what, f"{100 * mean:.1f} %", percent(mean, half), sides, f"{100 * r['plain']:.1f} %"


def main() -> None:
    wanted = asked(__doc__, PARTS)
    RESULTS.mkdir(parents=True, exist_ok=True)
    for name in wanted.only:
        needs = PARTS[name].needs
        if needs and not needs.exists():
            print(f"{name:18} left out: there is no {needs}", file=sys.stderr)
            continue
        found = measure(name, wanted.games or PARTS[name].games, wanted.seed)
        (RESULTS / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n")
    write("Can't Stop", table(HEADS, rows()))


if __name__ == "__main__":
    main()
