"""The display's thread over luma's real drivers."""

import os
import queue
import threading
from dataclasses import replace
from itertools import count

import pytest
from PIL import Image

from companion.config import DisplayConfig
from companion.devices import Device, DeviceChanged
from companion.inputs import Input
from companion.screen import Screen
from hardware.display import CONTRASTS, Display, open_display
from hardware.layout import draw
from tests.hardware.display_bench import SOON_S, DisplayBench
from tests.hardware.screens import SCREENS, TURN, snapshot


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_the_panel_shows_what_was_drawn(oled: DisplayBench, name: str) -> None:
    oled.display.show(snapshot(SCREENS[name]))
    assert oled.shows(draw(SCREENS[name]))
    assert oled.report() == Device(oled.panel.chip)


def test_a_panel_that_was_unplugged_comes_back_with_the_newest_picture(oled: DisplayBench) -> None:
    oled.display.show(snapshot(brightness=0))
    assert oled.shows(draw(TURN))
    assert oled.report().problem == ""
    oled.panel.unplug()
    newest = snapshot(SCREENS["notice"], version=4, brightness=0)
    oled.display.show(newest)
    assert "check its four wires" in oled.report().problem
    oled.panel.plugged = True
    assert oled.shows(draw(newest.screen))
    assert oled.report() == Device(oled.panel.chip)
    assert oled.panel.contrast == CONTRASTS[0]


def test_a_panel_that_loses_its_current_while_much_happens_is_lit_again_at_the_next_picture(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    # By the second picture the chip has been asked how it is while it is lit.
    other = snapshot(Screen("number"), version=1)
    oled.display.show(other)
    assert oled.shows(draw(other.screen))
    oled.panel.flicker()
    # A thread that is slow to draw skips pictures: as many come as it takes.
    numbers = count()

    def lit_anew() -> bool:
        number = next(numbers)
        oled.display.show(snapshot(Screen(f"number {number}"), version=number))
        return oled.drivers == 2

    assert oled.until(lit_anew)


def test_a_panel_missing_from_the_start_is_told_of_once_and_costs_neither_drivers_nor_files(oled: DisplayBench) -> None:
    oled.panel.plugged = False
    oled.display.show(snapshot())
    assert oled.report().problem
    oled.bus.refused.get(timeout=SOON_S)
    files = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        assert oled.bus.refused.get(timeout=SOON_S) == 0x3C
    assert oled.posted.empty()
    assert oled.drivers == 0
    assert len(os.listdir("/proc/self/fd")) <= files + 1
    oled.panel.plugged = True
    assert oled.shows(draw(TURN))


def test_closing_leaves_the_panel_dark(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    oled.display.close()
    assert not oled.panel.lit
    assert oled.panel.image().getbbox() is None


def test_a_picture_that_cannot_be_drawn_leaves_the_last_one_and_the_thread(
    oled: DisplayBench, caplog: pytest.LogCaptureFixture
) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    senseless = Screen(title="Anna", entries=("7", 8))  # type: ignore[arg-type]
    oled.display.show(snapshot(senseless, version=4))
    assert oled.display.png(True) is None
    assert "cannot be drawn" in caplog.text
    assert oled.panel.image().tobytes() == draw(TURN).tobytes()
    oled.display.show(snapshot(SCREENS["bust"], version=5))
    assert oled.shows(draw(SCREENS["bust"]))


def test_a_table_that_takes_no_report_does_not_end_the_drawing() -> None:
    def post(_: Input) -> None:
        raise RuntimeError("closed")

    slow = Slow()
    slow.may_go.set()
    display = Display(DisplayConfig(), lambda: ("slow", slow), post)
    for name in ("turn", "bust"):
        display.show(snapshot(SCREENS[name]))
        assert slow.frames.get(timeout=SOON_S) == draw(SCREENS[name]).tobytes()
    display.close()


class Slow:
    """A device that takes its time over a frame, and counts them."""

    def __init__(self) -> None:
        self.frames: queue.Queue[bytes] = queue.Queue()
        self.may_go = threading.Event()

    def display(self, image: Image.Image) -> None:
        self.frames.put(image.tobytes())
        assert self.may_go.wait(SOON_S)

    def contrast(self, level: int) -> None: ...

    def cleanup(self) -> None: ...


def test_the_latest_frame_wins_and_an_unchanged_one_is_not_sent() -> None:
    slow = Slow()
    posted: queue.Queue[Input] = queue.Queue()
    display = Display(DisplayConfig(), lambda: ("slow", slow), posted.put)
    pictures = [snapshot(Screen(f"number {n}"), version=n) for n in range(5)]
    display.show(pictures[0])
    assert slow.frames.get(timeout=SOON_S) == draw(pictures[0].screen).tobytes()
    for picture in pictures[1:]:
        display.show(picture)
    slow.may_go.set()
    assert slow.frames.get(timeout=SOON_S) == draw(pictures[4].screen).tobytes()
    display.show(replace(pictures[4], version=9))
    display.show(pictures[1])
    assert slow.frames.get(timeout=SOON_S) == draw(pictures[1].screen).tobytes()
    display.close()
    assert slow.frames.empty()


def test_a_display_can_be_left_out() -> None:
    posted: list[Input] = []
    assert open_display(DisplayConfig(kind="none"), posted.append) is None
    assert posted == [DeviceChanged("display", Device("none"))]
