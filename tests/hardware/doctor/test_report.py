"""The file that goes with a report of a fault tells of the machine, and of nobody."""

import re

import pytest

from hardware.doctor.finding import fail
from hardware.doctor.machine import Machine
from hardware.doctor.report import hidden, report


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("or http://anns-pi.local:8000/", "or http://<address>:8000/"),
        ("The table: http://192.168.178.23:8000/", "The table: http://<address>:8000/"),
        ("PIN: 4711", "PIN: <hidden>"),
        ('pin = "4711"', 'pin = "<hidden>'),
        ('password = "kx7"', 'password = "<hidden>'),
        ("eth0 dc:a6:32:01:02:03 up", "eth0 <address> up"),
        ("fe80::dea6:32ff:fe01:203 up", "<address> up"),
        ("/home/annabel/companion", "/home/<user>/companion"),
        ("/media/annabel/stick", "/media/<user>/stick"),
        ("bound to fe80::1 now", "bound to <address> now"),
        ("psk=two words", "psk=<hidden>"),
        ("[0x9b2c11aa]", "[<serial>]"),
        ("ANN to column 8", "<name> to column 8"),
        ("roll_pin = 17", "roll_pin = 17"),
        ("Ann to column 8; Anna waits", "<name> to column 8; Anna waits"),
        ("at 12:03:04 version 4.11.0 of opencv", "at 12:03:04 version 4.11.0 of opencv"),
    ],
)
def test_addresses_secrets_and_names_are_hidden_and_the_rest_is_left(line: str, left: str) -> None:
    assert hidden(line, ["Ann", ""]) == left


def test_it_holds_the_findings_the_versions_and_the_settings() -> None:
    text = report([fail("OLED", "nothing answers", "check its wires")], Machine(), "[display]\nrotation = 180", [])
    assert "FAIL  OLED: nothing answers\n      -> check its wires" in text
    assert re.search(r"^opencv-python-headless [0-9.]+$", text, re.MULTILINE), "a version is no address"
    assert "rotation = 180" in text
