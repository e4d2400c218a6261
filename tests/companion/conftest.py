"""A table of Can't Stop for the box's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.access import access
from companion.games import GAMES
from companion.journal import Journal
from companion.settings import SettingsFile
from companion.start import new_game, start_game
from companion.table import Table
from tests.companion.at_box import Player


@pytest.fixture
def at_table(journal: Journal, tmp_path: Path) -> Player:
    game = GAMES["cant-stop"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    settings = SettingsFile(tmp_path / "settings.json")
    return Player(Table(GAMES, journal, number, settings, access(tmp_path, "1234")))
