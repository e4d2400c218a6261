"""A disk that is slow is said once it stays so, and taken back with the first press that is quick."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.inputs import DiceTyped
from companion.journal import Journal
from companion.record_side import RECORD, SLOW_S, RecordSide
from companion.start import new_game, start_game
from companion.table import Table


class OnAnyDisk(Journal):
    """Says that the disk took as long as a test wants it to."""

    wanted_s = 0.0

    def append(self, *arguments: Any, **named: Any) -> Any:
        rows = super().append(*arguments, **named)
        self.took_s = self.wanted_s
        return rows


def test_two_slow_presses_are_said_and_a_quick_one_takes_it_back(tmp_path: Path) -> None:
    journal = OnAnyDisk(tmp_path / "journal.sqlite")
    game = GAMES["cant-stop"]
    table = Table(GAMES, journal, start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal))
    said = []
    for journal.wanted_s in (1.1 * SLOW_S, 1.2 * SLOW_S, 1.1 * SLOW_S, 0.01):
        shown = table.handle(DiceTyped((1, 2, 3, 4), table.snapshot().version))
        said.append(shown.devices[RECORD].problem if RECORD in shown.devices else "")
    journal.close()

    assert [bool(sentence) for sentence in said] == [False, True, True, False]
    assert "1.2 s for the last press" in said[1]


def test_one_slow_press_is_a_card_that_tidies_up() -> None:
    side = RecordSide()

    assert [side.written(took_s, in_lobby=False) for took_s in (1.1, 0.01, 1.2, 0.01)] == [""] * 4


def test_one_press_that_takes_two_seconds_is_told_at_once() -> None:
    side = RecordSide()

    assert "2.0 s for the last press" in side.written(2.0, in_lobby=False)
    assert side.written(0.01, in_lobby=False) == ""


@pytest.mark.usefixtures("german")
def test_german_seconds_have_a_comma() -> None:
    assert "2,0 s für den letzten Tastendruck" in RecordSide().written(2.0, in_lobby=False)


@pytest.mark.parametrize("in_lobby", [True, False])
def test_what_was_found_at_the_start_is_said_until_a_game_is_played(in_lobby: bool) -> None:
    side = RecordSide()
    side.begin("The record was damaged.")

    assert side.written(0.01, in_lobby) == ("The record was damaged." if in_lobby else "")
