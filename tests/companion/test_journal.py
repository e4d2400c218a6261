"""The journal keeps what it has acknowledged, and says plainly what it cannot do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.events import DiceRolled, Undone
from companion.folding import folding
from companion.games import GAMES
from companion.inputs import DiceTyped
from companion.journal import Journal
from companion.journal_file import BadJournalError, JournalError
from companion.ports import NotRecorded
from companion.start import new_game
from companion.table import Table


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "j.sqlite")
    opened.start(new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0))
    yield opened
    opened.close()


def correct_for_ever(table: Table) -> None:
    while True:
        table.handle(DiceTyped((1, 2, 3, 4), table.snapshot().version))


def test_rows_come_back_in_order_with_growing_numbers(journal: Journal, tmp_path: Path) -> None:
    journal.append(1, [DiceRolled((1, 2, 3, 4)), Undone()])
    again = Journal(tmp_path / "j.sqlite")
    rows = again.rows(1)
    again.close()

    assert [row.event["event"] for row in rows] == ["GameStarted", "DiceRolled", "Undone"]
    assert [row.id for row in rows] == [1, 2, 3]


def test_each_commit_is_synced(journal: Journal) -> None:
    db = journal._db

    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"


def test_no_press_folds_the_log_and_beside_the_table_it_is_folded(tmp_path: Path, journal: Journal) -> None:
    file = tmp_path / "j.sqlite"
    before = file.stat().st_size
    for _ in range(600):
        journal.append(1, [DiceRolled((1, 2, 3, 4))])
    assert file.stat().st_size == before, "all of it is in the log: each press has synced that, and nothing else"

    now_and_again = folding(file, every_s=0.01)
    while file.stat().st_size == before:
        journal.append(1, [DiceRolled((1, 2, 3, 4))])
    now_and_again.close()

    again = Journal(file)
    assert len(again.rows(1)) == len(journal.rows(1)) > 600
    again.close()


def test_a_journal_of_a_newer_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.close()
    before = path.read_bytes()

    with pytest.raises(BadJournalError, match="newer companion"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_bytes(b"no database at all " * 100)

    with pytest.raises(BadJournalError, match="damaged"):
        Journal(path)


def test_a_full_disk_refuses_the_event_and_goes_on_when_there_is_room(journal: Journal) -> None:
    table = Table(GAMES, journal, 1)
    before = table.snapshot()
    journal._db.execute("PRAGMA max_page_count=1")
    with pytest.raises(NotRecorded, match="full"):
        correct_for_ever(table)
    held = table.snapshot()
    assert held.version == journal.rows(1)[-1].id

    journal._db.execute("PRAGMA max_page_count=100000")
    after = table.handle(DiceTyped((2, 2, 3, 4), held.version))
    assert after.version > held.version >= before.version


def test_a_locked_journal_refuses_the_event(journal: Journal, tmp_path: Path) -> None:
    table = Table(GAMES, journal, 1)
    other = sqlite3.connect(tmp_path / "j.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(NotRecorded, match="another program"):
        table.handle(DiceTyped((1, 2, 3, 4), table.snapshot().version))
    other.execute("ROLLBACK")
    other.close()
    assert table.handle(DiceTyped((1, 2, 3, 4), table.snapshot().version)).position["pips"] == [1, 2, 3, 4]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "file" / "j.sqlite")
