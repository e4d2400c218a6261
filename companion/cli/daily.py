"""`companion daily`: the day's solitaires, their par, and the results on record."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.cli.options import Command, add_data, add_json
from companion.cli.status import DONE
from companion.dailies import Dailies
from companion.games import GAMES
from companion.record import JOURNAL


def add_to(command: Command) -> None:
    asked = command(
        "daily", daily, "the day's solitaires, the advisor's par, and the results on record", "companion daily --json"
    )
    add_json(asked, "a day and game, today's first")
    add_data(asked)


def daily(asked: argparse.Namespace) -> int:
    if (asked.data / JOURNAL).exists():
        told = _told(asked.data)
    else:
        # Whoever only looks leaves no journal behind.
        with TemporaryDirectory() as folder:
            told = _told(Path(folder))
    for one in (*told["games"], *told["before"]):
        print(json.dumps(one) if asked.json else _line(one))
    return DONE


def _told(folder: Path) -> dict[str, Any]:
    from companion.advisor import COURSES

    return Dailies(GAMES, folder / JOURNAL, COURSES).today()


def _line(one: dict[str, Any]) -> str:
    results = ", ".join(f"{result['name']} {result['result']}" for result in one["results"])
    return f"{one['day']}  {one['game']:10}  par {one['par']}" + (f"  {results}" if results else "")
