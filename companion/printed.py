"""What a game gives to be printed, and on what: words and millimetres, from which paper is made (web/paper).

The law of this file: records alone. Millimetres run right and down from the top left corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.drawings import Point


@dataclass(frozen=True)
class Paper:
    """Upright."""

    width: float
    height: float
    title: str


PAPERS: Final = {
    "a4": Paper(210.0, 297.0, "A4"),
    "letter": Paper(215.9, 279.4, "US Letter"),  # in no language
    "a3": Paper(297.0, 420.0, "A3"),
    "tabloid": Paper(279.4, 431.8, "US Tabloid (11 × 17 in)"),  # in no language
}
"""What printers and copy shops have."""


@dataclass(frozen=True)
class Tiles:
    """The tiles of a game."""

    game: str
    """As the registry names it: its drawings lie in its folder."""

    title: str
    count: Mapping[str, int]
    """How many bear each face, by the drawing's name, in the order in which they are printed."""

    code: Mapping[str, int]
    """Which of `companion.marks.CODES` stands for each face."""


@dataclass(frozen=True)
class Effect:
    """One line of a reference card."""

    faces: tuple[str, ...]
    title: str
    words: str


SIGN: Final = "#b3202a"
SPACE: Final = "#f4ecd9"
"""Colours of a poster: the sign, and the spaces on it."""

LINE_INSET: Final = 1.6
"""From the sign's edge to its white line, mm."""

LINE: Final = 0.8
TOP_LINE: Final = 0.9
"""Widths of that line, and of the black one around a winning space, mm."""


@dataclass(frozen=True)
class Cell:
    """One square space of a board."""

    x: float
    y: float
    edge: float
    top: bool
    """Whether it wins its column."""


@dataclass(frozen=True)
class Poster:
    """A board to be printed."""

    width: float
    height: float
    outline: tuple[Point, ...]
    cells: tuple[Cell, ...]
    numbers: tuple[tuple[str, float, float], ...]
    """What stands under each column: the words, the middle of their foot."""

    number_high: float
    """Of the numbers, which are white."""
    mark_module: float
    """Of the codes in the four corners, whose white rims end `mark_inset` from the board's edges."""

    mark_inset: float

    @property
    def line(self) -> tuple[Point, ...]:
        """The white line along the sign's edge."""
        middle = (self.width / 2, self.height / 2)
        smaller = (1 - 2 * LINE_INSET / self.width, 1 - 2 * LINE_INSET / self.height)
        return tuple(
            (middle[0] + (x - middle[0]) * smaller[0], middle[1] + (y - middle[1]) * smaller[1])
            for x, y in self.outline
        )
