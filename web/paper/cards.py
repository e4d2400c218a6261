"""Reference cards: what each tile does, four on a sheet, one for everybody at the table.

The law of this file: the words are given; here they are only set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.drawings import Drawing, art, read_drawing
from companion.language import say
from companion.printed import Effect, Tiles
from web.paper.sheets import BLACK, GREY, Paper, Sheets, crop_marks
from web.paper.tiles import MARGIN

ACROSS: Final = 2
INSET: Final = 4.0
"""From a card's edge to what stands on it, mm."""
PICTURE: Final = 7.0
PICTURES_IN_A_ROW: Final = 3
PICTURE_GAP: Final = 1.2
WORDS: Final = 2.05
"""Height of a capital letter, mm: about 8 points."""
LEADING: Final = 3.7


def cards_pdf(tiles: Tiles, effects: Sequence[Effect], paper: Paper) -> bytes:
    """One page of four cards, all alike."""
    drawn = {name: read_drawing(file.read_text(encoding="utf-8")) for name, file in art(tiles.game).items()}
    sheets = Sheets(paper.width, paper.height, say("{game}: what the tiles do", game=tiles.title))
    wide, high = (paper.width - 2 * MARGIN) / ACROSS, (paper.height - 2 * MARGIN) / ACROSS
    xs, ys = ([MARGIN + nth * edge for nth in range(ACROSS + 1)] for edge in (wide, high))
    for left in xs[:-1]:
        for top in ys[:-1]:
            y = top + INSET + 4
            sheets.words(tiles.title, left + INSET, y, 2.8, bold=True)
            y += 3.0
            for effect in effects:
                y = _row(sheets, effect, drawn, tiles, left + INSET, y, wide - 2 * INSET)
    for x in xs[1:-1]:
        sheets.line((x, ys[0]), (x, ys[-1]), GREY, dashed=True)
    for y in ys[1:-1]:
        sheets.line((xs[0], y), (xs[-1], y), GREY, dashed=True)
    crop_marks(sheets, xs, ys, (xs[0], ys[0], xs[-1], ys[-1]))
    return sheets.done()


def _row(
    sheets: Sheets, effect: Effect, drawn: Mapping[str, Drawing], tiles: Tiles, left: float, top: float, wide: float
) -> float:
    """The pictures, the names and the words beside them; answers where the next row begins."""
    step = PICTURE + PICTURE_GAP
    for nth, face in enumerate(effect.faces):
        row, column = divmod(nth, PICTURES_IN_A_ROW)
        sheets.face(drawn[face], left + column * step, top + row * step, PICTURE)
        sheets.frame(left + column * step, top + row * step, PICTURE, PICTURE, BLACK, 0.1)
    rows = -(-len(effect.faces) // PICTURES_IN_A_ROW)
    text = left + min(len(effect.faces), PICTURES_IN_A_ROW) * step + 1
    room = wide - (text - left)
    count = sum(tiles.count[face] for face in effect.faces)
    y = top + WORDS + 0.6
    for bold, said in ((True, f"{effect.title} ({count})"), (False, effect.words)):
        for line in sheets.lines(said, room, WORDS, bold):
            sheets.words(line, text, y, WORDS, bold=bold)
            y += LEADING
    return max(top + rows * step, y - LEADING + 2.2) + 0.9
