"""Stage 7: two witnesses, one verdict.

The law of this file: what the pips say and what the network says are weighed together, and a die is told only where
both leave no doubt to speak of. What is a die by one of them and cannot be told makes the reading unsure.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.guesses import Guess

COOL: Final = 0.45
"""The network's log odds are divided by this: it was trained with smoothed labels and shy. This and what follows was
chosen on all visible pictures, by both figures of `make accuracy`; only the network's training saw none of them."""
TELL: Final = 0.8
"""How likely a value must be to be told, after both witnesses."""
SUPPORT: Final = {
    "top": (0.90, 0.03, 0.30, 0.08),
    "one": (0.85, 0.04, 0.30, 0.08),
    "face": (0.60, 0.15, 0.30, 0.30),
    "spot": (0.35, 0.22, 0.30, 0.40),
    "silent": (0.40, 0.40, 0.40, 0.40),
}
LEANING: Final = 0.1
"""How rare dice that lean are, to those that lie flat; a tray seen from the side makes all its dice look so."""
"""How often the pips say a value where it is the true one, another is, the die leans or is covered, and no top face
lies there. By what said it: a die of the classical stages, one of a single pip, a pattern without a body, a spot."""
DOUBT: Final = {"top": 0.45, "one": 0.45, "face": 0.45, "spot": 0.6, "body": 0.8}
"""How likely a die must be there to be missed if it is not told."""
DOUBT_ALONE: Final = 0.12
"""The same where no die at all was told."""
NOTHING: Final = 0.9
"""Likelihood of no top face, after the network alone, from which on a die of the classical stages is refuted."""
APART: Final = 1.6
"""Centres of two top faces lie at least so many halves apart: dice that touch are at 2, less seen from the side."""
BESIDE: Final = 2.2
"""The same for a single spot or body beside a die: nearer ones are on its sides, or its shadow."""
LIKE_COLOUR: Final = 40.0
"""Levels, in the most different channel, within which a body has the colour of the dice told."""
WASHED: Final = 215.0
"""Level of the darkest channel from which on a body is so bright that its pips may have drowned."""
ONE_ROLL: Final = (0.6, 1.65)
"""Sizes of a roll's dice to their median."""
LEANS, COVERED, UNTOLD = "leans", "covered", "untold"


@dataclass(frozen=True)
class Verdict:
    """What was made of one guess."""

    guess: Guess
    value: int
    """1..6 as told; 0: it cannot be."""
    confidence: float
    """Of the value."""
    doubt: str = ""
    """Why it is not told."""

    @property
    def sure(self) -> bool:
        """Whether the value is told."""
        return self.value > 0

    @property
    def centre(self) -> NDArray[np.float64]:
        """(x, y) of the top face."""
        return self.guess.centre

    @property
    def half(self) -> float:
        """Half the edge of the top face."""
        return self.guess.half

    @property
    def corners(self) -> NDArray[np.float64]:
        """(4, 2) of the top face, clockwise; a square along the picture where only its place is known."""
        shape = self.guess.top or self.guess.face
        if shape is not None:
            return shape.corners
        return self.centre + self.half * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def judge(guesses: list[Guess], logits: NDArray[np.float64], colours: NDArray[np.float64]) -> list[Verdict]:
    """The dice, told or doubted, one verdict each.

    `logits`: (n, CLASSES), the network's; `colours`: (n, 3), BGR of the bodies.
    """
    if not guesses:
        return []
    odds = posterior(guesses, logits)
    values = odds[:, 1:7].max(axis=1)
    ranks = [value + _standing(guess) for value, guess in zip(values, guesses, strict=True)]
    told: list[int] = []
    for index in sorted(np.flatnonzero(values > TELL).tolist(), key=lambda index: -ranks[index]):
        if _apart(guesses, index, told):
            told.append(index)
    typical = _typical([guesses[index].half for index in told], values[told])
    verdicts = []
    for index in told:
        if _of_the_roll(guesses[index], typical):
            verdicts.append(Verdict(guesses[index], int(odds[index, 1:7].argmax()) + 1, float(values[index])))
        elif values[index] > 0.97:
            verdicts.append(Verdict(guesses[index], 0, float(values[index]), UNTOLD))
    return verdicts + _doubted(
        guesses, odds, colours, [index for index in told if _of_the_roll(guesses[index], typical)]
    )


def _doubted(
    guesses: list[Guess], odds: NDArray[np.float64], colours: NDArray[np.float64], told: list[int]
) -> list[Verdict]:
    """What is a die too, and is none of those told."""
    typical = _typical([guesses[index].half for index in told], odds[told, 1:7].max(axis=1))
    there = 1 - odds[:, 0]
    known, verdicts = list(told), []
    for index in np.argsort(-there).tolist():
        by = _said_by(guesses[index])
        if index in known or not _of_the_roll(guesses[index], typical):
            continue
        if there[index] <= (DOUBT[by] if told or by == "body" else DOUBT_ALONE):
            continue
        if by == "body" and not _may_be_a_die(colours[index], colours[told]):
            continue
        if _apart(guesses, index, known, BESIDE if by in ("spot", "body") else APART):
            known.append(index)
            verdicts.append(Verdict(guesses[index], 0, float(odds[index, 1:7].max()), _why(odds[index])))
    return verdicts


def _may_be_a_die(colour: NDArray[np.float64], told: NDArray[np.float64]) -> bool:
    """Whether a body without pips looks like the dice told, or is washed out; shadows and counters do not."""
    return bool(colour.min() > WASHED or (np.abs(told - colour).max(axis=1) < LIKE_COLOUR).any())


def is_nothing(logits: NDArray[np.float64]) -> bool:
    """Whether the network alone is sure that no top face lies there; `logits` (n, CLASSES) of one place."""
    odds = np.exp((logits - logits.max(axis=1, keepdims=True)) / COOL)
    return bool((odds[:, 0] / odds.sum(axis=1) > NOTHING).any())


def posterior(guesses: list[Guess], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each class is for each guess once both have spoken, (n, CLASSES)."""
    scaled = logits / COOL
    odds = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    for row, guess in zip(odds, guesses, strict=True):
        same, other, bad, nothing = SUPPORT[_said_by(guess) if guess.value else "silent"]
        row[1:7] *= other
        row[7] *= bad * LEANING
        row[8] *= bad
        row[0] *= nothing
        if guess.value:
            row[guess.value] *= same / other
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _said_by(guess: Guess) -> str:
    if guess.top is not None:
        return "one" if len(guess.top.spots) == 1 else "top"
    if guess.face is not None:
        return "face"
    return "spot" if guess.value else "body"


def _standing(guess: Guess) -> float:
    """Which of two guesses of one die is heard first: a die before a pattern, many pips before few."""
    by = {"top": 0.3, "one": 0.3, "face": 0.1 if guess.value > 2 else 0.0}.get(_said_by(guess), 0.0)
    return by + 0.04 * max(guess.value, 1)


def _apart(guesses: list[Guess], index: int, others: list[int], halves: float = APART) -> bool:
    guess = guesses[index]
    return all(
        float(np.linalg.norm(guess.centre - guesses[other].centre)) >= halves * (guess.half + guesses[other].half) / 2
        for other in others
    )


def _typical(halves: list[float], weights: NDArray[np.float64]) -> float | None:
    """The median half of the dice, the likelier ones weighing more; of two the likeliest one's."""
    if len(halves) < 3:
        return halves[0] if halves else None
    order = np.argsort(halves)
    heard = np.cumsum(weights[order])
    return float(np.array(halves)[order][int(np.searchsorted(heard, heard[-1] / 2))])


def _of_the_roll(guess: Guess, typical: float | None) -> bool:
    return typical is None or ONE_ROLL[0] * typical < guess.half < ONE_ROLL[1] * typical


def _why(odds: NDArray[np.float64]) -> str:
    leans, covered = float(odds[7]), float(odds[8])
    if max(leans, covered) < odds[1:7].max():
        return UNTOLD
    return LEANS if leans > covered else COVERED
