"""What becomes of a part of the box, told to the table; and when a part that failed is tried again."""

import logging
from collections.abc import Callable
from typing import Final

from companion.devices import Device, DeviceChanged
from companion.inputs import Input

RETRY_S: Final = (1.0, 2.0, 5.0, 8.0)
"""Seconds before a part is tried again; the last for ever. A loose wire is soon back, a missing one costs little, and
whoever has put it right sees within ten seconds that it was that."""
CLOSE_S: Final = 2.0
"""Seconds for a part's thread to end: none does anything that takes longer."""

Post = Callable[[Input], object]
"""Takes an input and returns at once."""

_log = logging.getLogger(__name__)


class Report:
    """Tells each change once. A table that takes no report ends nothing."""

    def __init__(self, name: str, post: Post) -> None:
        self._name = name
        self._post = post
        self._told: Device | None = None
        self._failures = 0

    def works(self, kind: str) -> None:
        self._failures = 0
        self._tell(Device(kind))

    def failed(self, kind: str, problem: str, retry_s: tuple[float, ...] = RETRY_S) -> float:
        """Says what is wrong and what to do; returns the seconds before the next try."""
        wait_s = retry_s[min(self._failures, len(retry_s) - 1)]
        self._failures += 1
        self._tell(Device(kind, problem))
        return wait_s

    def _tell(self, device: Device) -> None:
        if device == self._told:
            return
        self._told = device
        if device.out:
            _log.warning("%s: %s", self._name, device.problem)
        try:
            self._post(DeviceChanged(self._name, device))
        except Exception:
            _log.exception("what became of the %s was lost", self._name)
