"""`companion print`: tiles, a tray floor, the board and reference cards of the tiles, as PDF.

The law of this file: it takes words and numbers from the games and gives them to web/paper, which draws; the page asks
for the same by `pdf_of`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from companion.cli.options import Command, file_to_write, millimetres
from companion.cli.status import DONE, WrongCallError
from companion.games.cant_stop.poster import poster
from companion.games.highway import HIGHWAY, names
from companion.games.highway.options import Options
from companion.games.highway.tiles import BOX
from companion.language import capital
from companion.marks import faces_coded
from companion.printed import PAPERS, Effect, Tiles

THINGS: Final = ("tiles", "tray", "board", "reference")
TILE_MM: Final = 20.0
TILE_SIZES: Final = (12.0, 60.0)
"""Below, a marker hides the tile and no camera reads its code; above, no table holds the board."""


def add_to(command: Command) -> None:
    asked = command(
        "print",
        print_pdf,
        "what can be printed for Rollin' Down the Highway, as PDF: its tiles with backs, a tray floor that the camera"
        " finds, the board, cards of what the tiles do",
        "companion print tiles --paper letter --size 22 --output tiles.pdf",
    )
    asked.add_argument("thing", choices=THINGS, help="what is printed")
    asked.add_argument(
        "--paper", choices=tuple(PAPERS), default="a4", help="else a4; the board may need several sheets"
    )
    asked.add_argument(
        "--size",
        type=millimetres,
        metavar="MM",
        help="edge of a tile, also of those that the board is for, else 20; of a square tray floor, else the whole"
        " sheet",
    )
    asked.add_argument("--no-code", action="store_true", help="tiles without the code by which a camera knows them")
    asked.add_argument(
        "--output", type=file_to_write, metavar="FILE.pdf", help="where it goes, else tiles.pdf and so on"
    )
    asked.add_argument("--overwrite", action="store_true", help="replace a file that is there")


def print_pdf(asked: argparse.Namespace) -> int:
    file = asked.output or Path(f"{asked.thing}.pdf")
    if asked.size is not None and asked.thing == "reference":
        raise WrongCallError("--size is for tiles, tray and board; cards are four on a sheet")
    if asked.no_code and asked.thing != "tiles":
        raise WrongCallError("--no-code is for tiles")
    pdf = pdf_of(asked.thing, asked.paper, asked.size, not asked.no_code)
    try:
        with os.fdopen(
            os.open(file, os.O_WRONLY | os.O_CREAT | (0 if asked.overwrite else os.O_EXCL), 0o666), "wb"
        ) as out:
            out.truncate()
            out.write(pdf)
    except FileExistsError as error:
        raise WrongCallError(f"{file} is there already; --overwrite replaces it") from error
    except OSError as error:
        raise WrongCallError(f"{file}: cannot be written ({error.strerror})") from error
    print(f"{file}: print it at actual size (100 %), {_HOW[asked.thing]}.")
    return DONE


_HOW: Final = {
    "tiles": "on both sides, turned on the long edge",
    "tray": "cut it out and lay it into the tray; then companion calibrate",
    "board": "glue the sheets together at the dashed lines if there are several",
    "reference": "and cut out a card for everybody",
}


def for_the_page(thing: str, paper: str) -> bytes | None:
    """The same with usual sizes; None: there is no such thing or no such paper."""
    return _usual(thing, paper) if thing in THINGS and paper in PAPERS else None


@cache
def _usual(thing: str, paper: str) -> bytes:
    """Made once: sixteen files of 50 KB, each a second of a Pi's work."""
    return pdf_of(thing, paper)


def pdf_of(thing: str, paper: str, size: float | None = None, coded: bool = True) -> bytes:
    """The PDF of one of `THINGS`.

    Raises:
        WrongCallError: the size makes no sense for it, or does not fit on the paper.
    """
    from web.paper.board import board_pdf
    from web.paper.cards import cards_pdf
    from web.paper.tiles import TooLarge, tiles_pdf
    from web.paper.tray import TooSmall, tray_pdf

    on = PAPERS[paper]
    tiles = Tiles("highway", HIGHWAY.title, BOX, faces_coded("highway"))
    try:
        match thing:
            case "tray":
                return tray_pdf(on, size)
            case "board":
                return board_pdf(poster(_tile(size)), on, HIGHWAY.title)
            case "reference":
                return cards_pdf(tiles, effects(), on)
        return tiles_pdf(tiles, on, _tile(size), coded)
    except (TooLarge, TooSmall) as error:
        raise WrongCallError(str(error)) from error


def _tile(size: float | None) -> float:
    low, high = TILE_SIZES
    if size is not None and not low <= size <= high:
        raise WrongCallError(f"a tile has an edge of {low:g} to {high:g} mm, not {size:g}")
    return TILE_MM if size is None else size


def effects() -> tuple[Effect, ...]:
    """What the tiles do by the usual rules, those that do the same together, in the words of the game."""
    same: dict[str, list[str]] = {}
    for face in BOX:
        same.setdefault(names.on_card(face, Options()), []).append(face)
    return tuple(Effect(tuple(faces), _together(faces), f"{capital(words)}.") for words, faces in same.items())


def _together(faces: Sequence[str]) -> str:
    """Their names; where only the last word differs, once and from … to."""
    said = [names.name(face) for face in faces]
    heads = {name.rpartition(" ")[0] for name in said}
    if len(said) > 1 and len(heads) == 1 and (head := heads.pop()):
        return f"{head} {said[0].rpartition(' ')[2]}–{said[-1].rpartition(' ')[2]}"
    return ", ".join(said)
