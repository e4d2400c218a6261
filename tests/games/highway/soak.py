"""Ten thousand random games, every option at random: `python -m tests.games.highway.soak [GAMES] [FIRST SEED]`.

Stops at the first game in which something does not hold, and names its seed.
"""

from __future__ import annotations

import sys
import time

from companion.games.highway import HIGHWAY
from tests.games.highway.random_games import check_game

GAMES = 10_000

PROGRESS = 250
"""Games between two lines of progress."""


def soak(games: int, first: int) -> None:
    began = time.monotonic()
    events = finished = 0
    for nth, seed in enumerate(range(first, first + games), 1):
        try:
            happened, end = check_game(seed)
        except Exception as error:
            raise SystemExit(f"highway: seed {seed} fails: {error!r}") from error
        events += len(happened)
        finished += HIGHWAY.outcome(end) is not None
        if nth % PROGRESS == 0 or nth == games:
            took = time.monotonic() - began
            print(f"highway: {nth} of {games} games, {events} events, {finished} finished, {took:.0f} s", flush=True)


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[1:]]
    soak(*given, *(GAMES, 0)[len(given) :])
