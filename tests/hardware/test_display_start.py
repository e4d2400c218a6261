"""The start screen: address, QR code and PIN, before the table's own screen and when that asks for it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.devices import Device, Tray, TrayState
from companion.door import Door, Wifi
from companion.screen import Screen
from companion.snapshot import Snapshot
from hardware.display import UNCOVER, Display
from hardware.layout import draw, shifted
from hardware.rest import PLACES
from hardware.start import start_screen, wifi_screen
from tests.hardware.display_bench import OFF_S, SHIFT_S, DisplayBench, page_shows
from tests.hardware.screens import SCREENS, TURN, snapshot


def test_the_boxes_own_wifi_is_shown_with_its_password_which_the_page_does_not_see(simulated: Display) -> None:
    simulated.show_start(Door("10.42.0.1:8000", "4711", Wifi("Companion-k7x", "abcdefgh23")))
    shown = wifi_screen("Companion-k7x", "abcdefgh23", "10.42.0.1:8000", "4711", UNCOVER)
    assert page_shows(simulated, False) == shown.tobytes()
    hidden = wifi_screen("Companion-k7x", "****", "10.42.0.1:8000", "****", UNCOVER)
    assert page_shows(simulated, True) == hidden.tobytes()


def test_another_address_covers_no_game_and_is_there_when_it_is_asked_for(simulated: Display) -> None:
    simulated.show(snapshot())
    simulated.show_start(Door("10.0.0.8:8080", "4711"), at_once=False)
    assert page_shows(simulated, False) == draw(snapshot().screen).tobytes()


def test_the_start_screen_hides_the_pin_from_the_page(simulated: Display) -> None:
    assert simulated.png(True) is None
    simulated.show_start(Door("10.0.0.7:8080", "4711"))
    assert page_shows(simulated, False) == start_screen("10.0.0.7:8080", "4711", UNCOVER).tobytes()
    assert page_shows(simulated, True) == start_screen("10.0.0.7:8080", "****", UNCOVER).tobytes()


def test_a_code_with_the_pin_in_it_is_only_on_the_panel(simulated: Display) -> None:
    door = Door("192.168.178.123:8080", "4711", pin_in_code=True)
    simulated.show_start(door)
    with_pin = start_screen("192.168.178.123:8080", "4711", UNCOVER, door.url_with_pin)
    assert with_pin.tobytes() != start_screen("192.168.178.123:8080", "4711", UNCOVER).tobytes()
    assert page_shows(simulated, False) == with_pin.tobytes()
    assert page_shows(simulated, True) == start_screen("192.168.178.123:8080", "****", UNCOVER).tobytes()


def test_a_new_pin_is_shown_at_once(simulated: Display) -> None:
    simulated.show_start(Door("10.0.0.7:8080", "4711"))
    simulated.show(snapshot())
    simulated.show(snapshot(version=4))
    simulated.show_start(Door("10.0.0.7:8080", "0815"))
    assert page_shows(simulated, False) == start_screen("10.0.0.7:8080", "0815", UNCOVER).tobytes()
    simulated.show(snapshot(version=5))
    assert page_shows(simulated, False) == draw(TURN).tobytes()


def test_after_a_pulled_plug_the_board_is_shown_before_any_address_and_the_first_press_counts(
    simulated: Display,
) -> None:
    simulated.show_start(Door("10.0.0.7:8080", "4711"))
    simulated.show(replace(snapshot(), check_board=True))
    assert page_shows(simulated, False) == draw(snapshot().screen).tobytes()
    assert not simulated.wake()


def test_a_screen_that_wants_the_address_is_the_start_screen_as_long_as_it_does(simulated: Display) -> None:
    asking = snapshot(Screen("Scan me", bottom="ROLL back  STOP back", address=True), version=4)
    simulated.show(asking)
    assert page_shows(simulated, True) == draw(asking.screen).tobytes()
    simulated.show_start(Door("10.0.0.7:8080", "4711"))
    simulated.wake()
    for version in (4, 5, 6):
        simulated.show(replace(asking, version=version))
        assert page_shows(simulated, False) == start_screen("10.0.0.7:8080", "4711", "ROLL back").tobytes()
    simulated.show(snapshot(version=7))
    assert page_shows(simulated, False) == draw(TURN).tobytes()


@pytest.mark.parametrize(
    "act",
    [
        lambda s: replace(s, version=4),
        lambda s: replace(s, look=1),
        lambda s: replace(s, notice="Not now."),
        lambda s: replace(s, screen=SCREENS["menu"]),
        lambda s: replace(s, screen=replace(s.screen, bar=0.3)),
    ],
    ids=["move", "look", "refused", "menu", "hold"],
)
def test_the_start_screen_stays_until_somebody_acts(simulated: Display, act: Callable[[Snapshot], Snapshot]) -> None:
    simulated.show_start(Door("10.0.0.7:8080", None))
    simulated.show(snapshot())
    simulated.show(snapshot(devices={"camera": Device("usb")}))
    simulated.show(snapshot(replace(TURN, text=("Two dice touch.",)), tray=Tray(TrayState.UNSURE)))
    simulated.show(snapshot())
    assert page_shows(simulated, True) == start_screen("10.0.0.7:8080", None, UNCOVER).tobytes()
    simulated.show(act(snapshot()))
    assert page_shows(simulated, True) == draw(act(snapshot()).screen).tobytes()


def test_a_press_before_the_start_screen_only_takes_it_away(simulated: Display) -> None:
    simulated.show(snapshot())
    simulated.show_start(Door("10.0.0.7:8080", "4711"))
    assert simulated.wake()
    assert page_shows(simulated, True) == draw(TURN).tobytes()
    assert not simulated.wake()


def test_a_start_screen_in_the_dark_is_shown_before_it_is_left(oled: DisplayBench) -> None:
    oled.display.show(snapshot())
    oled.display.show_start(Door("10.0.0.7:8080", None))
    assert oled.shows(start_screen("10.0.0.7:8080", None, UNCOVER))
    oled.later(OFF_S, snapshot())
    assert oled.until(lambda: not oled.panel.lit)
    assert oled.display.wake()
    place = PLACES[int(OFF_S / SHIFT_S) % len(PLACES)]
    assert oled.shows(shifted(start_screen("10.0.0.7:8080", None, UNCOVER), place))
    assert oled.display.wake()
    assert oled.shows(shifted(draw(TURN), place))


def test_a_name_is_written_large_and_the_address_small_while_the_code_carries_the_address(simulated: Display) -> None:
    address, bottom = "192.168.178.123:8000", "ROLL on"
    named = start_screen(address, "4711", bottom, name="companion.local:8000")
    plain = start_screen(address, "4711", bottom)
    code = (66, 0, 128, 64)
    assert named.crop(code).tobytes() == plain.crop(code).tobytes()
    assert named.tobytes() != plain.tobytes()
    simulated.show_start(Door(address, "4711", name="companion.local:8000"))
    shown = start_screen(address, "4711", UNCOVER, name="companion.local:8000")
    assert page_shows(simulated, False) == shown.tobytes()


def test_a_long_name_leaves_the_pin_its_place() -> None:
    screens = [
        start_screen("192.168.178.123:8000", pin, "ROLL on", name="companion-upstairs.local:8000")
        for pin in ("4711", "0815")
    ]
    assert screens[0].tobytes() != screens[1].tobytes()
