"""`companion test-buttons`: what the buttons say while somebody presses them, and what is wrong with the others."""

from __future__ import annotations

import argparse
import queue
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cli.configured import configured
from companion.cli.options import Command, add_config
from companion.cli.status import DONE, FAILED
from companion.config import ButtonsConfig
from companion.devices import Button

TRIAL_S = 10.0
"""Seconds for whoever wires a part to see that it works."""
NUDGE_S = 0.5
"""Seconds after which edges that were lost are looked for."""


@dataclass
class _Seen:
    """One button, over the trial."""

    presses: int = 0
    down_since_s: float | None = None
    down_at_start: bool = False
    edges: list[float] = field(default_factory=list)


def add_to(command: Command) -> None:
    asked = command(
        "test-buttons", run, "ten seconds of listening to the buttons", "companion test-buttons --config table.toml"
    )
    add_config(asked)


def run(asked: argparse.Namespace) -> int:
    from hardware.wiring import open_pins

    config = configured(asked).buttons
    return trial(config, lambda: open_pins(config.chip))


def trial(
    config: ButtonsConfig,
    open_factory: Callable[[], Any],
    seconds: float = TRIAL_S,
    say: Callable[[str], object] = lambda line: print(line, flush=True),
) -> int:
    """Listen for `seconds`, then say what was seen."""
    from hardware.buttons import button_pins, what_to_do, wired_buttons

    edges: queue.SimpleQueue[tuple[Button, bool, float]] = queue.SimpleQueue()

    def noting(button: Button, down: bool) -> Callable[[], None]:
        return lambda: edges.put((button, down, time.monotonic()))

    pins = button_pins(config)
    try:
        with wired_buttons(config, open_factory, noting) as (wired, nudge):
            seen = {button: _Seen(down_at_start=bool(pin.is_active)) for button, pin in wired.items()}
            names = ", ".join(f"{button.name} (GPIO {pins[button]})" for button in pins)
            say(f"Press each button shortly, one after the other: {names}. {seconds:g} seconds.")
            _listen(edges, seen, seconds, nudge, say)
    except Exception as error:  # gpiozero and lgpio raise whatever they please
        say(f"FAIL  {what_to_do(error)}")
        if "busy" in str(error):
            say("      Is it the service? sudo systemctl stop companion, and try again.")
        return FAILED
    return _judge(config, pins, seen, say)


def _listen(
    edges: queue.SimpleQueue[tuple[Button, bool, float]],
    seen: Mapping[Button, _Seen],
    seconds: float,
    nudge: Callable[[], None],
    say: Callable[[str], object],
) -> None:
    ends_s = time.monotonic() + seconds
    while (left_s := ends_s - time.monotonic()) > 0:
        try:
            button, down, at_s = edges.get(timeout=min(left_s, NUDGE_S))
        except queue.Empty:
            nudge()
            continue
        one = seen[button]
        if down:
            one.presses, one.down_since_s = one.presses + 1, at_s
            say(f"      {button.name} down")
        elif one.down_since_s is not None:
            say(f"      {button.name} up after {at_s - one.down_since_s:.1f} s")
            one.down_since_s = None
        else:
            one.down_at_start = False
            say(f"      {button.name} up")


def _judge(
    config: ButtonsConfig, pins: Mapping[Button, int], seen: Mapping[Button, _Seen], say: Callable[[str], object]
) -> int:
    from hardware.wiring import GROUND, HEADER

    status = DONE
    for button, one in seen.items():
        pin = pins[button]
        name = f"{button.name} (GPIO {pin}, header pin {HEADER[pin]})"
        if one.presses:
            times = "once" if one.presses == 1 else f"{one.presses} times"
            say(f"ok    {name}: pressed {times}. Was it that button? If not, its wires are changed with another's.")
        elif one.down_at_start:
            status = FAILED
            say(
                f"FAIL  {name}: down all the time. Its wire touches ground, or the button joins the wrong two legs:"
                " turn it by a quarter."
            )
        elif button is Button.CHOOSE and config.choose != "yes":
            say(f"warn  {name}: not seen. That is right where there is none.")
        else:
            status = FAILED
            say(
                f"FAIL  {name}: not seen. One leg to header pin {HEADER[pin]}, the other to ground (header pin"
                f" {GROUND}); a button with four legs may have to be turned by a quarter."
            )
    return status
