"""`companion test-display`: a picture by which one sees whether the OLED is wired and set right."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.cli.configured import configured
from companion.cli.options import Command, add_config, add_display
from companion.cli.status import DONE, FAILED
from companion.cli.trial_of_buttons import TRIAL_S
from companion.config import DisplayConfig

SLOW_MS = 60.0
"""A frame of 1034 bytes takes 23 ms at 400 kHz and 93 ms at 100 kHz, by 9 bits a byte."""
LOOK = (
    "      On the panel: a line along all four sides, the chip's name, and seconds that count down.",
    "      Upside down?                           display.rotation = 180 (or 0)",
    '      Two columns of noise at one side?      display.kind = "sh1106" (or "ssd1306")',
    "      Dark, or snow?                         the other chip, or the panel's 3.3 V and ground",
)


def add_to(command: Command) -> None:
    asked = command(
        "test-display", run, "ten seconds of a picture on the OLED", "companion test-display --display sh1106"
    )
    add_config(asked)
    add_display(asked)


def run(asked: argparse.Namespace) -> int:
    return trial(configured(asked).display)


def trial(
    config: DisplayConfig,
    seconds: float = TRIAL_S,
    say: Callable[[str], object] = lambda line: print(line, flush=True),
    wait: Callable[[float], object] = time.sleep,
) -> int:
    """Show the picture for `seconds`, then say what came of it."""
    from hardware.panel import what_to_do
    from hardware.panels import i2c_panel, read_status

    if config.kind in ("simulated", "none"):
        say(f"FAIL  display.kind is {config.kind!r}: there is no panel to be tried.")
        return FAILED
    try:
        kind, device = i2c_panel(config)
        status = read_status(config)
        told = "gives no status" if status is None else f"says 0x{status:02X}"
        say(f"ok    An OLED answers at 0x{config.address:02X} on /dev/i2c-{config.bus} and {told}: driven as {kind}.")
        for line in LOOK:
            say(line)
        took_ms = _show(device, kind, config, seconds, wait)
        device.cleanup()
    except Exception as error:  # drivers raise whatever they please
        say(f"FAIL  {what_to_do(error, config)}")
        _say_others(config, say)
        return FAILED
    median = statistics.median(took_ms)
    say(f"ok    {len(took_ms)} frames, {median:.0f} ms each.")
    if median > SLOW_MS:
        say(
            "warn  The bus is slow: dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt, then start the Pi"
            " again."
        )
    return DONE


def _show(
    device: Any, kind: str, config: DisplayConfig, seconds: float, wait: Callable[[float], object]
) -> list[float]:
    """One frame a second; milliseconds that each took."""
    from hardware.test_card import test_card

    took_ms = []
    for left in range(round(seconds), 0, -1):
        image = test_card(kind, config.address, left)
        began_s = time.perf_counter()
        device.display(image)
        took_ms.append((time.perf_counter() - began_s) * 1000)
        wait(1.0)
    return took_ms


def _say_others(config: DisplayConfig, say: Callable[[str], object]) -> None:
    """The other address that such panels may have."""
    from hardware.panels import read_status

    for address in (0x3C, 0x3D):
        if address != config.address and read_status(replace(config, address=address)) is not None:
            say(f"      Something answers at 0x{address:02X}: display.address = 0x{address:02X} in table.toml.")
