"""What may be written after `companion`, and the help that says so."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from companion import __version__
from companion.cli import (
    advice,
    calibration,
    configured,
    games,
    misreads,
    pictures,
    trial_of_buttons,
    trial_of_camera,
    trial_of_display,
)
from companion.cli.doctor import doctor, safe_to_unplug
from companion.cli.places import data_folder
from companion.cli.status import WRONG
from companion.config import BUTTONS, CAMERAS, DISPLAYS
from companion.games import GAMES
from companion.table_toml import config_file


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line instead of argparse's usage block."""
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser(play: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    top = _Parser(prog="companion", description="A computer that sits beside a board game.")
    top.add_argument("--version", action="version", version=f"tabletop-companion {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str, example: str) -> _Parser:
        made: _Parser = commands.add_parser(
            name,
            help=help,
            description=help,
            epilog=f"example: {example}",
        )
        made.set_defaults(run=run)
        return made

    _play_options(
        command("play", play, "one table, one game, until Ctrl-C", "companion play --players Ann,Bo --camera simulated")
    )
    read = command("read", pictures.read, "read the dice in photos", "companion read --json tray.jpg")
    read.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    read.add_argument("--json", action="store_true", help="one JSON object a photo")
    read.add_argument("--explain", type=Path, metavar="DIR", help="write every stage of the reading as pictures")
    watch = command(
        "watch", pictures.watch, "play frames through the tray watcher", "companion watch rolls/ --json --dice 4"
    )
    watch.add_argument("frames", type=Path, metavar="FOLDER|VIDEO", help="a folder of numbered pictures, or a film")
    watch.add_argument("--json", action="store_true", help="one JSON object an event")
    watch.add_argument("--dice", type=_count, metavar="N", help="how many dice are played with")
    watch.add_argument(
        "--fps", type=_rate, metavar="F", help="frames a second; a folder's are 15, a film says so itself"
    )
    _calibrate_options(
        command(
            "calibrate",
            calibration.calibrate,
            "learn the tray from the camera: empty, and with one roll; or say of a photo whether it will be read well",
            "companion calibrate --camera usb, or companion calibrate tray.jpg",
        )
    )
    report = command(
        "report-misreads",
        misreads.report,
        "pack the readings that people put right into one zip file for a bug report",
        "companion report-misreads --out misreads.zip",
    )
    report.add_argument("--out", type=Path, default=Path("misreads.zip"), metavar="FILE.zip", help="where it goes")
    report.add_argument("--json", action="store_true", help="one JSON object")
    check = command("check", games.check, "run rule cases", "companion check cases/cant-stop.json")
    check.add_argument("files", nargs="+", type=Path, metavar="CASES.json")
    replay = command("replay", games.replay, "the position after a game's events", "companion replay 3 --at 12")
    replay.add_argument("game", metavar="GAME", help="a number from `companion games`, or an exported .jsonl")
    replay.add_argument(
        "--at", type=int, metavar="N", help="after the first N events; the start of the game is the first"
    )
    on_record = command("games", games.games, "the games on record", "companion games --json")
    on_record.add_argument("--json", action="store_true", help="one JSON object a game")
    on_record.add_argument(
        "--unfinished", action="store_true", help="only the game that `companion play` would go on with, if any"
    )
    export = command("export", games.export, "one game as JSON lines", "companion export 3 > g.jsonl")
    export.add_argument("game", type=_game_number, metavar="GAME")
    imported = command("import", games.import_game, "put an exported game on record", "companion import g.jsonl")
    imported.add_argument("file", type=Path, metavar="FILE.jsonl")
    asked = command(
        "advise",
        advice.advise,
        "what the advisor says of a position: what each action is worth, and why",
        """companion advise position.json, or: echo '{"players": ["Ann"], "runners": {"7": 3}}' | companion advise -""",
    )
    asked.add_argument("position", metavar="POSITION.json|-", help="-: one JSON a line from stdin, answered in order")
    asked.add_argument("--json", action="store_true", help="one JSON object")
    trials = (
        command("test-camera", trial_of_camera.run, "ten seconds of what the camera sees", "companion test-camera"),
        command(
            "test-display",
            trial_of_display.run,
            "ten seconds of a picture on the OLED",
            "companion test-display --display sh1106",
        ),
        command(
            "test-buttons",
            trial_of_buttons.run,
            "ten seconds of listening to the buttons",
            "companion test-buttons --config table.toml",
        ),
    )
    for made in trials:
        _config_option(made)
    _camera_option(trials[0])
    _display_option(trials[1])
    examined = command("doctor", doctor, "what is amiss with this machine, and what mends it", "companion doctor")
    examined.add_argument("--json", action="store_true", help="one JSON object a finding")
    examined.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="also write all that a report of a fault needs, and nothing personal",
    )
    command(
        "config",
        configured.print_specimen,
        "a table.toml with every key and its default",
        "companion config > table.toml",
    )
    _config_option(examined)
    examined.add_argument(
        "--data", type=Path, metavar="DIR", help="where the journal lies; without it the service's, where there is one"
    )
    last = command(
        "safe-to-unplug",
        safe_to_unplug,
        "say so on the OLED; systemd runs it last when the box is switched off",
        "companion safe-to-unplug --config /etc/companion/table.toml",
    )
    _config_option(last)
    for made in (replay, on_record, export, imported, report):
        made.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where the journal lies")
    return top


def _play_options(play: argparse.ArgumentParser) -> None:
    play.add_argument("--game", choices=tuple(GAMES), help="which game; an unfinished one is resumed")
    play.add_argument(
        "--players", metavar="Ann,Bo", help="names, in the order of their turns; without these two: the lobby"
    )
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    play.add_argument("--first", type=int, default=0, metavar="SEAT", help="who begins, from 0")
    play.add_argument("--new", action="store_true", help="set an unfinished game aside (it stays on record)")
    _config_option(play)
    _camera_option(play)
    _display_option(play)
    _buttons_option(play)
    play.add_argument("--host", help="address to listen on; 0.0.0.0 is all")
    play.add_argument("--port", type=_port, help="port to listen on, else 8000; 0: any that is free")
    play.add_argument("--pin", metavar="random|none|1234", help="what a phone types once to act")
    play.add_argument(
        "--pin-in-code", action="store_const", const="yes", help="the OLED's QR code carries the PIN: scan it, and act"
    )
    play.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where the journal lies")
    play.add_argument("--seed", type=int, help="makes the simulated dice repeatable")


def _calibrate_options(calibrate: argparse.ArgumentParser) -> None:
    calibrate.add_argument(
        "photo",
        nargs="?",
        type=Path,
        metavar="PHOTO",
        help="the tray with a roll in it, as the camera sees it: only says what to change, and keeps nothing",
    )
    _config_option(calibrate)
    calibrate.add_argument("--camera", metavar=CAMERAS, help="what looks into the tray; close the table before")
    calibrate.add_argument(
        "--corners",
        type=calibration.corners,
        metavar="'X,Y X,Y X,Y X,Y'",
        help="the tray's corners, parts of the picture's width and height, where they are not found",
    )
    calibrate.add_argument(
        "--picture", type=Path, metavar="FILE.jpg", help="what was seen, with what is meant drawn in"
    )
    calibrate.add_argument("--forget", action="store_true", help="read as if nobody had calibrated")
    calibrate.add_argument("--json", action="store_true", help="one JSON object a step")
    calibrate.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where it is remembered")


def _config_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--config",
        type=Path,
        metavar="table.toml",
        help=f"what is wired where (`companion config` prints one); without it {config_file()}, where there is one."
        " Other options win over the file",
    )


def _camera_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--camera",
        metavar=CAMERAS,
        help="what looks into the tray; auto: a Pi's camera, elsewhere a simulated tray",
    )


def _display_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--display",
        choices=DISPLAYS,
        help="the OLED; auto: the one that answers on the I2C bus, where there is none on the page",
    )


def _buttons_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--buttons",
        choices=BUTTONS,
        help="auto: the pins of a Pi, elsewhere those of the page; keyboard: lines of r, s, c and m (upper case: held)",
    )


def _port(text: str) -> int:
    if not (text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 65535, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not (text.isdecimal() and len(text) <= 2 and int(text)):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to 99, not {text!r}")
    return int(text)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0.1 <= rate <= 1000:
        raise argparse.ArgumentTypeError(f"must be a number from 0.1 to 1000, not {text!r}")
    return rate


def _game_number(text: str) -> int:
    """SQLite numbers rows with 63 bits; nobody has that many games."""
    if not (text.isdecimal() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"GAME must be a number from `companion games`, not {text[:30]!r}")
    return int(text)
