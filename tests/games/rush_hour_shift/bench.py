"""How long a screen waits for the rules, and a player for the helper: `python -m tests.games.rush_hour_shift.bench`.

Processor time, so that what else runs on the machine does not count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

from companion.advisor.rush_hour_shift.advice import advise
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.rules import CardPlayed, State, apply, options, outcome
from companion.games.rush_hour_shift.search import winning_cards
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.games.rush_hour_shift.way_out import way_out
from tests.games.rush_hour_shift.grids import random_grid, with_grid
from tests.games.rush_hour_shift.play import random_game


def positions() -> list[State]:
    """Fresh layouts, the middles of games, and random grids on shifted parts, with no card in play."""
    found = [with_grid(Grid(vehicles)) for vehicles in LAYOUTS.values()]
    for seed in range(6):
        game = random_game({"layout": f"ours-{1 + seed % 4}"}, Random(seed))
        found += [now for nth, (_, now) in enumerate(game) if nth % 9 == 0 and now.card is None and not outcome(now)]
    found += [with_grid(random_grid(Random(seed))) for seed in range(60)]
    return found


def line(what: str, limit: str, work: Callable[[State], object], asked: list[State]) -> None:
    times = []
    for now in asked:
        options.cache_clear()
        began = time.process_time()
        work(now)
        times.append((time.process_time() - began) * 1000)
    middle, slowest = statistics.median(times), max(times)
    print(f"{what:44} {middle:9.3f} ms  (slowest {slowest:.3f})  {limit}; {len(asked)} positions", flush=True)


def rush_hour_shift() -> None:
    """The legal actions of any card, and what the helper takes."""
    found = positions()
    played = [apply(now, CardPlayed(card)) for now in found for card in CARDS]
    line("Rush Hour Shift: legal actions of a card", "limit 20 ms", options, played)
    line("Rush Hour Shift: does any of the nine cards win", "limit 300 ms a card", winning_cards, found)
    line("Rush Hour Shift: advice as a turn begins", "limit 1000 ms", advise, found[::4])
    line("Rush Hour Shift: fewest cards to the exit", "", lambda now: way_out(now.grid, "G"), found[: len(LAYOUTS)])


if __name__ == "__main__":
    rush_hour_shift()
