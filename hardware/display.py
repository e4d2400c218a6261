"""The OLED, or its stand-in.

The law of this file: one thread draws and only the newest snapshot counts; a panel that fails costs the table nothing.
"""

import io
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from luma.core.device import dummy
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.beats import REST_S, Beats
from companion.inputs import Device, DeviceChanged, Input, TrayState
from companion.snapshot import Snapshot
from hardware.layout import draw, shifted
from hardware.panel import Panel, open_panel
from hardware.rest import Light, Rest
from hardware.start import start_screen
from hardware.wiring import HEIGHT, I2C_ADDRESS, I2C_PORT, WIDTH

RETRY_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before the panel is tried again; the last for ever. A loose wire is soon back, a missing one costs little."""
CLOSE_S: Final = 2.0
"""Seconds for the drawing thread to end: a frame takes 0.1 s at the Pi's slowest bus."""
HIDDEN_PIN: Final = "****"
UNCOVER: Final = "press: go on"
"""What any button does while the start screen stands before the table's own."""

CONTRASTS: Final = (0x10, 0x60, 0xFF)
"""The panel's contrast for each brightness of a snapshot. To the eye the steps are about equal."""
DIMMED: Final = 0x01
"""The contrast of a panel that rests: 0 is black on some."""

Post = Callable[[Input], object]
"""Takes an input and returns at once."""

_log = logging.getLogger(__name__)


class Display:
    """Shows snapshots on the device that `open_device` makes; makes a new one when it fails."""

    def __init__(
        self,
        kind: str,
        open_device: Callable[[], Any],
        post: Post,
        retry_s: tuple[float, ...] = RETRY_S,
        clock: Callable[[], float] = time.monotonic,
        rests: bool = True,
        beats: Beats | None = None,
    ) -> None:
        self.kind = kind
        self._panel = Panel(open_device)
        self._post = post
        self._retry_s = retry_s
        self._clock = clock
        self._rests = rests
        self._beat = (beats or Beats()).new("display")
        self._rest = Rest(clock())
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._fresh = False
        self._snapshot: Snapshot | None = None
        self._door: tuple[str, str | None] | None = None
        """The page's address and the PIN, as last told."""
        self._start_state: tuple[object, ...] | None = None
        self._starting = False
        """The start screen stands before the snapshot's own."""
        self._problem: str | None = None
        """As last reported; None: nothing yet."""
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

    def show(self, snapshot: Snapshot) -> None:
        with self._changed:
            before, self._snapshot = self._snapshot, snapshot
            if self._starting:
                state = _acted_on(snapshot)
                if self._start_state is None:
                    self._start_state = state
                elif state != self._start_state:
                    self._starting = False
            if before is None or _is_news(before, snapshot):
                self._rest.update(self._clock(), acted=True)
            self._notify()

    def show_start(self, address: str, pin: str | None) -> None:
        """The page's address (`192.168.1.23:8080`), its QR code and the PIN, until somebody acts at the table.

        May be called again at any time: a new PIN is shown at once.
        """
        with self._changed:
            self._door = (address, pin)
            self._start_state = None if self._snapshot is None else _acted_on(self._snapshot)
            self._starting = True
            self._rest.update(self._clock(), acted=True)
            self._notify()

    def wake(self) -> bool:
        """A button went down. True: the press is used up, since the panel was dark or did not say what it would do."""
        with self._changed:
            now_s = self._clock()
            dark = self._rests and self._rest.update(now_s) is Light.OFF
            covered = self._starting
            # What lies in the dark is shown before it is left.
            self._starting = covered and dark
            self._rest.update(now_s, acted=True)
            self._notify()
        return dark or covered

    def png(self, hide_secret: bool) -> bytes | None:
        """What the panel shows where it does not rest, for the page; None before the first frame.

        True: with the PIN hidden.
        """
        image = self._image(hide_secret)
        if image is None:
            return None
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

    def close(self) -> None:
        self._closing.set()
        with self._changed:
            self._notify()
        self._thread.join(CLOSE_S)

    def _notify(self) -> None:
        self._fresh = True
        self._changed.notify()

    def _image(self, hide_secret: bool) -> Image.Image | None:
        """The picture, unshifted; None: there is nothing to show, or it cannot be drawn and the last one stays."""
        with self._changed:
            door, starting, snapshot = self._door, self._starting, self._snapshot
        try:
            if door is not None and (starting or (snapshot is not None and snapshot.screen.address)):
                address, pin = door
                # Of a screen's own buttons only the first has room beside the code.
                bottom = UNCOVER if starting or snapshot is None else snapshot.screen.bottom.split("  ")[0]
                return start_screen(address, HIDDEN_PIN if hide_secret and pin is not None else pin, bottom)
            return None if snapshot is None else draw(snapshot.screen)
        except Exception:
            _log.exception("the OLED's picture cannot be drawn")
            return None

    def _run(self) -> None:
        failures = 0
        while self._await_change():
            image = self._image(hide_secret=False)
            if image is None:
                continue
            try:
                self._put(image)
            except Exception as error:  # drivers raise whatever they please, and this thread must outlive them all
                self._report(f"The display does not answer ({error}): check its four wires; it is tried again.")
                self._beat.wait(self._closing, self._retry_s[min(failures, len(self._retry_s) - 1)])
                failures += 1
                with self._changed:
                    self._fresh = True
            else:
                failures = 0
                self._report("")
        self._panel.close()

    def _put(self, image: Image.Image) -> None:
        with self._changed:
            now_s, brightness = self._clock(), 2 if self._snapshot is None else self._snapshot.brightness
            light = self._rest.update(now_s) if self._rests else Light.AWAKE
            place = self._rest.place(now_s)
        if light is Light.OFF:
            self._panel.hide()
        else:
            self._panel.show(shifted(image, place), DIMMED if light is Light.DIM else CONTRASTS[brightness])

    def _await_change(self) -> bool:
        """Wait for something new to draw, or for its time to move or to dim; False: it is over."""
        self._beat()
        with self._changed:
            changes_s = self._rest.next_s(self._clock())
            # Woken to beat, it draws the same picture, which is not sent again.
            wait_s = REST_S if changes_s is None else min(changes_s, REST_S)
            self._changed.wait_for(lambda: self._fresh or self._closing.is_set(), wait_s)
            self._fresh = False
        return not self._closing.is_set()

    def _report(self, problem: str) -> None:
        if problem == self._problem:
            return
        self._problem = problem
        if problem:
            _log.warning(problem)
        try:
            self._post(DeviceChanged("display", Device(self.kind, problem)))
        except Exception:
            _log.exception("what became of the display was lost")


def open_display(kind: str, post: Post, beats: Beats | None = None) -> Display | None:
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
            # The page shows it, and a page does not go dark.
            return Display(kind, lambda: dummy(width=WIDTH, height=HEIGHT, mode="1"), post, rests=False, beats=beats)
        case "ssd1306" | "sh1106":
            driver = ssd1306 if kind == "ssd1306" else sh1106
            return Display(
                kind, lambda: open_panel(driver, lambda: i2c(port=I2C_PORT, address=I2C_ADDRESS)), post, beats=beats
            )
        case _:
            raise ValueError(f"no such display: {kind!r}; there are auto, ssd1306, sh1106, simulated and none")


def _acted_on(snapshot: Snapshot) -> tuple[object, ...]:
    """What a player changes, and a device that comes or goes does not."""
    screen = snapshot.screen
    picked = screen.entries, screen.at, screen.page, screen.die_at, screen.bar
    return snapshot.version, snapshot.look, snapshot.prompts, snapshot.told, snapshot.notice, picked


def _is_news(before: Snapshot, now: Snapshot) -> bool:
    """Whether something happened at the table that wakes the panel."""
    tray_moves = now.tray != before.tray and now.tray.state in (TrayState.MOVING, TrayState.HAND)
    return (
        tray_moves
        or _acted_on(now) != _acted_on(before)
        or (now.screen, now.brightness) != (before.screen, before.brightness)
    )
