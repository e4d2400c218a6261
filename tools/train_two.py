"""Trains the network of two by fitted value iteration against a population of opponents: `make train-two`.

Two networks learn together. One says what a position is worth to the advisor about to roll: what its turn, solved
exactly with the other network behind it, comes to. The other says the chance of an opponent about to roll: of itself
what its own turn comes to, of a player of the literature the mean over many turns of that player, each followed by the
first network's word. The second is what an advisor needs: shipped as population.npz, for Highway, and a part of the
blend that decides in Can't Stop (tools/blend_two.py).

`--only NAME` meets one opponent alone and ships nothing: a best response, about the most that anybody can win against
it (tools/ceiling.py). Resumable: all that a training knows lies in build/advisor/.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.network import Network
from companion.advisor.rolls import REAL
from tools.fast_play import seed_dice
from tools.learner import MEAN_OVER, Learner
from tools.match import START, rivals_chance
from tools.memory import POSITIONS, SHIPPED, WORK, Memory, first_lessons, learn, ship
from tools.player import Player
from tools.positions import NOBODY, State, after, odd_start, shaken
from tools.rivals import RIVALS, Rival

WIDTH, INNER = 128, 32
"""Units of the two layers."""
NEIGHBOURS: Final = 2
"""Positions next to one that a rival met, judged too: no turn need be solved for them."""
STEPS: Final = (150, 300)
"""Steps of learning a generation, of the two networks."""
SHAKEN, USUAL = 0.35, 0.85
"""Of all games so many begin near a known position; up to this, as usual; the rest with columns closed."""
ITSELF: Final = "itself"
POPULATION: Final[dict[str, float]] = {ITSELF: 0.5, "rule-of-28": 0.2, "linear": 0.2, "constant": 0.1}
"""Opponents, and how often each is met."""


class Lessons:
    """One generation: games of the present player, and what their positions turn out to be worth."""

    def __init__(self, mover: Network, waiter: Network, memories: tuple[Memory, Memory]) -> None:
        self.reply, self.player = Player(mover), Player(waiter)
        self.moving, self.waiting = memories
        self.errors: list[float] = []
        self.won: dict[str, list[bool]] = {}

    def play(self, population: dict[str, float], chance: np.random.Generator) -> None:
        names, shares = list(population), list(population.values())
        self._judge(START)
        openings = [after(START, self.player.play(NOBODY), alone=False) for _ in range(POSITIONS // 8)]
        while len(self.errors) < POSITIONS:
            name, kind, first = str(chance.choice(names, p=shares)), chance.random(), chance.random() < 0.5
            state: State | None
            whole = False
            if kind < SHAKEN and len(self.moving) > POSITIONS:
                state, first = shaken(self.moving.one(chance), False, chance), True
            elif kind >= USUAL and len(population) > 1:
                state = odd_start(chance)
            else:
                whole = True
                state = openings[int(chance.integers(len(openings)))] if first else START
                first = False
            most = 200 if whole or kind >= USUAL else 3
            if name == ITSELF:
                self._against_itself(state, most)
            else:
                won = self._against(RIVALS[name], state, first, most, chance)
                if whole:
                    self.won.setdefault(name, []).append(won)

    def _judge(self, state: State) -> float:
        value = self.player.solve(*state)
        self.errors.append(value - self.reply.value(*state))
        return value

    def _solve(self, state: State) -> float:
        value = self._judge(state)
        self.moving.add(state, value)
        return value

    def _against_itself(self, state: State | None, most: int) -> None:
        while state is not None and most > 0:
            self.waiting.add(state, self._solve(state))
            state, most = after(state, self.player.play(state[0]), alone=False), most - 1

    def _against(
        self, rival: Rival, state: State | None, advisors: bool, most: int, chance: np.random.Generator
    ) -> bool:
        """`advisors`: the first turn is the advisor's. Whether it made the last move."""
        path: list[tuple[Memory, State, float, float]] = []
        while state is not None and most > 0:
            if advisors:
                solved, most = self._judge(state), most - 1
                later = after(state, self.player.play(state[0]), alone=False)
                path.append((self.moving, state, solved, 1.0 if later is None else 1 - self.player.value(*later)))
                state = later
            else:
                for _ in range(NEIGHBOURS):
                    near = shaken(state, False, chance)
                    self.waiting.add(near, rivals_chance(near, rival, self.reply.network).mean)
                found = rivals_chance(state, rival, self.reply.network)
                path.append((self.waiting, state, 1 - found.mean, 1 - found.one))
                state = found.later
            advisors = not advisors
        self._remember(path)
        return not advisors

    def _remember(self, path: list[tuple[Memory, State, float, float]]) -> None:
        """Each position, what was expected of its turn, what was said after it: its value is the rest without luck."""
        value = path[-1][3]
        for memory, state, expected, said in reversed(path):
            value = expected + value - said
            memory.add(state, value if memory is self.moving else 1 - value)


class Training:
    """Two learners, what they remember, and how far they are."""

    def __init__(self, file: Path, width: int, seed: int, mean_over: int) -> None:
        drawn = np.random.default_rng(seed)
        self.file, self.generation, self.spent = file, 0, 0.0
        mover, waiter = (Learner(REAL, False, width, INNER, drawn, mean_over) for _ in range(2))
        self.learners = mover, waiter
        self.memories = Memory(), Memory()

    def begin(self, seed: int) -> None:
        for learner in self.learners:
            first_lessons(learner, np.random.default_rng(seed))

    def begin_from(self, file: Path, chance: np.random.Generator) -> None:
        """With what a training against itself alone remembers, where each position was judged once for both."""
        with np.load(file) as arrays:
            for memory in self.memories:
                memory.restore(arrays)
        for step in range(5):
            learn(self.learners[0], self.memories[0], 300, 2e-3 * 0.5**step, chance)
        self.learners[1].restore({name: array.copy() for name, array in self.learners[0].arrays().items()})
        self.forget()

    def forget(self) -> None:
        """Keep the networks and no position: those of other opponents would be learnt from for long."""
        self.memories = Memory(), Memory()

    def restore(self) -> None:
        with np.load(self.file) as arrays:
            for part, learner, memory in zip("mw", self.learners, self.memories, strict=True):
                own = {key[2:]: arrays[key] for key in arrays if key.startswith(f"{part}.")}
                learner.restore(own)
                memory.restore(own)
            self.generation, self.spent = int(arrays["generation"]), float(arrays["spent"])

    def save(self) -> None:
        parts: dict[str, Any] = {"generation": np.array(self.generation), "spent": np.array(self.spent)}
        for part, learner, memory in zip("mw", self.learners, self.memories, strict=True):
            parts |= {f"{part}.{key}": array for key, array in (learner.arrays() | memory.arrays()).items()}
        np.savez(self.file.with_suffix(".new.npz"), **parts)
        self.file.with_suffix(".new.npz").replace(self.file)
        for learner, what in zip(self.learners, ("reply", "network"), strict=True):
            ship(learner.network(), self.file.with_name(f"{self.file.stem}-{what}.npz"))

    def step(self, population: dict[str, float], rate: float, chance: np.random.Generator) -> str:
        """One generation; its line of the record."""
        began = time.process_time()
        seed_dice(int(chance.integers(2**31)))
        lessons = Lessons(self.learners[0].network(), self.learners[1].network(), self.memories)
        lessons.play(population, chance)
        fits = [
            learn(learner, memory, steps, rate, chance)
            for learner, memory, steps in zip(self.learners, self.memories, STEPS, strict=True)
        ]
        self.spent += time.process_time() - began
        self.generation += 1
        error = float(np.sqrt(np.mean(np.square(lessons.errors))))
        won = " ".join(f"{name}:{np.mean(found):.3f}/{len(found)}" for name, found in sorted(lessons.won.items()))
        return f"{self.generation},{self.spent:.0f},{rate:.2e},{error:.4f},{fits[0]:.4f},{fits[1]:.4f},{won}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=tuple(RIVALS), help="a best response to this opponent")
    parser.add_argument("--generations", type=int, default=40, help="in all; the learning rate falls until then")
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate at the beginning")
    parser.add_argument("--lessons", type=Path, help="what a training against itself saved, to begin with")
    parser.add_argument("--width", type=int, default=WIDTH, help="units of the first layer")
    parser.add_argument("--forget", action="store_true", help="go on with the networks, with none of the positions")
    parser.add_argument("--mean-over", type=int, default=MEAN_OVER, help="steps over which what plays is averaged")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    name = f"best-{asked.only}" if asked.only else "two"
    if asked.width != WIDTH:
        name += f"-{asked.width}"
    training = Training(WORK / f"{name}.npz", asked.width, asked.seed, asked.mean_over)
    if training.file.exists():
        training.restore()
        if asked.forget:
            training.forget()
    elif asked.lessons:
        training.begin_from(asked.lessons, np.random.default_rng(asked.seed))
    else:
        training.begin(asked.seed)
    while training.generation < asked.generations:
        chance = np.random.default_rng((asked.seed, training.generation))
        rate = asked.rate * (1 - training.generation / asked.generations) ** 1.5 + 1e-5
        line = training.step({asked.only: 1.0} if asked.only else POPULATION, rate, chance)
        with (WORK / f"{name}.csv").open("a") as record:
            record.write(line + "\n")
        print(f"of {asked.generations}: {line}", flush=True)
        training.save()
    if not asked.only:
        ship(training.learners[1].network(), SHIPPED / "population.npz")


if __name__ == "__main__":
    main()
