"""What table.toml says, and what the command line says instead."""

from __future__ import annotations

import argparse
from typing import Final

from companion.cli.options import Command
from companion.cli.status import DONE, WrongCallError
from companion.config import Config
from companion.table_toml import config_file, load, specimen


def add_to(command: Command) -> None:
    command("config", print_specimen, "a table.toml with every key and its default", "companion config > table.toml")


OPTIONS: Final = {
    "language": ("table", "language"),
    "host": ("table", "host"),
    "port": ("table", "port"),
    "pin": ("table", "pin"),
    "pin_in_code": ("table", "pin_in_code"),
    "camera": ("camera", "kind"),
    "display": ("display", "kind"),
    "buttons": ("buttons", "kind"),
}
"""The section and key of table.toml that each option of the command line stands for."""


def configured(asked: argparse.Namespace) -> Config:
    """The file, with the options of the command line over it.

    Raises:
        BadConfig: the file says what does not fit.
        WrongCallError: an option does.
    """
    config = load(asked.config)
    for option, (section, key) in OPTIONS.items():
        if (said := getattr(asked, option, None)) is not None:
            try:
                config = config.having(section, **{key: said})
            except ValueError as error:
                raise WrongCallError(f"--{option} must be {error}, not {said!r}") from None
    return config


def called(asked: argparse.Namespace, option: str) -> str:
    """What to name where a value is of the right form and still will not do: the option, else the file and its key."""
    path = asked.config or config_file()
    if getattr(asked, option, None) is not None or not path.exists():
        return f"--{option}"
    return f"{path}: {'.'.join(OPTIONS[option])}"


def print_specimen(asked: argparse.Namespace) -> int:
    """`companion config`"""
    print(specimen(), end="")
    return DONE
