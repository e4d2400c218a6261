"""Every game as a file of its own, written daily: what is left to go on with where the journal is damaged.

The law of this file: it reads the journal over a connection of its own, and no fault of it reaches the table. These
files are the owner's alone (they hold what lies face down), whole or not there at all, and the oldest make room.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.game import Game
from companion.journal import Journal
from companion.journal_file import JournalError
from companion.kept import keep_text
from companion.lasting import Recurring
from companion.records import BadRecord, journal_rows, read_export, record_lines, replayed

DAY_S: Final = 24 * 3600.0
MOST_KEPT: Final = 200
"""Games, the latest: some 10 KB each."""

logger = logging.getLogger(__name__)


def write_exports(path: Path, folder: Path) -> int:
    """Write the games that have gone on since their last export: how many.

    Raises:
        JournalError: the journal cannot be read, or the folder not be written.
    """
    written = 0
    journal = Journal(path)
    try:
        latest = journal.games()[-MOST_KEPT:]
        for game in latest:
            file = folder / f"game-{game.id}.jsonl"
            try:
                text = "".join(f"{line}\n" for line in record_lines(journal_rows(journal, game.id)))
            except BadRecord as error:
                # Its last export stays; the others are not kept waiting for it.
                logger.warning("%s", error)
                continue
            if not file.exists() or file.read_bytes() != text.encode():
                keep_text(file, text)
                written += 1
        kept = {f"game-{game.id}.jsonl" for game in latest}
        for file in folder.glob("game-*.jsonl"):
            if file.name not in kept:
                file.unlink(missing_ok=True)
    except OSError as error:
        raise JournalError(f"{folder}: the games cannot be exported ({error.strerror})") from error
    finally:
        journal.close()
    return written


def take_in(games: Mapping[str, Game[Any]], folder: Path, journal: Journal) -> int:
    """Copy every exported game that can be read into a journal, the oldest first: how many."""
    taken = 0
    for file in sorted(folder.glob("game-*.jsonl"), key=lambda file: (len(file.name), file.name)):
        try:
            rows = read_export(file)
            replayed(games, rows, file.name)
        except BadRecord as error:
            logger.warning("%s", error)
            continue
        journal.copy_in(rows)
        taken += 1
    return taken


def daily_exports(path: Path, folder: Path) -> Recurring:
    """Writes them at once, each day, and when it is closed."""
    return Recurring(partial(_export, path, folder), "exports", DAY_S)


def _export(path: Path, folder: Path) -> None:
    try:
        write_exports(path, folder)
    except (JournalError, BadRecord) as error:
        logger.warning("%s", error)
