"""A floor for the dice tray, with a code in each corner.

The law of this file: nothing on the floor may look like a die. In black and white the codes would: four pips in a
square. So they are as dull as the floor, and once the tray is calibrated they are a part of it.
"""

from __future__ import annotations

from typing import Final

from companion import marks
from companion.language import say
from companion.printed import Paper
from web.paper.sheets import GREY, HAIR_MM, MARGIN, RIM, Sheets, crop_marks, ruler

FLOOR: Final = "#7d9488"
"""A dull green grey: white, black and coloured dice all stand out from it, and it costs little ink."""

FOOT: Final = 27.0
"""Under the floor, cut off: the ruler and the sizes of dice."""
SMALLEST: Final = 80.0

DARKER: Final = "#586860"
"""The codes' black, 0.7 of the floor; their white is the floor itself. In black and white a calibrated reader took
one for a die whose pips do not add up; so it reads the floor as empty."""

MARK_MODULE: Final = 1.5
"""mm: three pixels of a tray that is 400 wide in the picture."""
MARK_INSET: Final = 2.0
"""From the floor's edge to the white rim of a code, mm."""

DICE: Final = (12.0, 16.0, 19.0)
"""Edges of common dice, mm."""


class TooSmall(ValueError):
    """A floor that is no floor, or that does not fit."""


def tray_pdf(paper: Paper, floor: float | None = None) -> bytes:
    """One page.

    Args:
        floor: the edge of a square floor, mm; None: the whole sheet.

    Raises:
        TooSmall: nothing rolls on it, or it does not fit on the paper.
    """
    room = (paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT)
    if floor is not None and not SMALLEST <= floor <= min(room):
        raise TooSmall(f"a tray floor on {paper.title} has an edge of {SMALLEST:g} to {min(room):g} mm, not {floor:g}")
    wide, high = room if floor is None else (floor, floor)
    sheets = Sheets(paper.width, paper.height, say("Tray floor"))
    left, top = (paper.width - wide) / 2, MARGIN
    right, bottom = left + wide, top + high
    sheets.rect(left - 1, top - 1, wide + 2, high + 2, FLOOR)
    for code, (x, y) in zip(marks.TRAY, corners(wide, high, MARK_MODULE, MARK_INSET), strict=True):
        sheets.mark(code, left + x, top + y, MARK_MODULE, DARKER, FLOOR)
    crop_marks(sheets, (left, right), (top, bottom), (left, top, right, bottom))
    _foot(sheets, MARGIN, paper.height - RIM - 1, wide, high)
    return sheets.done()


def corners(wide: float, high: float, module: float, inset: float) -> tuple[tuple[float, float], ...]:
    """The top left corners of four codes' white rims, clockwise from the code at the top left, mm."""
    far = (marks.SIDE + 2) * module + inset
    return (inset, inset), (wide - far, inset), (wide - far, high - far), (inset, high - far)


def _foot(sheets: Sheets, left: float, foot: float, wide: float, high: float) -> None:
    apart = (marks.SIDE + 2) * MARK_MODULE + 2 * MARK_INSET
    sheets.words(
        say(
            "Tray floor, {size} mm; its codes' middles are {apart} mm apart. Print at actual size, cut, lay into the"
            " tray, then: companion calibrate.",
            size=f"{wide:g} × {high:g}",
            apart=f"{wide - apart:g} × {high - apart:g}",
        ),
        left,
        foot,
        1.6,
        colour=GREY,
    )
    ruler(sheets, left, foot - 5)
    x = left + 75.0
    for edge in DICE:
        sheets.frame(x, foot - 4 - edge, edge, edge, GREY, HAIR_MM)
        sheets.words(f"{edge:g}", x + edge / 2, foot - 4 - edge / 2 + 1, 2.0, middle=True, colour=GREY)
        x += edge + 4
    sheets.words(say("mm: the square that your"), x, foot - 11, 1.8, colour=GREY)
    sheets.words(say("die covers is its size"), x, foot - 7.5, 1.8, colour=GREY)
