"""`make torture`: pulled plugs, killed services, senseless calls; the last lines say what came of them."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from tests.torture.calls import senseless_calls
from tests.torture.cuts import every_game
from tests.torture.kills import kills

RENDERS = Path(__file__).parents[1] / "vision" / "renders"
EVENINGS = 8
"""Of each game."""
PRESSES = 120
CUTS = 320
"""Of each evening: more than ten thousand together."""
KILLS = 500
CALLS = 20_000


def main() -> int:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    part = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as two:
        killed = two.submit(kills, seed, max(1, round(KILLS * part)), RENDERS)
        cut = two.submit(every_game, seed, max(1, round(EVENINGS * part)), PRESSES, CUTS)
        called = two.submit(senseless_calls, seed, max(1, round(CALLS * part)))
        tried, service, fuzzed = cut.result(), killed.result(), called.result()
    for sentence in (*tried.wrong, *service.wrong, *fuzzed.wrong):
        print(sentence)
    print(f"power cuts: {tried.cuts} tried, {tried.answered} events acknowledged, {tried.lost} lost; seed {seed}")
    print(
        f"kill -9: {service.kills} tried, {service.answered} events acknowledged, {service.lost} lost,"
        f" {service.doubled} doubled; the table shown again after {median(service.restarts_s):.1f} s"
        f" ({max(service.restarts_s):.1f} s at most, without the start of Python); seed {seed}"
    )
    print(f"senseless calls: {fuzzed.requests} tried, {fuzzed.faults} answered by a fault; seed {seed}")
    return 1 if tried.wrong or service.wrong or fuzzed.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
