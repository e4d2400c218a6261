"""What can be picked, as a grid: side by side where all are short enough, else one a line.

The law of this file: the highlighted entry is always in sight, and what is out of sight is hinted at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.words import cut
from hardware.canvas import LEFT, RIGHT, WIDE, Pen, put
from hardware.text import NORMAL, SMALL, Font

LARGEST: Final = (NORMAL, NORMAL.height + 1)
"""Font, and pixels of a line: as much of the highlight shows above the capitals as beneath them."""
CLOSE: Final = (NORMAL, NORMAL.height)
SMALLEST: Final = (SMALL, SMALL.height + 1)
"""For what stands side by side where it brings all of it into sight."""
ENOUGH: Final = 0.75
"""The part of the entries in sight that is worth more than a small font for all."""
GAP: Final = 4
"""Pixels between two entries side by side: with less they read as one where neither is lit."""
MARKS: Final = 6
"""Pixels at the right of a grid that shows only a part of itself."""


@dataclass(frozen=True)
class Grid:
    """Where each entry stands: row by row, in columns of one width."""

    labels: tuple[str, ...]
    at: int
    columns: int
    width: int
    """Pixels of a column, without the gap beside it."""

    font: Font
    row: int
    """Pixels of a line."""

    lines: int
    """Lines of entries in sight."""

    first: int
    """The first line in sight."""

    @property
    def all_lines(self) -> int:
        return -(-len(self.labels) // self.columns)

    @property
    def height(self) -> int:
        return min(self.lines, self.all_lines) * self.row

    @property
    def counter(self) -> str:
        """Which entry of how many, where not all are in sight."""
        return f"{self.at + 1}/{len(self.labels)}" if self.all_lines > self.lines else ""


def grid(labels: Sequence[str], at: int, height: int) -> Grid:
    """`labels` laid out in `height` pixels: as large as all fit, else a part of them, or small if those are too few."""
    for size in (LARGEST, CLOSE):
        laid = _laid(labels, at, height, size, WIDE)
        if laid.all_lines <= laid.lines:
            return laid
    size = LARGEST if height // LARGEST[1] == height // CLOSE[1] else CLOSE
    part = _laid(labels, at, height, size, WIDE - MARKS)
    small = _laid(labels, at, height, SMALLEST, WIDE)
    too_few = part.lines * part.columns < ENOUGH * len(labels)
    return small if too_few and small.all_lines <= small.lines and small.columns > 1 else part


def _laid(labels: Sequence[str], at: int, height: int, size: tuple[Font, int], wide: int) -> Grid:
    font, row = size
    lines = max(1, height // row)
    widest = min(wide, max(map(len, labels)) * font.width + 1)
    columns = min((wide + GAP) // (widest + GAP), len(labels))
    width = (wide + GAP) // columns - GAP
    count, at = -(-len(labels) // columns), min(at, len(labels) - 1)
    # The highlight stands in the middle where it can, so that its neighbours are in sight on both sides.
    first = max(0, min(at // columns - (lines - 1) // 2, count - lines))
    fitting = tuple(cut(label, width // font.width) for label in labels)
    return Grid(fitting, at, columns, width, font, row, lines, first)


def draw_grid(pen: Pen, top: int, laid: Grid) -> None:
    begin = laid.first * laid.columns
    for place, label in enumerate(laid.labels[begin : begin + laid.lines * laid.columns]):
        row, column = divmod(place, laid.columns)
        left, y = LEFT + column * (laid.width + GAP), top + row * laid.row
        lit = begin + place == laid.at
        if lit:
            pen.rectangle((left, y, left + laid.width - 1, y + laid.row - 1), fill=1)
        spare = laid.width - len(label) * laid.font.width
        indent = min(1, spare) if laid.columns == 1 else (spare + 1) // 2
        put(pen, (left + indent, y + laid.row - laid.font.height), label, laid.font, fill=0 if lit else 1)
    if laid.counter:
        _draw_marks(pen, top, laid)


def _draw_marks(pen: Pen, top: int, laid: Grid) -> None:
    """An arrow up, an arrow down, where there is more; between them a slider."""
    end, middle = top + laid.lines * laid.row - 1, RIGHT - 3
    if laid.first > 0:
        for row in range(3):
            pen.line((middle - row, top + row, middle + row, top + row), fill=1)
    if laid.first + laid.lines < laid.all_lines:
        for row in range(3):
            pen.line((middle - row, end - row, middle + row, end - row), fill=1)
    track, begin = end - top - 9, top + 5
    size = max(3, track * laid.lines // laid.all_lines)
    y = begin + (track - size) * laid.first // (laid.all_lines - laid.lines)
    pen.rectangle((middle - 1, y, middle + 1, y + size - 1), fill=1)
