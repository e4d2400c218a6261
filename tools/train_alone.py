"""Trains the advisor's network for one player alone, by fitted value iteration on its own play: `make train-alone`.

Every position that a game passes through is worth what an exact solution of the turn says, with the network's values
behind it; the network is fitted to these, and plays on. It stops and goes on where it was: all that it knows lies in
build/advisor/alone.npz, its progress in build/advisor/alone.csv, the result in companion/advisor/.

Needs numba and scipy: `make train` installs them in an environment of their own; the companion does without.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.rolls import REAL
from tools.fast_play import seed_dice
from tools.learner import Learner
from tools.memory import BATCH, POSITIONS, SHIPPED, WORK, Memory, first_lessons, learn, ship
from tools.player import Player
from tools.positions import NOBODY, State, after, shaken

WIDTH, INNER = 64, 32
"""Units of the two layers."""
USES: Final = 30
"""How often a position is learnt from, about."""
START: Final[State] = (NOBODY, NOBODY, 3, 0)


def generation(player: Player, memory: Memory, chance: np.random.Generator) -> tuple[float, float]:
    """Play and remember; the root mean square of the network's errors before it learnt, and the turns of a game."""
    errors, lengths = [], []
    memory.add(START, player.solve(*START))
    openings = [player.play(NOBODY) for _ in range(POSITIONS // 8)]
    solved = 0
    while solved < POSITIONS:
        whole = chance.random() >= 0.4 or len(memory) <= POSITIONS
        state: State | None
        if whole:
            state, turns, most = after(START, openings[int(chance.integers(len(openings)))], True), 1, 200
        else:
            state, turns, most = shaken(memory.one(chance), True, chance), 0, 3
        while state is not None and turns < most:
            value = player.solve(*state)
            errors.append(value - player.value(*state))
            memory.add(state, value)
            solved, turns = solved + 1, turns + 1
            state = after(state, player.play(state[0]), True)
        if whole:
            lengths.append(turns)
    return float(np.sqrt(np.mean(np.square(errors)))), float(np.mean(lengths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--generations", type=int, default=40, help="in all; the learning rate falls until then")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    saved = WORK / "alone.npz"
    learner = Learner(REAL, True, WIDTH, INNER, np.random.default_rng(asked.seed))
    memory, begun, spent = Memory(), 0, 0.0
    if saved.exists():
        with np.load(saved) as arrays:
            learner.restore(arrays)
            memory.restore(arrays)
            begun, spent = int(arrays["generation"]), float(arrays["spent"])
    else:
        first_lessons(learner, np.random.default_rng(asked.seed))
    for number in range(begun, asked.generations):
        began = time.monotonic()
        chance = np.random.default_rng((asked.seed, number))
        seed_dice(int(chance.integers(2**31)))
        rate = 1e-3 * (1 - number / asked.generations) ** 1.5 + 1e-5
        error, turns = generation(Player(learner.network()), memory, chance)
        fit = learn(learner, memory, POSITIONS * USES // BATCH, rate, chance)
        spent += time.monotonic() - began
        with (WORK / "alone.csv").open("a") as record:
            record.write(f"{number + 1},{spent:.0f},{rate:.2e},{error:.4f},{fit:.4f},{turns:.3f}\n")
        print(f"generation {number + 1}/{asked.generations}  {spent:.0f} s  solved against said {error:.4f}", end="  ")
        print(f"fit {fit:.4f}  turns a game {turns:.2f}", flush=True)
        parts: dict[str, Any] = {
            **learner.arrays(),
            **memory.arrays(),
            "generation": np.array(number + 1),
            "spent": np.array(spent),
        }
        np.savez(saved.with_suffix(".new.npz"), **parts)
        saved.with_suffix(".new.npz").replace(saved)
    ship(learner.network(), SHIPPED / "alone.npz")


if __name__ == "__main__":
    main()
