"""How far the advisor alone may be from the best possible player: an estimate, and how it is made.

Let V be what the network says, and r(s) what one turn solved exactly makes of a position less V(s). Whoever plays, the
mean number of turns is V(start) plus the mean sum of r over the turns of a game, plus what the player gives away
against the solved turn. The advisor gives nothing away, so its mean follows from r: a check on everything. The best
player's mean is at least V(start) plus its own sum of r. Its games are not known; if their r were in every turn what
only a twentieth of the advisor's neighbourhood (positions that it passes, shaken as in training) falls below, its mean
would be what is printed last.

`python -m tools.closeness`: some minutes, seeded; needs numba and scipy.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.worth import network
from tools.fast_play import seed_dice
from tools.player import Player
from tools.positions import State, after, shaken
from tools.train_alone import START


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    chance = np.random.default_rng(asked.seed)
    seed_dice(asked.seed)
    player = Player(network("alone"))
    said_at_start = player.value(*START)
    sums, lengths, near = [], [], []
    for _ in range(asked.games):
        state: State | None = START
        total, turns = 0.0, 0
        while state is not None:
            said, solved = player.judge(*state)
            total, turns = total + solved - said, turns + 1
            mine = player.play(state[0])
            if chance.random() < 0.3:
                said, solved = player.judge(*shaken(state, True, chance))
                near.append(solved - said)
            state = after(state, mine, True)
        sums.append(total)
        lengths.append(turns)
    games, error = len(sums), np.std(sums) / len(sums) ** 0.5
    low = float(np.quantile(near, 0.05))
    print(f"the network's word at the start: {said_at_start:.3f} turns")
    print(f"with the mean sum of r over {games} games: {said_at_start + np.mean(sums):.3f} (se {error:.3f})")
    print(f"their mean length: {np.mean(lengths):.3f} (se {np.std(lengths) / games**0.5:.3f})")
    print(
        f"r in {len(near)} neighbouring positions: mean {np.mean(near):.3f}, sd {np.std(near):.3f}, 5 % below {low:.3f}"
    )
    print(f"the best player, were all its r so low: {said_at_start / (1 - low):.2f} turns")


if __name__ == "__main__":
    main()
