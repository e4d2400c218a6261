"""A disk that remembers: what SQLite wrote and synced, and what a pulled plug could have left of it.

The law of this file: what was synced stays; of the writes to a file since its last sync each may be there, be missing,
or be there in some of its sectors only (the model of Pillai et al., "All file systems are not created equal", 2014).
The recording SQLite is apsw's own, for Python's lets nobody under its files; what is left of the files, Python's opens.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import apsw
import pytest

SECTOR: Final = 512
"""Bytes that a disk writes whole or not at all: the smallest that is sold."""

CHECKPOINT: Final = 20
"""Pages of the log before they are moved into the journal itself: fifty times as often as at the table."""

SYNCHRONOUS = "FULL"
"""What SQLite does at a commit; a test turns it off, to see that this would be caught."""


@dataclass(frozen=True)
class Written:
    file: str
    at: int
    data: bytes


@dataclass(frozen=True)
class Cut:
    """A file was cut to a size; None: it was deleted."""

    file: str
    size: int | None


@dataclass(frozen=True)
class Synced:
    file: str


@dataclass(frozen=True)
class Acknowledged:
    """A press was answered: from now on it may not be lost."""

    version: int


Op = Written | Cut | Synced | Acknowledged


@dataclass
class Disk:
    """Everything that happened to it, in order."""

    ops: list[Op] = field(default_factory=list)

    def acknowledge(self, version: int) -> None:
        self.ops.append(Acknowledged(version))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """All of SQLite's files that are opened within are on this disk."""
        layer = _Layer(self.ops)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sqlite3, "connect", lambda path, **_: _Connection(path, layer.name))
            yield
        layer.unregister()

    def cuts(self, moments: Sequence[int], chance: Random) -> Iterator[tuple[dict[str, bytes], int, int]]:
        """The files after a power cut before each of these ops (sorted), and the presses that had been answered.

        Yields:
            The files by name; the version answered last; the version being written, the same where there is none.
        """
        disk = _Model()
        answered = 0
        upto = iter(moments)
        cut = next(upto, None)
        for place, op in enumerate([*self.ops, None]):
            while cut is not None and cut == place:
                ahead = (later.version for later in self.ops[place:] if isinstance(later, Acknowledged))
                yield disk.left(chance), answered, next(ahead, answered)
                cut = next(upto, None)
            if isinstance(op, Acknowledged):
                answered = op.version
            elif op is not None:
                disk.take(op)


class _Model:
    def __init__(self) -> None:
        self._sure: dict[str, bytearray] = {}
        self._unsure: dict[str, list[Written | Cut]] = {}

    def take(self, op: Written | Cut | Synced) -> None:
        match op:
            case Synced(file):
                for write in self._unsure.pop(file, ()):
                    _apply(self._sure, write)
            case Cut(file, None):
                self._unsure.pop(file, None)
                self._sure.pop(file, None)
            case Written() | Cut():
                self._unsure.setdefault(op.file, []).append(op)

    def left(self, chance: Random) -> dict[str, bytes]:
        files = {name: bytearray(data) for name, data in self._sure.items()}
        for op in (op for ops in self._unsure.values() for op in ops):
            fate = chance.random()
            if fate < 0.5:
                _apply(files, op)
            elif fate < 0.75 and isinstance(op, Written):
                for start in range(0, len(op.data), SECTOR):
                    if chance.random() < 0.5:
                        _apply(files, Written(op.file, op.at + start, op.data[start : start + SECTOR]))
        return {name: bytes(data) for name, data in files.items()}


def _apply(files: dict[str, bytearray], op: Written | Cut) -> None:
    data = files.setdefault(op.file, bytearray())
    match op:
        case Written(_, at, written):
            if len(data) < at:
                data.extend(bytes(at - len(data)))
            data[at : at + len(written)] = written
        case Cut(_, size):
            assert size is not None
            del data[size:]


class _Layer(apsw.VFS):
    """SQLite's files, with a record of what it does to them."""

    def __init__(self, ops: list[Op]) -> None:
        self.name = f"recording-{id(self)}"
        self._ops = ops
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802
        return _File(name, flags, self._ops)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self._ops.append(Cut(Path(filename).name, None))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, name: Any, flags: list[int], ops: list[Op]) -> None:
        self._name = Path(name.filename() if hasattr(name, "filename") else name).name if name else None
        self._ops = ops
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._name:
            self._ops.append(Written(self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        if self._name:
            self._ops.append(Cut(self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        if self._name:
            self._ops.append(Synced(self._name))
        super().xSync(flags)


class _Connection:
    """As much of sqlite3.Connection as the journal uses, over apsw."""

    def __init__(self, path: Path, layer: str) -> None:
        self._db = apsw.Connection(str(path), vfs=layer)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> _Cursor:
        statement = statement.replace("synchronous=FULL", f"synchronous={SYNCHRONOUS}")
        # Folded in the middle of presses, where a cut may come at any write of it.
        statement = statement.replace("wal_autocheckpoint=0", f"wal_autocheckpoint={CHECKPOINT}")
        return _Cursor(self._db.execute(statement, values), self._db.last_insert_rowid())

    def executescript(self, statements: str) -> None:
        self._db.execute(statements)

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def close(self) -> None:
        self._db.close()


class _Cursor:
    def __init__(self, cursor: Any, lastrowid: int) -> None:
        self._cursor = cursor
        self.lastrowid = lastrowid

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> Any:
        return self._cursor.fetchall()
