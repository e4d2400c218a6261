"""What the OLED says when the box is switched off stays on it when nobody is there any more."""

from pathlib import Path

import pytest

from companion.cli import main
from hardware.farewell import safe_to_unplug, switching_off
from tests.hardware.display_bench import DisplayBench
from tests.hardware.i2c import Bus
from tests.hardware.panel import Panel
from tests.hardware.screens import snapshot


def nobody_plays(asked: object) -> int:
    raise AssertionError(asked)


def test_a_box_that_is_switched_off_says_so_until_the_power_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306")
    oled.display.show(snapshot())
    oled.display.close(farewell=True)
    assert (oled.panel.image().tobytes(), oled.panel.lit) == (switching_off().tobytes(), True)


def test_a_table_that_only_ends_leaves_the_panel_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    oled = DisplayBench(monkeypatch, "ssd1306")
    oled.display.show(snapshot())
    oled.display.close()
    assert not oled.panel.lit


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_the_last_step_of_the_machine_says_that_it_is_safe_to_unplug(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chip: str
) -> None:
    panel = Panel(chip)
    Bus(monkeypatch, {0x3C: panel})
    assert main(["safe-to-unplug", "--config", str(tmp_path / "gone.toml")], nobody_plays) == 0
    assert (panel.image().tobytes(), panel.lit) == (safe_to_unplug().tobytes(), True)


def test_without_a_panel_it_ends_at_once_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    Bus(monkeypatch, {})
    assert main(["safe-to-unplug", "--config", str(tmp_path / "gone.toml")], nobody_plays) == 1
    assert capsys.readouterr().err.startswith("companion: the OLED cannot say that it is safe to unplug (")
