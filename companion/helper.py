"""What may be asked of a game besides playing it: hints, what is to say of a set-up, how it would look.

Some of it takes seconds, so it is searched off the table's thread, each question on one of its own. What was found is
said as it comes, and the rest is given up as soon as nobody can want it any more.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.events import Json
from companion.game import BadSetUp, Game, GoesOn, Seat
from companion.inputs import HintsFound, Input
from companion.language import say
from companion.options import Finding
from companion.search import OnceForEachAsking, Run, Search, on_a_thread
from companion.snapshot import Snapshot

logger = logging.getLogger(__name__)

MOST_SEARCHES: Final = 4
"""At a time: one for the table, and drafts of three phones. The oldest makes room."""

_TABLE: Final = ""
"""Who asks for hints: whoever it is, it is the same question."""


class Helper:
    """Knows the games. Any thread may ask."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        run: Run = on_a_thread,
        search: Callable[[], Search[Any]] = Search,
    ) -> None:
        self._games = games
        self._new_search = search
        self._run = run
        self._lock = threading.Lock()
        self._searches: dict[str, tuple[object, Search[Any]]] = {}
        """By who asked: the question, and what is found of it."""

    def hints(self, snapshot: Snapshot) -> Search[str]:
        """What the game's helper says of what everybody sees; a second phone that asks the same shares the search."""
        game = self._games.get(snapshot.game)

        def found(goes_on: GoesOn) -> Iterator[str]:
            return game.hints(game.from_position(snapshot.position), goes_on) if game else iter(())

        return self._search(_TABLE, _of(snapshot), found)

    def moved_on(self, snapshot: Snapshot) -> None:
        """The table looks like this now: hints of what it was before are given up."""
        with self._lock:
            if _TABLE in self._searches and self._searches[_TABLE][0] != _of(snapshot):
                self._searches.pop(_TABLE)[1].give_up()

    def findings(self, name: str, options: Json, asker: str = "box") -> Search[Finding]:
        """What to say of these options before anybody plays with them. Who asks anew drops what was asked before.

        Raises:
            BadSetUp: there is no such game.
        """
        game = self._game(name)
        topic = f"set-up of {asker}"  # in no language
        return self._search(topic, (name, options), lambda goes_on: self._judged(game, options, goes_on))

    def opening(self, name: str, options: Json) -> dict[str, object]:
        """The position in which a game with these options begins. Raises BadSetUp."""
        game = self._game(name)
        return game.position(self._start(game, options))

    def _search(self, asker: str, about: object, found: Callable[[GoesOn], Iterator[Any]]) -> Search[Any]:
        with self._lock:
            before, same = self._searches.pop(asker, (None, None))
            if same is not None and before == about and not (same.failed or same.ran_out):
                self._searches[asker] = about, same
                return same
            dropped = [same] if same else []
            while len(self._searches) >= MOST_SEARCHES:
                dropped.append(self._searches.pop(next(iter(self._searches)))[1])
            search = self._new_search()
            self._searches[asker] = about, search
        for one in dropped:
            one.give_up()
        self._run(lambda: search.run(found))
        return search

    def _judged(self, game: Game[Any], options: Json, goes_on: GoesOn) -> Iterator[Finding]:
        found = game.findings(options, goes_on)
        try:
            self._start(game, options)
        except BadSetUp as error:
            # Where the game refuses it at the piece concerned, that says it better.
            first = next(found, None)
            if first is None or not first.refused:
                yield Finding("", True, str(error))
                return
            yield first
        yield from found

    def _game(self, name: str) -> Game[Any]:
        if name not in self._games:
            raise BadSetUp(
                say("there is no game {game}; there are {games}", game=repr(name), games=", ".join(self._games))
            )
        return self._games[name]

    def _start(self, game: Game[Any], options: Json) -> Any:
        return game.start(
            [say("Player {number}", number=seat + 1) for seat in range(game.seats.start)], options, Seat(0)
        )


def _of(snapshot: Snapshot) -> object:
    return snapshot.game, snapshot.position


class HelperOfTheBox:
    """Answers the box's menu, and tells the helper when the table moves on; fits ports.Output."""

    def __init__(self, helper: Helper, post: Callable[[Input], object], run: Run = on_a_thread) -> None:
        self._helper = helper
        self._post = post
        self._once = OnceForEachAsking(run)

    def show(self, snapshot: Snapshot) -> None:
        self._helper.moved_on(snapshot)
        self._once.take(snapshot.hints_asked, lambda: self._answer(snapshot))

    def _answer(self, snapshot: Snapshot) -> None:
        try:
            for found in self._helper.hints(snapshot).progress():
                nothing = () if found.searching else (say("There is nothing to say."),)
                self._post(HintsFound(snapshot.version, found.all or nothing, found.searching))
        except Exception:  # a fault of ours must not leave the box thinking for ever
            logger.exception("no hints for version %s", snapshot.version)
            self._post(HintsFound(snapshot.version, (say("The helper failed: ask again."),)))
