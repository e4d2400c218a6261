"""What may be written after `companion`, and the help that says so.

The law of this file: it says which commands there are, and what `play` takes; each other command's options stand in the
file that runs it.
"""

from __future__ import annotations

import argparse
from typing import NoReturn

from companion import __version__
from companion.cli import (
    advice,
    board,
    calibration,
    configured,
    daily,
    games,
    machine,
    misreads,
    paper,
    pictures,
    self_play,
    tiles,
    trial_of_buttons,
    trial_of_camera,
    trial_of_display,
)
from companion.cli.options import Run, add_buttons, add_camera, add_config, add_data, add_display, port
from companion.cli.pages import epilog
from companion.cli.status import WRONG
from companion.games import GAMES
from companion.language import LANGUAGES
from companion.strengths import Strength

ROOMS = (
    pictures,
    tiles,
    board,
    calibration,
    misreads,
    games,
    advice,
    daily,
    self_play,
    paper,
    trial_of_camera,
    trial_of_display,
    trial_of_buttons,
    machine,
    configured,
)
"""Each adds its commands, in the order in which `companion --help` lists them."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line instead of argparse's usage block."""
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser(play: Run) -> argparse.ArgumentParser:
    top = _Parser(prog="companion", description="A computer that sits beside a board game.")
    top.add_argument("--version", action="version", version=f"tabletop-companion {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Run, help: str, example: str) -> argparse.ArgumentParser:
        made: _Parser = commands.add_parser(name, help=help, description=help, epilog=epilog(name, example))
        made.set_defaults(run=run)
        return made

    _play_options(
        command("play", play, "one table, one game, until Ctrl-C", "companion play --players Ann,Bo --camera simulated")
    )
    for room in ROOMS:
        room.add_to(command)
    return top


def _play_options(play: argparse.ArgumentParser) -> None:
    play.add_argument("--game", choices=tuple(GAMES), help="which game; an unfinished one is resumed")
    play.add_argument(
        "--players",
        metavar="Ann,Bo",
        help="names, in the order of their turns; with no game, names or companion named: the lobby",
    )
    play.add_argument(
        "--companion",
        action="append",
        default=[],
        choices=tuple(Strength),
        help="a seat that the companion plays, after the others; several times for several seats",
    )
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    play.add_argument("--first", type=int, default=0, metavar="SEAT", help="who begins, from 0")
    play.add_argument("--new", action="store_true", help="set an unfinished game aside (it stays on record)")
    play.add_argument("--language", choices=LANGUAGES, help="what the box and the page speak; en, unless the file says")
    add_config(play)
    add_camera(play)
    add_display(play)
    add_buttons(play)
    play.add_argument("--host", help="address to listen on; 0.0.0.0 is all")
    play.add_argument("--port", type=port, help="port to listen on, else 8000; 0: any that is free")
    play.add_argument("--pin", metavar="random|none|1234", help="what a phone types once to act")
    play.add_argument(
        "--pin-in-code", action="store_const", const="yes", help="the OLED's QR code carries the PIN: scan it, and act"
    )
    add_data(play)
    play.add_argument("--seed", type=int, help="makes the simulated dice repeatable")
