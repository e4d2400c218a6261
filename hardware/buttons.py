"""The buttons on the box, or their stand-ins.

The law of this file: a pin's callback only notes the time. An exception in one would end lgpio's only callback thread,
and with it every button until the next start; a slow one delays all others. What the times mean is for
`companion.gestures` to say, on a thread of the buttons' own.
"""

import logging
import os
import queue
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import gpiozero
from gpiozero.pins.mock import MockFactory

from companion.beats import REST_S, Beats
from companion.gestures import CHORD_S, HOLD_S, HOLD_STOP_S, Gesture, Hands
from companion.inputs import Button, Device, DeviceChanged, Input
from hardware.wiring import PINS

BOUNCE_S: Final = 0.02
"""Seconds a pin must be stable. Measured with lgpio: a bouncing press becomes one, taps of 12 ms are lost."""

LOOK_S: Final = 0.05
"""Seconds between two looks at the clock while a button is down: a hold is never told later than an eye notices."""
CLOSE_S: Final = 2.0
"""Seconds for the thread to end; it does nothing that takes time."""

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

Post = Callable[[Input], object]
"""Takes an input and returns at once."""

Wake = Callable[[], bool]
"""Says that a button went down; True: nothing had told what it would do, and the press is used up."""

_log = logging.getLogger(__name__)


def _post_safely(post: Post, reported: Input) -> None:
    try:
        post(reported)
    except Exception:
        _log.exception("a press was lost")


def _never() -> bool:
    return False


@dataclass(frozen=True)
class _Edge:
    button: Button
    down: bool
    at_s: float


class PinButtons:
    """Buttons on the pins of `factory`, from now until `close`."""

    def __init__(
        self,
        factory: Any,
        post: Post,
        kind: str,
        clock: Callable[[], float] = time.monotonic,
        wake: Wake = _never,
        beats: Beats | None = None,
    ) -> None:
        self.kind = kind
        self._post = post
        self._clock = clock
        self._beat = (beats or Beats()).new("buttons")
        self._wake = wake
        self._hands = Hands()
        self._edges: queue.SimpleQueue[_Edge | None] = queue.SimpleQueue()
        """None: it is over."""
        # Mock pins know no bounce; asking them for one changes nothing.
        bounce_s = None if isinstance(factory, MockFactory) else BOUNCE_S
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()
        self._wired: list[Any] = []
        try:
            for button, pin in PINS.items():
                wired = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=bounce_s, pin_factory=factory)
                self._wired.append(wired)
                wired.when_activated, wired.when_deactivated = self._noting(button, True), self._noting(button, False)
        except Exception:
            self.close()
            raise

    def _noting(self, button: Button, down: bool) -> Callable[[], None]:
        def note() -> None:
            self._edges.put(_Edge(button, down, self._clock()))

        return note

    def _run(self) -> None:
        while True:
            self._beat()
            try:
                edge = self._edges.get(timeout=LOOK_S if self._hands.busy else REST_S)
                if edge is None:
                    return
                told = self._took(edge)
            except queue.Empty:
                told = self._hands.still(self._clock())
            for gesture in told:
                _post_safely(self._post, gesture)

    def _took(self, edge: _Edge) -> tuple[Gesture, ...]:
        if edge.down:
            return self._hands.down(edge.button, edge.at_s, blind=_woken(self._wake))
        return self._hands.up(edge.button, edge.at_s)

    def close(self) -> None:
        """Give the pins back; what was pressed before is still told."""
        for wired in self._wired:
            wired.close()
        self._edges.put(None)
        self._thread.join(CLOSE_S)


class KeyboardButtons:
    """Lines of r, s, c and m typed into a terminal; upper case is held, m is the menu."""

    kind = "keyboard"

    def __init__(self, post: Post, lines: Iterable[str], wake: Wake = _never) -> None:
        self._post = post
        self._lines = lines
        self._wake = wake
        # A read from a terminal cannot be interrupted: a daemon thread does not hold up the end of the program.
        self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._lines:
            for key in line:
                if key in KEYS and not _woken(self._wake):
                    for gesture in _typed(*KEYS[key]):
                        _post_safely(self._post, gesture)

    def close(self) -> None:
        """Nothing is held that would need to be given back."""


def _typed(buttons: tuple[Button, ...], seconds: float) -> tuple[Gesture, ...]:
    """What fingers would have said that are down on `buttons` for so long."""
    hands = Hands()
    went_down = [gesture for button in buttons for gesture in hands.down(button, 0.0)]
    let_go = [gesture for button in buttons for gesture in hands.up(button, seconds)]
    return (*went_down, *let_go)


def _woken(wake: Wake) -> bool:
    try:
        return wake()
    except Exception:
        _log.exception("the display could not be woken")
        return False


def open_buttons(
    kind: str, post: Post, wake: Wake = _never, beats: Beats | None = None
) -> PinButtons | KeyboardButtons | None:
    """The buttons that `kind` names: `auto`, `gpio`, `keyboard` or `none`. Says over `post` what came of it.

    `auto` are real pins on a Pi, elsewhere mock pins: the page's buttons need neither. `wake` is asked at each press.
    """
    if kind == "none":
        _post_safely(post, DeviceChanged("buttons", Device("none")))
        return None
    try:
        opened = _open(kind, post, wake, beats)
    except ValueError:
        raise
    except Exception as error:  # gpiozero and lgpio raise whatever they please
        sentence = (
            f"The buttons do not work ({error}): use those of the page, and check that nothing else holds the pins."
        )
        _post_safely(post, DeviceChanged("buttons", Device(kind, sentence)))
        return None
    _post_safely(post, DeviceChanged("buttons", Device(opened.kind)))
    return opened


def _open(kind: str, post: Post, wake: Wake, beats: Beats | None) -> PinButtons | KeyboardButtons:
    match kind:
        case "keyboard":
            return KeyboardButtons(post, sys.stdin, wake)
        case "gpio" | "auto":
            chip = _pi_chip()
            if chip is not None:
                from gpiozero.pins.lgpio import LGPIOFactory

                return PinButtons(LGPIOFactory(chip=chip), post, "gpio", wake=wake, beats=beats)
            if kind == "gpio":
                raise RuntimeError("no GPIO chip of a Pi that lgpio can open")
            return PinButtons(MockFactory(), post, "simulated", wake=wake, beats=beats)
        case _:
            raise ValueError(f"no such buttons: {kind!r}; there are auto, gpio, keyboard and none")


def _pi_chip() -> int | None:
    """The number of the chip behind the header, by its label: the Pi 5's has been 4 and 0, as kernels went."""
    numbers = sorted(int(path.name.removeprefix("gpiochip")) for path in Path("/dev").glob("gpiochip[0-9]*"))
    if not numbers:
        return None
    # lgpio puts a pipe into its working directory on import and fails where that is read-only.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        import lgpio
    except ImportError:
        return None
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        try:
            _, _, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        if str(label).startswith("pinctrl-"):
            return number
    return None
