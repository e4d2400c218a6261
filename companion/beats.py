"""Whether the threads that a table stands on are alive.

The law of this file: a thread beats while it works and while it waits; whoever asks hears the names of those that have
not beaten for longer than they may. A thread that ended is as late as one that hangs.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Final

REST_S: Final = 2.0
"""The longest that a thread waits without a beat, in seconds."""
LATE_S: Final = 15.0
"""How long a thread may be busy between two beats, in seconds: a camera that stalls is given 7 s for a picture."""


class Beat:
    """One thread's sign of life; call it wherever the thread comes by."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last_s = clock()
        self._thread: int | None = None

    def __call__(self) -> None:
        self._last_s = self._clock()
        self._thread = threading.get_ident()

    def wait(self, ended: threading.Event, seconds: float) -> bool:
        """As `ended.wait(seconds)`, beating meanwhile."""
        until_s = self._clock() + seconds
        while not ended.is_set() and (left_s := until_s - self._clock()) > 0:
            ended.wait(min(left_s, REST_S))
            self()
        return ended.is_set()

    @property
    def age_s(self) -> float:
        """Seconds since the last beat."""
        return self._clock() - self._last_s

    def where(self) -> str:
        """Where the thread that beat last is in the program."""
        frame = sys._current_frames().get(self._thread or 0)
        if frame is None:
            return "its thread has ended or never began"  # in no language: for the log
        return "".join(traceback.format_stack(frame))


class Beats:
    """The beats of all threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._beats: dict[str, Beat] = {}

    def new(self, name: str) -> Beat:
        """The beat of the thread that does `name`; it counts from now."""
        beat = self._beats[name] = Beat(self._clock)
        return beat

    def late(self) -> tuple[str, ...]:
        """The names of those that have not beaten for LATE_S."""
        return tuple(name for name, beat in self._beats.items() if beat.age_s > LATE_S)

    def where(self, name: str) -> str:
        """Where the thread that does `name` is in the program."""
        return self._beats[name].where()
