"""The drawing of the wires is that of the default pins. `make wiring` makes it anew."""

from __future__ import annotations

from companion.config import ButtonsConfig
from tools.wiring import GROUND, HEADER, PAGE, VOLTS_3, drawing, wires


def test_the_drawing_is_of_what_the_settings_say() -> None:
    assert PAGE.read_text() == drawing(), "make wiring"


def test_no_pin_is_wired_twice_and_each_part_has_its_ground() -> None:
    pins, buttons = [wire.pin for wire in wires()], ButtonsConfig()

    assert len(set(pins)) == len(pins)
    for part, signals in {
        "OLED": {HEADER[2], HEADER[3], *VOLTS_3},
        "ROLL": {HEADER[buttons.roll_pin]},
        "STOP": {HEADER[buttons.stop_pin]},
        "CHOOSE": {HEADER[buttons.choose_pin]},
    }.items():
        mine = {wire.pin for wire in wires() if wire.part == part}
        assert mine - GROUND <= signals
        assert len(mine & GROUND) == 1


def test_a_pins_place_on_the_header_is_no_ground_and_no_supply() -> None:
    assert len(set(HEADER.values())) == len(HEADER) == 26
    assert not set(HEADER.values()) & (GROUND | VOLTS_3 | {2, 4})
