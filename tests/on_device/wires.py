"""Buttons, lamps and a buzzer on the real lgpio, over a pretend chip: `test_pins.py` runs this file in a process of its
own, with the chip preloaded. The times are real ones: lgpio debounces by its own clock.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, TurnLightConfig
from companion.devices import Button, ButtonPressed, DeviceChanged, HoldSeen, Tray, TrayState
from companion.gestures import HOLD_S, HOLD_STOP_S
from companion.inputs import Input
from companion.prompts import RollDice
from companion.snapshot import OpenPrompt
from hardware.buttons import PinButtons, open_buttons
from hardware.lights import open_lights
from hardware.sound import open_sound
from hardware.wiring import CHIP_LABELS, WiringError, open_pins
from tests.hardware.screens import snapshot

SOON_S = 5.0
ROLL, STOP, CHOOSE, LAMP, SPARE = 17, 27, 22, 5, 6
CHIP = ctypes.CDLL(None)


def drive(line: int, level: int) -> None:
    CHIP.fakegpio_drive(line, level)


def play(line: int, *script: tuple[float, int]) -> None:
    """Turn a wire to each level when its millisecond has come."""
    begin = time.monotonic()
    for at_ms, level in script:
        threading.Event().wait(max(0.0, begin + at_ms / 1000 - time.monotonic()))
        drive(line, level)


def until(true: Any) -> None:
    ends = time.monotonic() + SOON_S
    while not true():
        assert time.monotonic() < ends
        threading.Event().wait(0.005)


class Told:
    """What the table hears."""

    def __init__(self) -> None:
        self._told: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self.post = self._told.put

    def next(self) -> Input:
        told = self._told.get(timeout=SOON_S)
        return self.next() if isinstance(told, HoldSeen) else told

    def changed(self) -> tuple[str, str]:
        """A part of the box, and what is wrong with it."""
        told = self.next()
        assert isinstance(told, DeviceChanged)
        return told.name, told.device.problem

    def nothing_more(self) -> bool:
        return self._told.empty()


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture(autouse=True)
def _wires() -> Iterator[None]:
    CHIP.fakegpio_gone(0)
    for line in (ROLL, STOP, CHOOSE):
        drive(line, 1)
    yield
    CHIP.fakegpio_gone(0)


@pytest.fixture
def wire(told: Told) -> Iterator[Callable[..., PinButtons]]:
    """Wires buttons, and gives their pins back whatever became of the test."""
    with contextlib.ExitStack() as held:

        def made(clock: Callable[[], float] = time.monotonic) -> PinButtons:
            buttons = PinButtons(ButtonsConfig(), lambda: open_pins("auto"), told.post, "gpio", clock, retry_s=(0.05,))
            held.callback(buttons.close)
            return buttons

        yield made


@pytest.fixture
def buttons(wire: Callable[..., PinButtons], told: Told) -> PinButtons:
    made = wire()
    assert told.changed() == ("buttons", "")
    return made


@pytest.mark.parametrize("label", CHIP_LABELS)
def test_the_chip_is_found_by_its_label_whatever_its_number(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKEGPIO_LABEL", label)
    monkeypatch.setenv("FAKEGPIO_CHIP", "/dev/gpiochip4")
    pins = open_pins("auto")
    assert pins.chip == 4
    pins.close()


def test_another_chip_is_taken_only_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKEGPIO_LABEL", "gpio-brcmstb@107d508500")
    with pytest.raises(WiringError, match="There is only gpio-brcmstb@107d508500, not pinctrl-rp1 or"):
        open_pins("auto")
    open_pins("gpio-brcmstb@107d508500").close()


def test_lgpio_leaves_the_working_folder_alone(buttons: PinButtons) -> None:
    assert Path.cwd() == Path(os.environ["PWD"])
    assert not list(Path.cwd().glob(".lgd-*"))


def test_a_press_is_one_press_however_it_bounces(buttons: PinButtons, told: Told) -> None:
    play(ROLL, (0, 0), (150, 1))
    assert told.next() == ButtonPressed(Button.ROLL)
    play(ROLL, (0, 0), (1, 1), (2, 0), (4, 1), (5, 0), (6, 1), (7, 0), (150, 1), (151, 0), (153, 1), (154, 0), (155, 1))
    assert told.next() == ButtonPressed(Button.ROLL)
    play(STOP, (0, 0), (150, 1))
    assert told.next() == ButtonPressed(Button.STOP)
    assert told.nothing_more()


def test_a_glitch_is_no_press(buttons: PinButtons, told: Told) -> None:
    play(ROLL, (0, 0), (1, 1), (60, 1))
    play(CHOOSE, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.CHOOSE)


def test_a_hold_is_told_while_it_lasts_and_no_press_follows(buttons: PinButtons, told: Told) -> None:
    drive(ROLL, 0)
    assert told.next() == ButtonPressed(Button.ROLL, held=True)
    drive(ROLL, 1)
    play(STOP, (0, 0), (HOLD_STOP_S * 1000 + 200, 1))
    assert told.next() == ButtonPressed(Button.STOP, held=True)
    play(CHOOSE, (0, 0), (HOLD_S * 1000 + 200, 1))
    assert told.next() == ButtonPressed(Button.CHOOSE, held=True)
    play(ROLL, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.ROLL)


def test_roll_and_stop_together_are_the_menu(buttons: PinButtons, told: Told) -> None:
    drive(ROLL, 0)
    drive(STOP, 0)
    assert told.next() == ButtonPressed(Button.MENU)
    drive(ROLL, 1)
    drive(STOP, 1)


def test_a_callback_that_raises_ends_no_button(
    wire: Callable[..., PinButtons], told: Told, caplog: pytest.LogCaptureFixture
) -> None:
    broken = threading.Event()

    def clock() -> float:
        # Edges come on lgpio's thread, which an exception would end; the buttons' own looks do not.
        if broken.is_set() and threading.current_thread().name != "buttons":
            raise RuntimeError("the clock stands still")
        return time.monotonic()

    wire(clock)
    assert told.changed() == ("buttons", "")
    broken.set()
    drive(ROLL, 0)
    # The edge is lost; its level is seen all the same, a little later.
    until(lambda: "an edge of roll was lost" in caplog.text)
    assert told.next() == ButtonPressed(Button.ROLL, held=True)
    broken.clear()
    drive(ROLL, 1)
    play(STOP, (0, 0), (100, 1))
    while told.next() != ButtonPressed(Button.STOP):
        pass
    play(ROLL, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.ROLL)


def test_a_pin_that_another_program_holds_is_told_of_and_tried_again(
    wire: Callable[..., PinButtons], told: Told
) -> None:
    other = open_pins("auto")
    held = other.pin("GPIO27")
    wire()
    name, problem = told.changed()
    assert name == "buttons"
    assert "GPIO busy" in problem
    assert "use those of the page" in problem
    held.close()
    other.close()
    assert told.changed() == ("buttons", "")
    play(STOP, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.STOP)


def test_a_chip_that_vanishes_and_comes_back_brings_its_buttons_back(buttons: PinButtons, told: Told) -> None:
    CHIP.fakegpio_gone(1)
    name, problem = told.changed()
    assert name == "buttons"
    assert problem
    CHIP.fakegpio_gone(0)
    while told.changed() != ("buttons", ""):
        pass
    play(ROLL, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.ROLL)


def test_buttons_that_are_asked_for_are_waited_for_where_there_is_no_chip_yet(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKEGPIO_CHIP", "/dev/gpiochip99")
    buttons = open_buttons(ButtonsConfig(kind="gpio"), told.post)
    assert told.changed() == (
        "buttons",
        'There is no GPIO chip, so this is no Pi, or a very new one: in table.toml set buttons.kind to "none", and the'
        " pins of lamps, turn_light and buzzer.",
    )
    monkeypatch.setenv("FAKEGPIO_CHIP", "/dev/gpiochip0")
    assert told.changed() == ("buttons", "")
    assert buttons is not None
    buttons.close()


def test_lamps_are_lit_where_a_press_would_do_something(told: Told) -> None:
    config = Config(lamps=LampsConfig(roll_pin=LAMP, stop_pin=SPARE))
    lights = open_lights(config, lambda: open_pins("auto"), told.post)
    lights.show(snapshot(announce=(("roll", ("read dice",)),)))
    assert told.changed() == ("lamps", "")
    until(lambda: (CHIP.fakegpio_level(LAMP), CHIP.fakegpio_level(SPARE)) == (1, 0))
    lights.show(snapshot(announce=(("stop", ("stop",)),)))
    until(lambda: (CHIP.fakegpio_level(LAMP), CHIP.fakegpio_level(SPARE)) == (0, 1))
    lights.darken(True)
    until(lambda: (CHIP.fakegpio_level(LAMP), CHIP.fakegpio_level(SPARE)) == (0, 0))
    lights.close()


def test_lamps_fail_alone_and_come_back_with_the_newest_wish(buttons: PinButtons, told: Told) -> None:
    other = open_pins("auto")
    held = other.pin("GPIO6")
    config = Config(lamps=LampsConfig(roll_pin=LAMP, stop_pin=SPARE))
    lights = open_lights(config, lambda: open_pins("auto"), told.post, retry_s=(0.05,))
    lights.show(snapshot(announce=(("roll", ("read dice",)),)))
    name, problem = told.changed()
    assert (name, "GPIO busy" in problem) == ("lamps", True)
    play(ROLL, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.ROLL)
    lights.show(snapshot(announce=(("stop", ("stop",)),)))
    held.close()
    other.close()
    assert told.changed() == ("lamps", "")
    until(lambda: (CHIP.fakegpio_level(LAMP), CHIP.fakegpio_level(SPARE)) == (0, 1))
    play(ROLL, (0, 0), (100, 1))
    assert told.next() == ButtonPressed(Button.ROLL)
    lights.close()


def test_the_turn_light_is_dimmed_by_pulses(told: Told) -> None:
    config = Config(turn_light=TurnLightConfig(red_pin=LAMP, green_pin=SPARE, blue_pin=13))
    lights = open_lights(config, lambda: open_pins("auto"), told.post)
    lights.show(snapshot(prompts=(OpenPrompt(RollDice(4, 0), 3),), colours=("red", "blue")))
    assert told.changed() == ("turn light", "")
    red = CHIP.fakegpio_changes(LAMP)
    until(lambda: CHIP.fakegpio_changes(LAMP) > red + 4)
    green = CHIP.fakegpio_changes(SPARE)
    until(lambda: CHIP.fakegpio_changes(LAMP) > red + 8)
    assert CHIP.fakegpio_changes(SPARE) == green
    lights.close()


def test_the_buzzer_is_told_of_at_the_start_and_plays_its_tones(told: Told) -> None:
    sound = open_sound(BuzzerConfig(pin=13), lambda: open_pins("auto"), told.post)
    assert sound is not None
    assert told.changed() == ("buzzer", "")
    begun = CHIP.fakegpio_changes(13)
    now = snapshot()
    sound.show(now)
    sound.show(replace(now, tray=Tray(TrayState.UNSURE)))
    # Two tones of 330 Hz and 0.12 s are 158 changes; how many they become is a busy machine's affair.
    until(lambda: CHIP.fakegpio_changes(13) - begun > 20)
    until(lambda: CHIP.fakegpio_level(13) == 0)
    sound.close()


def test_a_buzzer_without_pins_is_out_before_it_was_needed(told: Told) -> None:
    other = open_pins("auto")
    held = other.pin("GPIO13")
    sound = open_sound(BuzzerConfig(pin=13), lambda: open_pins("auto"), told.post, retry_s=(0.05,))
    name, problem = told.changed()
    assert (name, "GPIO busy" in problem) == ("buzzer", True)
    held.close()
    other.close()
    assert told.changed() == ("buzzer", "")
    assert sound is not None
    sound.close()


def test_parts_that_begin_at_once_leave_the_working_folder_alone(told: Told) -> None:
    parts = [
        open_lights(Config(lamps=LampsConfig(roll_pin=pin)), lambda: open_pins("auto"), told.post)
        for pin in (5, 6, 12, 16)
    ]
    assert [told.changed() for _ in parts] == [("lamps", "")] * 4
    assert Path.cwd() == Path(os.environ["PWD"])
    for part in parts:
        part.close()
