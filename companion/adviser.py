"""Advice, off the table's thread: one thread thinks, the newest question wins, and phones and the box ask the same.

What is thought of a position that is gone is not shown: whoever asked compares the version when the answer comes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from companion.events import Json
from companion.game import GoesOn, IllegalEvent
from companion.inputs import AdviceFound, Input
from companion.language import say
from companion.lasting import lasting
from companion.levels import Level, no_advice, seat_in_turn
from companion.search import LONGEST_S, OnceForEachAsking, Run, Search, SearchFailedError, on_a_thread
from companion.snapshot import Snapshot

logger = logging.getLogger(__name__)

Advisor = Callable[[Json], Json]
"""A game's: a position to what FORMATS section 2 says of it. Raises ValueError: there is nothing to decide."""


class Adviser:
    """Any thread may ask. The thread that thinks begins with the first question."""

    def __init__(self, advisors: Mapping[str, Advisor] | None = None) -> None:
        self._advisors = dict(advisors or {})
        self._changed = threading.Condition()
        self._latest: tuple[tuple[str, Json], Search[Json]] | None = None
        """The newest question: waiting, under way or answered."""
        self._waiting = False
        self._thinking = False

    def ask(self, snapshot: Snapshot) -> Search[Json]:
        """The advice on what everybody sees: one finding. It is given up where a newer question came before it was
        thought about; whoever asks the same shares it."""
        about = snapshot.game, snapshot.position
        with self._changed:
            if self._latest and self._latest[0] == about and not self._latest[1].failed:
                return self._latest[1]
            if self._latest and self._waiting:
                self._latest[1].give_up()
            search: Search[Json] = Search()
            self._latest, self._waiting = (about, search), True
            if not self._thinking:
                self._thinking = True
                lasting(self._think, "adviser")
            self._changed.notify()
            return search

    def warm_up(self, snapshot: Snapshot) -> None:
        """Think once as soon as somebody may ask: the first thought also loads what all others need, which takes longer
        than they do."""
        if not self._thinking and snapshot.game in self._advisors and Level.ADVICE in snapshot.levels:
            self.ask(snapshot)

    def _think(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                assert self._latest
                ((game, position), search), self._waiting = self._latest, False
            search.run(partial(self._found, game, position))

    def _found(self, game: str, position: Json, _: GoesOn) -> Iterator[Json]:
        yield self._advisors[game](position)


def asked_by(device: str, snapshot: Snapshot) -> int:
    """The seat on which a phone asks for advice.

    Raises:
        IllegalEvent: there is none to give, or not to this phone.
    """
    seat = seat_in_turn(snapshot.prompts)
    if Level.ADVICE not in snapshot.levels_offered or snapshot.winners is not None or seat is None:
        raise IllegalEvent(say("There is no advice to give now."))
    name = snapshot.position["players"][seat]
    if snapshot.levels[seat] is not Level.ADVICE:
        raise IllegalEvent(no_advice(name))
    if snapshot.claims[seat] not in ("", device):
        raise IllegalEvent(say("{name} plays on another phone: ask there or on the box.", name=name))
    return seat


class AdviserOfTheBox:
    """Answers the box's menu; fits ports.Output."""

    def __init__(self, adviser: Adviser, post: Callable[[Input], object], run: Run = on_a_thread) -> None:
        self._adviser = adviser
        self._post = post
        self._once = OnceForEachAsking(run)

    def show(self, snapshot: Snapshot) -> None:
        self._adviser.warm_up(snapshot)
        self._once.take(snapshot.advice_asked, lambda: self._answer(snapshot))

    def _answer(self, snapshot: Snapshot) -> None:
        found: tuple[Json, ...] = ()
        try:
            found = self._adviser.ask(snapshot).more_than(0, LONGEST_S).all
        except SearchFailedError:
            logger.exception("no advice for version %s", snapshot.version)
        self._post(AdviceFound(snapshot.version, found[0] if found else None))
