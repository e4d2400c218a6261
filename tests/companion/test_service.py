"""The loop keeps serving when a screen breaks, and answers whoever asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.inputs import DiceTyped, UndoAsked
from companion.journal import Journal
from companion.ports import Refused
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from companion.start import new_game
from companion.table import Table


class Unplugged:
    def show(self, snapshot: Snapshot) -> None:
        raise OSError("no device at 0x3c")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    number, _ = journal.start(new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0))
    yield Table(GAMES, journal, number)
    journal.close()


def test_a_broken_display_does_not_stop_the_game(table: Table) -> None:
    service, newest = Service(table), NewestSnapshot(table.snapshot())
    answer = service.post(DiceTyped((1, 1, 1, 1), 1))
    service.stop()

    service.serve([Unplugged(), newest])

    assert answer.result(0).position["pips"] == [1, 1, 1, 1]
    assert newest.latest()[1] == answer.result(0)


def test_a_refusal_reaches_whoever_asked_with_the_table_as_it_is(table: Table) -> None:
    service = Service(table)
    answer = service.post(UndoAsked(1))
    service.stop()
    service.serve([])

    with pytest.raises(Refused, match="nothing to undo") as refusal:
        answer.result(0)
    assert refusal.value.snapshot.version == 1


def test_waiting_for_news_ends_when_the_time_is_up(table: Table) -> None:
    newest = NewestSnapshot(table.snapshot())
    serial, _ = newest.latest()

    assert newest.wait(serial, 0.0) is None
    newest.show(table.snapshot())
    assert newest.wait(serial, 0.0) is not None
