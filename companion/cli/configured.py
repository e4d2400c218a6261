"""What table.toml says, and what the command line says instead."""

from __future__ import annotations

import argparse

from companion.cli.options import Command
from companion.cli.status import DONE
from companion.config import Config
from companion.table_toml import load, specimen


def add_to(command: Command) -> None:
    command("config", print_specimen, "a table.toml with every key and its default", "companion config > table.toml")


def configured(asked: argparse.Namespace) -> Config:
    """The file, with the options of the command line over it. Raises BadConfig."""
    config = load(asked.config)
    for section in ("camera", "display", "buttons"):
        config = config.having(section, kind=getattr(asked, section, None))
    return config.having(
        "table", **{name: getattr(asked, name, None) for name in ("language", "host", "port", "pin", "pin_in_code")}
    )


def print_specimen(asked: argparse.Namespace) -> int:
    """`companion config`"""
    print(specimen(), end="")
    return DONE
