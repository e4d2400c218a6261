"""The games on record: an SQLite file that is only ever appended to, one row an event.

A row is on disk (WAL, synchronous=FULL) before `append` returns, so what a screen shows survives a pulled plug. The
log is folded into the file by `companion/folding.py`, never by a press.
Rows of one press are written together or not at all. Row numbers are never used twice: they are the table's versions.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.events import BadEvent, Event, Json, encode
from companion.language import say

LOBBY: Final = 0
"""The number under which set-ups are written: no game has it, and each set-up begins with its own `GameStarted`."""

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


@dataclass(frozen=True)
class Row:
    """One event on record."""

    id: int
    event: Json
    joined: bool = False
    """True: it came with the row before, by one press, and is undone with it."""


@dataclass(frozen=True)
class GameOnRecord:
    id: int
    started: str
    """When, as ISO 8601 in UTC."""
    imported: bool


class Journal:
    """Not for two threads: only the table writes."""

    took_s = 0.0
    """Seconds that the disk took for the last press."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        steps: Sequence[str] = STEPS,
    ) -> None:
        """Open the journal, or make it, or bring it to the newest format; `clock` dates its rows.

        Raises:
            JournalError: it is from a newer companion, damaged, locked, or its folder cannot be written.
        """
        self._path = path
        self._clock = clock
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                # For its own user alone, as exports are: it says what lies face down. SQLite does the same beside it.
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
            self._db.text_factory = as_text
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{path}: cannot be opened ({error}); name another folder with --data") from error
        try:
            self._prepare(steps)
        except sqlite3.Error as error:
            self._db.close()
            raise self._error(error) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self, steps: Sequence[str]) -> None:
        (schema,) = self._db.execute("PRAGMA user_version").fetchone()
        if schema > len(steps):
            raise BadJournalError(
                f"{self._path}: written by a newer companion (format {schema}, this one knows {len(steps)});"
                " update first"
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        # Folding the log into the file takes two syncs more, and would make some press wait for them (`fold`).
        self._db.execute("PRAGMA wal_autocheckpoint=0")
        if schema < len(steps):
            # All steps or none: a plug that is pulled in between leaves the older format.
            todo = "".join(steps[schema:])
            self._db.executescript(f"BEGIN IMMEDIATE; {todo} PRAGMA user_version={len(steps)}; COMMIT;")

    def check(self) -> None:
        """Look through the whole file, some milliseconds a megabyte. Raises BadJournalError: it is damaged."""
        try:
            (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as error:
            raise self._error(error) from error
        if verdict != "ok":
            raise DamagedJournalError(
                say("{path}: it is damaged ({why}); move it away to start afresh", path=self._path, why=verdict)
            )

    def fold(self) -> None:
        """Write what the log holds into the file; whoever appends meanwhile, over another connection, does not wait.

        Raises:
            JournalError: the disk does not take it. It stays in the log, and is as safe there.
        """
        try:
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            raise self._error(error) from error

    def close(self) -> None:
        self._db.close()

    def start(self, first: Event, also: Sequence[Event] = ()) -> tuple[int, Row]:
        """A new game with its first row, and what follows from it at once: its number, and the last of the rows."""
        with _Transaction(self):
            now = self._clock().isoformat(timespec="seconds")
            game = self._db.execute("INSERT INTO games (started, imported) VALUES (?, 0)", (now,)).lastrowid
            assert game is not None
            row = [self._insert(game, encode(event), joined=False) for event in (first, *also)][-1]
        return game, row

    def append(
        self, game: int, events: Sequence[Event], joined: bool = False, itself: Sequence[Event] = ()
    ) -> tuple[Row, ...]:
        """Write events of one press. With `joined`, all but the first are undone together with the one before.

        `itself` follows from them without anybody's doing, and is undone with them.
        """
        with _Transaction(self):
            pressed = [self._insert(game, encode(event), joined and n > 0) for n, event in enumerate(events)]
            return (*pressed, *(self._insert(game, encode(event), joined=True) for event in itself))

    def copy_in(self, rows: Sequence[tuple[Json, bool]]) -> int:
        """A whole game from elsewhere, events with `joined`: its number."""
        with _Transaction(self):
            now = self._clock().isoformat(timespec="seconds")
            game = self._db.execute("INSERT INTO games (started, imported) VALUES (?, 1)", (now,)).lastrowid
            assert game is not None
            for event, joined in rows:
                self._insert(game, event, joined)
        return game

    def before_writing(self) -> None:
        """Called before each press is written. Raises JournalError: it cannot be."""

    def _insert(self, game: int, record: Json, joined: bool) -> Row:
        now = self._clock().isoformat(timespec="milliseconds")
        cursor = self._db.execute(
            "INSERT INTO events (game, at, joined, event) VALUES (?, ?, ?, ?)", (game, now, joined, json.dumps(record))
        )
        assert cursor.lastrowid is not None
        return Row(cursor.lastrowid, record, joined)

    def games(self) -> tuple[GameOnRecord, ...]:
        """All games, the oldest first."""
        try:
            found = self._db.execute("SELECT id, started, imported FROM games ORDER BY id").fetchall()
        except sqlite3.Error as error:
            raise self._error(error) from error
        return tuple(GameOnRecord(number, started, bool(imported)) for number, started, imported in found)

    def newest(self) -> int | None:
        """The game that was played last at this table, or the lobby; None: neither has any event."""
        try:
            found = self._db.execute(
                "SELECT game FROM events WHERE game NOT IN (SELECT id FROM games WHERE imported)"
                " ORDER BY id DESC LIMIT 1"
            ).fetchone()
        except sqlite3.Error as error:
            raise self._error(error) from error
        return None if found is None else int(found[0])

    def count(self, game: int) -> int:
        """How many events of a game are on record."""
        try:
            (found,) = self._db.execute("SELECT count(*) FROM events WHERE game = ?", (game,)).fetchone()
        except sqlite3.Error as error:
            raise self._error(error) from error
        return int(found)

    def first_row(self, game: int) -> Row:
        """How a game began. Raises BadEvent: its row is damaged."""
        try:
            number, event = self._db.execute(
                "SELECT id, event FROM events WHERE game = ? ORDER BY id LIMIT 1", (game,)
            ).fetchone()
        except sqlite3.Error as error:
            raise self._error(error) from error
        return Row(number, _event(number, event))

    def rows(self, game: int) -> tuple[Row, ...]:
        """All events of a game, the oldest first; of the lobby those of the latest set-up.

        Raises:
            BadEvent: a row is damaged, which no look through the file's pages finds.
        """
        try:
            found = self._db.execute(
                "SELECT id, event, joined FROM events WHERE game = ?1 AND (?1 > 0 OR id >= ("
                'SELECT max(id) FROM events WHERE game = ?1 AND event LIKE \'{"event": "GameStarted"%\'))'
                " ORDER BY id",
                (game,),
            ).fetchall()
        except sqlite3.Error as error:
            raise self._error(error) from error
        return tuple(Row(number, _event(number, event), bool(joined)) for number, event, joined in found)

    def _error(self, error: Exception) -> JournalError:
        text = str(error)
        if "full" in text:
            return JournalError(
                say("{path}: the disk is full, nothing was recorded; make room and do it again", path=self._path)
            )
        if "locked" in text:
            return JournalError(
                say("{path}: another program holds it, nothing was recorded; stop that one first", path=self._path)
            )
        if "readonly" in text or "read-only" in text:
            return JournalError(
                say("{path}: it cannot be written, nothing was recorded; check the folder's rights", path=self._path)
            )
        if "not a database" in text or "malformed" in text:  # in no language: so says SQLite
            return DamagedJournalError(
                say("{path}: it is damaged ({why}); move it away to start afresh", path=self._path, why=text)
            )
        return JournalError(say("{path}: {why}; nothing was recorded", path=self._path, why=text))


def as_text(written: bytes) -> str:
    """Text as SQLite keeps it; bytes that a worn card has changed become signs that no event has."""
    return written.decode("utf-8", errors="replace")


def _event(number: int, written: str) -> Json:
    try:
        event = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise BadEvent(f"row {number} of the record is damaged") from error
    if not isinstance(event, dict):
        raise BadEvent(f"row {number} of the record is damaged")
    return event


class _Transaction:
    """All rows or none."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __enter__(self) -> None:
        self._journal.before_writing()
        self._began_s = time.monotonic()
        try:
            self._journal._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._journal._error(error) from error

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            try:
                self._journal._db.execute("COMMIT")
                self._journal.took_s = time.monotonic() - self._began_s
                return
            except sqlite3.Error as failed:
                error = failed
        if self._journal._db.in_transaction:
            self._journal._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise self._journal._error(error) from error
