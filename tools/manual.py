"""`make manual`: the man page and the completions of bash and zsh, by the command line's own parser.

The law of this file: nothing is written here that `companion --help` does not say.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import shtab
from build_manpages.manpage import Manpage

from companion import __version__
from companion.cli.arguments import parser
from companion.cli.options import file_to_write

FOLDER: Final = Path(__file__).parents[1] / "systemd" / "manual"
"""From where `systemd/install.sh` puts them in their places."""


def manual() -> dict[str, str]:
    """Each file's text, by its name."""
    whole = parser(lambda asked: 0)
    for command in _commands(whole):
        _paths(command)
    completions = {"companion.bash": shtab.complete(whole, "bash"), "_companion": shtab.complete(whole, "zsh")}
    for command in _commands(whole):
        if command is not whole:
            # The page of the whole leaves out what the help of a part of it ends with.
            command.description = f"{command.description}\n\n{command.epilog}"
    page = str(Manpage(whole))
    # In place of today, and of who generated it: what it is of.
    # Neither hyphens nor filled lines: options would be torn apart ("ex-press"), with gaps between them.
    head = f'.TH COMPANION 1 "" "Companion {__version__}" ""\n.nh\n.ad l'
    page = re.sub(r"^\.TH .*$", lambda found: head, page, count=1, flags=re.MULTILINE)
    page = page.replace(
        ".SH NAME\ncompanion\n", ".SH NAME\ncompanion \\- a computer that sits beside a board game\n", 1
    )
    return {"companion.1": page, **completions}


def _commands(of: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """It, its commands, and theirs."""
    yield of
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _commands(inner)


def _paths(command: argparse.ArgumentParser) -> None:
    """Where a path is meant, the shell offers what lies there."""
    for action in command._actions:
        if action.type in (Path, file_to_write):
            action.complete = shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE  # type: ignore[attr-defined]


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name, text in manual().items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
