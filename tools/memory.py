"""What training remembers: positions and their values, learnt from with mirror images; and where it begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.network import Network
from companion.advisor.rolls import Ints
from tools.learner import Learner
from tools.player import MOST_NEEDED, TOP, swapped
from tools.positions import NOBODY, State, odd_start, scattered

WORK: Final = Path("build/advisor")
"""All that a training knows, to go on from."""
SHIPPED: Final = Path("companion/advisor")
KEEP: Final = 150_000
"""Positions remembered at most. Learnt from is the newer half of all: older ones were solved with older weights."""
POSITIONS: Final = 2500
"""Turns solved a generation."""
BATCH: Final = 512


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

    def one(self, chance: np.random.Generator) -> State:
        """A position of those that are learnt from."""
        at = int(self.draw(1, chance)[0])
        return self.mine[at], self.theirs[at], int(self.needs[at, 0]), int(self.needs[at, 1])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {f"memory_{name}": array for name, array in vars(self).items()}

    def restore(self, arrays: Any) -> None:
        for name in vars(self):
            setattr(self, name, arrays[f"memory_{name}"].copy())


def learn(learner: Learner, memory: Memory, steps: int, rate: float, chance: np.random.Generator) -> float:
    """So many steps down; the root mean square of the errors before each."""
    losses = []
    for _ in range(steps):
        at = memory.draw(BATCH, chance)
        mine, theirs = memory.mine[at].astype(np.int64), memory.theirs[at].astype(np.int64)
        mirror_half(mine, theirs, chance)
        losses.append(learner.step(mine, theirs, memory.needs[at].astype(np.int64), memory.value[at], rate))
    return float(np.sqrt(np.mean(losses)))


def mirror_half(mine: Ints, theirs: Ints, chance: np.random.Generator) -> None:
    """Change half of the positions (N, C) into their mirror images, which are worth the same."""
    mirror = chance.random(len(mine)) < 0.5
    mine[mirror], theirs[mirror] = mine[mirror, ::-1], theirs[mirror, ::-1]


def guess(mine: Ints, needed: int) -> float:
    """Turns still needed, roughly: where the first generation begins."""
    left = np.sort((1 - mine / TOP)[mine < TOP])[:needed]
    return float(0.3 + 2.9 * left.sum())


def first_lessons(learner: Learner, chance: np.random.Generator) -> None:
    """Teach the rough guess on random positions; with two, a turn's lead is worth half a logarithm of the odds."""
    for step in range(600):
        states, values = [], []
        for _ in range(64):
            start = (NOBODY, NOBODY, 3, 0) if learner.alone else odd_start(chance)
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


def ship(net: Network, file: Path) -> None:
    """Write a network as it is shipped: in half precision."""
    half: dict[str, Any] = {name: np.asarray(array, dtype=np.float16) for name, array in vars(net).items()}
    np.savez_compressed(file, **half)
