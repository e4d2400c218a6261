"""One question in the works: whoever works on it adds what is found, whoever waits for it hears at once.

A search is bounded: it ends when all is found, when it is given up, or when its time is up. Its time is the
processor's, so that a box that is busy with something else finds as much, only later.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from companion.game import GoesOn

T = TypeVar("T")

Run = Callable[[Callable[[], None]], None]
"""Carries out some work, now or on a thread of its own."""

PROCESSOR_S: Final = 60.0
"""Of the processor, for a search: the longest of our questions takes 7 s of a laptop's, several times that on a Pi."""

LONGEST_S: Final = 300.0
"""By the clock: after so long nobody looks at the answer any more, however little of the processor it was given."""

Clock = Callable[[], float]
"""Seconds since some moment."""

_BREATH_S: Final = 0.002
"""A pause between two steps of a few milliseconds each: the table and the camera want the processor more."""


class OnceForEachAsking:
    """The box counts what it asks, and its count stands in every snapshot until it is answered."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._answered = 0

    def take(self, asked: int, answer: Callable[[], None]) -> None:
        """Carry out `answer` where `asked` is a new count; 0: nothing is asked."""
        if asked and asked != self._answered:
            self._answered = asked
            self._run(answer)


class SearchFailedError(RuntimeError):
    """A fault of ours; the cause is chained."""


@dataclass(frozen=True)
class Found(Generic[T]):
    """What a search has come to."""

    all: tuple[T, ...]
    searching: bool
    """More may come."""
    given_up: bool
    """It was ended before it had found everything, since nobody was thought to want it."""
    ran_out: bool
    """Its time was up before it had looked everywhere: asked again, it may find more."""


class Search(Generic[T]):
    """May be waited for by any number of threads."""

    def __init__(
        self,
        clock: Clock = time.monotonic,
        processor: Clock = time.thread_time,
        processor_s: float = PROCESSOR_S,
        longest_s: float = LONGEST_S,
    ) -> None:
        """`processor` tells what the calling thread has used of it."""
        self._changed = threading.Condition()
        self._found: tuple[T, ...] = ()
        self._done = False
        self._given_up = False
        self._fault: Exception | None = None
        self._ran_out = False
        self._clock, self._processor = clock, processor
        self._until = clock() + longest_s
        self._processor_s = processor_s
        self._worked_until = 0.0

    @property
    def failed(self) -> bool:
        return self._fault is not None

    @property
    def given_up(self) -> bool:
        return self._given_up

    @property
    def ran_out(self) -> bool:
        return self._ran_out

    def run(self, finding: Callable[[GoesOn], Iterator[T]]) -> None:
        """Work on it to its end, on this thread."""
        self._worked_until = self._processor() + self._processor_s
        try:
            for one in finding(self._goes_on):
                if self._given_up:
                    break
                self._add(one)
        except Exception as fault:  # said to whoever waits
            self._fault = fault
        with self._changed:
            self._done = True
            self._changed.notify_all()

    def give_up(self) -> None:
        with self._changed:
            self._given_up = not self._done or self._given_up
            self._changed.notify_all()

    def more_than(self, known: int, patience_s: float) -> Found[T]:
        """What is found as soon as that is more than `known`, or the end of the search, or of the patience.

        Raises:
            SearchFailedError: a fault of ours ended it.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._over or len(self._found) > known, patience_s)
            if self._fault is not None:
                raise SearchFailedError from self._fault
            return Found(self._found, not self._over, self._given_up, self._ran_out)

    def progress(self) -> Iterator[Found[T]]:
        """Everything new as it comes, the end included; nothing more once it is given up."""
        known, searching = 0, True
        while searching:
            found = self.more_than(known, LONGEST_S)
            if found.given_up:
                return
            yield found
            known, searching = len(found.all), found.searching

    @property
    def _over(self) -> bool:
        return self._done or self._given_up

    def _goes_on(self) -> bool:
        time.sleep(_BREATH_S)
        self._ran_out = self._ran_out or self._clock() >= self._until or self._processor() >= self._worked_until
        return not (self._given_up or self._ran_out)

    def _add(self, one: T) -> None:
        with self._changed:
            self._found = (*self._found, one)
            self._changed.notify_all()


def on_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="search", daemon=True).start()
