"""Random games by every option, judged on the way: `python -m tests.games.rush_hour_shift.soak [GAMES]`."""

from __future__ import annotations

import sys
import time
from random import Random

from tests.games.rush_hour_shift.grids import GAME
from tests.games.rush_hour_shift.play import check, random_game, random_options, undone_and_redone

GAMES = 10_000

SELDOM = 20
"""What costs most is judged at every twentieth state, and undo in every twentieth game."""


def play(seed: int) -> tuple[int, bool]:
    """One random game: how many events it took, and whether it ended. An AssertionError says what was wrong."""
    chance = Random(seed)
    options = random_options(chance)
    played = []
    # The states that are judged vary with the seed, so that over the games all are.
    for nth, (event, state) in enumerate(random_game(options, chance)):
        played.append((event, state))
        if (nth + seed) % SELDOM == 0 or GAME.outcome(state):
            check(state)
    if seed % SELDOM == 0:
        undone_and_redone(options, played, chance)
    return len(played) - 1, GAME.outcome(state) is not None


def main(games: int) -> None:
    began, events, ended = time.monotonic(), 0, 0
    for seed in range(games):
        try:
            taken, over = play(seed)
        except AssertionError as fault:
            raise SystemExit(f"rush-hour-shift, seed {seed}: {fault or 'a check failed'}") from fault
        events, ended = events + taken, ended + over
        if (seed + 1) % 100 == 0 or seed + 1 == games:
            rate = events / (time.monotonic() - began)
            print(
                f"rush-hour-shift: {seed + 1} of {games} games, {ended} ended, {events} events, {rate:.0f}/s",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
