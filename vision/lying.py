"""Whether the dice of the last roll were seen to leave the tray.

The law of this file: dice have left only where one picture without a hand shows none of them in its place. What a hand
or an arm covers may lie there still, and a picture that is all different shows another thing, or nothing.
"""

from typing import Final

from vision.motion import WHOLE, Area, Small, change
from vision.reading import DiceReading

INNER: Final = 0.35
"""Half the side of the square that is looked at in a die's place, in edges of its top face: however the die is turned,
the square is on it."""
GONE: Final = 0.5
"""Share of such a square that must differ; a die that lies there differs in nothing, its noise taken out."""


class Lying:
    """The dice of the last roll, as they lay."""

    def __init__(self) -> None:
        self._lay: Small | None = None
        self._places: tuple[Area, ...] = ()
        self.left = False
        """Whether all of them were seen to have left their places."""

    def remember(self, reading: DiceReading, width_px: int, small: Small | None) -> None:
        """They lie as read, in a picture so wide; `small` is one of the same moment."""
        self.left = False
        self._lay = small
        self._places = () if small is None else _places(reading, small.shape[1] / width_px)

    def look(self, small: Small) -> None:
        """Something moves."""
        if self.left or self._lay is None or not self._places:
            return
        seen = change(self._lay, small)
        self.left = not seen.hand and seen.share < WHOLE and all(seen.at(place) >= GONE for place in self._places)


def _places(reading: DiceReading, scale: float) -> tuple[Area, ...]:
    places = []
    for die in reading.dice:
        reach = max(1.0, die.edge * INNER * scale)
        spans = ((max(0, round(at * scale - reach)), round(at * scale + reach) + 1) for at in die.center)
        (left, right), (top, bottom) = spans
        places.append((slice(top, bottom), slice(left, right)))
    return tuple(places)
