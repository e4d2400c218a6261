"""The tiles of a game: faces, and backs that meet them when the sheet is printed on both sides.

The law of this file: a face may bear a code; a back never does, and all backs are one drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.drawings import Drawing, drawings
from companion.language import say
from companion.printed import Paper, Tiles
from web.paper.sheets import GREY, HAIR_MM, MARGIN, RIM, WHITE, Sheets, crop_marks, ruler

GAP: Final = 3.0
"""Between two tiles, mm."""
BLEED: Final = 1.0
"""Faces are printed so far over the line, mm: a cut that is a little off leaves no white edge."""
BACK_BLEED: Final = 1.5
"""Backs farther, up to the middle of the gap: printers turn the sheet with an error of a millimetre."""
FOOT: Final = 8.0
"""For the line that says how to print."""
CUT_LINE: Final = "#9a9a9a"


class TooLarge(ValueError):
    """Not one tile of this size fits on the paper."""


@dataclass(frozen=True)
class Grid:
    """Where the tiles of one sheet lie."""

    columns: int
    rows: int
    left: float
    top: float
    tile: float

    def at(self, nth: int, mirrored: bool = False) -> tuple[float, float]:
        """The top left corner of the nth tile; mirrored: as the sheet's other side has it."""
        row, column = divmod(nth, self.columns)
        across = self.columns - 1 - column if mirrored else column
        return self.left + across * (self.tile + GAP), self.top + row * (self.tile + GAP)


def grid(paper: Paper, tile: float) -> Grid:
    """As many as fit, in the middle of the sheet from side to side, since it is turned over that way.

    Raises:
        TooLarge: none fits.
    """
    columns = int((paper.width - 2 * MARGIN + GAP + 1e-6) // (tile + GAP))
    rows = int((paper.height - 2 * MARGIN - FOOT + GAP + 1e-6) // (tile + GAP))
    if columns < 1 or rows < 1:
        raise TooLarge(f"no tile of {tile:g} mm fits on {paper.title}")
    return Grid(columns, rows, (paper.width - columns * (tile + GAP) + GAP) / 2, MARGIN, tile)


def tiles_pdf(tiles: Tiles, paper: Paper, tile: float = 20.0, coded: bool = True) -> bytes:
    """Every sheet as two pages, its faces and then its backs, to be turned over on the long edge.

    Args:
        tile: the edge of a tile, mm.
        coded: whether a code stands in the corner of each face.

    Raises:
        TooLarge: none fits.
    """
    drawn = drawings(tiles.game)
    places = grid(paper, tile)
    sheets = Sheets(paper.width, paper.height, say("{game}: tiles of {edge} mm", game=tiles.title, edge=f"{tile:g}"))
    stacks = list(_stacks([face for face, count in tiles.count.items() for _ in range(count)], places))
    for nth, faces in enumerate(stacks):
        used = Grid(places.columns, -(-len(faces) // places.columns), places.left, places.top, tile)
        for place, face in enumerate(faces):
            _tile(sheets, drawn[face], used.at(place), tile, BLEED, tiles.code[face] if coded else None)
        _around(
            sheets,
            used,
            say("{game}: faces, sheet {number} of {count}", game=tiles.title, number=nth + 1, count=len(stacks)),
        )
        sheets.turn_over()
        for place in range(len(faces)):
            _tile(sheets, drawn["back"], used.at(place, mirrored=True), tile, BACK_BLEED)
        _around(
            sheets,
            used,
            say("{game}: backs of sheet {number} of {count}", game=tiles.title, number=nth + 1, count=len(stacks)),
        )
        sheets.turn_over()
    return sheets.done()


def _stacks(faces: list[str], places: Grid) -> Iterator[list[str]]:
    for start in range(0, len(faces), places.columns * places.rows):
        yield faces[start : start + places.columns * places.rows]


def _tile(
    sheets: Sheets, drawing: Drawing, at: tuple[float, float], edge: float, bleed: float, code: int | None = None
) -> None:
    sheets.face(drawing, *at, edge, code, bleed)
    if drawing.ground[0].fill == WHITE:  # on white paper nothing else says where to cut with scissors
        sheets.frame(*at, edge, edge, CUT_LINE, HAIR_MM / 2)


def _around(sheets: Sheets, used: Grid, title: str) -> None:
    xs = [used.left + nth * (used.tile + GAP) for nth in range(used.columns)]
    ys = [used.top + nth * (used.tile + GAP) for nth in range(used.rows)]
    box = (xs[0], ys[0], xs[-1] + used.tile, ys[-1] + used.tile)
    crop_marks(sheets, _both_edges(xs, used.tile), _both_edges(ys, used.tile), box)
    foot = sheets.height - RIM - 1
    sheets.words(
        say("{title}. Print at actual size (100 %), both sides, turned on the long edge.", title=title),
        MARGIN,
        foot,
        1.7,
        colour=GREY,
    )
    ruler(sheets, MARGIN, foot - 4)


def _both_edges(starts: list[float], tile: float) -> list[float]:
    return [edge for start in starts for edge in (start, start + tile)]
