"""Stage 7, first half: what two witnesses say of a place, as likelihoods.

The law of this file: arithmetic, and how far each witness is believed. What is told is verdict's to say.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.guesses import Guess

COOL: Final = 0.45
"""The network's log odds are divided by this: it was trained with smoothed labels and shy. This and what follows was
chosen on the visible renders and two thirds of the photos, by both figures of `make accuracy`; the network's training
saw none of them."""
SUPPORT: Final = {
    "top": (0.90, 0.03, 0.30, 0.08),
    "one": (0.85, 0.04, 0.30, 0.08),
    "face": (0.60, 0.15, 0.30, 0.30),
    "spot": (0.35, 0.22, 0.30, 0.40),
    "silent": (0.40, 0.40, 0.40, 0.40),
}
"""How often the pips say a value where it is the true one, another is, the die leans or is covered, and no top face
lies there. By what said it: a die of the classical stages, one of a single pip, a pattern without a body, a spot."""
LEANING: Final = 0.1
"""How rare dice that lean are, to those that lie flat; a tray seen from the side makes all its dice look so."""
NOTHING: Final = 0.9
"""Likelihood of no top face, after the network alone, from which on a die of the classical stages is refuted."""


def posterior(guesses: list[Guess], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each class is for each guess once both have spoken, (n, CLASSES)."""
    scaled = logits / COOL
    odds = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    for row, guess in zip(odds, guesses, strict=True):
        same, other, bad, nothing = SUPPORT[said_by(guess) if guess.value else "silent"]
        row[1:7] *= other
        row[7] *= bad * LEANING
        row[8] *= bad
        row[0] *= nothing
        if guess.value:
            row[guess.value] *= same / other
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def likelihoods(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Likelihoods (n, CLASSES)."""
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def is_nothing(logits: NDArray[np.float64]) -> bool:
    """Whether the network alone is sure that no top face lies there; `logits` (n, CLASSES) of one place."""
    return bool((likelihoods(logits / COOL)[:, 0] > NOTHING).any())


def said_by(guess: Guess) -> str:
    """What found a guess: a key of SUPPORT, or "body"."""
    if guess.top is not None:
        return "one" if len(guess.top.spots) == 1 else "top"
    if guess.face is not None:
        return "face"
    return "spot" if guess.value else "body"
