"""The buttons on the box, or their stand-ins.

The law of this file: a callback only puts an input into the queue and never raises. An exception in one would end
lgpio's only callback thread, and with it every button until the next start.
"""

import logging
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import gpiozero
from gpiozero.pins.mock import MockFactory

from companion.inputs import Button, ButtonPressed, Device, DeviceChanged, Input
from hardware.presses import HOLD_S, HOLD_STOP_S, Press, Verdict
from hardware.wiring import PINS

BOUNCE_S: Final = 0.02
"""Seconds a pin must be stable. Measured with lgpio: a bouncing press becomes one, taps of 12 ms are lost."""

KEYS: Final = {"r": Button.ROLL, "s": Button.STOP, "c": Button.CHOOSE}

Post = Callable[[Input], object]
"""Takes an input and returns at once."""

_log = logging.getLogger(__name__)


def _post_safely(post: Post, reported: Input) -> None:
    try:
        post(reported)
    except Exception:
        _log.exception("a press was lost")


class PinButtons:
    """Buttons on the pins of `factory`, from now until `close`."""

    def __init__(self, factory: Any, post: Post, kind: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.kind = kind
        self._post = post
        self._clock = clock
        # The hold comes from another thread than the pin's edges.
        self._lock = threading.Lock()
        # Mock pins know no bounce; asking them for one changes nothing.
        bounce_s = None if isinstance(factory, MockFactory) else BOUNCE_S
        self._buttons: list[Any] = []
        try:
            for button, pin in PINS.items():
                hold_s = HOLD_STOP_S if button is Button.STOP else HOLD_S
                wired = gpiozero.Button(
                    pin, pull_up=True, bounce_time=bounce_s, hold_time=hold_s, hold_repeat=False, pin_factory=factory
                )
                self._buttons.append(wired)
                self._listen(wired, button, Press(hold_s))
        except Exception:
            self.close()
            raise

    def _listen(self, wired: Any, button: Button, press: Press) -> None:
        def pressed() -> None:
            with self._lock:
                press.down(self._clock())

        def held() -> None:
            with self._lock:
                verdict = press.still_down(self._clock())
            self._report(button, verdict)

        def released() -> None:
            with self._lock:
                verdict = press.up(self._clock())
            self._report(button, verdict)

        wired.when_pressed, wired.when_held, wired.when_released = pressed, held, released

    def _report(self, button: Button, verdict: Verdict | None) -> None:
        if verdict is not None:
            _post_safely(self._post, ButtonPressed(button, held=verdict is Verdict.HELD))

    def close(self) -> None:
        for wired in self._buttons:
            wired.close()


class KeyboardButtons:
    """Lines of r, s and c typed into a terminal; upper case is held."""

    kind = "keyboard"

    def __init__(self, post: Post, lines: Iterable[str]) -> None:
        self._post = post
        self._lines = lines
        # A read from a terminal cannot be interrupted: a daemon thread does not hold up the end of the program.
        self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._lines:
            for key in line.strip():
                if button := KEYS.get(key.lower()):
                    _post_safely(self._post, ButtonPressed(button, held=key.isupper()))

    def close(self) -> None:
        """Nothing is held that would need to be given back."""


def open_buttons(kind: str, post: Post) -> PinButtons | KeyboardButtons | None:
    """The buttons that `kind` names: `auto`, `gpio`, `keyboard` or `none`. Says over `post` what came of it.

    `auto` are real pins on a Pi, elsewhere mock pins: the page's buttons need neither.
    """
    if kind == "none":
        _post_safely(post, DeviceChanged("buttons", Device("none")))
        return None
    try:
        opened = _open(kind, post)
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


def _open(kind: str, post: Post) -> PinButtons | KeyboardButtons:
    match kind:
        case "keyboard":
            return KeyboardButtons(post, sys.stdin)
        case "gpio" | "auto":
            chip = _pi_chip()
            if chip is not None:
                from gpiozero.pins.lgpio import LGPIOFactory

                return PinButtons(LGPIOFactory(chip=chip), post, "gpio")
            if kind == "gpio":
                raise RuntimeError("no GPIO chip of a Pi that lgpio can open")
            return PinButtons(MockFactory(), post, "simulated")
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
