"""The course of each game on record, thought once: off the table's thread, one game after the other, and kept.

The law of this file: it only reads the journal, over a connection of its own. What it keeps can be thought again, so a
file that is missing, old or damaged is thought anew, and one that cannot be written is only a pity.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from companion.course import Course, Step, Weigher, from_json, to_json
from companion.course_words import told
from companion.events import BadEvent, Event
from companion.game import Game, GoesOn
from companion.history import History
from companion.journal import Journal
from companion.journal_file import JournalError
from companion.kept import keep, read_kept
from companion.language import say
from companion.lasting import lasting
from companion.records import Rows, journal_rows, replayed
from companion.search import Search

COURSES_FOLDER: Final = "courses"
"""In the data folder."""

MOST_KEPT: Final = 200
"""Games, the latest: some 30 KB each."""
MOST_WAITING: Final = 4
"""Games that wait to be thought about; the one asked for longest ago makes room."""

PROCESSOR_S: Final = 900.0
"""Of the processor for a game. The longest takes 10 s of a laptop's, and some minutes on the smallest Pi."""
LONGEST_S: Final = 3600.0
"""By the clock, waiting for other games included."""

NICENESS: Final = 5
"""Of the thread that thinks: the table, the camera and the page come first."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Question:
    """A game as it was when it was asked about."""

    number: int
    key: str
    """Of its rows and of the advisor that knows it."""
    weigher: Weigher | None
    """None: there is none for this game."""
    history: History[Any]

    @cached_property
    def moments(self) -> tuple[tuple[Any, Event], ...]:
        return tuple((moment.state, moment.event) for moment in self.history.moments)


class Courses:
    """Any thread may ask. The thread that thinks begins with the first question."""

    def __init__(
        self, games: Mapping[str, Game[Any]], journal: Path, folder: Path, weighers: Mapping[str, Weigher]
    ) -> None:
        self._games = games
        self._path = journal
        self._folder = folder
        self._weighers = weighers
        self._changed = threading.Condition()
        self._waiting: dict[str, tuple[_Question, Search[Step]]] = {}
        self._read: dict[tuple[int, int], _Question] = {}
        """By number and length of the game: those asked about last."""
        self._known: dict[str, Search[Step]] = {}
        """By the question's key: what waits, is thought about or was thought last."""
        self._thinking = False

    def course(self, number: int, known: int, patience_s: float) -> dict[str, Any]:
        """How a game went, as far as it is known, as JSON; `known`: how many steps whoever asks has already.

        Raises:
            BadRecord: there is no such game, or it cannot be read.
            SearchFailedError: a fault of ours.
        """
        question = self._question(number)
        history, weigher = question.history, question.weigher
        none: dict[str, Any] = {"number": number, "unit": None, "of": 0, "worths": [], "searching": False}
        if weigher is None:
            return {**none, "why": say("There is no plot of this game: nobody here can say yet how it stands.")}
        if history.game.outcome(history.state) is None:
            return {**none, "why": say("How it went is told once the game is over.")}
        found = self._ask(question).more_than(known, patience_s)
        course = Course(weigher.unit(len(history.started.players)), found.all)
        body = {
            "number": number,
            "unit": str(course.unit),
            "of": len(question.moments),
            "worths": [list(step.worth) for step in course.steps],
            "searching": found.searching,
        }
        if found.searching:
            return body
        if len(course.steps) < len(history.moments):
            return {**body, "why": say("It took too long: ask again.")}
        return {**body, **told(weigher, course, question.moments, history.started.players)}

    def _question(self, number: int) -> _Question:
        """The game as it is on record now. A game only grows, so what was read once is as good while it is as long."""
        with closing(Journal(self._path)) as journal:
            length = journal.count(number) if 0 < number < 2**63 else 0
            with self._changed:
                question = self._read.get((number, length))
            if question is None:
                rows = journal_rows(journal, number)
                history = replayed(self._games, rows, say("game {number}", number=number))
                weigher = self._weighers.get(history.game.name)
                question = _Question(number, _key(rows, weigher), weigher, history)
                with self._changed:
                    self._read = {**dict(list(self._read.items())[-MOST_WAITING:]), (number, length): question}
        return question

    def _ask(self, question: _Question) -> Search[Step]:
        with self._changed:
            search = self._known.get(question.key)
            if search is not None and not (search.failed or search.ran_out or search.given_up):
                return search
            search = Search(processor_s=PROCESSOR_S, longest_s=LONGEST_S)
            self._known = {**dict(list(self._known.items())[-MOST_WAITING:]), question.key: search}
            while len(self._waiting) >= MOST_WAITING:
                self._waiting.pop(next(iter(self._waiting)))[1].give_up()
            self._waiting[question.key] = question, search
            if not self._thinking:
                self._thinking = True
                lasting(self._think, "courses")
            self._changed.notify()
            return search

    def _think(self) -> None:
        _stand_back()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting))
                question, search = self._waiting.pop(next(iter(self._waiting)))
            search.run(lambda goes_on, asked=question: self._found(asked, goes_on))  # type: ignore[misc]

    def _found(self, question: _Question, goes_on: GoesOn) -> Iterator[Step]:
        file = self._folder / f"game-{question.number}.json"
        kept = _read(file, question)
        if kept:
            yield from kept
            return
        assert question.weigher
        steps: list[Step] = []
        for step in question.weigher.weigh(question.moments):
            if not goes_on():
                return
            steps.append(step)
            yield step
        self._keep(file, question, steps)

    def _keep(self, file: Path, question: _Question, steps: list[Step]) -> None:
        try:
            keep(file, {"key": question.key, "steps": [to_json(step) for step in steps]})
            oldest = sorted(self._folder.glob("game-*.json"), key=lambda file: (len(file.name), file.name))
            for one in oldest[:-MOST_KEPT]:
                one.unlink(missing_ok=True)
        except (JournalError, OSError) as error:
            logger.warning("%s", error)


def _key(rows: Rows, weigher: Weigher | None) -> str:
    """Another game under the same number, one that went on, or a cleverer advisor has another."""
    return hashlib.sha256(json.dumps([weigher.edition if weigher else "", rows]).encode()).hexdigest()


def _read(file: Path, question: _Question) -> tuple[Step, ...]:
    """What was kept of this very game; empty: nothing that is of use."""
    kept = read_kept(file)
    if kept.get("key") != question.key:
        return ()
    try:
        steps = tuple(from_json(one, question.history.game.events) for one in kept["steps"])
    except (BadEvent, KeyError, TypeError, ValueError):
        return ()
    return steps if len(steps) == len(question.history.moments) else ()


def _stand_back() -> None:
    """Let this thread have what the others leave of the processor; Linux counts niceness by threads."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
