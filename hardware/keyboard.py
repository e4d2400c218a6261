"""The buttons of a box without any: lines typed into a terminal."""

import threading
from collections.abc import Iterable, Mapping
from typing import Final

from companion.devices import Button
from companion.gestures import CHORD_S, HOLD_S, HOLD_STOP_S, Gesture, Hands
from hardware.reports import Post
from hardware.waking import Wake, never, post_safely, woken

KEYS: Final[Mapping[str, tuple[tuple[Button, ...], float]]] = {
    "r": ((Button.ROLL,), 0.0),
    "R": ((Button.ROLL,), HOLD_S),
    "s": ((Button.STOP,), 0.0),
    "S": ((Button.STOP,), HOLD_STOP_S),
    "c": ((Button.CHOOSE,), 0.0),
    "C": ((Button.CHOOSE,), HOLD_S),
    "m": ((Button.ROLL, Button.STOP), CHORD_S),
}
"""What a key does to the buttons: which go down together, and for how many seconds."""


class KeyboardButtons:
    """Lines of r, s, c and m typed into a terminal; upper case is held, m is the menu."""

    def __init__(self, post: Post, lines: Iterable[str], wake: Wake = never) -> None:
        self._post = post
        self._lines = lines
        self._wake = wake
        # A read from a terminal cannot be interrupted: a daemon thread does not hold up the end of the program.
        self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._lines:
            for key in line:
                if key in KEYS and not woken(self._wake):
                    for gesture in _typed(*KEYS[key]):
                        post_safely(self._post, gesture)

    def close(self) -> None:
        """Nothing is held that would need to be given back."""


def _typed(buttons: tuple[Button, ...], seconds: float) -> tuple[Gesture, ...]:
    """What fingers would have said that are down on `buttons` for so long."""
    hands = Hands()
    went_down = [gesture for button in buttons for gesture in hands.down(button, 0.0)]
    let_go = [gesture for button in buttons for gesture in hands.up(button, seconds)]
    return (*went_down, *let_go)
