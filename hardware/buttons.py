"""The buttons on the box.

The law of this file: a pin's callback only notes the time. An exception in one would end lgpio's only callback thread,
and with it every button until the next start; a slow one delays all others. What the times mean is for
`companion.gestures` to say, on a thread of the buttons' own.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import gpiozero
from gpiozero.pins.mock import MockFactory

from companion.beats import REST_S, Beats
from companion.config import ButtonsConfig
from companion.devices import Button, Device, DeviceChanged
from companion.gestures import Gesture, Hands
from companion.language import say
from companion.lasting import lasting
from companion.pi import is_pi
from hardware.keyboard import KeyboardButtons
from hardware.reports import CLOSE_S, RETRY_S, Post, Report
from hardware.waking import Wake, never, post_safely, woken
from hardware.wiring import WiringError, open_pins

LOOK_S: Final = 0.05
"""Seconds between two looks at the clock while a button is down: a hold is never told later than an eye notices."""

STUCK: Final = (
    "{} is held down, or its wire touches ground: let it go, and look after it. Nothing more comes of it till then; the"
    " other buttons and those of the page work."
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Edge:
    button: Button
    down: bool
    at_s: float


class PinButtons:
    """Buttons on the pins of the factory that `open_factory` makes; on those of a new one when it fails."""

    def __init__(
        self,
        config: ButtonsConfig,
        open_factory: Callable[[], Any],
        post: Post,
        kind: str,
        clock: Callable[[], float] = time.monotonic,
        wake: Wake = never,
        retry_s: tuple[float, ...] = RETRY_S,
        beats: Beats | None = None,
    ) -> None:
        self._config = config
        self._beat = (beats or Beats()).new("buttons")
        self._open_factory = open_factory
        self._post = post
        self._kind = kind
        self._clock = clock
        self._wake = wake
        self._retry_s = retry_s
        self._report = Report("buttons", post)
        self._edges: queue.SimpleQueue[_Edge | None] = queue.SimpleQueue()
        """None: it is over."""
        self._closing = threading.Event()
        self._thread = lasting(self._run, "buttons")

    def close(self) -> None:
        """Give the pins back; what was pressed before is still told."""
        self._closing.set()
        self._edges.put(None)
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with wired_buttons(self._config, self._open_factory, self._noting) as (pins, nudge):
                    levels = _Levels(pins)
                    self._report.works(self._kind)
                    self._listen(levels, nudge)
            except Exception as error:  # gpiozero and lgpio raise whatever they please
                self._beat.wait(self._closing, self._report.failed(self._kind, what_to_do(error), self._retry_s))

    def _noting(self, button: Button, down: bool) -> Callable[[], None]:
        def note() -> None:
            try:
                self._edges.put(_Edge(button, down, self._clock()))
            except Exception:
                _log.exception("an edge of %s was lost", button)

        return note

    def _listen(self, levels: _Levels, nudge: Callable[[], None]) -> None:
        """Tell what the edges mean, until it is over.

        Raises:
            Exception: the pins can no longer be read.
        """
        hands, rest_s = Hands(), LOOK_S
        for button in levels.down:
            hands.found_down(button, self._clock())
        while True:
            self._beat()
            try:
                # A chip that is gone is noticed at the next look.
                edge = self._edges.get(timeout=LOOK_S if hands.busy or levels.doubted else rest_s)
                if edge is None:
                    return
                levels.noted(edge)
                now_s, told = edge.at_s, self._took(hands, edge)
            except queue.Empty:
                if not hands.busy:
                    rest_s = min(REST_S, rest_s * 2)
                    nudge()
                now_s = self._clock()
                told = hands.still(now_s)
                for missed in levels.missed(self._clock()):
                    told += self._took(hands, missed)
            for gesture in told:
                post_safely(self._post, gesture)
            if stuck := hands.stuck(now_s):
                self._report.failed(self._kind, STUCK.format(" and ".join(button.upper() for button in stuck)))
            else:
                self._report.works(self._kind)

    def _took(self, hands: Hands, edge: _Edge) -> tuple[Gesture, ...]:
        if edge.down:
            return hands.down(edge.button, edge.at_s, blind=woken(self._wake))
        return hands.up(edge.button, edge.at_s)


class _Levels:
    """What the pins should be by their edges, against what they are: an edge that got lost would hold a button down."""

    def __init__(self, pins: Mapping[Button, Any]) -> None:
        self._pins = pins
        self._down = {button: bool(pin.is_active) for button, pin in pins.items()}
        self.doubted: set[Button] = set()
        """Buttons that the last look found other than they should be."""

    @property
    def down(self) -> tuple[Button, ...]:
        return tuple(button for button, down in self._down.items() if down)

    def noted(self, edge: _Edge) -> None:
        self._down[edge.button] = edge.down

    def missed(self, at_s: float) -> list[_Edge]:
        """The edges that must have been: a level that two looks found other than it should be.

        Raises:
            Exception: the pins can no longer be read.
        """
        other = {button for button, pin in self._pins.items() if bool(pin.is_active) is not self._down[button]}
        sure, self.doubted = other & self.doubted, other
        missed = [_Edge(button, not self._down[button], at_s) for button in sure]
        for edge in missed:
            self.noted(edge)
        self.doubted -= sure
        return missed


@contextlib.contextmanager
def wired_buttons(
    config: ButtonsConfig, open_factory: Callable[[], Any], noting: Callable[[Button, bool], Callable[[], None]]
) -> Iterator[tuple[dict[Button, Any], Callable[[], None]]]:
    """The pins, each with what notes its edges, and what keeps edges coming; all of them given back in the end."""
    with contextlib.ExitStack() as held:
        factory = open_factory()
        held.callback(factory.close)
        # Mock pins know no bounce, and tell every edge.
        mock = isinstance(factory, MockFactory)
        bounce_s, nudge = (None, _nothing) if mock else (config.bounce_ms / 1000, factory.nudge)
        pins: dict[Button, Any] = {}
        for button, pin in button_pins(config).items():
            wired = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=bounce_s, pin_factory=factory)
            held.callback(wired.close)
            wired.when_activated, wired.when_deactivated = noting(button, True), noting(button, False)
            pins[button] = wired
        yield pins, nudge


def _nothing() -> None: ...


def button_pins(config: ButtonsConfig) -> dict[Button, int]:
    """The pin of each button that may be there."""
    pins = {Button.ROLL: config.roll_pin, Button.STOP: config.stop_pin}
    return pins if config.choose == "no" else pins | {Button.CHOOSE: config.choose_pin}


def what_to_do(error: Exception) -> str:
    if isinstance(error, WiringError):
        return str(error)
    return say(
        "The buttons do not work ({why}): use those of the page, and check that nothing else holds their pins.",
        why=error,
    )


def open_buttons(
    config: ButtonsConfig, post: Post, wake: Wake = never, beats: Beats | None = None
) -> PinButtons | KeyboardButtons | None:
    """The buttons that `config` describes; None: there are to be none. `wake` is asked at each press.

    `auto` are real pins on a Pi, elsewhere mock pins: the page's buttons need neither.
    """
    match config.kind:
        case "none":
            post_safely(post, DeviceChanged("buttons", Device("none")))
            return None
        case "keyboard":
            post_safely(post, DeviceChanged("buttons", Device("keyboard")))
            return KeyboardButtons(post, sys.stdin, wake)
        case "auto" if not is_pi():
            return PinButtons(config, MockFactory, post, "simulated", wake=wake, beats=beats)
    return PinButtons(config, lambda: open_pins(config.chip), post, "gpio", wake=wake, beats=beats)
