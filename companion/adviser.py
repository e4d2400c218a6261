"""Advice, off the table's thread: one thread thinks, the newest question wins, and phones and the box ask the same.

What is thought of a position that is gone is not shown: whoever asked compares the version when the answer comes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from companion.events import Event, Json
from companion.game import GoesOn, IllegalEvent
from companion.inputs import AdviceFound, Input
from companion.language import say
from companion.lasting import lasting
from companion.levels import Level, no_advice, seat_advised, seats_awaited
from companion.prompts import Choose
from companion.search import LONGEST_S, OnceForEachAsking, Run, Search, SearchFailedError, on_a_thread
from companion.snapshot import Snapshot

logger = logging.getLogger(__name__)

Advisor = Callable[[Json, int | None, Sequence[Event]], Json]
"""A game's: a position, a seat that it waits for (None: the first) and what is open to it (empty: what the position
allows), to what FORMATS section 2 says of it. Raises ValueError: there is nothing to decide."""


_Question = tuple[str, Json, int | None, tuple[Event, ...]]
"""The game, the position, and the seat with what is open to it."""


class Adviser:
    """Any thread may ask. The thread that thinks begins with the first question."""

    def __init__(self, advisors: Mapping[str, Advisor] | None = None) -> None:
        self._advisors = dict(advisors or {})
        self._changed = threading.Condition()
        self._latest: tuple[_Question, Search[Json]] | None = None
        """The newest question: waiting, under way or answered."""
        self._waiting = False
        self._thinking = False

    def ask(self, snapshot: Snapshot, seat: int | None = None) -> Search[Json]:
        """The advice for a seat on what everybody sees: one finding. It is given up where a newer question came before
        it was thought about; whoever asks the same shares it."""
        about = snapshot.game, snapshot.position, seat, _open_to(snapshot, seat)
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
            self.ask(snapshot, seat_advised(snapshot.prompts, snapshot.levels, snapshot.claims))

    def _think(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                assert self._latest
                (about, search), self._waiting = self._latest, False
            search.run(partial(self._found, *about))

    def _found(
        self, game: str, position: Json, seat: int | None, open_to: Sequence[Event], _: GoesOn
    ) -> Iterator[Json]:
        yield self._advisors[game](position, seat, open_to)


def _open_to(snapshot: Snapshot, seat: int | None) -> tuple[Event, ...]:
    """What a seat may choose: what others have chosen in secret may bar what the position on the screens allows."""
    asked = (one.prompt for one in snapshot.prompts if isinstance(one.prompt, Choose) and not one.prompt.optional)
    return tuple(event for prompt in asked if seat is not None and prompt.seat == seat for event in prompt.options)


def asked_by(device: str, snapshot: Snapshot) -> int:
    """The seat on which a phone asks for advice.

    Raises:
        IllegalEvent: there is none to give, or not to this phone.
    """
    awaited = seats_awaited(snapshot.prompts)
    if Level.ADVICE not in snapshot.levels_offered or snapshot.winners is not None or not awaited:
        raise IllegalEvent(say("There is no advice to give now."))
    seat = seat_advised(snapshot.prompts, snapshot.levels, snapshot.claims, device)
    if seat is not None:
        return seat
    if len(awaited) > 1:
        none = say("Nobody who is to choose here plays with advice: allow it first under Odds and advice.")
        raise IllegalEvent(none)
    name = snapshot.position["players"][awaited[0]]
    if snapshot.levels[awaited[0]] is not Level.ADVICE:
        raise IllegalEvent(no_advice(name))
    raise IllegalEvent(say("{name} plays on another phone: ask there or on the box.", name=name))


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
            seat = seat_advised(snapshot.prompts, snapshot.levels, snapshot.claims)
            found = self._adviser.ask(snapshot, seat).more_than(0, LONGEST_S).all
        except SearchFailedError:
            logger.exception("no advice for version %s", snapshot.version)
        self._post(AdviceFound(snapshot.version, found[0] if found else None))
