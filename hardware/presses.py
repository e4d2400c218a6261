"""Short or held: one button's verdict.

The law of this file: pure, driven by time stamps. A press gives at most one verdict, so a press and its hold never
both fire.
"""

from enum import Enum
from typing import Final

SHORT_S: Final = 0.6
"""Seconds; let go within them it is a short press (DESIGN section 4)."""
HOLD_S: Final = 0.8
"""Seconds after which ROLL and CHOOSE count as held (DESIGN section 4)."""
HOLD_STOP_S: Final = 1.5
"""Seconds for STOP: its hold undoes, so it must not happen by a slow finger (DESIGN section 4)."""


class Verdict(Enum):
    SHORT = "short"
    HELD = "held"


class Press:
    """Watches one button. Time stamps are seconds of any clock that never goes back."""

    def __init__(self, hold_s: float) -> None:
        self._hold_s = hold_s
        self._down_s: float | None = None

    def down(self, at_s: float) -> None:
        self._down_s = at_s

    def still_down(self, at_s: float) -> Verdict | None:
        """The button is down at `at_s`: HELD once, as soon as it was down long enough."""
        if self._down_s is None or at_s - self._down_s < self._hold_s:
            return None
        self._down_s = None
        return Verdict.HELD

    def up(self, at_s: float) -> Verdict | None:
        """Let go. A hold whose timer came too late still counts as the hold that the player made."""
        if self._down_s is None:
            return None
        down_s, self._down_s = self._down_s, None
        if at_s - down_s <= SHORT_S:
            return Verdict.SHORT
        return Verdict.HELD if at_s - down_s >= self._hold_s else None
