"""Threads that the table stands on: one that ends by a fault begins anew.

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
