"""Options that several commands share, and what may stand behind an option."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol

from companion.cli.places import data_folder, in_words
from companion.config import BUTTONS, CAMERAS, DISPLAYS
from companion.table_toml import config_file


class Run(Protocol):
    """What a command does; its exit status."""

    def __call__(self, asked: argparse.Namespace, /) -> int: ...


class Command(Protocol):
    """Adds a command to the program, with an example for its help."""

    def __call__(self, name: str, run: Run, help: str, example: str) -> argparse.ArgumentParser: ...


def add_data(command: argparse.ArgumentParser, help: str = "where the journal lies") -> None:
    command.add_argument(
        "--data", type=Path, default=data_folder(), metavar="DIR", help=f"{help}; without it {in_words(data_folder())}"
    )


def add_json(command: argparse.ArgumentParser, what: str = "") -> None:
    command.add_argument("--json", action="store_true", help=f"one JSON object{what and f' {what}'}")


def add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--config",
        type=Path,
        metavar="table.toml",
        help="what is wired where (`companion config` prints one); without it "
        f"{in_words(config_file())}, where there is one. Other options win over the file",
    )


def add_camera(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--camera",
        metavar=CAMERAS,
        help="what looks into the tray; auto: a Pi's camera, elsewhere a simulated tray",
    )


def add_display(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--display",
        choices=DISPLAYS,
        help="the OLED; auto: the one that answers on the I2C bus, where there is none on the page",
    )


def add_buttons(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--buttons",
        choices=BUTTONS,
        help="auto: the pins of a Pi, elsewhere those of the page; keyboard: lines of r, s, c and m (upper case: held)",
    )


def port(text: str) -> int:
    if not (text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 65535, not {text!r}")
    return int(text)


def count(text: str) -> int:
    if not (text.isdecimal() and len(text) <= 2 and int(text)):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to 99, not {text!r}")
    return int(text)


def rate(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"must be a number from 0.1 to 1000, not {text!r}")
    return number


def millimetres(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number of millimetres, not {text[:30]!r}") from None


def file_to_write(text: str) -> Path:
    """Standard output is for words: what is not text goes into a file with a name."""
    if text in ("", "-"):
        raise argparse.ArgumentTypeError(f"must name a file, not {text!r}")
    if Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"must name a file, and {text} is a folder: name one in it")
    return Path(text)


def game_number(text: str) -> int:
    """SQLite numbers rows with 63 bits; nobody has that many games."""
    if not (text.isdecimal() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"GAME must be a number from `companion games`, not {text[:30]!r}")
    return int(text)
