"""A display on a panel modelled byte by byte, with a clock that goes on when the test says so."""

import io
import queue
from collections.abc import Callable
from functools import partial
from typing import Any

from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.inputs import Device, DeviceChanged, Input
from companion.snapshot import Snapshot
from hardware.display import Display
from hardware.panel import open_panel
from tests.hardware.panel import Panel, PanelBus

SOON_S = 5.0
"""Seconds a test waits for what is to happen at once."""


class DisplayBench:
    """A display on a panel, and what it reports."""

    def __init__(self, chip: str) -> None:
        self.panel = Panel(chip)
        self.now_s = 1000.0
        self.drivers = 0
        """Made so far."""
        self.posted: queue.Queue[Input] = queue.Queue()
        self._calls: queue.Queue[str] = queue.Queue()
        """Of the driver, as they come back."""
        driver = ssd1306 if chip == "ssd1306" else sh1106
        self._open = partial(open_panel, partial(self._made, driver), lambda: PanelBus(self.panel))
        self.display = Display(chip, self._opened, self.posted.put, retry_s=(0.01,), clock=lambda: self.now_s)

    def _made(self, driver: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        self.drivers += 1
        return driver(*arguments, **named)

    def _opened(self) -> Any:
        device = self._open()
        for name in ("display", "contrast", "hide", "show"):
            setattr(device, name, partial(self._called, name, getattr(device, name)))
        return device

    def _called(self, name: str, method: Callable[..., None], *arguments: Any) -> None:
        method(*arguments)
        self._calls.put(name)

    def until(self, true: Callable[[], bool]) -> bool:
        while not true():
            self._calls.get(timeout=SOON_S)
        return True

    def shows(self, expected: Image.Image) -> bool:
        return self.until(lambda: self.panel.image().tobytes() == expected.tobytes())

    def later(self, seconds: float, shown: Snapshot) -> None:
        """The clock goes on, and the table tells what it told before."""
        self.now_s += seconds
        self.display.show(shown)

    def report(self) -> Device:
        changed = self.posted.get(timeout=SOON_S)
        assert isinstance(changed, DeviceChanged)
        assert changed.name == "display"
        return changed.device


def page_shows(display: Display, hide_secret: bool) -> bytes:
    png = display.png(hide_secret)
    assert png is not None
    with Image.open(io.BytesIO(png)) as image:
        return image.tobytes()
