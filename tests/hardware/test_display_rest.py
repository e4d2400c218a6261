"""The panel dims, goes dark, wakes and shifts; the page's mirror does not."""

from dataclasses import replace
from typing import Any

import pytest

from companion.devices import Device, Tray, TrayState
from hardware.display import CONTRASTS, DIMMED
from hardware.layout import draw, shifted
from hardware.rest import PLACES
from tests.hardware.display_bench import DIM_S, OFF_S, SHIFT_S, DisplayBench, page_shows
from tests.hardware.screens import SCREENS, TURN, snapshot


def test_the_brightness_of_the_table_is_the_panel_s(oled: DisplayBench) -> None:
    for brightness in (2, 0, 1):
        oled.display.show(snapshot(brightness=brightness))
        assert oled.until(lambda wanted=CONTRASTS[brightness]: oled.panel.contrast == wanted)  # type: ignore[misc]
    assert sorted(set(CONTRASTS)) == list(CONTRASTS)
    assert min(CONTRASTS) > DIMMED


def test_it_dims_goes_dark_and_wakes_with_what_is_new(oled: DisplayBench) -> None:
    shown = snapshot(brightness=1)
    oled.display.show(shown)
    assert oled.until(lambda: oled.panel.contrast == CONTRASTS[1])
    oled.later(DIM_S, shown)
    assert oled.until(lambda: oled.panel.contrast == DIMMED)
    assert oled.panel.lit
    oled.later(OFF_S - DIM_S, shown)
    assert oled.until(lambda: not oled.panel.lit)
    newest = snapshot(SCREENS["choice"], version=4, brightness=1)
    oled.later(50, newest)
    assert oled.until(lambda: oled.panel.lit)
    assert oled.panel.contrast == CONTRASTS[1]
    assert oled.shows(shifted(draw(newest.screen), PLACES[int((OFF_S + 50) / SHIFT_S) % len(PLACES)]))


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 4},
        {"look": 1},
        {"notice": "Not now."},
        {"told": ("Anna stops.",)},
        {"brightness": 0},
        {"screen": replace(TURN, bar=0.2)},
        {"tray": Tray(TrayState.MOVING)},
        {"tray": Tray(TrayState.HAND)},
    ],
    ids=str,
)
def test_whatever_happens_at_the_table_wakes_the_panel(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306")
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    oled.later(OFF_S, snapshot())
    assert oled.until(lambda: not oled.panel.lit)
    oled.display.show(snapshot(**changes))
    assert oled.until(lambda: oled.panel.lit)
    oled.display.close()


@pytest.mark.parametrize(
    "changes", [{"devices": {"camera": Device("usb", "gone")}}, {"tray": Tray(TrayState.UNSURE, (3,))}], ids=str
)
def test_what_nobody_did_lets_the_panel_rest(monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306")
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    oled.later(OFF_S, snapshot(**changes))
    assert oled.until(lambda: not oled.panel.lit)
    oled.display.close()


def test_the_picture_moves_by_a_pixel_a_minute_around_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306")
    oled.display.show(snapshot())
    for minute in range(9):
        assert oled.shows(shifted(draw(TURN), PLACES[minute % len(PLACES)]))
        oled.later(SHIFT_S, snapshot())
    oled.display.close()


def test_a_press_on_a_dark_panel_only_wakes_it(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    assert not oled.display.wake()
    oled.later(OFF_S, snapshot())
    assert oled.until(lambda: not oled.panel.lit)
    assert oled.display.wake()
    assert oled.until(lambda: oled.panel.lit)
    assert not oled.display.wake()


def test_a_press_on_a_dim_panel_counts_and_lights_it(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    oled.later(DIM_S, snapshot())
    assert oled.until(lambda: oled.panel.contrast == DIMMED)
    assert not oled.display.wake()
    assert oled.until(lambda: oled.panel.contrast == CONTRASTS[2])


def test_a_panel_that_went_missing_in_the_dark_is_told_of_when_it_is_woken(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.report().problem == ""
    oled.later(OFF_S, snapshot())
    assert oled.until(lambda: not oled.panel.lit)
    oled.panel.unplug()
    oled.display.wake()
    assert "check its four wires" in oled.report().problem
    oled.panel.plugged = True
    assert oled.report().problem == ""
    assert oled.until(lambda: oled.panel.lit)


def test_the_page_sees_what_the_panel_would_show_awake(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    oled.later(OFF_S, snapshot())
    assert oled.until(lambda: not oled.panel.lit)
    assert page_shows(oled.display, True) == draw(TURN).tobytes()
