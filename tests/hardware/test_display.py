"""The display's thread over luma's real drivers, with a panel modelled byte by byte."""

import io
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from luma.core.device import dummy
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.inputs import Device, DeviceChanged, Input
from companion.snapshot import Snapshot
from hardware.display import Display, open_display, open_panel
from hardware.layout import draw, start_screen
from tests.hardware.panel import Panel, PanelBus
from tests.hardware.screens import snapshot

SOON_S = 5.0
"""Seconds a test waits for what is to happen at once."""


class Bench:
    """A display on a panel, and what it reports."""

    def __init__(self, chip: str) -> None:
        self.panel = Panel(chip)
        self.posted: queue.Queue[Input] = queue.Queue()
        self.drawn: queue.Queue[bytes] = queue.Queue()
        driver = ssd1306 if chip == "ssd1306" else sh1106
        self._open = partial(open_panel, driver, lambda: PanelBus(self.panel))
        self.display = Display(chip, self._opened, self.posted.put, retry_s=(0.01,))

    def _opened(self) -> Any:
        device = self._open()
        display = device.display

        def told(image: Image.Image) -> None:
            display(image)
            self.drawn.put(image.tobytes())

        device.display = told
        return device

    def shows(self, expected: Image.Image) -> bool:
        while self.drawn.get(timeout=SOON_S) != expected.tobytes():
            pass
        return self.panel.image().tobytes() == expected.tobytes()

    def report(self) -> Device:
        changed = self.posted.get(timeout=SOON_S)
        assert isinstance(changed, DeviceChanged)
        assert changed.name == "display"
        return changed.device


@pytest.fixture(params=["ssd1306", "sh1106"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    made = Bench(request.param)
    yield made
    made.display.close()


def test_the_panel_shows_what_was_drawn(bench: Bench) -> None:
    bench.display.show(snapshot())
    assert bench.shows(draw(snapshot()))
    assert bench.report() == Device(bench.display.kind)


def test_a_panel_that_was_unplugged_comes_back_with_the_newest_picture(bench: Bench) -> None:
    bench.display.show(snapshot())
    assert bench.shows(draw(snapshot()))
    assert bench.report().problem == ""
    bench.panel.plugged = False
    newest = snapshot(version=4, notice="Not now.")
    bench.display.show(newest)
    assert "check its four wires" in bench.report().problem
    bench.panel.plugged = True
    assert bench.shows(draw(newest))
    assert bench.report() == Device(bench.display.kind)
    assert bench.panel.buses_closed >= 1


def test_a_panel_missing_from_the_start_is_told_of_once(bench: Bench) -> None:
    bench.panel.plugged = False
    bench.display.show(snapshot())
    assert bench.report().problem
    while bench.panel.buses_closed < 3:
        bench.display.show(snapshot())
    assert bench.posted.empty()


def test_closing_leaves_the_panel_dark(bench: Bench) -> None:
    bench.display.show(snapshot())
    assert bench.shows(draw(snapshot()))
    bench.display.close()
    assert bench.panel.image().getbbox() is None


class Slow:
    """A device that takes its time over a frame, and counts them."""

    def __init__(self) -> None:
        self.device = dummy(width=128, height=64, mode="1")
        self.frames: queue.Queue[bytes] = queue.Queue()
        self.may_go = threading.Event()

    def display(self, image: Image.Image) -> None:
        self.frames.put(image.tobytes())
        assert self.may_go.wait(SOON_S)

    def cleanup(self) -> None: ...


def test_the_latest_frame_wins_and_an_unchanged_one_is_not_sent() -> None:
    slow = Slow()
    posted: queue.Queue[Input] = queue.Queue()
    display = Display("slow", lambda: slow, posted.put)
    pictures = [snapshot(version=n, notice=f"number {n}") for n in range(5)]
    display.show(pictures[0])
    assert slow.frames.get(timeout=SOON_S) == draw(pictures[0]).tobytes()
    for picture in pictures[1:]:
        display.show(picture)
    slow.may_go.set()
    assert slow.frames.get(timeout=SOON_S) == draw(pictures[4]).tobytes()
    display.show(replace(pictures[4], version=9))
    display.show(pictures[1])
    assert slow.frames.get(timeout=SOON_S) == draw(pictures[1]).tobytes()
    display.close()


def _shown(display: Display, hide_secret: bool) -> bytes:
    png = display.png(hide_secret)
    assert png is not None
    with Image.open(io.BytesIO(png)) as image:
        return image.tobytes()


@pytest.fixture
def simulated() -> Iterator[Display]:
    display = open_display("simulated", lambda _: None)
    assert display is not None
    yield display
    display.close()


def test_the_start_screen_hides_the_pin_from_the_page(simulated: Display) -> None:
    assert simulated.png(True) is None
    simulated.show_start("10.0.0.7:8080", "4711")
    assert _shown(simulated, False) == start_screen("10.0.0.7:8080", "4711").tobytes()
    assert _shown(simulated, True) == start_screen("10.0.0.7:8080", "****").tobytes()


@pytest.mark.parametrize(
    "act",
    [lambda s: replace(s, version=4), lambda s: replace(s, look=1), lambda s: replace(s, notice="Not now.")],
    ids=["move", "look", "refused"],
)
def test_the_start_screen_stays_until_somebody_acts(simulated: Display, act: Callable[[Snapshot], Snapshot]) -> None:
    simulated.show_start("10.0.0.7:8080", None)
    simulated.show(snapshot())
    simulated.show(snapshot(devices={"camera": Device("usb")}))
    assert _shown(simulated, True) == start_screen("10.0.0.7:8080", None).tobytes()
    simulated.show(act(snapshot()))
    assert _shown(simulated, True) == draw(act(snapshot())).tobytes()


def test_a_display_can_be_left_out_but_not_invented() -> None:
    posted: list[Input] = []
    assert open_display("none", posted.append) is None
    assert posted == [DeviceChanged("display", Device("none"))]
    with pytest.raises(ValueError, match="no such display: 'tv'"):
        open_display("tv", lambda _: None)
