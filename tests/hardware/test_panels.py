"""Which chip the OLED has, what it shows turned or through other faults, and what is said of each."""

from __future__ import annotations

import errno

import pytest

from companion.config import DisplayConfig
from companion.devices import Device
from hardware.layout import draw
from hardware.panel import what_to_do
from hardware.panels import i2c_panel
from tests.hardware.display_bench import OFF_S, DisplayBench
from tests.hardware.i2c import Bus
from tests.hardware.panel import Panel
from tests.hardware.screens import SCREENS, TURN, snapshot


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309"])
def test_auto_asks_the_chip_which_one_it_is_and_shows_every_frame(monkeypatch: pytest.MonkeyPatch, chip: str) -> None:
    oled = DisplayBench(monkeypatch, chip, kind="auto")
    for version, name in enumerate(("turn", "choice", "bust")):
        oled.display.show(snapshot(SCREENS[name], version=version))
        assert oled.shows(draw(SCREENS[name]))
    assert oled.report() == Device(chip)
    oled.display.close()


@pytest.mark.parametrize(
    ("status", "chip"), [(0x48, "sh1106"), (0x43, "ssd1306"), (0x46, "ssd1306"), (0x01, "ssd1309")]
)
def test_a_chip_is_known_by_the_low_half_of_its_status(monkeypatch: pytest.MonkeyPatch, status: int, chip: str) -> None:
    panel = Panel(chip)
    panel.status = status
    Bus(monkeypatch, {0x3C: panel})
    assert i2c_panel(DisplayConfig())[0] == chip


@pytest.mark.parametrize("readable", [True, False], ids=["unknown", "unreadable"])
def test_a_chip_that_nobody_knows_is_taken_for_the_usual_one_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, readable: bool
) -> None:
    panel = Panel("ssd1306")
    panel.status = 0x4A
    bus = Bus(monkeypatch, {0x3C: panel})
    bus.readable = readable
    assert i2c_panel(DisplayConfig())[0] == "ssd1306"
    assert ("says 0x4A, which nobody knows" if readable else "cannot be asked") in caplog.text


def test_a_setting_overrules_what_the_chip_says(monkeypatch: pytest.MonkeyPatch) -> None:
    Bus(monkeypatch, {0x3D: Panel("ssd1306")})
    assert i2c_panel(DisplayConfig(kind="sh1106", address=0x3D))[0] == "sh1106"


def test_a_panel_that_hangs_upside_down_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    oled = DisplayBench(monkeypatch, "sh1106", rotation=180)
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN).rotate(180))
    oled.display.close()


def test_another_panel_that_is_plugged_in_in_play_is_known_for_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306", kind="auto")
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    assert oled.report() == Device("ssd1306")
    oled.panel.unplug()
    oled.display.show(snapshot(SCREENS["bust"], version=4))
    assert oled.report().out
    oled.panel = oled.bus.panels[0x3C] = Panel("sh1106")
    assert oled.shows(draw(SCREENS["bust"]))
    assert oled.report() == Device("sh1106")
    oled.display.close()


def test_frames_that_did_not_change_are_not_sent(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    sent = oled.panel.frames
    for version in range(4, 9):
        oled.display.show(snapshot(version=version))
    oled.display.show(snapshot(SCREENS["bust"], version=9))
    assert oled.shows(draw(SCREENS["bust"]))
    assert oled.panel.frames == sent + 1


def test_what_goes_dark_with_the_panel_is_told_of_it_and_of_its_waking(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    assert oled.darkened == []
    oled.later(OFF_S, snapshot())
    assert oled.until(lambda: not oled.panel.lit)
    assert oled.darkened == [True]
    oled.display.wake()
    assert oled.until(lambda: oled.panel.lit)
    assert oled.darkened == [True, False]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (errno.ENOENT, "/dev/i2c-1 is missing: turn I2C on (sudo raspi-config, Interface Options)"),
        (errno.EACCES, "This user may not use /dev/i2c-1: sudo usermod -aG i2c $USER"),
        (errno.EIO, "No OLED answers at 0x3C on /dev/i2c-1: check its four wires; it is tried again."),
        (None, "No OLED answers at 0x3C on /dev/i2c-1: check its four wires; it is tried again."),
    ],
)
def test_each_fault_of_the_bus_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, fault: int | None, sentence: str
) -> None:
    bus = Bus(monkeypatch, {})
    bus.fault = fault
    config = DisplayConfig(kind="ssd1306")
    with pytest.raises(Exception) as failed:  # noqa: PT011 - luma raises what it pleases
        i2c_panel(config)
    assert what_to_do(failed.value, config).startswith(sentence)


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309"])
def test_a_panel_whose_current_was_away_for_a_moment_is_set_up_anew_though_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, chip: str
) -> None:
    oled = DisplayBench(monkeypatch, chip)
    oled.display.show(snapshot())
    assert oled.report() == Device(chip)
    oled.panel.flicker()
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    assert oled.panel.lit
    oled.display.close()


def test_a_panel_that_is_pulled_out_is_missed_though_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306")
    oled.display.show(snapshot())
    assert oled.shows(draw(TURN))
    assert oled.report() == Device("ssd1306")
    oled.panel.unplug()
    oled.display.show(snapshot())
    assert "No OLED answers" in oled.report().problem
    oled.display.close()
