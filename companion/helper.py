"""What may be asked of a game besides playing it: hints, what is to say of a set-up, how it would look.

Some of it takes seconds, so it is computed off the table's thread: for a phone on that of its call, for the box on one
of its own. One thing at a time, since the table has to answer meanwhile.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.events import Json
from companion.game import BadSetUp, Finding, Game, Seat
from companion.inputs import HintsFound, Input
from companion.snapshot import Snapshot

logger = logging.getLogger(__name__)


class Helper:
    """Knows the games. Any thread may ask."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games
        self._busy = threading.Lock()
        self._latest: tuple[tuple[str, Json], tuple[str, ...]] | None = None

    def hints(self, snapshot: Snapshot) -> tuple[str, ...]:
        """What the game's helper says of what everybody sees; empty: nothing."""
        game = self._games.get(snapshot.game)
        if game is None:
            return ()
        asked = (snapshot.game, snapshot.position)
        with self._busy:
            # A second phone that asks the same is answered at once.
            if self._latest is None or self._latest[0] != asked:
                self._latest = asked, game.hints(game.from_position(snapshot.position))
            return self._latest[1]

    def findings(self, name: str, options: Json) -> tuple[Finding, ...]:
        """What to say of these options before anybody plays with them. Raises BadSetUp."""
        game = self._game(name)
        with self._busy:
            found = game.findings(options)
        if any(one.refused for one in found):
            return found
        try:
            self._start(game, options)
        except BadSetUp as error:
            return (Finding("", True, str(error)),)
        return found

    def opening(self, name: str, options: Json) -> dict[str, object]:
        """The position in which a game with these options begins. Raises BadSetUp."""
        game = self._game(name)
        return game.position(self._start(game, options))

    def _game(self, name: str) -> Game[Any]:
        if name not in self._games:
            raise BadSetUp(f"there is no game {name!r}; there are {', '.join(self._games)}")
        return self._games[name]

    def _start(self, game: Game[Any], options: Json) -> Any:
        return game.start([f"Player {seat + 1}" for seat in range(game.seats.start)], options, Seat(0))


def _on_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="helper", daemon=True).start()


class HelperOfTheBox:
    """Answers the box's menu; fits ports.Output."""

    def __init__(
        self,
        helper: Helper,
        post: Callable[[Input], object],
        run: Callable[[Callable[[], None]], None] = _on_a_thread,
    ) -> None:
        self._helper = helper
        self._post = post
        self._run = run
        self._answered = 0

    def show(self, snapshot: Snapshot) -> None:
        asked = snapshot.hints_asked
        if not asked or asked == self._answered:
            return
        self._answered = asked
        self._run(lambda: self._answer(snapshot))

    def _answer(self, snapshot: Snapshot) -> None:
        sentences: tuple[str, ...] = ("The helper failed: ask again.",)
        try:
            sentences = self._helper.hints(snapshot) or ("There is nothing to say.",)
        except Exception:  # a fault of ours must not leave the box thinking for ever
            logger.exception("no hints for version %s", snapshot.version)
        self._post(HintsFound(snapshot.version, sentences))
