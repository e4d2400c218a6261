"""The record as an evening begins: looked through, set aside where it is damaged, from memory where no disk takes it.

The law of this file: nothing is ever deleted, and whatever has happened to the record, a table opens and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion.exports import take_in
from companion.game import Game
from companion.journal import Journal
from companion.journal_file import BadJournalError, DamagedJournalError, JournalError
from companion.language import say, say_count
from companion.waiting import WaitingJournal

JOURNAL: Final = "journal.sqlite"
EXPORTS: Final = "exports"


@dataclass(frozen=True)
class Record:
    journal: Journal
    problem: str = ""
    """What people should know of it, in sentences; empty: all is well."""


def open_record(
    games: Mapping[str, Game[Any]],
    folder: Path,
    regain: Callable[[], None],
    now: Callable[[], datetime] = datetime.now,
) -> Record:
    """The journal of a data folder. Raises BadJournalError: a newer companion wrote it, and it is not touched."""
    path = folder / JOURNAL
    try:
        return Record(_looked_through(path))
    except DamagedJournalError:
        return _afresh(games, folder, regain, f"{now():%Y-%m-%d-%H%M%S}")
    except BadJournalError:
        raise
    except JournalError as failure:
        return from_memory(folder, regain, failure)


def from_memory(folder: Path, regain: Callable[[], None], failure: JournalError) -> Record:
    """What can be read of it, while nothing can be written. Raises BadJournalError."""
    return Record(WaitingJournal(folder / JOURNAL, regain), str(failure))


def _looked_through(path: Path) -> Journal:
    journal = Journal(path)
    try:
        journal.check()
    except JournalError:
        journal.close()
        raise
    return journal


def _afresh(games: Mapping[str, Game[Any]], folder: Path, regain: Callable[[], None], stamp: str) -> Record:
    """Set a damaged journal aside, and begin another with the games of the last export."""
    aside, exports = folder / f"damaged-{stamp}.sqlite", folder / EXPORTS
    try:
        for end in ("-wal", "-shm", ""):
            file = folder / f"{JOURNAL}{end}"
            if file.exists():
                file.rename(aside.with_name(aside.name + end))
        journal = Journal(folder / JOURNAL)
        taken = take_in(games, exports, journal)
        if exports.exists():
            # The games have other numbers now: the next export must not write over these.
            exports.rename(folder / f"{EXPORTS}-{stamp}")
    except JournalError as error:
        raise BadJournalError(str(error)) from error
    except OSError as error:
        raise BadJournalError(
            f"{folder / JOURNAL}: it is damaged, and cannot be set aside ({error.strerror}); see to the folder's rights"
        ) from error
    if not taken:
        sentence = say(
            "The record was damaged and is kept as {file}. There was no export to go on from.", file=aside.name
        )
        return Record(journal, sentence)
    sentence = say_count(
        "The record was damaged and is kept as {file}. 1 game is back from the last export: the lobby offers those"
        " that may go on.",
        "The record was damaged and is kept as {file}. {count} games are back from the last export: the lobby offers"
        " those that may go on.",
        taken,
        file=aside.name,
        count=taken,
    )
    return Record(journal, sentence)
