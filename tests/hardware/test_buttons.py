"""Buttons on gpiozero's mock pins, and on a keyboard."""

import io
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from companion.config import ButtonsConfig
from companion.devices import Button, ButtonPressed, Device, DeviceChanged, HoldSeen
from companion.gestures import CHORD_S, HOLD_S, HOLD_STOP_S, REPEAT_S, SHORT_S, STUCK_S
from companion.inputs import Input
from hardware.buttons import PinButtons, open_buttons
from hardware.keyboard import KeyboardButtons

ROLL_PIN, STOP_PIN, CHOOSE_PIN = 17, 27, 22
"""As DESIGN section 4 has them."""

SOON_S = 5.0
"""Seconds a test waits for what is to happen soon."""


class Bench:
    """Buttons on mock pins, with a clock that goes on when the test says so."""

    def __init__(self, wake: Callable[[], bool] = lambda: False, **config: Any) -> None:
        self.now_s = 100.0
        self._posted: queue.Queue[Input] = queue.Queue()
        self._looks: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.factory = MockFactory()
        self.buttons = PinButtons(
            ButtonsConfig(**config), lambda: self.factory, self._posted.put, "simulated", self._clock, wake
        )
        assert self.told() == DeviceChanged("buttons", Device("simulated"))

    def _clock(self) -> float:
        self._looks.put(None)
        return self.now_s

    def look(self, times: int) -> None:
        """Until the buttons have looked at the clock so often."""
        while not self._looks.empty():
            self._looks.get_nowait()
        for _ in range(times):
            self._looks.get(timeout=SOON_S)

    def down(self, *pins: int) -> None:
        for pin in pins:
            self.factory.pin(pin).drive_low()

    def up(self, *pins: int) -> None:
        for pin in pins:
            self.factory.pin(pin).drive_high()

    def press(self, pin: int, seconds: float) -> None:
        self.down(pin)
        self.now_s += seconds
        self.up(pin)

    def told(self) -> Input:
        return self._posted.get(timeout=SOON_S)

    def all_told(self) -> list[Input]:
        """All that was told, but for the bar, up to the end of the buttons."""
        self.buttons.close()
        told = [self._posted.get_nowait() for _ in range(self._posted.qsize())]
        return [gesture for gesture in told if not isinstance(gesture, HoldSeen)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.buttons.close()


@pytest.mark.parametrize(
    ("pin", "button"), [(ROLL_PIN, Button.ROLL), (STOP_PIN, Button.STOP), (CHOOSE_PIN, Button.CHOOSE)]
)
def test_each_pin_is_its_button(bench: Bench, pin: int, button: Button) -> None:
    bench.press(pin, 0.1)
    assert bench.all_told() == [ButtonPressed(button)]


def test_a_choose_button_that_is_not_wired_says_nothing(bench: Bench) -> None:
    bench.press(ROLL_PIN, 0.1)
    bench.press(STOP_PIN, 0.1)
    assert bench.all_told() == [ButtonPressed(Button.ROLL), ButtonPressed(Button.STOP)]


def test_a_press_lasts_from_edge_to_edge_however_late_it_is_looked_at(bench: Bench) -> None:
    bench.press(STOP_PIN, 1.0)
    bench.press(STOP_PIN, HOLD_STOP_S + 0.1)
    bench.press(ROLL_PIN, HOLD_S + 0.1)
    bench.press(ROLL_PIN, SHORT_S + 0.1)
    assert bench.all_told() == [ButtonPressed(Button.STOP, held=True), ButtonPressed(Button.ROLL, held=True)]


def test_a_hold_is_told_while_the_button_is_still_down(bench: Bench) -> None:
    bench.down(ROLL_PIN)
    for seconds in (HOLD_S + 0.1, REPEAT_S, REPEAT_S):
        bench.now_s += seconds
        assert bench.told() == ButtonPressed(Button.ROLL, held=True)
    bench.up(ROLL_PIN)
    assert bench.all_told() == []


def test_the_bar_of_a_held_stop_is_told_and_taken_back(bench: Bench) -> None:
    bench.down(STOP_PIN)
    bench.now_s += 1.0
    seen = bench.told()
    assert isinstance(seen, HoldSeen)
    assert 0.3 < seen.part < 0.7
    bench.up(STOP_PIN)
    assert bench.told() == HoldSeen(0.0)


def test_roll_and_stop_together_are_the_menu(bench: Bench) -> None:
    bench.down(ROLL_PIN, STOP_PIN)
    bench.now_s += CHORD_S + 0.1
    assert bench.told() == ButtonPressed(Button.MENU)
    bench.up(STOP_PIN, ROLL_PIN)
    bench.down(STOP_PIN, ROLL_PIN)
    bench.now_s += CHORD_S - 0.1
    bench.up(ROLL_PIN, STOP_PIN)
    assert bench.all_told() == []


def test_a_press_that_wakes_the_panel_is_used_up() -> None:
    dark = iter([True, False, False])
    bench = Bench(lambda: next(dark))
    for seconds in (HOLD_STOP_S + 0.1, HOLD_STOP_S + 0.1, 0.1):
        bench.press(STOP_PIN, seconds)
    assert bench.all_told() == [ButtonPressed(Button.STOP, held=True), ButtonPressed(Button.STOP)]


def test_neither_a_queue_that_refuses_nor_a_display_that_fails_ends_the_buttons(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen: queue.Queue[Input] = queue.Queue()

    def post(pressed: Input) -> None:
        seen.put(pressed)
        raise RuntimeError("full")

    def wake() -> bool:
        raise RuntimeError("no display")

    factory = MockFactory()
    buttons = PinButtons(ButtonsConfig(), lambda: factory, post, "simulated", lambda: 1.0, wake)
    assert isinstance(seen.get(timeout=SOON_S), DeviceChanged)
    for _ in range(2):
        factory.pin(ROLL_PIN).drive_low()
        factory.pin(ROLL_PIN).drive_high()
    buttons.close()
    assert seen.qsize() == 2
    assert "a press was lost" in caplog.text
    assert "could not be woken" in caplog.text


def test_a_queue_that_blocks_does_not_hold_up_the_pins() -> None:
    may_go, taken = threading.Event(), queue.SimpleQueue[Input]()

    def post(told: Input) -> None:
        if isinstance(told, ButtonPressed):
            assert may_go.wait(SOON_S)
        taken.put(told)

    factory = MockFactory()
    buttons = PinButtons(ButtonsConfig(), lambda: factory, post, "simulated", lambda: 1.0)
    assert isinstance(taken.get(timeout=SOON_S), DeviceChanged)
    for _ in range(3):
        factory.pin(ROLL_PIN).drive_low()
        factory.pin(ROLL_PIN).drive_high()
    assert taken.empty()
    may_go.set()
    buttons.close()
    assert taken.qsize() == 3


def test_pins_that_somebody_else_holds_are_tried_until_they_are_given_back() -> None:
    factory, told = MockFactory(), queue.SimpleQueue[Input]()
    first = gpiozero.LED(STOP_PIN, pin_factory=factory)
    buttons = PinButtons(ButtonsConfig(), lambda: factory, told.put, "simulated", retry_s=(0.01,))
    failed = told.get(timeout=SOON_S)
    assert isinstance(failed, DeviceChanged)
    assert "use those of the page" in failed.device.problem
    first.close()
    assert told.get(timeout=SOON_S) == DeviceChanged("buttons", Device("simulated"))
    factory.pin(ROLL_PIN).drive_low()
    factory.pin(ROLL_PIN).drive_high()
    assert told.get(timeout=SOON_S) == ButtonPressed(Button.ROLL)
    buttons.close()


def test_an_edge_that_gets_lost_holds_no_button_down_for_ever(bench: Bench) -> None:
    bench.down(ROLL_PIN)
    bench.now_s += HOLD_S + 0.1
    assert bench.told() == ButtonPressed(Button.ROLL, held=True)
    # The level changes, and nobody is told.
    pin = bench.factory.pin(ROLL_PIN)
    told, pin.when_changed = pin.when_changed, None
    pin.drive_high()
    pin.when_changed = told
    bench.look(4)
    bench.now_s += 100.0
    bench.press(STOP_PIN, 0.1)
    assert bench.all_told() == [ButtonPressed(Button.STOP)]


def test_a_stuck_button_is_told_and_taken_back_once_it_is_let_go(bench: Bench) -> None:
    bench.down(STOP_PIN)
    bench.now_s += STUCK_S + 1.0
    told = bench.told()
    while not isinstance(told, DeviceChanged):
        told = bench.told()
    assert "STOP is held down" in told.device.problem
    bench.press(ROLL_PIN, 0.1)
    assert bench.told() == ButtonPressed(Button.ROLL)
    bench.up(STOP_PIN)
    assert bench.told() == DeviceChanged("buttons", Device("simulated"))


def test_a_box_without_choose_leaves_its_pin_to_others() -> None:
    bench = Bench(choose="no")
    gpiozero.LED(CHOOSE_PIN, pin_factory=bench.factory).close()
    bench.press(ROLL_PIN, 0.1)
    assert bench.all_told() == [ButtonPressed(Button.ROLL)]


def typed(lines: str, wake: Callable[[], bool] = lambda: False) -> list[Input]:
    posted: queue.Queue[Input] = queue.Queue()
    ended = threading.Event()

    def read() -> Iterator[str]:
        yield from io.StringIO(lines)
        ended.set()

    KeyboardButtons(posted.put, read(), wake)
    assert ended.wait(SOON_S)
    return [posted.get_nowait() for _ in range(posted.qsize())]


def test_the_keyboard_knows_four_letters_and_takes_capitals_as_held() -> None:
    assert typed("r\nx\nSC\n\ns c\nRm") == [
        ButtonPressed(Button.ROLL),
        ButtonPressed(Button.STOP, held=True),
        ButtonPressed(Button.CHOOSE, held=True),
        ButtonPressed(Button.STOP),
        ButtonPressed(Button.CHOOSE),
        ButtonPressed(Button.ROLL, held=True),
        ButtonPressed(Button.MENU),
    ]


def test_a_key_that_wakes_the_panel_is_used_up() -> None:
    dark = iter([True, False])
    assert typed("Sr", lambda: next(dark)) == [ButtonPressed(Button.ROLL)]


def test_buttons_can_be_left_out() -> None:
    posted: queue.Queue[Input] = queue.Queue()
    assert open_buttons(ButtonsConfig(kind="none"), posted.put) is None
    assert posted.get_nowait() == DeviceChanged("buttons", Device("none"))


def test_pins_asked_for_and_missing_are_a_sentence_and_no_end(caplog: pytest.LogCaptureFixture) -> None:
    posted: queue.Queue[Input] = queue.Queue()
    buttons = open_buttons(ButtonsConfig(kind="gpio", chip="no such chip"), posted.put)
    told = posted.get(timeout=SOON_S)
    assert isinstance(told, DeviceChanged)
    assert told.device.kind == "gpio"
    assert "in table.toml" in told.device.problem
    assert caplog.messages == [f"buttons: {told.device.problem}"]
    assert buttons is not None
    buttons.close()


def test_without_a_pi_auto_takes_mock_pins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.pi.MODEL", tmp_path / "model")
    posted: queue.Queue[Input] = queue.Queue()
    buttons = open_buttons(ButtonsConfig(), posted.put)
    assert posted.get(timeout=SOON_S) == DeviceChanged("buttons", Device("simulated"))
    assert buttons is not None
    buttons.close()
