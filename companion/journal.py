"""The games on record: an SQLite file that is only ever appended to, one row an event.

A row is on disk (WAL, synchronous=FULL) before `append` returns, so what a screen shows survives a pulled plug. The
log is folded into the file by `companion/folding.py`, never by a press.
Rows of one press are written together or not at all. Row numbers are never used twice: they are the table's versions.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.events import BadEvent, Event, Json, encode
from companion.journal_file import STEPS, damaged, opened, trouble, troubles_of

LOBBY: Final = 0
"""The number under which set-ups are written: no game has it, and each set-up begins with its own `GameStarted`."""


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
        self._db = opened(path, steps)

    def check(self) -> None:
        """Look through the whole file, some milliseconds a megabyte. Raises BadJournalError: it is damaged."""
        with troubles_of(self._path):
            (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise damaged(self._path, verdict)

    def fold(self) -> None:
        """Write what the log holds into the file; whoever appends meanwhile, over another connection, does not wait.

        Raises:
            JournalError: the disk does not take it. It stays in the log, and is as safe there.
        """
        with troubles_of(self._path):
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

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
        with troubles_of(self._path):
            found = self._db.execute("SELECT id, started, imported FROM games ORDER BY id").fetchall()
        return tuple(GameOnRecord(number, started, bool(imported)) for number, started, imported in found)

    def newest(self) -> int | None:
        """The game that was played last at this table, or the lobby; None: neither has any event."""
        with troubles_of(self._path):
            found = self._db.execute(
                "SELECT game FROM events WHERE game NOT IN (SELECT id FROM games WHERE imported)"
                " ORDER BY id DESC LIMIT 1"
            ).fetchone()
        return None if found is None else int(found[0])

    def count(self, game: int) -> int:
        """How many events of a game are on record."""
        with troubles_of(self._path):
            (found,) = self._db.execute("SELECT count(*) FROM events WHERE game = ?", (game,)).fetchone()
        return int(found)

    def first_row(self, game: int) -> Row:
        """How a game began. Raises BadEvent: its row is damaged."""
        with troubles_of(self._path):
            number, event = self._db.execute(
                "SELECT id, event FROM events WHERE game = ? ORDER BY id LIMIT 1", (game,)
            ).fetchone()
        return Row(number, _event(number, event))

    def rows(self, game: int) -> tuple[Row, ...]:
        """All events of a game, the oldest first; of the lobby those of the latest set-up.

        Raises:
            BadEvent: a row is damaged, which no look through the file's pages finds.
        """
        with troubles_of(self._path):
            found = self._db.execute(
                "SELECT id, event, joined FROM events WHERE game = ?1 AND (?1 > 0 OR id >= ("
                'SELECT max(id) FROM events WHERE game = ?1 AND event LIKE \'{"event": "GameStarted"%\'))'
                " ORDER BY id",
                (game,),
            ).fetchall()
        return tuple(Row(number, _event(number, event), bool(joined)) for number, event, joined in found)


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
        with troubles_of(self._journal._path):
            self._journal._db.execute("BEGIN IMMEDIATE")

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
            raise trouble(self._journal._path, error) from error
