"""The board as it is printed: the stop sign of the page, its spaces large enough for tiles.

The law of this file: pure geometry, in millimetres right and down from the board's top left corner. Whoever looks at a
printed board through a camera finds each space here.
"""

from __future__ import annotations

from typing import Final

from companion.games.cant_stop.board import LENGTHS
from companion.printed import Cell, Poster

CELL_MM: Final = 1.5
"""A space is so much larger than the tile that lies on it."""

GAP_MM: Final = 1.0
"""Between two spaces."""

EDGE_MM: Final = 6.0
"""From the outermost spaces to the edge of the sign."""

FOOT_MM: Final = 14.0
"""Under the longest column, for its number."""

NUMBER_MM: Final = 8.0
"""Height of a number."""

MARK_MODULE_MM: Final = 3.0
"""A corner's code is 18 mm wide with its black rim: 18 pixels where a camera sees the whole board with 300."""

MARK_INSET_MM: Final = 2.0

MIDDLE: Final = 7
LONGEST: Final = LENGTHS[MIDDLE]


def pitch_mm(tile_mm: float) -> float:
    """From the middle of a space to that of the next one, up and sideways."""
    return tile_mm + CELL_MM + GAP_MM


def space_middle(column: int, space: int, tile_mm: float) -> tuple[float, float]:
    """Where a tile's middle lies. Columns are centred, as on a stop sign; space 1 is at the bottom."""
    pitch = pitch_mm(tile_mm)
    rows_up = space - 0.5 + (LONGEST - LENGTHS[column]) / 2
    return EDGE_MM + (column - min(LENGTHS) + 0.5) * pitch, EDGE_MM + (LONGEST - rows_up) * pitch


def poster(tile_mm: float) -> Poster:
    """The whole board."""
    pitch, edge = pitch_mm(tile_mm), tile_mm + CELL_MM
    width = 2 * EDGE_MM + len(LENGTHS) * pitch
    height = 2 * EDGE_MM + LONGEST * pitch + FOOT_MM
    # The sloping sides pass the corners of the columns, which step by one space, at about the edge's distance.
    cut = (len(LENGTHS) // 2) * pitch + 0.6 * EDGE_MM
    outline = (
        (cut, 0.0), (width - cut, 0.0), (width, cut), (width, height - cut),
        (width - cut, height), (cut, height), (0.0, height - cut), (0.0, cut),
    )  # fmt: skip
    cells = []
    for column, length in LENGTHS.items():
        for space in range(1, length + 1):
            x, y = space_middle(column, space, tile_mm)
            cells.append(Cell(x - edge / 2, y - edge / 2, edge, space == length))
    numbers = []
    for column in LENGTHS:
        x, y = space_middle(column, 1, tile_mm)
        numbers.append((str(column), x, y + pitch / 2 + NUMBER_MM + 2))
    return Poster(width, height, outline, tuple(cells), tuple(numbers), NUMBER_MM, MARK_MODULE_MM, MARK_INSET_MM)
