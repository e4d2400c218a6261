"""What systemd is told: that the table is ready, that it lives, that it ends.

The law of this file: without systemd nothing is sent and nothing is different. The protocol is sd_notify(3): lines in
one datagram to the socket that NOTIFY_SOCKET names.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Mapping
from functools import partial
from typing import Final

from companion.beats import Beats
from companion.lasting import lasting

PER_LIMIT: Final = 4
"""How often the watchdog is fed within its limit; systemd advises twice, and a busy Pi may miss one."""

logger = logging.getLogger(__name__)


class Systemd:
    """The service manager that started this process, or nobody."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET")
        self._limit_s = _limit_s(environment)
        self._ended = threading.Event()
        self._feeding: threading.Thread | None = None

    def ready(self, beats: Beats) -> None:
        """The table is up. From now on the watchdog is fed while every thread of `beats` beats."""
        self._tell("READY=1")
        if self._limit_s is not None:
            self._feeding = lasting(partial(self._feed, beats, self._limit_s), "watchdog")

    def stopping(self) -> None:
        """The table ends; what is slow about that is no hang."""
        self._ended.set()
        if self._feeding is not None:
            self._feeding.join()
        self._tell("STOPPING=1")

    def _feed(self, beats: Beats, limit_s: float) -> None:
        told: tuple[str, ...] = ()
        while not self._ended.wait(limit_s / PER_LIMIT):
            late = beats.late()
            for name in late:
                if name not in told:
                    logger.error("no sign of life from: %s\n%s", name, beats.where(name))
            told = late
            if not late:
                self._tell("WATCHDOG=1")

    def _tell(self, line: str) -> None:
        if self._address is None:
            return
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
                to.sendto(line.encode(), address)
        except OSError as error:
            logger.warning("systemd did not hear %s (%s)", line, error)


def _limit_s(environment: Mapping[str, str]) -> float | None:
    """Seconds within which systemd wants to hear from this very process; None: it does not listen."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None
