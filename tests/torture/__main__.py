"""`make torture`: pulled plugs, killed services, broken parts, senseless calls; the last lines say what came of it."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from tests.torture.calls import Fuzzed, senseless_calls
from tests.torture.cuts import Tried, every_game
from tests.torture.described import described_calls
from tests.torture.faults import play_faults, told
from tests.torture.kills import SCREENS_S, Killed, kills

RENDERS = Path(__file__).parents[1] / "vision" / "renders"
EVENINGS = 8
"""Of each game."""
PRESSES = 120
CUTS = 320
"""Of each evening: more than ten thousand together."""
KILLS = 500
CALLS = 20_000
DESCRIBED = 4_000
"""Calls that schemathesis makes of the OpenAPI document; each takes longer, for it is judged."""
MINUTES = 8.0
"""Of the fault plan, by the clock on the wall."""


def main() -> int:
    """Arguments: the seed, which part of it all, and the minutes of the fault plan."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    part = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else MINUTES * part
    half = max(1, round(KILLS * part / 2))
    # Most of the time of the kills and the fault plan is waiting: they share the cores with what computes.
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as four:
        broken = four.submit(play_faults, seed, minutes)
        killed = [four.submit(kills, one, half, RENDERS) for one in (seed, seed + 1)]
        cut = four.submit(every_game, seed, max(1, round(EVENINGS * part)), PRESSES, CUTS)
        called = four.submit(senseless_calls, seed, max(1, round(CALLS * part)))
        described = four.submit(described_calls, seed, max(1, round(DESCRIBED * part)))
        # Each is told as it ends: whoever waits sees how far it is.
        wrong = _tell(broken.result().wrong, told(broken.result(), seed))
        wrong += _tell(cut.result().wrong, told_of_cuts(cut.result(), seed))
        services = [one.result() for one in killed]
        wrong += _tell([sentence for one in services for sentence in one.wrong], told_of_kills(services, seed))
        fuzzed, judged = called.result(), described.result()
        wrong += _tell([*fuzzed.wrong, *judged.wrong], told_of_requests(fuzzed, judged, seed))
    return 1 if wrong else 0


def _tell(wrong: list[str], line: str) -> int:
    """How much was wrong."""
    print(*wrong, line, sep="\n", flush=True)
    return len(wrong)


def told_of_cuts(tried: Tried, seed: int) -> str:
    return f"power cuts: {tried.cuts} tried, {tried.answered} events acknowledged, {tried.lost} lost; seed {seed}"


def told_of_kills(services: list[Killed], seed: int) -> str:
    screens_s = [seconds for one in services for seconds in one.screens_s] or [0.0]
    tried, answered, lost, doubled = (
        sum(getattr(one, name) for one in services) for name in ("kills", "answered", "lost", "doubled")
    )
    late = sum(seconds > SCREENS_S for seconds in screens_s)
    return (
        f"kill -9: {tried} tried, {answered} events acknowledged, {lost} lost, {doubled} doubled; an open page and the"
        f" OLED right again after {median(screens_s):.1f} s ({max(screens_s):.1f} s at most, {late} of"
        f" {len(screens_s)} later than {SCREENS_S:.0f} s; without the start of Python); seeds {seed} and {seed + 1}"
    )


def told_of_requests(fuzzed: Fuzzed, judged: Fuzzed, seed: int) -> str:
    return (
        f"requests fuzzed: {fuzzed.requests} without sense, {judged.requests} by the OpenAPI document,"
        f" {fuzzed.faults + judged.faults} answered by 5xx, {len(judged.wrong)} otherwise than it says; seed {seed}"
    )


if __name__ == "__main__":
    sys.exit(main())
