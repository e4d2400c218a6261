"""The OLED, or its stand-in.

The law of this file: one thread draws and only the newest snapshot counts; a panel that fails costs the table nothing.
"""

import contextlib
import io
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from companion.beats import REST_S, Beats
from companion.config import DisplayConfig
from companion.devices import Device, DeviceChanged
from companion.door import Door
from companion.language import later, say
from companion.lasting import lasting
from companion.pi import is_pi
from companion.snapshot import Snapshot
from hardware.farewell import switching_off
from hardware.layout import draw, shifted
from hardware.news import acted_on, is_news
from hardware.panel import Open, Panel, what_to_do
from hardware.panels import i2c_panel, no_panel, read_status
from hardware.reports import CLOSE_S, RETRY_S, Post, Report
from hardware.rest import Light, Rest
from hardware.start import start_screen, wifi_screen

HIDDEN: Final = "****"
UNCOVER: Final = later("press: go on")
"""What any button does while the start screen stands before the table's own."""

CONTRASTS: Final = (0x10, 0x60, 0xFF)
"""The panel's contrast for each brightness of a snapshot. To the eye the steps are about equal."""
DIMMED: Final = 0x01
"""The contrast of a panel that rests: 0 is black on some."""

Darken = Callable[[bool], object]
"""Told whether the panel has gone dark, for whatever goes dark with it."""

_log = logging.getLogger(__name__)


class Display:
    """Shows snapshots on the device that `open_device` makes; makes a new one when it fails."""

    def __init__(
        self,
        config: DisplayConfig,
        open_device: Open,
        post: Post,
        retry_s: tuple[float, ...] = RETRY_S,
        clock: Callable[[], float] = time.monotonic,
        rests: bool = True,
        darken: Darken = lambda dark: None,
        beats: Beats | None = None,
        status: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._config = config
        self._beat = (beats or Beats()).new("display")
        self._panel = Panel(open_device, status)
        self._report = Report("display", post)
        self._retry_s = retry_s
        self._clock = clock
        self._rests = rests
        self._darken = darken
        self._dark = False
        self._rest = Rest(clock(), config)
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._farewell = False
        self._fresh = False
        self._snapshot: Snapshot | None = None
        self._door: Door | None = None
        """As last told."""
        self._start_state: tuple[object, ...] | None = None
        self._starting = False
        """The start screen stands before the snapshot's own."""
        self._thread = lasting(self._run, "display")

    def show(self, snapshot: Snapshot) -> None:
        with self._changed:
            before, self._snapshot = self._snapshot, snapshot
            if self._starting:
                state = acted_on(snapshot)
                if self._start_state is None:
                    self._start_state = state
                elif state != self._start_state:
                    self._starting = False
            if snapshot.check_board:
                # After a pulled plug nobody asks how phones get in, but how the board stood.
                self._starting = False
            if before is None or is_news(before, snapshot):
                self._rest.update(self._clock(), acted=True)
            self._notify()

    def show_start(self, door: Door, at_once: bool = True) -> None:
        """The page's address, its QR code and the PIN, until somebody acts at the table.

        May be called again at any time. Not `at_once`: what is shown is corrected, and nothing else covered.
        """
        with self._changed:
            self._door = door
            if not at_once:
                self._notify()
                return
            self._start_state = None if self._snapshot is None else acted_on(self._snapshot)
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

    def close(self, farewell: bool = False) -> None:
        """End, and leave the panel dark; with `farewell`: leave it saying that the box is being switched off."""
        self._farewell = farewell
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
                # Of a screen's own buttons only the first has room beside the code.
                bottom = say(UNCOVER) if starting or snapshot is None else snapshot.screen.bottom.split("  ")[0]
                return _start(door, hide_secret, bottom)
            return None if snapshot is None else draw(snapshot.screen)
        except Exception:
            _log.exception("the OLED's picture cannot be drawn")
            return None

    def _run(self) -> None:
        while self._await_change():
            image = self._image(hide_secret=False)
            if image is None:
                continue
            try:
                self._put(image)
            except Exception as error:  # drivers raise whatever they please, and this thread must outlive them all
                kind = self._panel.kind or self._config.kind
                self._beat.wait(
                    self._closing, self._report.failed(kind, what_to_do(error, self._config), self._retry_s)
                )
                with self._changed:
                    self._fresh = True
            else:
                self._report.works(self._panel.kind)
        self._leave()

    def _leave(self) -> None:
        if self._farewell:
            # A panel that is gone needs none.
            with contextlib.suppress(Exception):
                self._panel.show(switching_off(), CONTRASTS[-1])
        self._panel.close(keep=self._farewell)

    def _put(self, image: Image.Image) -> None:
        with self._changed:
            now_s, brightness = self._clock(), 2 if self._snapshot is None else self._snapshot.brightness
            light = self._rest.update(now_s) if self._rests else Light.AWAKE
            place = self._rest.place(now_s)
        if (dark := light is Light.OFF) is not self._dark:
            self._dark = dark
            self._darken(dark)
        if dark:
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


def _start(door: Door, hide_secret: bool, bottom: str) -> Image.Image:
    pin = door.pin and (HIDDEN if hide_secret else door.pin)
    if door.wifi is None:
        return start_screen(door.address, pin, bottom, None if hide_secret else door.url_with_pin, door.name)
    return wifi_screen(door.wifi.name, HIDDEN if hide_secret else door.wifi.password, door.address, pin, bottom)


def open_display(
    config: DisplayConfig, post: Post, darken: Darken = lambda dark: None, beats: Beats | None = None
) -> Display | None:
    """The display that `config` describes; None: there is to be none.

    `auto` is on the page where there is no bus; on a Pi that is a bus which was not turned on, and is said.
    """
    kind = config.kind
    if kind == "auto" and not is_pi() and not Path(f"/dev/i2c-{config.bus}").exists():
        kind = "simulated"
    match kind:
        case "none":
            post(DeviceChanged("display", Device(kind)))
            return None
        case "simulated":
            # The page shows it, and a page does not go dark.
            return Display(config, no_panel, post, rests=False, beats=beats)
    status = partial(read_status, config)
    return Display(config, lambda: i2c_panel(config), post, darken=darken, beats=beats, status=status)
