"""The header's pins, as lgpio drives them.

The law of this file: a chip is known by its label, never by its number, which has changed with the kernels; each part
of the box has pins of its own, so that one can fail and be opened anew without the others.
"""

import contextlib
import errno
import os
import tempfile
import threading
from pathlib import Path
from typing import Any, Final

from companion.language import say

CHIP_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chips behind the header of the Pi 5, the Pi 4, and all before."""
MOST_CHIPS: Final = 32
"""Numbers that are tried. A Pi 5 has had its chip at 0 and 4, and others up to 13."""

HEADER: Final = {
    4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12,
    19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""The header pin of each GPIO number, the same on every Pi with 40 pins."""
GROUND: Final = "6, 9, 14, 20, 25, 30, 34 or 39"
"""The header pins that are ground."""


class WiringError(RuntimeError):
    """There are no pins: one sentence of why, and what to do."""


_importing = threading.Lock()
"""Each part has a thread of its own, and all begin at once; the working folder is the whole process's."""


def open_pins(label: str) -> Any:
    """A gpiozero factory over lgpio, for the chip with that label; `auto`: that of a Pi. Close it after use.

    Raises:
        WiringError: there is none that may be opened.
        lgpio.error: the chip does not answer.
    """
    lgpio = _lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory

    class Pins(LGPIOFactory):  # type: ignore[misc]
        """With pins of its own: gpiozero's are shared by all factories, and closing one would close all."""

        def __init__(self) -> None:
            super().__init__(chip=_chip(lgpio, label))
            self.pins: dict[Any, Any] = {}

        def nudge(self) -> None:
            """Wake lgpio's thread that waits for edges; do so again after a while.

            It may fall asleep just after pins were claimed: the signal that wakes it is then sent before it waits for
            it, and no edge is ever told. Closing a chip sends that signal too.
            """
            lgpio.gpiochip_close(lgpio.gpiochip_open(self.chip))

        def close(self) -> None:
            """Give the chip back, also where it is gone and its pins cannot be reset any more.

            gpiozero forgets to call off the edges. They would be told to pins that are closed, once the chip is opened
            anew under the same handle, and what they raise would end lgpio's only thread.
            """
            for pin in self.pins.values():
                with contextlib.suppress(lgpio.error):
                    pin.when_changed = None
            try:
                super().close()
            except lgpio.error:
                self.pins.clear()
                super().close()

    return Pins()


def _lgpio() -> Any:
    """lgpio, imported without its side effects.

    On import it makes the folder LG_WD, or the present one, the process's own, and a named pipe in it, which two
    processes would share. Once the pipe is open it needs no name.
    """
    try:
        with _importing, tempfile.TemporaryDirectory(prefix="companion-") as folder:
            here = Path.cwd()
            os.environ["LG_WD"] = folder
            try:
                import lgpio
            finally:
                os.chdir(here)
    except ImportError as error:
        raise WiringError(say("lgpio is missing ({why}): sudo apt install python3-lgpio.", why=error)) from error
    except OSError as error:
        raise WiringError(
            say(
                "lgpio does not start ({why}): make room in {folder}.", why=error.strerror, folder=tempfile.gettempdir()
            )
        ) from error
    return lgpio


def _chip(lgpio: Any, label: str) -> int:
    wanted = CHIP_LABELS if label == "auto" else (label,)
    found, denied = [], []
    for number in range(MOST_CHIPS):
        try:
            os.close(os.open(f"/dev/gpiochip{number}", os.O_RDWR | os.O_CLOEXEC))
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM):
                denied.append(f"/dev/gpiochip{number}")
            continue
        there = _label(lgpio, number)
        if there in wanted:
            return number
        found.append(there)
    if denied:
        raise WiringError(
            say("This user may not open {device}: sudo usermod -aG gpio $USER, then log in again.", device=denied[0])
        )
    if not found:
        raise WiringError(
            say(
                'There is no GPIO chip, so this is no Pi, or a very new one: in table.toml set buttons.kind to "none",'
                " and the pins of lamps, turn_light and buzzer."
            )
        )
    raise WiringError(
        say(
            "There is only {found}, not {wanted}: set buttons.chip in table.toml.",
            found=", ".join(found),
            wanted=say(" or ").join(wanted),
        )
    )


def _label(lgpio: Any, number: int) -> str:
    handle = lgpio.gpiochip_open(number)
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)
