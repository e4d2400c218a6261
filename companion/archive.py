"""The games on record, for those who look back: results, every move in words, positions, statistics.

The law of this file: it only reads, over a connection of its own: any thread may ask while the table writes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.colours import seat_colours
from companion.game import Game
from companion.history import History, story
from companion.journal import Journal
from companion.language import say
from companion.records import BadRecord, export_lines, journal_rows, replayed, summary
from companion.statistics import GameInNumbers, in_numbers, report

MOST_LISTED: Final = 100
"""Games in a list: the latest."""


class Archive:
    """Games of one journal."""

    def __init__(self, games: Mapping[str, Game[Any]], path: Path) -> None:
        self._games = games
        self._path = path
        self._lock = threading.Lock()
        self._known: dict[tuple[int, int], tuple[dict[str, Any], GameInNumbers | None]] = {}
        """By number and length of a game: its summary, and its numbers where it can be read."""

    def games(self) -> list[dict[str, Any]]:
        """The games on record, the latest first, as `companion games --json` has them, with the title of each."""
        return [{**summed, "title": self._title(summed["game"])} for summed, _ in self._all()]

    def statistics(self) -> dict[str, Any]:
        """Over all of them, without those that came from elsewhere or are kept apart."""
        own = [numbers for summed, numbers in self._all() if numbers and not (summed["imported"] or summed["apart"])]
        return report(own[::-1])

    def game(self, number: int) -> dict[str, Any]:
        """A game in words, press by press. Raises BadRecord: there is none, or it cannot be read."""
        history = self._history(number)
        players = history.started.players
        return {
            "number": number,
            "game": history.game.name,
            "title": history.game.title,
            "players": list(players),
            "companion": [strength or None for strength in history.started.strengths],
            "colours": list(history.game.colours or seat_colours(history.started.colours, len(players))),
            "over": history.game.outcome(history.state) is not None,
            "moves": story(history),
        }

    def position(self, number: int, moments: int) -> dict[str, Any]:
        """How the table looked after so many moments, with nothing that lies face down. Raises BadRecord."""
        history = self._history(number)
        if not 1 <= moments <= len(history.moments):
            last = len(history.moments)
            raise BadRecord(
                say(
                    "game {number} has moments from 1 to {last}, not {moments}",
                    number=number,
                    last=last,
                    moments=moments,
                )
            )
        return (history.game.shown or history.game.position)(history.moments[moments - 1].state)

    def export(self, number: int) -> str:
        """A game as JSON lines. Raises BadRecord."""
        with self._journal() as journal:
            return "".join(f"{line}\n" for line in export_lines(self._games, journal, number))

    def _title(self, name: str | None) -> str:
        # A game that this version does not know stays on record, and so does one whose start cannot be read.
        known = self._games.get(name or "")
        return known.title if known else (name or "").replace("-", " ")

    def _history(self, number: int) -> History[Any]:
        with self._journal() as journal:
            return replayed(self._games, journal_rows(journal, number), say("game {number}", number=number))

    def _all(self) -> list[tuple[dict[str, Any], GameInNumbers | None]]:
        # One at a time: the first look replays every game, and each phone would do it again.
        with self._lock, self._journal() as journal:
            found = []
            for game in list(reversed(journal.games()))[:MOST_LISTED]:
                key = (game.id, journal.count(game.id))
                if key not in self._known:
                    summed = summary(self._games, journal, game)
                    readable = summed["state"] != "unreadable"
                    rows = journal_rows(journal, game.id) if readable else []
                    numbers = in_numbers(replayed(self._games, rows, "")) if readable else None
                    self._known = {known: kept for known, kept in self._known.items() if known[0] != game.id}
                    self._known[key] = summed, numbers
                found.append(self._known[key])
            return found

    @contextmanager
    def _journal(self) -> Iterator[Journal]:
        journal = Journal(self._path)
        try:
            yield journal
        finally:
            journal.close()
