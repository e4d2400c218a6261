"""A display on a panel modelled byte by byte, under the real luma and smbus2; the test says when its clock goes on."""

import io
import queue
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PIL import Image

from companion.config import DisplayConfig
from companion.devices import Device, DeviceChanged
from companion.inputs import Input
from companion.snapshot import Snapshot
from hardware.display import Display
from hardware.panels import i2c_panel, read_status
from tests.hardware.i2c import Bus
from tests.hardware.panel import Panel

DEFAULT = DisplayConfig()
DIM_S, OFF_S, SHIFT_S = DEFAULT.dim_after_s, DEFAULT.off_after_s, DEFAULT.shift_after_s

SOON_S = 5.0
"""Seconds a test waits for what is to happen at once."""


class DisplayBench:
    """A display on a panel, and what it reports."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chip: str, **config: Any) -> None:
        self.panel = Panel(chip)
        self.bus = Bus(monkeypatch, {0x3C: self.panel})
        self.now_s = 1000.0
        self.drivers = 0
        """Made so far."""
        self.darkened: list[bool] = []
        self.posted: queue.Queue[Input] = queue.Queue()
        self._calls: queue.Queue[str] = queue.Queue()
        """Of the driver, as they come back."""
        self.config = DisplayConfig(**({"kind": chip} | config))
        self.display = Display(
            self.config,
            self._opened,
            self.posted.put,
            retry_s=(0.01,),
            clock=lambda: self.now_s,
            darken=self.darkened.append,
            status=partial(read_status, self.config),
        )

    def _opened(self) -> tuple[str, Any]:
        kind, device = i2c_panel(self.config)
        self.drivers += 1
        for name in ("display", "contrast", "hide", "show"):
            setattr(device, name, partial(self._called, name, getattr(device, name)))
        return kind, device

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
