"""The OLED, or its stand-in.

The law of this file: one thread draws and only the newest snapshot counts; a panel that fails costs the table nothing.
"""

import contextlib
import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import luma.core.error
from luma.core.device import dummy
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.inputs import Device, DeviceChanged, Input
from companion.snapshot import Snapshot
from hardware.layout import draw, start_screen
from hardware.wiring import HEIGHT, I2C_ADDRESS, I2C_PORT, WIDTH

RETRY_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before the panel is tried again; the last for ever. A loose wire is soon back, a missing one costs little."""
CLOSE_S: Final = 2.0
"""Seconds for the drawing thread to end: a frame takes 0.1 s at the Pi's slowest bus."""
HIDDEN_PIN: Final = "****"

_FAILURES: Final = (luma.core.error.Error, OSError)
"""A command that fails becomes luma's error, data that fails stays an OSError."""

Post = Callable[[Input], object]
"""Takes an input and returns at once."""


class Display:
    """Shows snapshots on the device that `open_device` makes; makes a new one when it fails."""

    def __init__(
        self,
        kind: str,
        open_device: Callable[[], Any],
        post: Post,
        retry_s: tuple[float, ...] = RETRY_S,
    ) -> None:
        self.kind = kind
        self._open_device = open_device
        self._post = post
        self._retry_s = retry_s
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._fresh = False
        self._snapshot: Snapshot | None = None
        self._start: tuple[str, str | None] | None = None
        self._start_state: tuple[object, ...] | None = None
        self._problem: str | None = None
        """As last reported; None: nothing yet."""
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

    def show(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._snapshot = snapshot
            if self._start is not None:
                state = _acted_on(snapshot)
                if self._start_state is None:
                    self._start_state = state
                elif state != self._start_state:
                    self._start = None
            self._wake()

    def show_start(self, address: str, pin: str | None) -> None:
        """The page's address (`192.168.1.23:8080`), its QR code and the PIN, until somebody acts at the table."""
        with self._changed:
            self._start = (address, pin)
            self._start_state = None if self._snapshot is None else _acted_on(self._snapshot)
            self._wake()

    def png(self, hide_secret: bool) -> bytes | None:
        """What the panel shows, for the page; None before the first frame. True: with the PIN hidden."""
        image = self._image(hide_secret)
        if image is None:
            return None
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

    def close(self) -> None:
        self._closing.set()
        with self._changed:
            self._wake()
        self._thread.join(CLOSE_S)

    def _wake(self) -> None:
        self._fresh = True
        self._changed.notify()

    def _image(self, hide_secret: bool) -> Image.Image | None:
        with self._changed:
            start, snapshot = self._start, self._snapshot
        if start is not None:
            address, pin = start
            return start_screen(address, HIDDEN_PIN if hide_secret and pin is not None else pin)
        return None if snapshot is None else draw(snapshot)

    def _run(self) -> None:
        device: Any = None
        sent = b""
        failures = 0
        while self._await_change():
            image = self._image(hide_secret=False)
            if image is None:
                continue
            try:
                if device is None:
                    device, sent = self._open_device(), b""
                frame = image.tobytes()
                if frame != sent:
                    device.display(image)
                    sent = frame
            except _FAILURES as error:
                _let_go(device)
                device = None
                self._report(f"The display does not answer ({error}): check its four wires; it is tried again.")
                self._closing.wait(self._retry_s[min(failures, len(self._retry_s) - 1)])
                failures += 1
                with self._changed:
                    self._fresh = True
            else:
                failures = 0
                self._report("")
        if device is not None:
            _switch_off(device)

    def _await_change(self) -> bool:
        """Wait for something new to draw; False: it is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._fresh or self._closing.is_set())
            self._fresh = False
        return not self._closing.is_set()

    def _report(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            self._post(DeviceChanged("display", Device(self.kind, problem)))


def open_display(kind: str, post: Post) -> Display | None:
    """The display that `kind` names: `auto`, `ssd1306`, `sh1106`, `simulated`, or `none` for no display at all.

    `auto` is an SSD1306 where there is an I2C bus. The two chips cannot be told apart safely, so the other one is asked
    for by name.
    """
    if kind == "auto":
        kind = "ssd1306" if Path(f"/dev/i2c-{I2C_PORT}").exists() else "simulated"
    match kind:
        case "none":
            post(DeviceChanged("display", Device(kind)))
            return None
        case "simulated":
            return Display(kind, lambda: dummy(width=WIDTH, height=HEIGHT, mode="1"), post)
        case "ssd1306" | "sh1106":
            driver = ssd1306 if kind == "ssd1306" else sh1106
            return Display(kind, lambda: open_panel(driver, lambda: i2c(port=I2C_PORT, address=I2C_ADDRESS)), post)
        case _:
            raise ValueError(f"no such display: {kind!r}; there are auto, ssd1306, sh1106, simulated and none")


def open_panel(driver: Callable[..., Any], open_bus: Callable[[], Any]) -> Any:
    """A luma device. Its bus is closed where it does not answer: else every try would keep a file open."""
    bus = open_bus()
    try:
        return driver(bus, width=WIDTH, height=HEIGHT)
    except _FAILURES:
        bus.cleanup()
        raise


def _acted_on(snapshot: Snapshot) -> tuple[object, ...]:
    """What a player changes, and a device that comes or goes does not."""
    return snapshot.version, snapshot.look, snapshot.prompts, snapshot.told, snapshot.notice


def _let_go(device: Any) -> None:
    """Close the bus of a panel that is gone: `persist` keeps luma from talking to it first."""
    if device is not None:
        device.persist = True
        with contextlib.suppress(*_FAILURES):
            device.cleanup()


def _switch_off(device: Any) -> None:
    with contextlib.suppress(*_FAILURES):
        device.cleanup()
