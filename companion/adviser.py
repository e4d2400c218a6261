"""Advice, off the table's thread: one thread thinks, the newest question wins, and phones and the box ask the same.

What is thought of a position that is gone is not shown: whoever asked compares the version when the answer comes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass

from companion.events import Json
from companion.game import IllegalEvent
from companion.inputs import AdviceFound, Input
from companion.levels import Level, no_advice, seat_in_turn
from companion.snapshot import Snapshot

logger = logging.getLogger(__name__)

Advisor = Callable[[Json], Json]
"""A game's: a position to what FORMATS section 2 says of it. Raises ValueError: there is nothing to decide."""


@dataclass(frozen=True)
class _Question:
    game: str
    position: Json
    answer: Future[Json]

    def same(self, game: str, position: Json) -> bool:
        return (self.game, self.position) == (game, position)


class Adviser:
    """Any thread may ask. The thread that thinks begins with the first question."""

    def __init__(self, advisors: Mapping[str, Advisor] | None = None) -> None:
        self._advisors = dict(advisors or {})
        self._changed = threading.Condition()
        self._latest: _Question | None = None
        """Waiting, under way or answered."""
        self._waiting = False
        self._thinking = False

    @property
    def games(self) -> Collection[str]:
        """The games on which there is advice."""
        return self._advisors.keys()

    def ask(self, snapshot: Snapshot) -> Future[Json]:
        """The advice on what everybody sees.

        The future is cancelled where a newer question came before this one was thought about, and raises ValueError
        where there is nothing to decide.
        """
        with self._changed:
            latest = self._latest
            if latest and latest.same(snapshot.game, snapshot.position) and not latest.answer.cancelled():
                return latest.answer
            if latest and self._waiting:
                latest.answer.cancel()
            self._latest = _Question(snapshot.game, snapshot.position, Future())
            self._waiting = True
            if not self._thinking:
                self._thinking = True
                threading.Thread(target=self._think, name="adviser", daemon=True).start()
            self._changed.notify()
            return self._latest.answer

    def _think(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                question, self._waiting = self._latest, False
            assert question
            if not question.answer.set_running_or_notify_cancel():
                continue
            try:
                question.answer.set_result(self._advisors[question.game](question.position))
            except Exception as error:  # whoever asked is told; the next question is to be answered all the same
                question.answer.set_exception(error)


def asked_by(device: str, snapshot: Snapshot) -> int:
    """The seat on which a phone asks for advice.

    Raises:
        IllegalEvent: there is none to give, or not to this phone.
    """
    seat = seat_in_turn(snapshot.prompts)
    if Level.ADVICE not in snapshot.levels_offered or snapshot.winners is not None or seat is None:
        raise IllegalEvent("There is no advice to give now.")
    name = snapshot.position["players"][seat]
    if snapshot.levels[seat] is not Level.ADVICE:
        raise IllegalEvent(no_advice(name))
    if snapshot.claims[seat] not in ("", device):
        raise IllegalEvent(f"{name} plays on another phone: ask there or on the box.")
    return seat


class AdviserOfTheBox:
    """Answers the box's menu; fits ports.Output."""

    def __init__(self, adviser: Adviser, post: Callable[[Input], object]) -> None:
        self._adviser = adviser
        self._post = post
        self._answered = 0

    def show(self, snapshot: Snapshot) -> None:
        asked = snapshot.advice_asked
        if not asked or asked == self._answered:
            return
        self._answered = asked
        self._adviser.ask(snapshot).add_done_callback(lambda answer: self._tell(snapshot.version, answer))

    def _tell(self, version: int, answer: Future[Json]) -> None:
        found: Json | None = None
        try:
            found = answer.result()
        except CancelledError:
            pass  # a phone asked about a newer table: this one is gone
        except Exception:  # a fault of ours must not leave the box thinking for ever
            logger.exception("no advice for version %s", version)
        self._post(AdviceFound(version, found))
