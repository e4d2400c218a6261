"""The square codes that stand on printed tiles, trays and boards, and where on a tile.

The law of this file: one dictionary for all of them, so that one detector reads whatever lies under the camera and
never takes one thing for another. A code says what kind of thing it is; two tiles with the same face bear the same
code, and backs bear none.

A code is four by four modules in a black rim one module wide (as OpenCV's ArUco has it), with a white rim around.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from companion.drawings import art_folder

BITS: Final = 4
"""Modules along one side of the code's inside."""

RIM: Final = 1
"""Modules of its black rim; the white one around is as wide."""

SIDE: Final = BITS + 2 * RIM
"""Modules along one side of the black square."""

CODES: Final = (
    0x1A7B, 0x0DC7, 0x014B, 0x763F, 0x2D2B, 0x706B, 0x53D9, 0x16FC,
    0x02AD, 0x20D5, 0x755D, 0x11AE, 0x90B9, 0x0C76, 0x6BBB, 0x1C9F,
    0x3392, 0x184E, 0x1D24, 0x345A, 0x1EA2, 0x5D91, 0x39C9, 0x47DE,
    0x14E1, 0x021E, 0x3B1D, 0x7CAD, 0x5DEB,
)  # fmt: skip
"""The sixteen modules of each code row by row, the first the highest bit; 1 is white.

Any two differ in at least five modules however either is turned, and each from itself turned: two modules may be
misread and the code is still known. Found by greedy choice among shuffled codes with 5 to 11 white modules.
"""

APART: Final = 5
"""Modules in which any two codes differ, and each from itself turned."""

TRAY: Final = (0, 1, 2, 3)
"""On the corners of a printed tray floor, clockwise from the one at the top left."""

BOARD: Final = (4, 5, 6, 7)
"""Likewise of a printed board."""

MODULE: Final = 0.05
"""On a tile: one module, as a part of the tile's edge (1 mm on a tile of 20 mm)."""

SIGN: Final = 0.75
"""A face's sign is drawn so much smaller, towards the top left, where a code stands at the bottom right."""


def faces_coded(game: str) -> dict[str, int]:
    """Which code stands for which face of a game's tiles (`art/codes.json` in its folder); empty where it has none."""
    file = art_folder(game).joinpath("codes.json")
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def modules(code: int) -> tuple[str, ...]:
    """The black square and its inside, row by row from the top: `#` black, ` ` white."""
    bits = f"{CODES[code]:0{BITS * BITS}b}".replace("0", "#").replace("1", " ")
    inside = [f"#{bits[row * BITS : (row + 1) * BITS]}#" for row in range(BITS)]
    return ("#" * SIDE, *inside, "#" * SIDE)


def corner(code: int) -> Iterator[tuple[float, float, float, float, bool]]:
    """The code on a tile: rectangles in the order in which they are painted, (x, y, width, height, black?).

    In parts of the tile's edge, from its top left corner as the face is read. The white rim comes first, down to the
    tile's edge; the black square ends one module before it.
    """
    side = (SIDE + 2) * MODULE
    yield 1 - side, 1 - side, side, side, False
    for x, y, wide, high, black in square(code):
        left = 1 - (SIDE + 1) * MODULE
        yield left + x * MODULE, left + y * MODULE, wide * MODULE, high * MODULE, black


def square(code: int) -> Iterator[tuple[int, int, int, int, bool]]:
    """The black square, then its white modules, (x, y, width, height, black?) in modules from its top left corner."""
    yield 0, 0, SIDE, SIDE, True
    for down, row in enumerate(modules(code)):
        for across, module in enumerate(row):
            if module == " ":
                yield across, down, 1, 1, False
