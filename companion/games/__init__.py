"""Every game that the table can play. A new game adds its line here."""

from __future__ import annotations

from typing import Any

from companion.game import Game
from companion.games.cant_stop import CANT_STOP
from companion.games.express import EXPRESS
from companion.games.highway import HIGHWAY
from companion.games.rush_hour_shift import RUSH_HOUR_SHIFT

GAMES: dict[str, Game[Any]] = {game.name: game for game in (CANT_STOP, HIGHWAY, EXPRESS, RUSH_HOUR_SHIFT)}
"""By name, in the order in which set-up offers them."""
