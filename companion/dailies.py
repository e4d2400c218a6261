"""The day's solitaires for those who want to play one: the position, the par, and who needed what, this day and before.

The law of this file: it only reads the journal, over a connection of its own: results are the games themselves, so
nothing of them is lost that the journal holds. What the advisor needs on average is the par.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from companion.course import Unit, Weigher
from companion.course_words import worth_words
from companion.daily import day_start, offered, today, tries
from companion.events import BadEvent, GameStarted, decode
from companion.game import Game
from companion.journal import Journal
from companion.language import say
from companion.records import BadRecord, journal_rows, replayed

DAYS_SHOWN: Final = 14
"""Days in the list, the latest with a result."""

MOST_NAMES: Final = 8
"""Names that are offered, and games in which they are looked for."""

NOBODY: Final = "Ann"  # in no language: the position is the same whoever plays


class Dailies:
    """Any thread may ask."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        journal: Path,
        weighers: Mapping[str, Weigher],
        day: Callable[[], str] = today,
    ) -> None:
        self._games = games
        self._path = journal
        self._weighers = weighers
        self._today = day
        self._lock = threading.Lock()
        self._pars: dict[tuple[str, str], float] = {}
        """By day and game."""
        self._results: dict[tuple[int, int], float | None] = {}
        """By number and length of a game on record; None: it goes on, or cannot be read."""

    def today(self) -> dict[str, Any]:
        """All of it, as JSON."""
        with self._lock, closing(Journal(self._path)) as journal:
            day, found = self._today(), self._found(journal)
            days = sorted({one for one, *_ in found if one < day}, reverse=True)[:DAYS_SHOWN]
            games = [self._of(day, game.name, found) for game in self._dealt()]
            before = [self._of(one, game.name, found) for one in days for game in self._dealt()]
            names = _names(journal)
        before = [one for one in before if one["results"]]
        return {"day": day, "games": games, "before": before, "names": names}

    def _dealt(self) -> list[Game[Any]]:
        """The games that have one, and whose par an advisor knows."""
        return [game for game in offered(self._games) if game.name in self._weighers]

    def _of(self, day: str, name: str, found: Mapping[tuple[str, str, str], float]) -> dict[str, Any]:
        unit = self._weighers[name].unit(1)
        started = day_start(self._games, name, NOBODY, day)
        own = [(player, result) for (one, game, player), result in found.items() if (one, game) == (day, name)]
        own.sort(key=lambda one: one[1] if unit is Unit.TURNS else -one[1])
        return {
            "day": day,
            "game": name,
            "title": say(self._games[name].title),
            "position": started.position,
            "par": worth_words(unit, self._par(started, day)),
            "results": [{"name": player, "result": _result(unit, result)} for player, result in own],
        }

    def _par(self, started: GameStarted, day: str) -> float:
        """What the advisor needs on average."""
        key = day, started.game
        if key not in self._pars:
            state = self._games[started.game].from_position(started.position)
            self._pars[key] = self._weigh(started.game, state, started)
        return self._pars[key]

    def _found(self, journal: Journal) -> dict[tuple[str, str, str], float]:
        """The result of each first try that is over, by day, game and name."""
        known = ((key, self._result(journal, key[1], number)) for key, number in tries(journal).items())
        return {key: result for key, result in known if result is not None}

    def _result(self, journal: Journal, name: str, number: int) -> float | None:
        key = number, journal.count(number)
        if key not in self._results:
            self._results[key] = self._played(journal, name, number)
        return self._results[key]

    def _played(self, journal: Journal, name: str, number: int) -> float | None:
        if name not in self._weighers:
            return None
        try:
            history = replayed(self._games, journal_rows(journal, number), "")
        except BadRecord:
            return None
        if history.game.outcome(history.state) is None:
            return None
        return self._weigh(name, history.state, history.started)

    def _weigh(self, name: str, state: Any, started: GameStarted) -> float:
        return next(iter(self._weighers[name].weigh([(state, started)]))).worth[0]


def _names(journal: Journal) -> list[str]:
    """Who played last, the latest first; no seat that the companion played."""
    names: dict[str, str] = {}
    for game in reversed(journal.games()[-MOST_NAMES:]):
        try:
            started = decode(journal.first_row(game.id).event, (GameStarted,))
        except BadEvent:
            continue
        assert isinstance(started, GameStarted)
        for player, strength in zip_longest(started.players, started.strengths, fillvalue=""):
            if not strength:
                names.setdefault(player.casefold(), player)
    return list(names.values())[:MOST_NAMES]


def _result(unit: Unit, result: float) -> str:
    """As it is, without a part of a turn or a point."""
    if unit is Unit.TURNS:
        turns = round(result)
        return say("1 turn") if turns == 1 else say("{number} turns", number=turns)
    return worth_words(unit, result)
