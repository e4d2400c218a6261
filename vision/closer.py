"""Stage 6b: a closer look at what may be a die and was not met squarely.

The law of this file: the network tells a die best where its square is centred on the top face and as large as it. A
blob's middle is rarely that, so places and sizes around it are tried, each time going on from the one where a value is
likeliest. Nothing is decided here; what was found is one more guess.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.guesses import Guess
from vision.opinion import View, logits_once
from vision.weighing import likelihoods

MAX_CLOSER: Final = 6
"""Guesses looked at more closely: 11 looks each a round, 0.4 ms a look."""
MIN_DIE: Final = 0.04
"""How likely a die must be, to the network alone, for a closer look."""
MIN_VALUE: Final = (0.1, 0.6)
"""How likely the likeliest value must be after each round to go on: any cloth has a place a little like a die."""
STEPS: Final = (0.36, 0.2)
"""Halves that each round goes aside."""
ZOOMS: Final = ((0.8, 1.25), (0.9, 1.11))
"""And how much nearer and farther."""
SAME: Final = 0.9
"""Halves within which two guesses lead to one place."""

_TURNS: Final = np.linspace(0, 2 * np.pi, 8, endpoint=False)
_ASIDE: Final = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


def closer(view: View, guesses: list[Guess], logits: NDArray[np.float64]) -> list[Guess]:
    """For the likeliest dice among the guesses, apart from each other, the place where each can be told best.

    Those that no place makes a value of are left out.
    """
    likely = _likely(guesses, logits)
    for step, zooms, least in zip(STEPS, ZOOMS, MIN_VALUE, strict=True):
        if not likely:
            return []
        tries = [around(guess, step, zooms) for guess in likely]
        said = logits_once(view, [one for these in tries for one in these])
        odds = value_odds(said).reshape(len(likely), -1)
        likely = [these[int(row.argmax())] for these, row in zip(tries, odds, strict=True) if row.max() > least]
    return likely


def _likely(guesses: list[Guess], logits: NDArray[np.float64]) -> list[Guess]:
    there = 1 - likelihoods(logits)[:, 0]
    chosen: list[Guess] = []
    for index in np.argsort(-there):
        guess = guesses[index]
        if there[index] < MIN_DIE or len(chosen) == MAX_CLOSER:
            break
        if all(float(np.linalg.norm(guess.centre - other.centre)) > SAME * other.half for other in chosen):
            chosen.append(guess)
    return chosen


def around(guess: Guess, step: float, zooms: tuple[float, ...]) -> list[Guess]:
    """The place itself, eight places so many halves aside, and the same place so much nearer and farther."""
    silent = Guess(guess.centre, guess.half, 0)
    return [
        silent,
        *(replace(silent, centre=guess.centre + step * guess.half * aside) for aside in _ASIDE),
        *(replace(silent, half=guess.half * zoom) for zoom in zooms),
    ]


def value_odds(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely the likeliest value is, to the network alone, (n,)."""
    return np.asarray(likelihoods(logits)[:, 1:7].max(axis=1))
