"""`companion play` on a box whose parts fail on command: camera, OLED bus, button pins and threads.

The law of this file: the service is the real one; only what lies below it is ours: the pictures of the simulated tray,
the bytes on the I2C bus, the levels of the mock pins. A command is a line of JSON on stdin; each is answered by one
line on stdout that begins with `box `.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import sys
import threading
from typing import Any, Final

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

import companion.__main__ as main
import hardware.buttons
from companion.beats import Beats
from companion.cli import main as run_command
from companion.ports import CameraError, Frame, Thrower
from hardware.picamera import TIMEOUT_S
from tests.hardware.i2c import Bus
from tests.hardware.panel import Panel
from vision.simulated_tray import SimulatedTray

OLED: Final = 0x3C
PINS: Final = {"roll": 17, "stop": 27, "choose": 22}


class FaultyTray(SimulatedTray):
    """The simulated tray, with a fault between its sensor and the service."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._fault = ""
        self._changed = threading.Condition()
        self._last: Any = None

    @property
    def fault(self) -> str:
        return self._fault

    @fault.setter
    def fault(self, fault: str) -> None:
        with self._changed:
            self._fault = fault
            self._changed.notify_all()

    def frame(self) -> Frame:
        if self.fault == "stalled":
            # As a real camera's driver gives one up that stays silent.
            with self._changed:
                self._changed.wait_for(lambda: self._fault != "stalled", TIMEOUT_S)
            raise CameraError("The camera gives no picture: check its cable.")
        taken = super().frame()
        if self.fault == "gone":
            raise CameraError("There is no camera: plug it in.")
        self._last = self._seen(taken.image, taken.at_s)
        return Frame(self._last, taken.at_s)

    def _seen(self, picture: Any, at_s: float) -> Any:
        match self.fault:
            case "frozen" if self._last is not None:
                return self._last
            case "black":
                return (picture // 32).astype(np.uint8)
            case "torn":
                line = int(at_s * 1000) % (picture.shape[0] - 80) + 40
                return np.vstack([picture[:line], np.roll(picture[line:], line, 1)])
            case "another size":
                return np.ascontiguousarray(picture[: picture.shape[0] * 2 // 3])
        return picture


class Box:
    """What may fail of the running service."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.panel = Panel("ssd1306")
        self.camera: FaultyTray | None = None
        self.pins: MockFactory | None = None
        self.beats: Beats | None = None
        box = self

        class Pins(MockFactory):  # type: ignore[misc]
            def __init__(self) -> None:
                super().__init__()
                box.pins = self

        class Heard(Beats):
            def __init__(self) -> None:
                super().__init__()
                box.beats = self

        def open_camera(wanted: str, said_by: str, seed: int | None = None) -> tuple[FaultyTray, Thrower]:
            self.camera = FaultyTray(seed)
            return self.camera, self.camera

        Bus(patch, {OLED: self.panel})
        patch.setattr(hardware.buttons, "MockFactory", Pins)
        patch.setattr(main, "open_camera", open_camera)
        patch.setattr(main, "Beats", Heard)

    def serve(self) -> None:
        for line in sys.stdin:
            print("box", json.dumps(self._do(*json.loads(line))), flush=True)

    def _do(self, what: str, *given: Any) -> Any:
        match what, given:
            case "camera", (str(fault),) if self.camera:
                self.camera.fault = fault
            case "oled", ("out",):
                self.panel.unplug()
            case "oled", ("in",):
                self.panel.plugged = True
            case "oled", ("flicker",):
                self.panel.flicker()
            case "panel", ():
                return base64.b64encode(self.panel.image().tobytes()).decode()
            case "down", (str(button),) if self.pins:
                self.pins.pin(PINS[button]).drive_low()
            case "up", (str(button),) if self.pins:
                self.pins.pin(PINS[button]).drive_high()
            case "end", (str(thread),):
                return _end(thread)
            case "ages", () if self.beats:
                return {name: beat.age_s for name, beat in self.beats._beats.items()}
            case _:
                return f"there is no {what} {given}"
        return None


def _end(name: str) -> bool:
    """End a thread as a driver does that calls exit: without a word. True: it was there."""
    numbers = [thread.ident for thread in threading.enumerate() if thread.name == name]
    for number in numbers:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(number or 0), ctypes.py_object(SystemExit))
    return bool(numbers)


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patched:
        threading.Thread(target=Box(patched).serve, daemon=True, name="faults").start()
        status = run_command(sys.argv[1:], main.play)
    sys.stdout.flush()
    os._exit(status)
