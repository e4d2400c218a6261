"""Reference cards: what each tile does, four on a sheet, one for everybody at the table.

The law of this file: the words are given; here they are only set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.drawings import Drawing, drawings
from companion.language import say
from companion.printed import Effect, Paper, Tiles
from web.paper.sheets import BLACK, GREY, MARGIN, Sheets, crop_marks

ACROSS: Final = 2
INSET: Final = 4.0
"""From a card's edge to what stands on it, mm."""
TITLE_FOOT: Final = 4.0
"""From the inset to the foot of the card's title, mm."""
HEADING: Final = TITLE_FOOT + 3.0
"""And to the first row."""
PICTURE: Final = 7.0
PICTURES_IN_A_ROW: Final = 3
STEP: Final = PICTURE + 1.2
WORDS: Final = 2.05
"""Height of a capital letter, mm: about 8 points."""
FIRST_FOOT: Final = WORDS + 0.6
"""From the top of a row to the foot of its first line, mm."""
LEADING: Final = 3.7


GAP: Final = 0.9
"""Between two rows, mm; less where the card is short of room."""


def cards_pdf(tiles: Tiles, effects: Sequence[Effect], paper: Paper) -> bytes:
    """One page of four cards, all alike."""
    drawn = drawings(tiles.game)
    sheets = Sheets(paper.width, paper.height, say("{game}: what the tiles do", game=tiles.title))
    wide, high = (paper.width - 2 * MARGIN) / ACROSS, (paper.height - 2 * MARGIN) / ACROSS
    xs, ys = ([MARGIN + nth * edge for nth in range(ACROSS + 1)] for edge in (wide, high))
    rows = [_row(sheets, effect, tiles, wide - 2 * INSET) for effect in effects]
    room = high - 2 * INSET - HEADING - sum(row.high for row in rows)
    gap = min(GAP, room / (len(rows) - 1))
    for left in xs[:-1]:
        for top in ys[:-1]:
            sheets.words(tiles.title, left + INSET, top + INSET + TITLE_FOOT, 2.8, bold=True)
            y = top + INSET + HEADING
            for row in rows:
                _draw(sheets, row, drawn, left + INSET, y)
                y += row.high + gap
    for x in xs[1:-1]:
        sheets.line((x, ys[0]), (x, ys[-1]), GREY, dashed=True)
    for y in ys[1:-1]:
        sheets.line((xs[0], y), (xs[-1], y), GREY, dashed=True)
    crop_marks(sheets, xs, ys, (xs[0], ys[0], xs[-1], ys[-1]))
    return sheets.done()


@dataclass(frozen=True)
class _Row:
    """The pictures, and the names and the words beside them."""

    faces: Sequence[str]
    lines: Sequence[tuple[bool, str]]
    """Whether it is a name, and what stands there."""

    @property
    def beside(self) -> float:
        """From the left edge of the pictures to the words, mm."""
        return min(len(self.faces), PICTURES_IN_A_ROW) * STEP + 1

    @property
    def high(self) -> float:
        """mm, of whichever needs more."""
        pictures = -(-len(self.faces) // PICTURES_IN_A_ROW) * STEP
        return max(pictures, FIRST_FOOT + (len(self.lines) - 1) * LEADING + 2.2)


def _row(sheets: Sheets, effect: Effect, tiles: Tiles, wide: float) -> _Row:
    room = wide - _Row(effect.faces, ()).beside
    count = sum(tiles.count[face] for face in effect.faces)
    said = ((True, f"{effect.title} ({count})"), (False, effect.words))
    lines = [(bold, line) for bold, words in said for line in sheets.lines(words, room, WORDS, bold)]
    return _Row(effect.faces, lines)


def _draw(sheets: Sheets, row: _Row, drawn: Mapping[str, Drawing], left: float, top: float) -> None:
    for nth, face in enumerate(row.faces):
        down, across = divmod(nth, PICTURES_IN_A_ROW)
        sheets.face(drawn[face], left + across * STEP, top + down * STEP, PICTURE)
        sheets.frame(left + across * STEP, top + down * STEP, PICTURE, PICTURE, BLACK, 0.1)
    for nth, (bold, line) in enumerate(row.lines):
        sheets.words(line, left + row.beside, top + FIRST_FOOT + nth * LEADING, WORDS, bold=bold)
