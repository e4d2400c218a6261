"""The buzzer: three short signals for whoever does not look at a screen.

The law of this file: which signal sounds follows from two snapshots alone; the newest one wins.
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

import gpiozero
from gpiozero.tones import Tone

from companion.config import BuzzerConfig
from companion.devices import TrayState
from companion.snapshot import Snapshot
from hardware.following import Following, Opened
from hardware.reports import RETRY_S, Post


class Signal(Enum):
    READ = "the dice were read"  # in no language
    LOOK = "somebody has to look"  # in no language
    WON = "the game is over"  # in no language


TUNES: Final[Mapping[Signal, tuple[tuple[float, float], ...]]] = {
    Signal.READ: ((660.0, 0.06),),
    Signal.LOOK: ((330.0, 0.12), (0.0, 0.06), (330.0, 0.12)),
    Signal.WON: ((440.0, 0.12), (550.0, 0.12), (660.0, 0.3)),
}
"""Each tone: hertz (0: silence) and seconds. All within the octaves that gpiozero's TonalBuzzer plays by itself."""

SILENT_S: Final = 0.02
"""Seconds until lgpio has ended the last wave of a tone."""


def signal(before: Snapshot, now: Snapshot) -> Signal | None:
    """What there is to hear between two snapshots."""
    if now.winners is not None and before.winners is None:
        return Signal.WON
    if now.tray.state is TrayState.UNSURE and before.tray.state is not TrayState.UNSURE and now.awaited_roll:
        return Signal.LOOK
    if now.notice and now.notice != before.notice:
        return Signal.LOOK
    # A roll that was typed in leaves the tray as it was.
    if before.awaited_roll and now.version > before.version and now.tray != before.tray:
        return Signal.READ if now.tray.state is TrayState.READ else None
    return None


class Sound:
    """Fits ports.Output."""

    def __init__(self, following: Following[Signal]) -> None:
        self._following = following
        self._before: Snapshot | None = None

    def show(self, snapshot: Snapshot) -> None:
        before, self._before = self._before, snapshot
        if before is not None and (heard := signal(before, snapshot)):
            self._following.wish(heard)

    def close(self) -> None:
        self._following.close()


def _buzzer(config: BuzzerConfig, open_factory: Callable[[], Any], wait: Callable[[float], object]) -> Opened[Signal]:
    with contextlib.ExitStack() as held:
        factory = open_factory()
        held.callback(factory.close)
        make = gpiozero.TonalBuzzer if config.kind == "passive" else gpiozero.Buzzer
        buzzer = held.enter_context(make(config.pin, pin_factory=factory))

        def sound(hertz: float) -> None:
            if config.kind == "active":
                buzzer.value = bool(hertz)
            elif hertz:
                buzzer.play(Tone.from_frequency(hertz))
            else:
                buzzer.stop()
                # lgpio ends a tone at whatever level it has: current through a coil that nobody hears.
                wait(SILENT_S)
                buzzer.pwm_device.pin.state = 0

        def show(wish: Signal) -> None:
            try:
                for hertz, seconds in TUNES[wish]:
                    sound(hertz)
                    wait(seconds)
            finally:
                sound(0.0)

        return Opened(show, held.pop_all().close)


def open_sound(
    config: BuzzerConfig,
    open_factory: Callable[[], Any],
    post: Post,
    retry_s: tuple[float, ...] = RETRY_S,
    wait: Callable[[float], object] = time.sleep,
) -> Sound | None:
    """The buzzer that `config` describes; None: none is wired."""
    if config.pin is None:
        return None
    buzzer = Following(
        "buzzer", config.kind, lambda: _buzzer(config, open_factory, wait), post, retry_s, momentary=True
    )
    return Sound(buzzer)
