"""A day's solitaire: whoever plays it on a date begins from the same position, alone, with dice of their own.

The law of this file: the position follows from the game and the date by SHA-256 alone, so that it is the same on every
box and with every Python. The first try of a name on a day counts; later ones are practice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from companion.colours import seat_colours
from companion.events import BadEvent, GameStarted, decode
from companion.game import BadSetUp, Game
from companion.journal import Journal
from companion.language import say
from companion.names import name_fault

DAILY: Final = "daily"
"""The key of `GameStarted.apart` under which it says of which day it is."""

MOST_LOOKED_AT: Final = 500
"""Games on record, the latest."""


def today() -> str:
    """By the box's clock and in its zone, as ISO 8601."""
    return date.today().isoformat()


def offered(games: Mapping[str, Game[Any]]) -> tuple[Game[Any], ...]:
    """The games that have one."""
    return tuple(game for game in games.values() if game.solitaire is not None)


def drawing(game: str, day: str) -> Callable[[int], int]:
    """What draws a whole number below its argument; anew, the same numbers in the same order."""
    drawn = 0

    def draw(below: int) -> int:
        nonlocal drawn
        drawn += 1
        seed = f"companion {game} {day} {drawn}"  # in no language
        return int.from_bytes(hashlib.sha256(seed.encode()).digest()) % below

    return draw


def day_start(games: Mapping[str, Game[Any]], name: str, player: str, day: str) -> GameStarted:
    """The first event of a day's solitaire.

    Raises:
        BadSetUp: the game has none, or nobody can be called so.
    """
    game = games.get(name)
    if game is None or game.solitaire is None:
        known = ", ".join(one.name for one in offered(games))
        raise BadSetUp(say("there is no solitaire of {game}; there is one of {games}", game=repr(name), games=known))
    if fault := name_fault(player):
        raise BadSetUp(fault)
    position = game.position(game.from_position(game.solitaire(player, drawing(name, day))))
    options = position["options"]
    assert isinstance(options, dict)
    return GameStarted(name, (player,), options, 0, position, seat_colours((), 1), apart={DAILY: day})


def tries(journal: Journal) -> dict[tuple[str, str, str], int]:
    """The first try of each (day, game, name): its number on record, the oldest first. Ann and ann are one."""
    first: dict[tuple[str, str, str], int] = {}
    known: set[tuple[str, str, str]] = set()
    for game in journal.games()[-MOST_LOOKED_AT:]:
        try:
            started = decode(journal.first_row(game.id).event, (GameStarted,))
        except BadEvent:
            continue
        assert isinstance(started, GameStarted)
        day = started.apart.get(DAILY)
        if isinstance(day, str) and len(started.players) == 1:
            (player,) = started.players
            if (who := (day, started.game, player.casefold())) not in known:
                known.add(who)
                first[day, started.game, player] = game.id
    return first
