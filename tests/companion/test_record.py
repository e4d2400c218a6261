"""Whatever has happened to the record, a table opens, nothing is deleted, and people are told."""

from __future__ import annotations

import sqlite3
import stat
from datetime import datetime
from pathlib import Path

import pytest

from companion.events import DiceRolled
from companion.exports import write_exports
from companion.games import GAMES
from companion.history import replay
from companion.journal import LOBBY, Journal
from companion.journal_file import BadJournalError, JournalError
from companion.lobby import lobby_game
from companion.record import JOURNAL, Record, open_record
from companion.start import lobby_start, new_game
from companion.waiting import WaitingJournal


def a_game_in(folder: Path) -> None:
    journal = Journal(folder / JOURNAL)
    number, _ = journal.start(new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0))
    journal.append(number, [DiceRolled((1, 2, 3, 4))])
    journal.close()


def opened(folder: Path) -> Record:
    return open_record(GAMES, folder, lambda: None, now=lambda: datetime(2026, 11, 30, 20, 15))


def damage(path: Path) -> bytes:
    """Noise over the middle of the file, as a worn card makes it."""
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(value ^ 0x5A for value in data[4096:])
    path.write_bytes(data)
    return bytes(data)


def test_a_sound_record_is_opened_without_a_word(tmp_path: Path) -> None:
    a_game_in(tmp_path)
    record = opened(tmp_path)

    assert record.problem == ""
    assert len(record.journal.rows(1)) == 2
    record.journal.close()


def test_the_record_and_its_exports_are_for_their_own_user_alone(tmp_path: Path) -> None:
    a_game_in(tmp_path)
    record = opened(tmp_path)
    write_exports(tmp_path / JOURNAL, tmp_path / "exports")
    modes = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.rglob("*") if file.is_file()}
    record.journal.close()

    assert modes == {0o600}


def test_a_damaged_record_is_set_aside_whole_and_the_last_export_is_offered(tmp_path: Path) -> None:
    a_game_in(tmp_path)
    write_exports(tmp_path / JOURNAL, tmp_path / "exports")
    damaged = damage(tmp_path / JOURNAL)
    record = opened(tmp_path)

    assert (tmp_path / "damaged-2026-11-30-201500.sqlite").read_bytes() == damaged
    assert "kept as damaged-2026-11-30-201500.sqlite" in record.problem
    assert "1 game is back" in record.problem
    lobby = lobby_game(GAMES)
    started = lobby_start(GAMES, record.journal)
    record.journal.append(LOBBY, (started,))
    rows = ((row.event, row.joined) for row in record.journal.rows(LOBBY))
    assert [one.players for one in replay({lobby.name: lobby}, rows).state.unfinished] == [("Ann", "Bo")]
    assert (tmp_path / "exports-2026-11-30-201500" / "game-1.jsonl").exists(), "kept as well"
    record.journal.close()


def test_a_damaged_record_without_an_export_begins_afresh(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"no database at all " * 1000)
    record = opened(tmp_path)

    assert "no export" in record.problem
    assert record.journal.games() == ()
    record.journal.close()


def test_a_record_of_a_newer_companion_stays_where_it_is(tmp_path: Path) -> None:
    a_game_in(tmp_path)
    with sqlite3.connect(tmp_path / JOURNAL) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    before = (tmp_path / JOURNAL).read_bytes()

    with pytest.raises(BadJournalError, match="newer companion"):
        opened(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [JOURNAL]


def test_an_export_that_a_worn_card_has_damaged_is_written_anew(tmp_path: Path) -> None:
    path, folder = tmp_path / JOURNAL, tmp_path / "exports"
    a_game_in(tmp_path)
    write_exports(path, folder)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(b"\xff" + whole[1:])

    assert write_exports(path, folder) == 1
    assert file.read_bytes() == whole


def test_exports_follow_the_games_and_the_oldest_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, folder = tmp_path / JOURNAL, tmp_path / "exports"
    a_game_in(tmp_path)
    assert write_exports(path, folder) == 1
    assert write_exports(path, folder) == 0, "nothing new"
    a_game_in(tmp_path)
    monkeypatch.setattr("companion.exports.MOST_KEPT", 1)
    assert write_exports(path, folder) == 1

    assert [file.name for file in folder.iterdir()] == ["game-2.jsonl"]


def test_a_step_of_format_brings_an_older_journal_forward_and_keeps_every_row(tmp_path: Path) -> None:
    from companion.journal_file import STEPS

    a_game_in(tmp_path)
    newer = Journal(tmp_path / JOURNAL, steps=(*STEPS, "ALTER TABLE games ADD COLUMN place TEXT;"))
    assert len(newer.rows(1)) == 2
    newer.close()

    with pytest.raises(BadJournalError, match="format 2, this one knows 1"):
        Journal(tmp_path / JOURNAL)


def test_a_step_that_fails_leaves_the_older_format(tmp_path: Path) -> None:
    from companion.journal_file import STEPS

    a_game_in(tmp_path)
    with pytest.raises(JournalError):
        Journal(tmp_path / JOURNAL, steps=(*STEPS, "ALTER TABLE games ADD COLUMN place TEXT; SELECT nonsense;"))

    journal = Journal(tmp_path / JOURNAL)
    assert len(journal.rows(1)) == 2
    journal.close()


class Disk:
    """Whether the folder can be taken."""

    def __init__(self) -> None:
        self.readonly = True

    def regain(self) -> None:
        if self.readonly:
            raise JournalError("the folder cannot be written")


def test_a_waiting_journal_shows_all_refuses_each_press_and_takes_it_once_the_disk_does(tmp_path: Path) -> None:
    a_game_in(tmp_path)
    disk = Disk()
    journal = WaitingJournal(tmp_path / JOURNAL, disk.regain)
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    journal.wait()
    assert len(journal.rows(1)) == 2
    with pytest.raises(JournalError, match="cannot be written"):
        journal.append(1, [DiceRolled((2, 2, 3, 3))])
    assert len(journal.rows(1)) == 2

    disk.readonly = False
    (row,) = journal.append(1, [DiceRolled((2, 2, 3, 3))])
    journal.close()
    again = Journal(tmp_path / JOURNAL)
    assert [one.id for one in again.rows(LOBBY)] == [3]
    assert (row.id, again.rows(1)[-1].id) == (4, 4)
    again.close()


def test_a_waiting_journal_does_not_mix_with_what_another_table_wrote(tmp_path: Path) -> None:
    a_game_in(tmp_path)
    journal = WaitingJournal(tmp_path / JOURNAL, lambda: None)
    journal.wait()
    a_game_in(tmp_path)

    with pytest.raises(JournalError, match="another table"):
        journal.append(1, [DiceRolled((2, 2, 3, 3))])
    journal.close()
