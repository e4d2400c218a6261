"""Every game that the table can play. A new game adds its line here."""

from __future__ import annotations

from typing import Any

from companion.game import Game
from companion.games.cant_stop import CANT_STOP
from companion.games.express import EXPRESS

GAMES: dict[str, Game[Any]] = {game.name: game for game in (CANT_STOP, EXPRESS)}
"""By name, in the order in which set-up offers them."""
