"""Threads that the table stands on, and work that is done beside it now and again.

The law of this file: whatever ends the work but its own return is logged and outlived, `SystemExit` too, with which a
driver may end a thread without a word.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

PAUSE_S: Final = 1.0
"""Seconds before it begins anew: a fault that comes at once must not take the whole processor."""

logger = logging.getLogger(__name__)


def lasting(work: Callable[[], None], name: str, pause_s: float = PAUSE_S) -> threading.Thread:
    """A daemon thread, begun, that does `work` until that returns."""

    def last() -> None:
        while True:
            try:
                work()
                return
            except BaseException:
                logger.critical("%s ended by a fault, and begins anew", name, exc_info=True)
                time.sleep(pause_s)

    thread = threading.Thread(target=last, name=name, daemon=True)
    thread.start()
    return thread


class Recurring:
    """Does `work` on a thread of its own: at once, every `every_s` seconds, and once more as it is closed."""

    def __init__(self, work: Callable[[], None], name: str, every_s: float) -> None:
        self._work = work
        self._name = name
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = lasting(self._run, name)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            last = self._ended.is_set()
            try:
                self._work()
            except Exception:  # begun anew at once it would fail again, and keep whoever closes waiting for ever
                logger.exception("%s failed, and is tried again later", self._name)
            if last:
                return
            self._ended.wait(self._every_s)
