"""Camera, OLED, buttons and voice.

The law of this file: where a table runs, it has the devices and says how they are; where none does, each is only looked
for, never claimed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.config import Config
from hardware.doctor.finding import Finding, fail, ok, warn
from hardware.doctor.machine import Machine

NAMES: Final = {"camera": "camera", "display": "OLED", "buttons": "GPIO", "voice": "voice"}
"""A device of the snapshot, and what FORMATS calls the doctor's line."""
TESTS: Final = {
    "camera": "companion test-camera",
    "display": "companion test-display",
    "buttons": "companion test-buttons",
    "voice": "espeak-ng hello",
}

LIST_CAMERAS: Final = "from picamera2 import Picamera2; print([c['Model'] for c in Picamera2.global_camera_info()])"
"""Asks libcamera in a process of its own: it takes seconds, and a broken one takes its process with it."""


def check_parts(machine: Machine, config: Config, table: Mapping[str, Any] | None) -> Iterator[Finding]:
    """`table`: what the table that runs shows; None: none runs."""
    if table is not None:
        yield from _as_the_table_says(table["devices"])
        return
    yield from camera(machine, config)
    yield from display(machine, config)
    yield from buttons(machine, config)
    yield from voice(machine, config)


def _as_the_table_says(devices: Mapping[str, Any]) -> Iterator[Finding]:
    for name, part in NAMES.items():
        device = devices.get(name)
        if device is None:
            continue
        problem = str(device.get("problem") or "")
        if problem:
            yield fail(part, problem, f"sudo systemctl stop companion; {TESTS[name]}")
        else:
            yield ok(part, f"{device.get('kind')}, as the table says that runs")


def camera(machine: Machine, config: Config) -> Iterator[Finding]:
    kind = config.camera.kind
    if kind.startswith(("simulated", "folder")):
        yield ok("camera", f"{kind}, as table.toml says")
    elif kind.startswith("usb"):
        if machine.listed("/dev", "video*"):
            yield ok("camera", f"{kind}; there is a video device")
        else:
            yield fail("camera", "there is no USB camera", "plug one in; lsusb must list it")
    elif not machine.model:
        yield ok("camera", "simulated: this is no Raspberry Pi")
    else:
        printed = machine.run(sys.executable, "-c", LIST_CAMERAS)
        if printed is None or printed.status:
            yield fail("camera", "picamera2 cannot be asked", "see the line of picamera2")
        elif printed.out.splitlines()[-1:] == ["[]"]:
            yield fail(
                "camera",
                "libcamera finds none",
                "switch off and reseat the ribbon cable at both ends, contacts to the board; then try rpicam-hello",
            )
        else:
            yield ok("camera", printed.out.splitlines()[-1])


def display(machine: Machine, config: Config) -> Iterator[Finding]:
    settings = config.display
    if settings.kind in ("simulated", "none"):
        yield ok("OLED", f"{settings.kind}, as table.toml says")
        return
    if not machine.model:
        yield ok("OLED", "simulated: this is no Raspberry Pi")
        return
    if not machine.path(f"/dev/i2c-{settings.bus}").exists():
        yield fail("OLED", f"there is no I2C bus {settings.bus}", "see the line of I2C")
        return
    printed = machine.run("i2cdetect", "-y", str(settings.bus), hex(settings.address), hex(settings.address))
    if printed is None:
        yield warn(
            "OLED",
            "it was not looked for: i2cdetect is missing",
            "sudo apt install i2c-tools, or companion test-display",
        )
    elif f"{settings.address:02x}" in printed.out.split("\n", 1)[-1].replace(":", " ").split()[1:]:
        yield ok("OLED", f"something answers at 0x{settings.address:02X}")
    else:
        yield fail(
            "OLED",
            f"nothing answers at 0x{settings.address:02X}",
            "check its four wires (VCC, GND, SDA on pin 3, SCL on pin 5); some panels are at 0x3D: display.address",
        )


def buttons(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.buttons.kind in ("keyboard", "none"):
        yield ok("GPIO", f"{config.buttons.kind}, as table.toml says")
    elif not machine.model:
        yield ok("GPIO", "on the page: this is no Raspberry Pi")
    elif machine.listed("/dev", "gpiochip*"):
        yield ok("GPIO", "there is a chip; companion test-buttons tries the buttons")
    else:
        yield fail(
            "GPIO", "there is no /dev/gpiochip", "sudo apt full-upgrade, then restart: the kernel lacks its driver"
        )


def voice(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.voice.speak == "no":
        return
    if machine.run("espeak-ng", "--version") is None:
        yield fail("voice", "espeak-ng is missing", "sudo apt install espeak-ng")
    elif not machine.listed("/dev/snd", "pcmC*p"):
        yield fail(
            "voice", "there is no sound card", "plug in a loudspeaker by USB, or put dtparam=audio=on into config.txt"
        )
    else:
        yield ok("voice", "espeak-ng and a sound card are there; espeak-ng hello tries them")
