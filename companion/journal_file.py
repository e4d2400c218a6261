"""The journal's file as SQLite keeps it: opened, brought to the newest format, and what its troubles are called.

The law of this file: it knows no game. Whatever SQLite refuses comes out as a JournalError that says what to do.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.language import say

BUSY_S: Final = 2.0
"""How long to wait for another process that writes, in seconds."""

STEPS: Final = (
    """
CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, imported INTEGER NOT NULL);
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL REFERENCES games, at TEXT NOT NULL,
    joined INTEGER NOT NULL, event TEXT NOT NULL
);
CREATE INDEX events_of_game ON events (game, id);
""",
)
"""Step n makes a file of format n - 1 one of format n; a new file is of format 0 and goes through all of them.

What has left the house is never changed here, only added to. A file of a higher format comes from a newer companion and
is left alone.
"""


class JournalError(RuntimeError):
    """The journal cannot be read or written; the message says which file, why, and what to do."""


class BadJournalError(JournalError):
    """The file is no journal that this companion can read: damaged, or from a newer one."""


class DamagedJournalError(BadJournalError):
    """The file is damaged."""


def opened(path: Path, steps: Sequence[str]) -> sqlite3.Connection:
    """The file, made where there is none.

    Raises:
        JournalError: it is from a newer companion, damaged, locked, or its folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # For its own user alone, as exports are: it says what lies face down. SQLite does the same beside it.
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        db = connected(str(path))
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"{path}: cannot be opened ({error}); name another folder with --data") from error
    try:
        with troubles_of(path):
            prepare(db, path, steps)
    except JournalError:
        db.close()
        raise
    return db


def connected(to: str) -> sqlite3.Connection:
    """A file, or `:memory:`, in which each statement stands alone unless a transaction is begun."""
    db = sqlite3.connect(to, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    db.text_factory = _as_text
    return db


def prepare(db: sqlite3.Connection, path: Path, steps: Sequence[str]) -> None:
    """Bring it to the newest format. Raises BadJournalError: it is from a newer companion."""
    (schema,) = db.execute("PRAGMA user_version").fetchone()
    if schema > len(steps):
        raise BadJournalError(
            f"{path}: written by a newer companion (format {schema}, this one knows {len(steps)}); update first"
        )
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    # Folding the log into the file takes two syncs more, and would make some press wait for them (`fold`).
    db.execute("PRAGMA wal_autocheckpoint=0")
    if schema < len(steps):
        # All steps or none: a plug that is pulled in between leaves the older format.
        todo = "".join(steps[schema:])
        db.executescript(f"BEGIN IMMEDIATE; {todo} PRAGMA user_version={len(steps)}; COMMIT;")


@contextmanager
def troubles_of(path: Path) -> Iterator[None]:
    """What SQLite refuses within, as a JournalError of this file."""
    try:
        yield
    except sqlite3.Error as error:
        raise trouble(path, error) from error


def trouble(path: Path, error: sqlite3.Error) -> JournalError:
    """What is wrong with the file, and what to do."""
    text = str(error)
    if "full" in text:
        return JournalError(say("{path}: the disk is full, nothing was recorded; make room and do it again", path=path))
    if "locked" in text:
        return JournalError(
            say("{path}: another program holds it, nothing was recorded; stop that one first", path=path)
        )
    if "readonly" in text or "read-only" in text:
        return JournalError(
            say("{path}: it cannot be written, nothing was recorded; check the folder's rights", path=path)
        )
    if "not a database" in text or "malformed" in text:  # in no language: so says SQLite
        return damaged(path, text)
    return JournalError(say("{path}: {why}; nothing was recorded", path=path, why=text))


def damaged(path: Path, why: str) -> DamagedJournalError:
    return DamagedJournalError(say("{path}: it is damaged ({why}); move it away to start afresh", path=path, why=why))


def _as_text(written: bytes) -> str:
    """Text as SQLite keeps it; bytes that a worn card has changed become signs that no event has."""
    return written.decode("utf-8", errors="replace")
