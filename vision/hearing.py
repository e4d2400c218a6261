"""Stages 6 and 7 of one picture: places are put to the network, and what it says is kept beside each.

The law of this file: every place is asked about once. What all of it comes to is verdict's to say.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.bodies import body_colours, spreads
from vision.closer import MIN_VALUE, closer, value_odds
from vision.doubts import pieces_like
from vision.guesses import Guess
from vision.opinion import CLASSES, View, logits_of
from vision.tops import Top
from vision.verdict import Verdict, judge, of_the_roll
from vision.weighing import is_nothing, likelihoods

CLEAR: Final = 1.3
"""Halves from the middle of a die told within which nothing else is sought."""

SURE_OF_NOTHING: Final = 0.9
"""Likelihood of no top face, to the network alone, from which on it is sure: sides of dice and spots of a floor came to
0.96 and more, what showed of a die under another to 0.7 and less, a die whose pips were too faint to count to 0.6."""


class Hearing:
    """What was asked, and what was said."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.guesses: list[Guess] = []
        self.logits: NDArray[np.float64] = np.zeros((0, CLASSES))
        self._colours: NDArray[np.float64] = np.zeros((0, 3))
        self._spreads: NDArray[np.float64] = np.zeros(0)
        self._sought: list[int] = []
        self._pieces: list[NDArray[np.float64]] = []

    def ask(self, guesses: list[Guess], least: float = 0.0) -> None:
        """Hear the network on these; of those whose likeliest value is less likely than `least` nothing is kept."""
        if not guesses:
            return
        logits = logits_of(self.view, guesses)
        kept = np.flatnonzero(value_odds(logits) >= least)
        bgr, these = self.view.levels[0], [guesses[index] for index in kept]
        self.guesses += these
        self.logits = np.concatenate([self.logits, logits[kept]])
        centres = np.array([guess.centre for guess in these], np.float64).reshape(-1, 2)
        halves = np.array([guess.half for guess in these], np.float64)
        self._colours = np.concatenate([self._colours, body_colours(bgr, centres, halves)])
        self._spreads = np.append(self._spreads, spreads(bgr, centres, halves))

    def look_closer(self, verdicts: list[Verdict]) -> None:
        """Go on from what lies on no die told and is as large as those; and at that size where another one failed."""
        told = [verdict for verdict in verdicts if verdict.value]
        typical = float(np.median([verdict.half for verdict in told])) if told else None
        if typical is not None:
            failed = [one for one in verdicts if not one.value and not of_the_roll(one.guess, typical)]
            self.ask([Guess(one.centre, typical, 0) for one in failed])
        free = [
            index
            for index, guess in enumerate(self.guesses)
            if of_the_roll(guess, typical)
            and all(float(np.linalg.norm(guess.centre - one.centre)) > CLEAR * one.half for one in told)
        ]
        found = closer(self.view, [self.guesses[index] for index in free], self.logits[free])
        self.ask(found, least=MIN_VALUE[-1])

    def verdicts(self) -> list[Verdict]:
        """On all that was asked about."""
        return judge(self.guesses, self.logits, self._colours, self._spreads)

    def pieces(self, told: list[Verdict]) -> list[NDArray[np.float64]]:
        """What is coloured and sized like the dice told and is none of them; sought anew if those have changed."""
        if [id(one.guess) for one in told] != self._sought:
            self._sought, self._pieces = [id(one.guess) for one in told], pieces_like(self.view, told) if told else []
        return self._pieces

    def sees_nothing(self, place: NDArray[np.float64], half: float) -> bool:
        """Whether the network is sure that no top face of this size lies at (2,), covered or not."""
        return float(likelihoods(logits_of(self.view, [Guess(place, half, 0)]))[0, 0]) > SURE_OF_NOTHING

    def refutes(self, top: Top) -> bool:
        """Whether the network is sure that a die of the classical stages is none."""
        return is_nothing(self.logits[[guess.top is top for guess in self.guesses]])
