"""A small output that fails alone: opened at once, told the newest wish, tried again when it fails.

The law of this file: whoever wishes never waits, and nothing that the device does reaches them.
"""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.box.parts import called
from companion.language import say
from companion.lasting import lasting
from hardware.reports import CLOSE_S, RETRY_S, Post, Report
from hardware.wiring import WiringError

Wish = TypeVar("Wish")


class PartError(Exception):
    """A device is missing or does not work; the message is a sentence for players: what, and what to do."""


@dataclass(frozen=True)
class Opened(Generic[Wish]):
    """A device that is there."""

    show: Callable[[Wish], None]
    """Has it be as wished. Raises whatever its driver raises."""

    close: Callable[[], None]


class Following(Generic[Wish]):
    """A device of the kind `kind`, on a thread of its own."""

    def __init__(
        self,
        name: str,
        kind: str,
        open_device: Callable[[], Opened[Wish]],
        post: Post,
        retry_s: tuple[float, ...] = RETRY_S,
        momentary: bool = False,
    ) -> None:
        """`momentary`: a wish that comes while the device is out is not shown later, as a sound is not."""
        self._name = name
        self._kind = kind
        self._open_device = open_device
        self._report = Report(name, post)
        self._retry_s = retry_s
        self._momentary = momentary
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._device: Opened[Wish] | None = None
        """The thread's own."""
        self._wish: Wish | None = None
        """None: nothing new."""
        self._thread = lasting(self._run, name)

    def wish(self, wish: Wish) -> None:
        """Replaces what was wished before and has not been shown yet."""
        with self._changed:
            self._wish = wish
            self._changed.notify()

    def close(self) -> None:
        self._closing.set()
        with self._changed:
            self._changed.notify()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            self._follow()
        finally:
            _let_go(self._device)
            self._device = None

    def _follow(self) -> None:
        # Opened before anything is wished, so that whoever wired it hears of it at the start.
        while not self._closing.is_set():
            wish = self._next(wait=self._device is not None)
            if self._device is None and self._momentary:
                wish = None
            try:
                self._device = self._device or self._open_device()
                if wish is not None:
                    self._device.show(wish)
                self._report.works(self._kind)
            except Exception as error:  # gpiozero and lgpio raise whatever they please
                _let_go(self._device)
                self._device = None
                self._closing.wait(self._report.failed(self._kind, self._what_to_do(error), self._retry_s))
                with self._changed:
                    if self._wish is None:
                        self._wish = wish

    def _next(self, wait: bool) -> Wish | None:
        """The newest wish, maybe waited for; None: there is none, or it is over."""
        with self._changed:
            if wait:
                self._changed.wait_for(lambda: self._wish is not None or self._closing.is_set())
            wish, self._wish = self._wish, None
        return None if self._closing.is_set() else wish

    def _what_to_do(self, error: Exception) -> str:
        if isinstance(error, WiringError | PartError):
            return str(error)
        return say(
            "The {part} cannot be driven ({why}): check the wires, and that no other program holds the pins; it is"
            " tried again.",
            part=called(self._name),
            why=error,
        )


def _let_go(device: Opened[Wish] | None) -> None:
    with contextlib.suppress(Exception):
        if device is not None:
            device.close()
