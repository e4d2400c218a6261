"""Stage 7: two witnesses, one verdict.

The law of this file: what the pips say and what the network says are weighed together, and a die is told only where
both leave no doubt to speak of. What is a die by one of them and cannot be told makes the reading unsure.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.bare import BARE, BARE_ROLL, FLOOR_PATTERN, like_the_roll, may_hide_a_die, plain_enough
from vision.guesses import Guess
from vision.weighing import likelihoods, posterior, said_by

TELL: Final = 0.8
"""How likely a value must be to be told, after both witnesses. This and what follows was chosen as vision/weighing.py
says of its own."""
FIRM: Final = 0.98
"""How likely a value must be to stand against the doubts of the classical stages."""
ODD: Final = 0.97
"""How likely a value must be for a die of another size than the roll's to be one that cannot be told."""
DOUBT: Final = {"top": 0.45, "one": 0.45, "face": 0.45, "spot": 0.6, "body": 0.8}
"""How likely a die must be there to be missed if it is not told."""
DOUBT_ALONE: Final = 0.12
"""The same where no die at all was told."""
APART: Final = 1.6
"""Centres of two top faces lie at least so many halves apart: dice that touch are at 2, less seen from the side."""
ABREAST: Final = 1.9
"""The same for a pattern without a body: those of a die's sides are nearer."""
BESIDE: Final = 2.2
"""The same for a single spot or body beside a die: nearer ones are on its sides, or its shadow."""
SIDES: Final = 0.95
"""Of a die's half: as much counts beside it, however small the other place is."""
FORESHORTENED, TOUCHING = 0.75, 2.0
"""Half of a side's pattern to its die's, and halves of that within which it lies: dice that touch are as large."""
ONE_ROLL: Final = (0.6, 1.65)
"""Sizes of a roll's dice to their median."""
MANY: Final = 3
"""Pips up to which a pattern may be chance: knuckles, knots, a shadow between two fingers."""
SPECKS: Final = 0.35
"""Half of such a pattern to the half of the roll's dice, below which it is none of another size: 8 mm beside 22 mm."""
PLAINLY_SEEN: Final = 2
"""So many dice must have been counted before their size tells that."""
FEW: Final = 0.2
"""Likelihood of no top face, to the network alone, up to which two or three pips without a body may be a die."""
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
    def counted(self) -> bool:
        """Whether the value is told, and counted pips say the same."""
        return self.value > 0 and self.value == self.guess.value

    def withdrawn(self, doubt: str = UNTOLD) -> "Verdict":
        """The same, not told; `doubt` where there was none."""
        return replace(self, value=0, doubt=self.doubt or doubt)

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


def judge(
    guesses: list[Guess], logits: NDArray[np.float64], colours: NDArray[np.float64], spreads: NDArray[np.float64]
) -> list[Verdict]:
    """The dice, told or doubted, one verdict each.

    `logits`: (n, CLASSES), the network's; `colours`: (n, 3), BGR of the bodies; `spreads`: (n,), their levels' range.
    """
    if not guesses:
        return []
    odds = posterior(guesses, logits)
    values = odds[:, 1:7].max(axis=1)
    ranks = [value + _standing(guess) for value, guess in zip(values, guesses, strict=True)]
    told = _heard_first(guesses, values, ranks)
    typical = _typical([guesses[index].half for index in told], values[told])
    fitting = [index for index in range(len(guesses)) if of_the_roll(guesses[index], typical)]
    odd = [index for index in told if index not in fitting and values[index] > ODD]
    told = _heard_first(guesses, values, ranks, fitting)
    seen = [index for index in told if guesses[index].value]
    verdicts = [_told(guesses[index], odds[index], logits[index], colours[index], colours[seen]) for index in told]
    verdicts += [
        Verdict(guesses[index], 0, float(values[index]), UNTOLD)
        for index in odd
        if _apart(guesses, index, told) and not (len(seen) >= PLAINLY_SEEN and _grain(guesses[index], typical))
    ]
    return verdicts + _doubted(guesses, logits, odds, colours, spreads, told)


def _told(
    guess: Guess,
    odds: NDArray[np.float64],
    logits: NDArray[np.float64],
    colour: NDArray[np.float64],
    others: NDArray[np.float64],
) -> Verdict:
    """The verdict on what is likely a die; `others`, (n, 3): the colours of those whose pips were counted.

    One of which pip counting says nothing looks like the others, or is beyond doubt. Where it counts three or less, the
    network must see a die too.
    """
    value, confidence = int(odds[1:7].argmax()) + 1, float(odds[1:7].max())
    likely = likelihoods(logits[None])[0]
    if guess.value:
        doubted = value <= MANY and likely[0] > BARE
    else:
        doubted = not plain_enough(likely[value], len(others) == 0 or like_the_roll(colour, others))
    return Verdict(guess, 0, confidence, UNTOLD) if doubted else Verdict(guess, value, confidence)


def _heard_first(
    guesses: list[Guess], values: NDArray[np.float64], ranks: list[float], among: Collection[int] | None = None
) -> list[int]:
    """The guesses to be told, one a die, the best ranked first."""
    told: list[int] = []
    for index in sorted(np.flatnonzero(values > TELL).tolist(), key=lambda index: -ranks[index]):
        if among is not None and index not in among:
            continue
        if _apart(guesses, index, told) and (values[index] > ODD or not _on_a_side(guesses, index, told)):
            told.append(index)
    return told


def _doubted(
    guesses: list[Guess],
    logits: NDArray[np.float64],
    odds: NDArray[np.float64],
    colours: NDArray[np.float64],
    spreads: NDArray[np.float64],
    told: list[int],
) -> list[Verdict]:
    """What is a die too, and is none of those told."""
    typical = _typical([guesses[index].half for index in told], odds[told, 1:7].max(axis=1))
    there, likely = 1 - odds[:, 0], likelihoods(logits)
    known, verdicts = list(told), []
    for index in np.argsort(-there).tolist():
        by = said_by(guesses[index])
        if index in known or not of_the_roll(guesses[index], typical):
            continue
        if there[index] <= (DOUBT[by] if told or by == "body" else DOUBT_ALONE):
            continue
        if by in ("body", "spot") and not (
            may_hide_a_die(likely[index], spreads[index], colours[index], _gap(guesses, index, told))
            and (like_the_roll(colours[index], colours[told]) or (by == "spot" and not told))
            and of_the_roll(guesses[index], typical, BARE_ROLL)
        ):
            continue
        if by == "face" and (
            (guesses[index].value <= MANY and likely[index, 0] > FEW) or _on_a_side(guesses, index, told)
        ):
            continue
        if _apart(guesses, index, known, {"top": APART, "one": APART, "face": ABREAST}.get(by, BESIDE)):
            known.append(index)
            verdicts.append(Verdict(guesses[index], 0, float(odds[index, 1:7].max()), _why(odds[index])))
    bare = sum(said_by(verdict.guess) == "body" for verdict in verdicts)
    return verdicts if bare <= FLOOR_PATTERN else [one for one in verdicts if said_by(one.guess) != "body"]


def _gap(guesses: list[Guess], index: int, told: list[int]) -> float:
    """Halves of a die to the nearest one told."""
    dice = [guesses[other] for other in told]
    gaps = [float(np.linalg.norm(guesses[index].centre - die.centre)) / die.half for die in dice]
    return min(gaps, default=np.inf)


def _standing(guess: Guess) -> float:
    """Which of two guesses of one die is heard first: a die before a pattern, many pips before few."""
    by = {"top": 0.3, "one": 0.3, "face": 0.1 if guess.value > 2 else 0.0}.get(said_by(guess), 0.0)
    return by + 0.04 * max(guess.value, 1)


def _apart(guesses: list[Guess], index: int, others: list[int], halves: float = APART) -> bool:
    guess = guesses[index]
    return all(
        float(np.linalg.norm(guess.centre - guesses[other].centre))
        >= halves * _between(guess.half, guesses[other].half)
        for other in others
    )


def _on_a_side(guesses: list[Guess], index: int, told: list[int]) -> bool:
    """Whether this is a pattern without a body, smaller than a die right beside it: the pips of that die's side."""
    guess = guesses[index]
    return said_by(guess) == "face" and any(
        guess.half < FORESHORTENED * guesses[other].half
        and float(np.linalg.norm(guess.centre - guesses[other].centre)) < TOUCHING * guesses[other].half
        for other in told
    )


def _between(half: float, of_die: float) -> float:
    """The half that counts between two places: the mean, but for a small one, which may be on the other's side."""
    return max((half + of_die) / 2, SIDES * of_die)


def _typical(halves: list[float], weights: NDArray[np.float64]) -> float | None:
    """The median half of the dice, the likelier ones weighing more; of two the likeliest one's."""
    if len(halves) < 3:
        return halves[0] if halves else None
    order = np.argsort(halves)
    heard = np.cumsum(weights[order])
    return float(np.array(halves)[order][int(np.searchsorted(heard, heard[-1] / 2))])


def of_the_roll(guess: Guess, typical: float | None, sizes: tuple[float, float] = ONE_ROLL) -> bool:
    """Whether this place is about as large as the roll's dice; true where their half is not known."""
    return typical is None or sizes[0] * typical < guess.half < sizes[1] * typical


def _grain(guess: Guess, typical: float | None) -> bool:
    """Whether this is a few specks of a cloth or a table, that far smaller than the roll's dice."""
    small = typical is not None and guess.half < SPECKS * typical
    return small and said_by(guess) == "face" and guess.value <= MANY


def _why(odds: NDArray[np.float64]) -> str:
    leans, covered = float(odds[7]), float(odds[8])
    if max(leans, covered) < odds[1:7].max():
        return UNTOLD
    return LEANS if leans > covered else COVERED
