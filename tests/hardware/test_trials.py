"""The ten seconds for whoever wires a part: what to do now, what was seen, and what is likely wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.cli import trial_of_buttons, trial_of_camera, trial_of_display
from companion.config import ButtonsConfig, DisplayConfig
from companion.ports import CameraError, Frame
from hardware.test_card import test_card as card
from hardware.wiring import WiringError
from tests.hardware.i2c import Bus
from tests.hardware.panel import Panel
from vision.photo import load_photo

RENDERS = Path(__file__).parent.parent / "vision" / "renders"


class Said(list[str]):
    def lines(self, verdict: str) -> list[str]:
        return [line for line in self if line.startswith(verdict)]


@pytest.fixture
def said() -> Said:
    return Said()


def try_buttons(said: Said, press: Callable[[MockFactory], None], factory: MockFactory, **config: Any) -> int:
    def say(line: str) -> None:
        said.append(line)
        if line.startswith("Press each button"):
            press(factory)

    return trial_of_buttons.trial(ButtonsConfig(**config), lambda: factory, 0.05, say)


def press_roll_twice_and_stop(factory: MockFactory) -> None:
    for pin in (17, 17, 27):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()


def test_buttons_that_were_pressed_are_told_one_by_one(said: Said) -> None:
    assert try_buttons(said, press_roll_twice_and_stop, MockFactory()) == 0
    assert said[0].startswith("Press each button shortly, one after the other: ROLL (GPIO 17), STOP (GPIO 27), ")
    assert said[1:3] == ["      ROLL down", "      ROLL up after 0.0 s"]
    assert said.lines("ok    ROLL (GPIO 17, header pin 11): pressed 2 times. Was it that button?")
    assert said.lines("ok    STOP (GPIO 27, header pin 13): pressed once.")
    assert said.lines("warn  CHOOSE (GPIO 22, header pin 15): not seen. That is right where there is none.")


def test_a_button_that_was_not_seen_says_where_its_legs_belong(said: Said) -> None:
    assert try_buttons(said, lambda _: None, MockFactory(), choose="yes", roll_pin=5) == 1
    assert said.lines("FAIL  ROLL (GPIO 5, header pin 29): not seen. One leg to header pin 29, the other to ground")
    assert said.lines("FAIL  CHOOSE (GPIO 22, header pin 15): not seen.")


class Shorted(MockPin):  # type: ignore[misc]
    """A pin that no pull-up lifts."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._state = False


def test_a_button_that_is_down_all_the_time_touches_ground(said: Said) -> None:
    factory = MockFactory()
    factory.pin(27, pin_class=Shorted)
    assert try_buttons(said, lambda made: made.pin(17).drive_low(), factory) == 1
    assert said.lines("FAIL  STOP (GPIO 27, header pin 13): down all the time. Its wire touches ground")


def test_pins_that_cannot_be_opened_are_one_sentence(said: Said) -> None:
    def no_pins() -> Any:
        raise WiringError("There is no GPIO chip.")

    assert trial_of_buttons.trial(ButtonsConfig(), no_pins, 0.05, said.append) == 1
    assert said == ["FAIL  There is no GPIO chip."]


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309"])
def test_the_panel_shows_a_frame_by_which_it_is_judged(monkeypatch: pytest.MonkeyPatch, said: Said, chip: str) -> None:
    panel, shown = Panel(chip), []
    Bus(monkeypatch, {0x3C: panel})
    assert trial_of_display.trial(DisplayConfig(), 3, said.append, lambda _: shown.append(panel.image())) == 0
    assert [image.tobytes() for image in shown] == [card(chip, 0x3C, left).tobytes() for left in (3, 2, 1)]
    assert (
        said[0]
        == f"ok    An OLED answers at 0x3C on /dev/i2c-1 and says 0x{panel.status ^ 0x40:02X}: driven as {chip}."
    )
    assert said.lines("ok    3 frames, ")
    assert not panel.lit


def test_a_panel_at_the_other_address_is_found(monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    Bus(monkeypatch, {0x3D: Panel("ssd1306")})
    assert trial_of_display.trial(DisplayConfig(), 3, said.append) == 1
    assert said[0].startswith("FAIL  No OLED answers at 0x3C on /dev/i2c-1: check its four wires")
    assert said[1] == "      Something answers at 0x3D: display.address = 0x3D in table.toml."


class Eyes:
    """A camera that shows what it is given, one picture a second."""

    kind = "eyes"

    def __init__(self, *images: Any) -> None:
        self._images = images
        self.now_s = 0.0
        self.asked = 0

    def frame(self) -> Frame:
        self.asked += 1
        image = self._images[int(self.now_s * 10) % len(self._images)] if self._images else None
        if image is None:
            raise CameraError("There is no USB camera C920: plug it in.")
        self.wait(0.1)
        return Frame(image, self.now_s)

    def wait(self, seconds: float) -> None:
        self.now_s += seconds

    def hold(self) -> None: ...

    def restore(self, held: Any) -> None: ...

    def close(self) -> None: ...


def try_camera(said: Said, *images: Any) -> int:
    return look_through(Eyes(*images), said)


def look_through(eyes: Eyes, said: Said) -> int:
    return trial_of_camera.trial(eyes, 3.0, said.append, lambda: eyes.now_s, eyes.wait)


def test_a_camera_that_sees_dice_says_what_it_reads(said: Said) -> None:
    image = load_photo(RENDERS / "white-on-green-felt.jpg")
    assert try_camera(said, image, image[::-1]) == 0
    assert said[0].startswith("Put the dice into the tray and roll them once.")
    assert "read, " in said[1] or "read, " in said[2]
    assert said.lines("ok    The dice were read.")
    assert not said.lines("warn")


def test_a_camera_without_pictures_says_why(said: Said) -> None:
    assert try_camera(said) == 1
    assert said[1:] == [
        "      There is no USB camera C920: plug it in.",
        "FAIL  No picture came. There is no USB camera C920: plug it in.",
    ]


def test_a_camera_that_is_missing_is_asked_now_and_then_and_keeps_nobody_busy(said: Said) -> None:
    eyes = Eyes()
    assert look_through(eyes, said) == 1
    assert eyes.asked == 6


@pytest.mark.parametrize(("level", "fault"), [(5, "It is too dark"), (250, "It is too bright")])
def test_a_picture_without_light_or_dice_says_what_is_likely_wrong(said: Said, level: int, fault: str) -> None:
    flat = np.full((480, 640, 3), level, np.uint8)
    assert try_camera(said, flat) == 1
    assert said.lines(f"warn  {fault}")
    assert said.lines("warn  The picture never changed")
    assert said.lines("warn  No dice were seen")
