"""Lamps, turn light and buzzer on gpiozero's mock pins: what they show of a snapshot, and when they are dark."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.colours import COLOURS, OF_PIECES
from companion.config import BuzzerConfig, Config, LampsConfig, TurnLightConfig
from companion.devices import Button, Device, DeviceChanged, Tray, TrayState
from companion.inputs import Input
from companion.prompts import Choose, Role, RollDice
from companion.snapshot import OpenPrompt, Snapshot
from hardware.lights import LIGHTS, WHITE, Lights, may_be_pressed, open_lights, whose_turn
from hardware.sound import Signal, open_sound, signal
from hardware.wiring import WiringError
from tests.companion.at_box import UNSURE
from tests.hardware.screens import snapshot

SOON_S = 5.0
READ_DICE = (("roll", ("read dice",)), ("menu", ("menu",)))


class Pins:
    """Mock pins that outlast the factory that holds them."""

    def __init__(self) -> None:
        self.told: queue.Queue[Input] = queue.Queue()
        self.factory: Any = None

    def open(self) -> Any:
        self.factory = MockFactory(pin_class=MockPWMPin)
        return self.factory

    def changed(self) -> DeviceChanged:
        told = self.told.get(timeout=SOON_S)
        assert isinstance(told, DeviceChanged)
        return told

    def until(self, pin: int, level: float) -> None:
        ends = time.monotonic() + SOON_S
        while self.state(pin) != level:
            assert time.monotonic() < ends
            threading.Event().wait(0.001)

    def state(self, pin: int) -> float:
        return float(self.factory.pin(pin).state)


@pytest.fixture
def pins() -> Pins:
    return Pins()


@pytest.fixture
def wired(pins: Pins) -> Iterator[Callable[[Config], Lights]]:
    made: list[Lights] = []

    def wire(config: Config) -> Lights:
        made.append(open_lights(config, lambda: pins.open(), pins.told.put, retry_s=(0.01,)))
        return made[-1]

    yield wire
    for lights in made:
        lights.close()


def asked(*seats: int | None, **changes: Any) -> Snapshot:
    prompts = tuple(OpenPrompt(RollDice(4, seat), 3) for seat in seats)
    return snapshot(prompts=prompts, colours=("red", "sky", "black"), **changes)


def test_a_lamp_is_lit_where_a_short_press_would_do_something() -> None:
    assert may_be_pressed(snapshot(announce=READ_DICE)) == {Button.ROLL, Button.MENU}
    assert may_be_pressed(snapshot(announce=())) == frozenset()


def test_the_light_has_the_colour_of_whose_turn_it_is_or_of_who_has_won() -> None:
    assert whose_turn(asked(1)) == LIGHTS["sky"]
    assert whose_turn(asked(None)) == WHITE
    assert whose_turn(asked(0, 1)) == WHITE
    assert whose_turn(asked(winners=(2,))) == LIGHTS["black"]
    assert whose_turn(asked(winners=())) == WHITE
    draw = OpenPrompt(Choose(None, (), (), optional=True), 3)
    assert whose_turn(replace(asked(0), prompts=(*asked(0).prompts, draw))) == LIGHTS["red"]


def test_every_colour_of_a_seat_can_be_lit_and_told_from_the_others() -> None:
    assert set(LIGHTS) == {*COLOURS, *OF_PIECES}
    assert len(set(LIGHTS.values())) == len(LIGHTS)
    assert all(max(light) > 0 for light in LIGHTS.values())


def test_lamps_follow_the_table_and_go_dark_with_the_panel(pins: Pins, wired: Callable[[Config], Lights]) -> None:
    lights = wired(Config(lamps=LampsConfig(roll_pin=5, stop_pin=6, lit="low")))
    lights.show(snapshot(announce=READ_DICE))
    assert pins.changed() == DeviceChanged("lamps", Device("gpio"))
    pins.until(5, 0)
    assert pins.state(6) == 1
    lights.darken(True)
    pins.until(5, 1)
    lights.show(snapshot(announce=(("stop", ("stop",)),)))
    lights.darken(False)
    pins.until(6, 0)
    assert pins.state(5) == 1


def test_lamps_that_fail_are_told_of_and_come_back(pins: Pins, wired: Callable[[Config], Lights]) -> None:
    working = pins.open
    pins.open = lambda: MockFactory().pin("nowhere")  # type: ignore[method-assign]
    lights = wired(Config(lamps=LampsConfig(roll_pin=5)))
    assert "check the wires, and that no other program holds the pins" in pins.changed().device.problem
    lights.show(snapshot(announce=READ_DICE))
    pins.open = working  # type: ignore[method-assign]
    assert pins.changed() == DeviceChanged("lamps", Device("gpio"))
    pins.until(5, 1)


def test_why_there_are_no_pins_is_said_in_one_sentence_as_it_is(pins: Pins, wired: Callable[[Config], Lights]) -> None:
    def no_pins() -> Any:
        raise WiringError("lgpio is missing (no module): sudo apt install python3-lgpio.")

    pins.open = no_pins  # type: ignore[method-assign]
    wired(Config(lamps=LampsConfig(roll_pin=5)))
    assert pins.changed().device.problem == "lgpio is missing (no module): sudo apt install python3-lgpio."


def test_what_is_not_wired_opens_nothing(pins: Pins, wired: Callable[[Config], Lights]) -> None:
    lights = wired(Config())
    lights.show(snapshot())
    assert open_sound(BuzzerConfig(), pins.open, pins.told.put) is None
    assert pins.factory is None


def test_the_turn_light_is_as_bright_as_asked_for(pins: Pins, wired: Callable[[Config], Lights]) -> None:
    lights = wired(Config(turn_light=TurnLightConfig(red_pin=5, green_pin=6, blue_pin=13, brightness=0.5)))
    lights.show(asked(0))
    assert pins.changed() == DeviceChanged("turn light", Device("gpio"))
    pins.until(5, 0.5)
    assert [pins.state(pin) for pin in (6, 13)] == [0, 0]


@pytest.mark.parametrize(
    ("now", "heard"),
    [
        (asked(0, version=4, tray=Tray(TrayState.READ, (1, 2, 3, 4), (), 7)), Signal.READ),
        (asked(0, version=4), None),
        (asked(0, tray=UNSURE), Signal.LOOK),
        (replace(asked(tray=UNSURE), prompts=(OpenPrompt(Choose(0, (), (Role.GO,)), 3),)), None),
        (asked(0, notice="There is nothing to stop now."), Signal.LOOK),
        (asked(0, tray=Tray(TrayState.MOVING)), None),
        (asked(version=4, winners=(1,), tray=UNSURE), Signal.WON),
    ],
)
def test_what_is_heard(now: Snapshot, heard: Signal | None) -> None:
    assert signal(asked(0), now) is heard


@pytest.mark.parametrize("kind", ["passive", "active"])
def test_the_buzzer_plays_what_is_heard_and_falls_silent(pins: Pins, kind: str) -> None:
    waited: queue.Queue[float] = queue.Queue()
    sound = open_sound(BuzzerConfig(pin=13, kind=kind), pins.open, pins.told.put, wait=waited.put)
    assert sound is not None
    assert pins.changed() == DeviceChanged("buzzer", Device(kind))
    sound.show(asked(0))
    sound.show(asked(0, tray=UNSURE))
    lasted = 0.0
    while lasted < 0.3:
        lasted += waited.get(timeout=SOON_S)
    pins.until(13, 0)
    sound.close()
    assert lasted + sum(waited.get_nowait() for _ in range(waited.qsize())) < 0.5


def test_a_buzzer_is_told_of_at_the_start_and_what_it_missed_is_not_heard_late(pins: Pins) -> None:
    working = pins.open
    pins.open = lambda: MockFactory().pin("nowhere")  # type: ignore[method-assign]
    waited: queue.Queue[float] = queue.Queue()
    sound = open_sound(BuzzerConfig(pin=13), lambda: pins.open(), pins.told.put, (0.01,), waited.put)
    assert pins.changed().device.out
    assert sound is not None
    sound.show(asked(0))
    sound.show(asked(0, tray=UNSURE))
    pins.open = working  # type: ignore[method-assign]
    assert pins.changed() == DeviceChanged("buzzer", Device("passive"))
    sound.close()
    assert waited.empty()
