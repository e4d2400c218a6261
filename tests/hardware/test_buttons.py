"""Buttons on gpiozero's mock pins, and on a keyboard."""

import io
import queue
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.inputs import Button, ButtonPressed, Device, DeviceChanged, Input
from hardware.buttons import KeyboardButtons, PinButtons, open_buttons
from hardware.wiring import CHOOSE_PIN, ROLL_PIN, STOP_PIN

SOON_S = 5.0
"""Seconds a test waits for what is to happen soon."""


class Bench:
    def __init__(self) -> None:
        self.now_s = 100.0
        self.posted: queue.Queue[Input] = queue.Queue()
        self.factory = MockFactory()
        self.buttons = PinButtons(self.factory, self.posted.put, "simulated", lambda: self.now_s)

    def press(self, pin: int, seconds: float) -> None:
        self.factory.pin(pin).drive_low()
        self.now_s += seconds
        self.factory.pin(pin).drive_high()


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.buttons.close()
    made.factory.reset()


@pytest.mark.parametrize(
    ("pin", "button"), [(ROLL_PIN, Button.ROLL), (STOP_PIN, Button.STOP), (CHOOSE_PIN, Button.CHOOSE)]
)
def test_each_pin_is_its_button(bench: Bench, pin: int, button: Button) -> None:
    bench.press(pin, 0.1)
    assert bench.posted.get_nowait() == ButtonPressed(button)
    assert bench.posted.empty()


def test_stop_needs_longer_to_be_held_than_roll(bench: Bench) -> None:
    bench.press(STOP_PIN, 1.0)
    assert bench.posted.empty()
    bench.press(STOP_PIN, 1.6)
    assert bench.posted.get_nowait() == ButtonPressed(Button.STOP, held=True)
    bench.press(ROLL_PIN, 1.0)
    assert bench.posted.get_nowait() == ButtonPressed(Button.ROLL, held=True)


def test_a_hold_fires_while_the_button_is_still_down() -> None:
    posted: queue.Queue[Input] = queue.Queue()
    factory = MockFactory()
    buttons = PinButtons(factory, posted.put, "simulated")
    factory.pin(ROLL_PIN).drive_low()
    assert posted.get(timeout=SOON_S) == ButtonPressed(Button.ROLL, held=True)
    factory.pin(ROLL_PIN).drive_high()
    assert posted.empty()
    buttons.close()
    factory.reset()


def test_a_queue_that_refuses_does_not_kill_the_pins(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[Input] = []

    def post(pressed: Input) -> None:
        seen.append(pressed)
        raise RuntimeError("full")

    factory = MockFactory()
    buttons = PinButtons(factory, post, "simulated", lambda: 1.0)
    for _ in range(2):
        factory.pin(ROLL_PIN).drive_low()
        factory.pin(ROLL_PIN).drive_high()
    assert len(seen) == 2
    assert "a press was lost" in caplog.text
    buttons.close()
    factory.reset()


def test_the_keyboard_knows_three_letters_and_takes_capitals_as_held() -> None:
    posted: queue.Queue[Input] = queue.Queue()
    KeyboardButtons(posted.put, io.StringIO("r\nx\nSC\n"))
    assert [posted.get(timeout=SOON_S) for _ in range(3)] == [
        ButtonPressed(Button.ROLL),
        ButtonPressed(Button.STOP, held=True),
        ButtonPressed(Button.CHOOSE, held=True),
    ]


def test_what_buttons_there_are_is_told() -> None:
    posted: queue.Queue[Input] = queue.Queue()
    assert open_buttons("none", posted.put) is None
    assert posted.get_nowait() == DeviceChanged("buttons", Device("none"))
    with pytest.raises(ValueError, match="no such buttons: 'bell'"):
        open_buttons("bell", posted.put)


def test_pins_asked_for_and_missing_are_a_sentence_and_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.buttons._pi_chip", lambda: None)
    posted: queue.Queue[Input] = queue.Queue()
    assert open_buttons("gpio", posted.put) is None
    told = posted.get_nowait()
    assert isinstance(told, DeviceChanged)
    assert "use those of the page" in told.device.problem


def test_without_a_pi_auto_takes_mock_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.buttons._pi_chip", lambda: None)
    posted: queue.Queue[Input] = queue.Queue()
    buttons = open_buttons("auto", posted.put)
    assert posted.get_nowait() == DeviceChanged("buttons", Device("simulated"))
    assert buttons is not None
    buttons.close()
