"""Presses, holds and chords of the three buttons, told from time stamps alone.

The law of this file: pure, one verdict a press. GPIO edges, a keyboard's keys and the page's buttons all come through
here, each with the seconds of its own clock, so that what a press means is decided in one place. A press and its hold
never both fire, and neither does a button that was part of a chord.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.devices import Button, ButtonPressed, HoldSeen

SHORT_S: Final = 0.6
"""Seconds; let go within them it is a short press (DESIGN section 4)."""
HOLD_S: Final = 0.8
"""Seconds after which ROLL and CHOOSE count as held (DESIGN section 4)."""
REPEAT_S: Final = 0.5
"""Seconds between the repeats of a held ROLL: slow enough to let go on the entry that one wants."""
HOLD_STOP_S: Final = 1.5
"""Seconds for STOP: its hold undoes, so it must not happen by a slow finger (DESIGN section 4)."""
CHORD_S: Final = 1.0
"""Seconds for which ROLL and STOP are held together for the menu (DESIGN section 4)."""
STUCK_S: Final = 7.0
"""Seconds after which no finger holds a button any more: it is stuck, or its wire touches ground."""
BAR_STEPS: Final = 6
"""Steps in which the bar of a held STOP fills: one about every 0.15 s."""

Gesture = ButtonPressed | HoldSeen


@dataclass
class _Down:
    since_s: float
    fired: int = 0
    """Holds, or steps of the bar, told already."""
    spent: bool = False
    """Nothing more comes of this press."""
    blind: bool = False
    """It went down where nothing said what it would do."""


class Hands:
    """All buttons of one panel. Time stamps are seconds of any clock that never goes back."""

    def __init__(self) -> None:
        self._down: dict[Button, _Down] = {}
        self._chord_s: float | None = None
        """Since when ROLL and STOP are down together."""

    @property
    def busy(self) -> bool:
        """Whether time alone may still bring a verdict: call `still` until it is False."""
        return bool(self._down)

    def stuck(self, at_s: float) -> tuple[Button, ...]:
        """The buttons that have been down for longer than anybody holds one."""
        return tuple(button for button, press in self._down.items() if at_s - press.since_s >= STUCK_S)

    def found_down(self, button: Button, at_s: float) -> None:
        """A button is down as the table begins: nothing comes of that press."""
        self._down[button] = _Down(at_s, spent=True)

    def down(self, button: Button, at_s: float, blind: bool = False) -> tuple[Gesture, ...]:
        """A button goes down; one that is down already only bounced.

        `blind`: the panel was dark and is only woken. Nothing comes of that press, nor of others until it ends.
        """
        told = self.still(at_s)
        if button in self._down:
            return told
        blind = blind or any(press.blind for press in self._down.values())
        self._down[button] = _Down(at_s, spent=blind, blind=blind)
        return (*told, *self._chord_begun(at_s)) if button in (Button.ROLL, Button.STOP) else told

    def up(self, button: Button, at_s: float) -> tuple[Gesture, ...]:
        """A button is let go. A verdict that time had brought already comes first, however late the clock looked."""
        told = self.still(at_s)
        press = self._down.pop(button, None)
        if press is None:
            return told
        if self._chord_s is not None and button in (Button.ROLL, Button.STOP):
            # Fingers that let go of a chord too early meant no press of either.
            self._chord_s = None
            for other in self._down.values():
                other.spent = True
            return told
        if button is Button.STOP and press.fired and not press.spent:
            return (*told, HoldSeen(0.0))
        if press.spent or press.fired or at_s - press.since_s > SHORT_S:
            return told
        return (*told, ButtonPressed(button))

    def still(self, at_s: float) -> tuple[Gesture, ...]:
        """Time has passed; whatever is down is down still."""
        if self._chord_s is not None:
            if at_s - self._chord_s < CHORD_S:
                return ()
            self._chord_s = None
            self._down[Button.ROLL].spent = self._down[Button.STOP].spent = True
            return (ButtonPressed(Button.MENU),)
        return tuple(
            gesture
            for button, press in list(self._down.items())
            if not press.spent
            for gesture in self._held(button, press, at_s - press.since_s)
        )

    def _chord_begun(self, at_s: float) -> tuple[Gesture, ...]:
        """ROLL or STOP went down: a chord if both are down now, and nothing came of either yet but a bar."""
        roll, stop = self._down.get(Button.ROLL), self._down.get(Button.STOP)
        if roll is None or stop is None or roll.spent or roll.fired or stop.spent:
            return ()
        self._chord_s = at_s
        bar_seen, stop.fired = stop.fired, 0
        return (HoldSeen(0.0),) if bar_seen else ()

    def _held(self, button: Button, press: _Down, lasted_s: float) -> tuple[Gesture, ...]:
        if button is Button.STOP:
            return self._stop_held(press, lasted_s)
        if lasted_s < HOLD_S:
            return ()
        # What is stuck has told enough.
        press.spent = lasted_s >= STUCK_S
        due = 1 + (int((lasted_s - HOLD_S) / REPEAT_S) if button is Button.ROLL else 0)
        if press.fired >= due:
            return ()
        press.fired = due  # a clock that looked late tells one step, not all that it missed
        return (ButtonPressed(button, held=True),)

    def _stop_held(self, press: _Down, lasted_s: float) -> tuple[Gesture, ...]:
        if lasted_s >= HOLD_STOP_S:
            press.spent = True
            return (ButtonPressed(Button.STOP, held=True),)
        step = int((lasted_s - SHORT_S) / (HOLD_STOP_S - SHORT_S) * BAR_STEPS) + 1 if lasted_s > SHORT_S else 0
        if step <= press.fired:
            return ()
        press.fired = step
        return (HoldSeen(step / (BAR_STEPS + 1)),)
