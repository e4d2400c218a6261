"""Games that are kept apart from those of the evening: what might have been, and a day's solitaire.

The law of this file: such a game is a record of its own, which begins with a position and says in its first row what
it is. The game that it was made from, and the one that lay on the table meanwhile, are not touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.events import GameStarted
from companion.game import Game, IllegalEvent
from companion.history import History
from companion.journal import Journal
from companion.language import say
from companion.records import BadRecord, journal_rows, replayed

WHAT_IF: Final = "what_if"
"""The key of `GameStarted.apart` under which it says where it branched off."""


def what_if(games: Mapping[str, Game[Any]], journal: Journal, number: int, moments: int, back_to: int) -> GameStarted:
    """The first event of a copy of game `number` that goes on after so many moments.

    `back_to`: the game that is set aside for it, and to which people come back; 0: there is none.

    Raises:
        IllegalEvent: there is no such game or moment, it is over there, or it would give away what lies face down.
    """
    try:
        history = replayed(games, journal_rows(journal, number), say("game {number}", number=number))
    except BadRecord as error:
        raise IllegalEvent(f"{error}.") from error
    last = len(history.moments)
    if not 1 <= moments <= last:
        raise IllegalEvent(
            say("Game {number} has moments from 1 to {last}, not {moments}.", number=number, last=last, moments=moments)
        )
    game, state = history.game, history.moments[moments - 1].state
    if game.outcome(state) is not None:
        raise IllegalEvent(say("The game is over there: choose a move before the last one."))
    hides = game.masked is not None or (game.shown is not None and game.shown(state) != game.position(state))
    if hides and game.outcome(history.state) is None:
        raise IllegalEvent(say("It would give away what lies face down: wait until that game is over."))
    started = history.started
    branched = {"game": number, "moments": moments, "back_to": back_to}
    return replace(started, position=game.position(state), apart={WHAT_IF: branched})


def set_aside(history: History[Any], number: int) -> int:
    """The game to come back to from a copy that begins now, where `number` lies on the table; 0: none."""
    if (back_to := way_back(history.started)) is not None:
        return back_to
    return number if history.game.outcome(history.state) is None else 0


def way_back(started: GameStarted) -> int | None:
    """The game to which people come back from this one, 0 where there is none; None: it is no copy."""
    branched = started.apart.get(WHAT_IF)
    return int(branched["back_to"]) if isinstance(branched, Mapping) else None
