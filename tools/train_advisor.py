"""Trains the advisor's networks by fitted value iteration on its own play: `make train`.

Every position that a game passes through is worth what an exact solution of the turn says, with the network's values
behind it; the network is fitted to these, and plays on. One core a network. It stops and goes on where it was: all that
it knows lies in build/advisor/KIND.npz, its progress in build/advisor/KIND.csv, the result in companion/advisor/.

Needs numba and scipy: `make train` installs them in an environment of their own; the companion does without.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rolls import REAL, Ints
from tools.compiled import Flags
from tools.fast_play import seed_dice
from tools.learner import Learner
from tools.player import MOST_NEEDED, TOP, Player, swapped

WORK: Final = Path("build/advisor")
SHIPPED: Final = Path("companion/advisor")
KEEP: Final = 150_000
"""Positions remembered at most. Learnt from is the newer half of all: older ones were solved with older weights."""
POSITIONS: Final = 2500
"""Turns solved a generation."""
BATCH: Final = 512
WIDTH, INNER = 64, 32
"""Units of the two layers."""
USES: Final = 30
"""How often a position is learnt from, about."""

State = tuple[Ints, Ints, int, int]
"""My spaces, the other's, the columns that I need and those that the other needs; I am about to roll."""


class Memory:
    """The newest positions and their values, in a ring."""

    def __init__(self) -> None:
        self.mine = np.zeros((KEEP, len(TOP)), np.int8)
        self.theirs = np.zeros((KEEP, len(TOP)), np.int8)
        self.needs = np.zeros((KEEP, 2), np.int8)
        self.value = np.zeros(KEEP, np.float32)
        self.added = np.zeros((), np.int64)

    def add(self, state: State, value: float) -> None:
        at = int(self.added) % KEEP
        self.mine[at], self.theirs[at] = state[0], state[1]
        self.needs[at] = np.minimum(state[2:], MOST_NEEDED)
        self.value[at] = value
        self.added += 1

    def __len__(self) -> int:
        return min(int(self.added), KEEP)

    def draw(self, size: int, chance: np.random.Generator) -> Ints:
        """Places in the ring, of the newer half of all that was ever added."""
        window = min(max(int(self.added) // 2, min(int(self.added), 4 * POSITIONS)), KEEP)
        return (int(self.added) - 1 - chance.integers(window, size=size)) % KEEP

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {f"memory_{name}": array for name, array in vars(self).items()}

    def restore(self, arrays: Any) -> None:
        for name in vars(self):
            setattr(self, name, arrays[f"memory_{name}"].copy())


def fresh(alone: bool, chance: np.random.Generator) -> State:
    """A start: alone the usual one; against others longer and shorter games, with columns closed."""
    nothing = np.zeros(len(TOP), np.int64)
    if alone:
        return nothing, nothing, 3, 0
    mine = nothing.copy()
    shut = chance.permutation(len(TOP))[: chance.integers(0, 5)]
    mine[shut] = TOP[shut]
    return mine, nothing, int(chance.integers(1, 6)), int(chance.integers(1, 6))


def shaken(state: State, alone: bool, chance: np.random.Generator) -> State:
    """A neighbour of a position: what the player avoids must be known too."""
    sides = [state[0].astype(np.int64), state[1].astype(np.int64)]
    shut = sides[0] == TOP
    for side in sides[: 1 if alone else 2]:
        for column in chance.permutation(len(TOP))[: chance.integers(1, 4)]:
            if not shut[column]:
                side[column] = min(max(side[column] + chance.integers(-4, 5), 0), TOP[column] - 1)
    return sides[0], sides[1], state[2], state[3]


def after(state: State, mine: Ints | None, alone: bool) -> State | None:
    """The position that the next turn begins with; None: the game is over."""
    before, theirs, needed, others = state
    if mine is None:
        mine = before
    needed -= int(((mine == TOP) & (before != TOP)).sum())
    if needed <= 0:
        return None
    if alone:
        return mine, theirs, needed, 0
    return *swapped(mine, theirs), others, needed


def guess(mine: Ints, needed: int) -> float:
    """Turns still needed, roughly: where the first generation begins."""
    left = np.sort((1 - mine / TOP)[mine < TOP])[:needed]
    return float(0.3 + 2.9 * left.sum())


def first_lessons(learner: Learner, chance: np.random.Generator) -> None:
    """Teach the rough guess on random positions; with two, a turn's lead is worth half a logarithm of the odds."""
    for step in range(600):
        states, values = [], []
        for _ in range(64):
            start = fresh(learner.alone, chance)
            mine, theirs = (scattered(side, start[0] == TOP, chance) for side in start[:2])
            needed, others = start[2:]
            if learner.alone:
                shut = chance.permutation(len(TOP))[: chance.integers(0, 3)]
                mine[shut], theirs[:], needed = TOP[shut], 0, 3 - len(shut)
                values.append(guess(mine, needed))
            else:
                lead = guess(swapped(mine, theirs)[0], others) - guess(mine, needed)
                values.append(1 / (1 + np.exp(-0.5 * lead - 0.2)))
            states.append((mine, theirs, np.array([needed, others])))
        mine, theirs, needs = (np.array(column) for column in zip(*states, strict=True))
        learner.step(mine, theirs, needs, np.array(values, dtype=np.float32), 2e-3 * (1 - step / 700))


def scattered(side: Ints, shut: Flags, chance: np.random.Generator) -> Ints:
    """Random progress in some of the columns that are not shut."""
    moves = ~shut & (chance.random(len(TOP)) < chance.random())
    return np.where(moves, (chance.random(len(TOP)) * TOP).astype(np.int64), side)


def generation(player: Player, memory: Memory, alone: bool, chance: np.random.Generator) -> tuple[float, float]:
    """Play and remember; the root mean square of the network's errors before it learnt, and the turns of a game."""
    errors, lengths = [], []
    opening = fresh(True, chance) if alone else (*fresh(True, chance)[:2], 3, 3)
    memory.add(opening, player.solve(*opening))
    openings = [player.play(opening[0]) for _ in range(POSITIONS // 8)]
    solved = 0
    while solved < POSITIONS:
        kind = chance.random()
        state: State | None
        turns, most = 0, 3 if kind < 0.4 else 200
        if kind < 0.4 and len(memory) > POSITIONS:
            at = int(memory.draw(1, chance)[0])
            needs = memory.needs[at]
            state = shaken((memory.mine[at], memory.theirs[at], int(needs[0]), int(needs[1])), alone, chance)
        elif alone or kind < 0.85:
            state, turns = after(opening, openings[int(chance.integers(len(openings)))], alone), 1
        else:
            state = fresh(alone, chance)
        while state is not None and turns < most:
            value = player.solve(*state)
            errors.append(value - player.value(*state))
            memory.add(state, value)
            solved, turns = solved + 1, turns + 1
            state = after(state, player.play(state[0]), alone)
        if 0.4 <= kind < 0.85:
            lengths.append(turns)
    return float(np.sqrt(np.mean(np.square(errors)))), float(np.mean(lengths))


def learn(learner: Learner, memory: Memory, rate: float, chance: np.random.Generator) -> float:
    losses = []
    for _ in range(POSITIONS * USES // BATCH):
        at = memory.draw(BATCH, chance)
        mine, theirs = memory.mine[at].astype(np.int64), memory.theirs[at].astype(np.int64)
        needs = memory.needs[at].astype(np.int64)
        mirror = chance.random(BATCH) < 0.5
        mine[mirror], theirs[mirror] = mine[mirror, ::-1], theirs[mirror, ::-1]
        losses.append(learner.step(mine, theirs, needs, memory.value[at], rate))
    return float(np.sqrt(np.mean(losses)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("alone", "two"))
    parser.add_argument("--generations", type=int, default=40, help="in all; the learning rate falls until then")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    alone = asked.kind == "alone"
    saved = WORK / f"{asked.kind}.npz"
    learner = Learner(REAL, alone, WIDTH, INNER, np.random.default_rng(asked.seed))
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
        part = number / asked.generations
        rate = 1e-3 * (1 - part) ** 1.5 + 1e-5
        error, turns = generation(Player(learner.network()), memory, alone, chance)
        loss = learn(learner, memory, rate, chance)
        spent += time.monotonic() - began
        line = f"{number + 1},{spent:.0f},{rate:.2e},{error:.4f},{loss:.4f},{turns:.3f}"
        with (WORK / f"{asked.kind}.csv").open("a") as record:
            record.write(line + "\n")
        print(f"generation {number + 1}/{asked.generations}  {spent:.0f} s  solved against said {error:.4f}", end="  ")
        print(f"fit {loss:.4f}  turns a game {turns:.2f}", file=sys.stdout, flush=True)
        parts: dict[str, Any] = {
            **learner.arrays(),
            **memory.arrays(),
            "generation": np.array(number + 1),
            "spent": np.array(spent),
        }
        np.savez(saved.with_suffix(".new.npz"), **parts)
        saved.with_suffix(".new.npz").replace(saved)
    net = learner.network()
    half: dict[str, Any] = {name: np.asarray(array, dtype=np.float16) for name, array in vars(net).items()}
    np.savez_compressed(SHIPPED / f"{asked.kind}.npz", **half)


if __name__ == "__main__":
    main()
