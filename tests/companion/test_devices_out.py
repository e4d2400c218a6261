"""Parts of the box that fail: the table goes on, and says what is out, since when and what to do."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.devices import Device, DeviceChanged, TraySeen
from companion.snapshot import to_json
from tests.companion.at_box import UNSURE, Player

AT = datetime(2026, 3, 14, 21, 4).timestamp()
LATER = datetime(2026, 3, 14, 22, 30).timestamp()
UNPLUGGED = Device("usb", "There is no USB camera C920: plug it in.")
PARTS = ("camera", "display", "buttons", "lamps", "turn light", "buzzer", "record")


def out(player: Player, name: str = "camera", device: Device = UNPLUGGED, at_s: float = AT) -> None:
    player.table.handle(DeviceChanged(name, device, at_s))


def test_a_part_that_fails_is_out_since_then_until_it_works_again(at_table: Player) -> None:
    out(at_table)
    told = to_json(at_table.snapshot)["devices"]["camera"]
    assert told | {"since": ""} == {"kind": "usb", "state": "out", "since": "", "problem": UNPLUGGED.problem}
    assert told["since"].startswith("2026-03-14T21:04:00")
    out(at_table, device=Device("usb", "There is more than one."), at_s=LATER)
    assert to_json(at_table.snapshot)["devices"]["camera"]["since"] == told["since"]
    out(at_table, device=Device("usb"), at_s=LATER)
    back = to_json(at_table.snapshot)["devices"]["camera"]
    assert (back["state"], back["since"][:16], back["problem"]) == ("ok", "2026-03-14T22:30", "")


def test_without_a_camera_roll_opens_the_dice_by_hand_and_the_oled_says_why(at_table: Player) -> None:
    out(at_table)
    screen = at_table.snapshot.screen
    assert screen.trouble == "! camera out since 21:04"
    assert screen.bottom == "ROLL dice by hand"

    by_hand = at_table.press("roll").screen
    assert by_hand.die_at == 0
    assert by_hand.small[0] == "! camera out since 21:04"
    assert by_hand.bottom == "ROLL next die  STOP back"
    assert (
        at_table.press("roll+", "roll", "roll+", "roll", "roll+", "roll", "roll+", "roll").position["pips"] == [1] * 4
    )


def test_stop_leaves_the_dice_by_hand_where_no_camera_could_look_again(at_table: Player) -> None:
    out(at_table)
    at_table.press("roll")
    left = at_table.press("stop")
    assert (left.screen.die_at, left.look) == (None, 0)


def test_a_camera_that_comes_back_reads_again(at_table: Player) -> None:
    out(at_table)
    at_table.press("roll")
    out(at_table, device=Device("usb"))
    at_table.table.handle(TraySeen(UNSURE))
    assert at_table.snapshot.screen.trouble == ""
    assert at_table.throw(1, 2, 3, 4).position["pips"] == [1, 2, 3, 4]


def test_the_menu_tells_what_is_out_of_order_and_what_to_do(at_table: Player) -> None:
    assert "Out of order" not in at_table.press("menu").screen.entries
    at_table.press("menu")
    out(at_table)
    assert at_table.press("menu").screen.entries[0] == "Out of order"
    only = at_table.press("roll").screen
    assert (only.title, only.page) == ("Out of order", (1, 1))
    assert " ".join(only.small) == "Since Sat 21:04: There is no USB camera C920: plug it in."
    assert at_table.press("roll").screen.title == "Ann"


def test_of_several_parts_the_oled_says_how_many_since_when_and_the_menu_lists_them(at_table: Player) -> None:
    out(at_table, "turn light", Device("gpio", "The turn light cannot be driven: check the wires."), AT)
    out(at_table, at_s=LATER)
    assert at_table.snapshot.screen.trouble == "! 2 out since 21:04: menu"

    at_table.press("menu")
    listed = at_table.press("roll").screen
    assert (listed.title, listed.page) == ("Out of order since", (1, 3))
    assert listed.small == ("camera      Sat 22:30", "turn light  Sat 21:04")
    assert at_table.press("roll").screen.small[0].startswith("Since Sat 22:30: There is")
    assert " ".join(at_table.press("roll").screen.small).startswith("Since Sat 21:04: The turn light cannot")
    assert at_table.press("roll").screen.title == "Ann"


def test_dice_by_hand_say_that_it_is_the_camera_among_several_parts(at_table: Player) -> None:
    out(at_table, "lamps", Device("gpio", "The lamps cannot be driven: check the wires."))
    out(at_table)
    assert at_table.press("roll").screen.small[0] == "! camera out since 21:04"


@pytest.mark.parametrize("name", PARTS)
def test_what_is_out_fits_its_line(at_table: Player, name: str) -> None:
    out(at_table, name)
    assert len(at_table.snapshot.screen.trouble) <= 25
    for other in PARTS:
        out(at_table, other)
    assert at_table.snapshot.screen.trouble == "! 7 out since 21:04: menu"
    at_table.press("menu")
    pages = [at_table.press("roll").screen for _ in range(2)]
    lines = [line for page in pages for line in page.small]
    assert len(lines) == len(PARTS)
    assert max(map(len, lines)) <= 25
