"""The menu behind ROLL + STOP."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.inputs import (
    PositionTyped,
)
from companion.journal import Journal
from companion.ports import Refused
from companion.settings import SettingsFile
from companion.start import new_game, start_game
from companion.table import Table
from tests.companion.at_box import Player, choose


def test_the_board_is_put_right_from_the_menu_and_that_is_undone_like_anything(at_table: Player) -> None:
    before = at_table.snapshot.position
    at_table.press("menu")
    corrected = choose(at_table, "Correct the board", "Bo", "column 7", "space 5")
    assert corrected.position["tokens"] == [{}, {"7": 5}]

    assert at_table.press("stop+").position == before


def test_a_board_that_stands_so_already_is_not_put_right(at_table: Player) -> None:
    now = at_table.snapshot
    for position in (now.position, {}):
        with pytest.raises(Refused):
            at_table.table.handle(PositionTyped(position, now.version))

    assert at_table.snapshot.version == now.version


def test_the_odds_are_said_once_asked_for(at_table: Player) -> None:
    assert at_table.throw(1, 2, 3, 5).screen.entries == ("3 + 8", "4 + 7", "5 + 6")
    at_table.press("menu")
    shown = choose(at_table, "Odds: off")
    # From success_probabilities: any three of eleven open columns; two of these are fixed after the split.
    assert [entry.rsplit(" ", 1)[0] for entry in shown.screen.entries] == ["3 + 8", "4 + 7", "5 + 6"]
    assert shown.choice is not None
    assert [entry.rsplit(" ", 1)[1] for entry in shown.screen.entries] == list(shown.choice.odds)
    at_table.press("menu")
    assert choose(at_table, "Odds: on").screen.entries == ("3 + 8", "4 + 7", "5 + 6")


def test_settings_outlive_a_restart(at_table: Player, tmp_path: Path) -> None:
    at_table.press("menu")
    choose(at_table, "This box", "Brightness", "low")

    assert SettingsFile(tmp_path / "settings.json").now.brightness == 0


def test_a_new_pin_is_asked_for_once_more_and_then_drawn(at_table: Player) -> None:
    at_table.press("menu")
    choose(at_table, "This box", "New PIN", "Yes, new PIN")
    at_table.press("menu")

    assert choose(at_table, "This box", "Address and PIN").screen.address
    assert not at_table.press("roll").screen.address


def test_switching_off_is_asked_for_once_more(journal: Journal) -> None:
    asked: list[str] = []
    game = GAMES["cant-stop"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    player = Player(Table(GAMES, journal, number, switch_off=lambda: asked.append("off")))
    player.press("menu")
    choose(player, "This box", "Switch off")
    assert asked == []

    choose(player, "Yes, switch off")
    assert asked == ["off"]
