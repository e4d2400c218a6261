"""The Pi itself: its buses, pins, power, heat, clock, and what its disk keeps.

The law of this file: each finding comes from what the kernel says (device tree, /dev, /proc, /sys), never from guesses
about the model.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final

from companion.config import Config
from hardware.doctor.finding import Finding, fail, ok, warn
from hardware.doctor.machine import Machine

FAST_HZ: Final = 400_000
"""A frame takes 23 ms at this rate, and 93 at the Pi's own 100 kHz (1034 bytes of 9 bits)."""
SPI_PINS: Final = {7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"}
"""What the kernel holds once SPI is on; whoever claims one of them is told "GPIO busy"."""
HOT_C: Final = 80.0
"""Degrees at which a Pi begins to slow down."""
VOLATILE: Final = ("overlay", "tmpfs", "ramfs")
"""File systems that forget with the power."""

UNDER_VOLTAGE, THROTTLED, TOO_HOT = 0, 2, 3
"""Bits of `vcgencmd get_throttled`; 16 further up: it has happened since the start."""
SINCE_START: Final = 16


def check_board(machine: Machine, config: Config) -> Iterator[Finding]:
    if machine.model:
        yield ok("machine", machine.model)
        yield from check_i2c(machine, config)
        yield from check_spi(machine, config)
        yield from check_power(machine)
        yield from check_clock(machine)
    else:
        yield ok("machine", "no Raspberry Pi: buttons and OLED are on the page")


def check_i2c(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.display.kind in ("none", "simulated"):
        return
    bus = config.display.bus
    where = machine.boot_config or "/boot/firmware/config.txt"
    if not machine.path(f"/dev/i2c-{bus}").exists():
        yield fail(
            "I2C",
            f"there is no bus {bus}, so no OLED",
            f"sudo raspi-config nonint do_i2c 0, or dtparam=i2c_arm=on in {where}; then restart",
        )
        return
    rate = machine.data(f"/sys/class/i2c-adapter/i2c-{bus}/of_node/clock-frequency")
    hertz = struct.unpack(">I", rate)[0] if rate and len(rate) == 4 else None
    if hertz is not None and hertz < FAST_HZ:
        yield warn(
            "I2C",
            f"bus {bus} runs at {hertz // 1000} kHz, so the OLED lags behind by a tenth of a second",
            f"dtparam=i2c_arm_baudrate=400000 in {where}; then restart",
        )
    else:
        yield ok("I2C", f"bus {bus} is there" + (f", at {hertz // 1000} kHz" if hertz else ""))


def check_spi(machine: Machine, config: Config) -> Iterator[Finding]:
    """Pins of table.toml that the kernel's SPI holds."""
    if not machine.listed("/dev", "spidev0.*"):
        return
    for section in fields(config):
        part = getattr(config, section.name)
        for key in fields(part):
            number = getattr(part, key.name)
            if key.name.endswith("pin") and number in SPI_PINS and type(number) is int:
                yield fail(
                    "pins",
                    f"{section.name}.{key.name} = {number} is {SPI_PINS[number]} of SPI, which is on",
                    "sudo raspi-config nonint do_spi 1 turns SPI off; or take another pin in table.toml",
                )


def check_groups(machine: Machine) -> Iterator[Finding]:
    """Whether whoever runs the doctor may use the devices; the service's own user is in all groups by sysusers."""
    wanted = {"i2c": "i2c-*", "gpio": "gpiochip*", "video": "video*"}
    refused = []
    for group, pattern in wanted.items():
        if any(not machine.may_use(f"/dev/{name}") for name in machine.listed("/dev", pattern)):
            refused.append(group)
    if refused:
        user = os.environ.get("USER") or "companion"
        yield fail(
            "groups",
            f"{user} may not use the devices of: {', '.join(refused)}",
            f"sudo usermod -aG {','.join(refused)} {user}; then log in anew",
        )
    else:
        yield ok("groups", "the devices that are there may be used")


def check_power(machine: Machine) -> Iterator[Finding]:
    """What the firmware says of voltage and heat, where it can be asked."""
    printed = machine.run("vcgencmd", "get_throttled")
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", printed.out) if printed else None
    if found:
        bits = int(found[1], 16)
        yield _told_by(
            bits,
            UNDER_VOLTAGE,
            "power",
            "the voltage is too low",
            "take the Pi's own power supply and a short cable: low voltage corrupts cards",
            "enough voltage since the start",
        )
        yield _told_by(
            bits,
            TOO_HOT,
            "heat",
            "it is too hot, and slows down",
            "give it air, or a heat sink",
            "never too hot since the start",
        )
    printed = machine.run("vcgencmd", "measure_temp")
    found = re.search(r"temp=([0-9.]+)", printed.out) if printed else None
    if found and float(found[1]) >= HOT_C:
        yield warn("heat", f"{found[1]} degrees", "give it air, or a heat sink")


def _told_by(bits: int, bit: int, part: str, sentence: str, mend: str, good: str) -> Finding:
    if bits >> bit & 1:
        return fail(part, f"{sentence}, right now", mend)
    if bits >> (bit + SINCE_START) & 1:
        return warn(part, f"{sentence} at times, since the last start", mend)
    return ok(part, good)


def check_clock(machine: Machine) -> Iterator[Finding]:
    if machine.listed("/sys/class/rtc", "rtc*"):
        yield ok("clock", "there is one that runs without power")
    elif machine.path("/run/systemd/timesync/synchronized").exists():
        yield ok("clock", "set by the network")
    else:
        yield warn(
            "clock",
            "this machine has no clock of its own, and none has come over the network",
            "connect it to a network now and then, or add an RTC: games are dated wrongly until then, nothing else",
        )


def check_kept(machine: Machine, data: Path) -> Iterator[Finding]:
    """Whether what is written into the data folder is there after the power was off."""
    kind = _file_system(machine, data)
    if kind in VOLATILE:
        yield fail(
            "disk",
            f"{data} lies on {kind}: all games are gone when the power goes",
            "sudo raspi-config nonint do_overlayfs 1, or name a folder on a real disk with --data",
        )


def _file_system(machine: Machine, data: Path) -> str | None:
    """The kind of the file system that holds `data`, after the longest mount point above it."""
    best, kind = "", None
    for line in (machine.text("/proc/self/mounts") or "").splitlines():
        words = line.split(" ")
        if len(words) < 3:
            continue
        point = words[1].replace("\\040", " ")
        above = str(data) == point or str(data).startswith(point.rstrip("/") + "/")
        if above and len(point) >= len(best):
            best, kind = point, words[2]
    return kind
