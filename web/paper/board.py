"""A board as a poster: on one sheet where it fits, else on several that are glued together.

The law of this file: the poster's millimetres come from the game; here it is only cut into sheets.
"""

from __future__ import annotations

import math
from typing import Final

from companion import marks
from companion.language import say
from companion.printed import LINE, SIGN, SPACE, TOP_LINE, Paper, Poster
from web.paper.sheets import BLACK, GREY, WHITE, Sheets
from web.paper.tray import corners

MARGIN: Final = 8.0
"""mm around what is printed."""
OVERLAP: Final = 10.0
"""mm that two sheets have in common, to be glued one over the other."""


def board_pdf(poster: Poster, paper: Paper, title: str) -> bytes:
    """As few pages as hold it, upright or lying."""
    width, height = min(
        ((paper.width, paper.height), (paper.height, paper.width)), key=lambda size: _pages(poster, *size)
    )
    across, down = _counts(poster, width, height)
    sheets = Sheets(width, height, say("{game}: the board", game=title))
    wide, high = width - 2 * MARGIN, height - 2 * MARGIN
    for row in range(down):
        for column in range(across):
            x, y = column * (wide - OVERLAP), row * (high - OVERLAP)
            with sheets.within(MARGIN, MARGIN, wide, high, MARGIN - x, MARGIN - y):
                _draw(sheets, poster)
            if across * down > 1:
                _glue(sheets, column, row, across, down)
            sheets.turn_over()
    return sheets.done()


def _counts(poster: Poster, width: float, height: float) -> tuple[int, int]:
    """Sheets side by side, and one under another."""
    return _in_a_row(poster.width, width - 2 * MARGIN), _in_a_row(poster.height, height - 2 * MARGIN)


def _pages(poster: Poster, width: float, height: float) -> int:
    across, down = _counts(poster, width, height)
    return across * down


def _in_a_row(long: float, sheet: float) -> int:
    return max(1, math.ceil((long - OVERLAP - 1e-6) / (sheet - OVERLAP)))


def _draw(sheets: Sheets, poster: Poster) -> None:
    sheets.frame(0, 0, poster.width, poster.height, GREY)
    sheets.polygon(poster.outline, SIGN)
    sheets.polygon(poster.line, None, WHITE, LINE)
    for cell in poster.cells:
        sheets.polygon(
            (
                (cell.x, cell.y),
                (cell.x + cell.edge, cell.y),
                (cell.x + cell.edge, cell.y + cell.edge),
                (cell.x, cell.y + cell.edge),
            ),
            SPACE,
            BLACK if cell.top else None,
            TOP_LINE,
        )
    for said, x, y in poster.numbers:
        sheets.words(said, x, y, poster.number_high, bold=True, middle=True, colour=WHITE)
    places = corners(poster.width, poster.height, poster.mark_module, poster.mark_inset)
    for code, (x, y) in zip(marks.BOARD, places, strict=True):
        sheets.mark(code, x, y, poster.mark_module)


def _glue(sheets: Sheets, column: int, row: int, across: int, down: int) -> None:
    """Which sheet it is, and where the next one lies over it."""
    right, bottom = sheets.width - MARGIN, sheets.height - MARGIN
    if column + 1 < across:
        sheets.line((right - OVERLAP, MARGIN / 2), (right - OVERLAP, sheets.height - MARGIN / 2), GREY, dashed=True)
    if row + 1 < down:
        sheets.line((MARGIN / 2, bottom - OVERLAP), (sheets.width - MARGIN / 2, bottom - OVERLAP), GREY, dashed=True)
    sheets.words(
        say(
            "Sheet {number} of {count}. Print at actual size (100 %), cut off the white edges; the sheet to the right"
            " and the one below are glued on at the dashed line.",
            number=row * across + column + 1,
            count=across * down,
        ),
        MARGIN,
        sheets.height - 4,
        1.8,
        colour=GREY,
    )
