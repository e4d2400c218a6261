"""A journal whose disk takes nothing now: what was on record is shown from memory, and each press tries the disk again.

The law of this file: no press is taken before the disk holds it; once it does, this is the journal as ever.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.journal import Journal
from companion.journal_file import STEPS, JournalError, connected, prepare, trouble

IN_MEMORY: Final = Path("/dev/shm")
"""Linux's files in memory: there is room where no disk has any."""


class WaitingJournal(Journal):
    """Takes what sets the table up into memory; from `wait` on, each press must first come onto the disk."""

    def __init__(
        self,
        path: Path,
        regain: Callable[[], None],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        steps: Sequence[str] = STEPS,
    ) -> None:
        """`regain` is called before the disk is tried, and raises JournalError where it may not be.

        Raises:
            BadJournalError: what is on the disk is damaged, or from a newer companion.
        """
        self._path = path
        self._regain = regain
        self._clock = clock
        self._waits = False
        self._db = connected(":memory:")
        try:
            _copy(path, self._db)
            prepare(self._db, path, steps)
        except sqlite3.Error as error:
            self._db.close()
            raise trouble(path, error) from error
        self._on_disk = _last(self._db) if path.exists() else (0, 0)

    def wait(self) -> None:
        """The table is set up."""
        self._waits = True

    def before_writing(self) -> None:
        if not self._waits:
            return
        self._regain()
        disk = Journal(self._path, self._clock)
        try:
            if _last(disk._db) != self._on_disk:
                raise JournalError(f"{self._path}: another table has played on meanwhile; start this one anew")
            self._write_to(disk._db)
        except sqlite3.Error as error:
            disk.close()
            raise trouble(self._path, error) from error
        except JournalError:
            disk.close()
            raise
        self._db.close()
        self._db, self._waits = disk._db, False

    def _write_to(self, disk: sqlite3.Connection) -> None:
        """What set the table up, under the numbers that it has here."""
        games, events = self._on_disk
        started = self._db.execute("SELECT * FROM games WHERE id > ?", (games,)).fetchall()
        happened = self._db.execute("SELECT * FROM events WHERE id > ?", (events,)).fetchall()
        disk.execute("BEGIN IMMEDIATE")
        try:
            disk.executemany("INSERT INTO games VALUES (?, ?, ?)", started)
            disk.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", happened)
            disk.execute("COMMIT")
        finally:
            if disk.in_transaction:
                disk.execute("ROLLBACK")


def _last(db: sqlite3.Connection) -> tuple[int, int]:
    """The numbers of the last game and the last event."""
    (game,) = db.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
    (event,) = db.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()
    return int(game), int(event)


def _copy(path: Path, memory: sqlite3.Connection) -> None:
    """Read a journal with its log, though nothing can be written beside it; none: nothing."""
    try:
        with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
            for end in ("", "-wal"):
                file = path.with_name(path.name + end)
                if file.exists():
                    shutil.copyfile(file, Path(folder) / file.name)
            if path.exists():
                with closing(sqlite3.connect(Path(folder) / path.name)) as copied:
                    copied.backup(memory)
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror}); name another folder with --data") from error
