"""One network of two out of several: `python -m tools.blend_two OUT.npz NETWORK.npz=SHARE ... --positions ...`.

The law of this file: nothing is learnt of the game here. Networks that learnt apart err apart; the mean of their words
(logarithms of the odds) errs less than each, and one network learns to say it. It is asked of the positions that
trainings (tools/train_two.py) remember, of neighbours of these, and of their mirror images.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.network import Network, Weights
from companion.advisor.rolls import REAL, Ints
from tools.learner import Learner
from tools.memory import Memory, mirror_half, ship
from tools.player import EVERY, TOP
from tools.strength import saved
from tools.train_two import INNER, WIDTH

BATCH: Final = 1024
MOVED: Final = 0.5
"""Share of the positions in which a turn's worth of spaces is added to up to three columns of one side."""
FARTHEST: Final = 5
"""Spaces that are added to a column at most."""


class Positions:
    """What trainings remember: my spaces (N, C), the other's (N, C) and what both need (N, 2)."""

    def __init__(self, files: Sequence[Path]) -> None:
        memories = []
        for file in files:
            with np.load(file) as kept:
                for part in "mw":  # of both networks of a training
                    memory = Memory()
                    memory.restore({key[2:]: kept[key] for key in kept if key.startswith(f"{part}.memory_")})
                    memories.append(memory)
        self.mine = np.concatenate([one.mine[: len(one)] for one in memories])
        self.theirs = np.concatenate([one.theirs[: len(one)] for one in memories])
        self.needs = np.concatenate([one.needs[: len(one)] for one in memories])

    def draw(self, chance: np.random.Generator) -> tuple[Ints, Ints, Ints]:
        at = chance.integers(len(self.mine), size=BATCH)
        mine, theirs = self.mine[at].astype(np.int64), self.theirs[at].astype(np.int64)
        open_ = mine < TOP
        for side in (mine, theirs):
            moved = open_ & (chance.random(mine.shape).argsort(axis=1) < 3) & (chance.random((BATCH, 1)) < MOVED)
            more = np.minimum(side + chance.integers(0, FARTHEST + 1, size=side.shape), TOP - 1)
            side[moved] = more[moved]
        mirror_half(mine, theirs, chance)
        return mine, theirs, self.needs[at].astype(np.int64)


def mean_word(
    networks: Sequence[tuple[Network, float]], caution: float, mine: Ints, theirs: Ints, needs: Ints
) -> Weights:
    """The chance of who is about to roll (N,): the mean of the logarithms of the odds, and `caution` more."""
    odds = np.full(len(mine), caution, np.float32)
    for network, share in networks:
        hidden = network.steps[EVERY, mine, theirs].sum(axis=1) + network.needs[needs[:, 0], needs[:, 1]]
        said = np.clip(network.output(hidden), 1e-6, 1 - 1e-6)
        odds += np.float32(share) * np.log(said / (1 - said))
    return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def mean_weights(networks: Sequence[tuple[Network, float]]) -> Network:
    """Of networks of one size. Where all went on from the same one this says nearly what they say on average."""
    mean = {name: sum(share * getattr(net, name) for net, share in networks) for name in vars(networks[0][0])}
    return Network(**mean)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, metavar="OUT.npz")
    parser.add_argument("networks", nargs="+", metavar="NETWORK.npz=SHARE")
    parser.add_argument("--positions", nargs="+", type=Path, required=True, metavar="TRAINING.npz")
    parser.add_argument(
        "--caution",
        type=float,
        default=0.4,
        help="what is added to the logarithm of an opponent's odds: who learnt against slow ones promises too much",
    )
    parser.add_argument(
        "--akin", action="store_true", help="all went on from the same network: begin with the mean of their weights"
    )
    parser.add_argument("--width", type=int, default=WIDTH, help="units of the first layer")
    parser.add_argument("--inner", type=int, default=INNER, help="units of the second")
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--rate", type=float, default=2e-3, help="the learning rate at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    given = [one.rsplit("=", 1) for one in asked.networks]
    whole = sum(float(share) for _, share in given)
    networks = [(saved(Path(file)), float(share) / whole) for file, share in given]
    positions, chance = Positions(asked.positions), np.random.default_rng(asked.seed)
    learner = Learner(REAL, False, asked.width, asked.inner, chance)
    if asked.akin:
        learner.become(mean_weights(networks))
    losses: list[float] = []
    for step in range(asked.steps):
        mine, theirs, needs = positions.draw(chance)
        wanted = mean_word(networks, asked.caution, mine, theirs, needs)
        rate = asked.rate * (1 - step / asked.steps) ** 1.5 + 1e-5
        losses.append(learner.step(mine, theirs, needs, wanted, rate))
        if step % 500 == 499:
            print(f"{step + 1} of {asked.steps}: off by {np.mean(losses[-500:]) ** 0.5:.4f}", flush=True)
    ship(learner.network(), asked.out)


if __name__ == "__main__":
    main()
