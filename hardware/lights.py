"""Lamps in the buttons, and a light in the colour of whose turn it is.

The law of this file: what is lit follows from the newest snapshot alone; in a box that rests, nothing is.
"""

import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import gpiozero

from companion.config import Config, LampsConfig, TurnLightConfig
from companion.devices import Button
from companion.snapshot import Snapshot
from hardware.following import Following, Opened
from hardware.reports import RETRY_S, Post

Rgb = tuple[float, float, float]
"""Red, green, blue, 0 to 1."""

DARK: Final[Rgb] = (0.0, 0.0, 0.0)
WHITE: Final[Rgb] = (1.0, 1.0, 1.0)
"""It is everybody's turn, or anybody's."""
LIGHTS: Final[Mapping[str, Rgb]] = {
    "blue": (0.0, 0.1, 1.0),
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 0.8, 0.05),
    "yellow": (1.0, 0.6, 0.0),
    "orange": (1.0, 0.22, 0.0),
    "purple": (0.6, 0.0, 0.8),
    "sky": (0.1, 0.6, 1.0),
    "brown": (0.3, 0.08, 0.01),
    "white": WHITE,
    "black": (0.06, 0.06, 0.08),
    "gold": (1.0, 0.4, 0.0),
    "silver": (0.5, 0.55, 0.6),
}
"""What a light-emitting diode makes of each seat's colour: its red is weak beside green, so mixtures lean to red. Black
cannot be lit; the faintest grey says that it is somebody's turn. Chosen by eye on a screen, proven on no diode."""

Wish = TypeVar("Wish")


class Light(Generic[Wish]):
    """Shows what `seen` makes of the newest snapshot, and `dark` while the box rests."""

    def __init__(self, following: Following[Wish], seen: Callable[[Snapshot], Wish], dark: Wish) -> None:
        self._following = following
        self._seen = seen
        self._off = dark
        self._lock = threading.Lock()
        self._lit: Wish = dark
        self._resting = False
        self._shown: Wish | None = None

    def show(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._lit = self._seen(snapshot)
            self._tell()

    def darken(self, dark: bool) -> None:
        with self._lock:
            self._resting = dark
            self._tell()

    def _tell(self) -> None:
        wish = self._off if self._resting else self._lit
        if wish != self._shown:
            self._shown = wish
            self._following.wish(wish)

    def close(self) -> None:
        self._following.close()


def may_be_pressed(snapshot: Snapshot) -> frozenset[Button]:
    """The buttons of which a short press would do something now."""
    return frozenset(Button(name) for name, _ in snapshot.announce)


def whose_turn(snapshot: Snapshot) -> Rgb:
    """The colour of the one seat that is waited for, or that has won; white for several, or for anybody."""
    if snapshot.winners is not None:
        seats: set[int | None] = set(snapshot.winners)
    else:
        seats = {one.prompt.seat for one in snapshot.prompts if not getattr(one.prompt, "optional", False)}
    seat = next(iter(seats), None)
    return WHITE if seat is None or len(seats) > 1 else LIGHTS[snapshot.colours[seat]]


def _lamps(config: LampsConfig, open_factory: Callable[[], Any]) -> Opened[frozenset[Button]]:
    with contextlib.ExitStack() as held:
        factory = open_factory()
        held.callback(factory.close)
        lamps = {
            button: held.enter_context(gpiozero.LED(pin, active_high=config.lit == "high", pin_factory=factory))
            for button, pin in lamp_pins(config).items()
        }

        def show(wish: frozenset[Button]) -> None:
            for button, lamp in lamps.items():
                lamp.value = button in wish

        return Opened(show, held.pop_all().close)


def _turn_light(config: TurnLightConfig, open_factory: Callable[[], Any]) -> Opened[Rgb]:
    with contextlib.ExitStack() as held:
        factory = open_factory()
        held.callback(factory.close)
        pins = config.red_pin, config.green_pin, config.blue_pin
        light = held.enter_context(gpiozero.RGBLED(*pins, active_high=config.common == "cathode", pin_factory=factory))

        def show(wish: Rgb) -> None:
            light.color = tuple(part * config.brightness for part in wish)

        return Opened(show, held.pop_all().close)


def lamp_pins(config: LampsConfig) -> dict[Button, int]:
    """The pin of each lamp that is wired."""
    pins = {Button.ROLL: config.roll_pin, Button.STOP: config.stop_pin, Button.CHOOSE: config.choose_pin}
    return {button: pin for button, pin in pins.items() if pin is not None}


class Lights:
    """All that are wired, maybe none. Fits ports.Output."""

    def __init__(self, lights: Sequence[Light[Any]]) -> None:
        self._lights = lights

    def show(self, snapshot: Snapshot) -> None:
        for light in self._lights:
            light.show(snapshot)

    def darken(self, dark: bool) -> None:
        """The panel has gone dark, or is lit again: they go with it."""
        for light in self._lights:
            light.darken(dark)

    def close(self) -> None:
        for light in self._lights:
            light.close()


TURN_LIGHT: Final = "turn light"  # in no language: its name in `devices`


def open_lights(
    config: Config, open_factory: Callable[[], Any], post: Post, retry_s: tuple[float, ...] = RETRY_S
) -> Lights:
    """The lights that `config` describes. Each has a factory of its own, and fails alone."""
    lights: list[Light[Any]] = []
    if lamp_pins(config.lamps):
        lamps = Following("lamps", "gpio", lambda: _lamps(config.lamps, open_factory), post, retry_s)
        lights.append(Light(lamps, may_be_pressed, frozenset()))
    if config.turn_light.red_pin is not None:
        light = Following(TURN_LIGHT, "gpio", lambda: _turn_light(config.turn_light, open_factory), post, retry_s)
        lights.append(Light(light, whose_turn, DARK))
    return Lights(lights)
