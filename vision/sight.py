"""Whether what a camera sends are pictures of now at all.

The law of this file: it knows neither dice nor trays, and compares bytes: two pictures that a sensor takes differ at
least by its noise, however still the tray lies.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.language import later, say
from companion.ports import Frame

FROZEN_S: Final = 5.0
"""Seconds of the very same picture, after which nobody is looking any more."""
BLACK_S: Final = 2.0
"""Seconds of black that are told: a hand on its way may cover a lens."""
BLACK: Final = 16
"""Grey levels that the brightest of a thousand pixels does not reach in a black picture; sensors call 16 black."""
EVERY: Final = 8
"""Of so many lines one is looked at."""

STANDS_STILL: Final = later(
    "The camera sends the same picture again and again: unplug it and plug it in again, and tell the dice by hand till"
    " then."
)
ALL_BLACK: Final = later("The camera sees nothing but black: take off what covers it, or bring light.")


class Sight:
    """Judges one picture after the other."""

    def __init__(self) -> None:
        self.black = False
        """Whether the last picture shows nothing."""
        self._lines: NDArray[np.uint8] | None = None
        self._same_since_s: float | None = None
        self._black_since_s: float | None = None

    def problem(self, frame: Frame) -> str:
        """What is wrong with the pictures, and what to do; empty: they are pictures."""
        lines = np.asarray(frame.image)[::EVERY]
        same = frame.noisy and self._lines is not None and np.array_equal(lines, self._lines)
        if not same:
            # A camera may write its next picture over this one.
            self._lines = lines.copy()
        self.black = bool(lines.size) and float(np.percentile(lines[:, ::EVERY], 99.9)) < BLACK
        self._same_since_s = self._since(self._same_since_s, same, frame.at_s)
        self._black_since_s = self._since(self._black_since_s, self.black, frame.at_s)
        if self._black_since_s is not None and frame.at_s - self._black_since_s >= BLACK_S:
            return say(ALL_BLACK)
        if self._same_since_s is not None and frame.at_s - self._same_since_s >= FROZEN_S:
            return say(STANDS_STILL)
        return ""

    def _since(self, since_s: float | None, so: bool, now_s: float) -> float | None:
        if not so:
            return None
        return now_s if since_s is None else since_s
