"""Hands on the buttons of pages, told by edges and time stamps as on the box; each page has a clock of its own."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.devices import Button
from companion.gestures import Gesture, Hands

MOST_PAGES = 64
"""How many pages are remembered; the one that was silent longest is forgotten first."""


class BackwardsClock(ValueError):
    """A page's time stamp is older than one that it sent before."""


class PageHands:
    """The hands on every page, by the page's own random name. Safe to call from any thread."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, tuple[Hands, float]] = OrderedDict()
        self._lock = threading.Lock()

    def edge(self, page: str, button: Button, down: bool, at_s: float, wake: Callable[[], bool]) -> tuple[Gesture, ...]:
        """A button went down, or was let go. Where `wake` says that it only woke the OLED, nothing comes."""
        with self._lock:
            hands = self._of(page, at_s)
            return hands.down(button, at_s, blind=wake()) if down else hands.up(button, at_s)

    def still(self, page: str, at_s: float) -> tuple[Gesture, ...]:
        """Time has passed on the page; whatever is down is down still."""
        with self._lock:
            return self._of(page, at_s).still(at_s)

    def _of(self, page: str, at_s: float) -> Hands:
        hands, before_s = self._pages.get(page, (None, at_s))
        if at_s < before_s:
            raise BackwardsClock(page)
        hands = hands or Hands()
        self._pages[page] = hands, at_s
        self._pages.move_to_end(page)
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        return hands
