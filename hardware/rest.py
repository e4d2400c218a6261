"""How an OLED ages slowly: it dims, goes dark, and never keeps a picture in one place.

The law of this file: pure, driven by time stamps; seconds of any clock that never goes back.
"""

from enum import Enum
from math import inf
from typing import Final

from companion.config import DisplayConfig

PLACES: Final = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Pixels right and down, one after the other; no step is longer than one pixel, and none leads over an edge."""


class Light(Enum):
    AWAKE = "awake"
    DIM = "dim"
    OFF = "off"


class Rest:
    """Since when nothing new has happened."""

    def __init__(self, now_s: float, config: DisplayConfig) -> None:
        self._began_s = self._acted_s = now_s
        waits_s = config.dim_after_s, config.off_after_s, config.shift_after_s
        self._dim_s, self._off_s, self._shift_s = (wait_s or inf for wait_s in waits_s)

    def update(self, now_s: float, acted: bool = False) -> Light:
        """How bright the panel is to be; `acted`: somebody did something just now."""
        if acted:
            self._acted_s = now_s
        idle_s = now_s - self._acted_s
        return Light.OFF if idle_s >= self._off_s else Light.DIM if idle_s >= self._dim_s else Light.AWAKE

    def place(self, now_s: float) -> tuple[int, int]:
        """By how many pixels, right and down, the picture is to be shifted."""
        return PLACES[int((now_s - self._began_s) / self._shift_s) % len(PLACES)]

    def next_s(self, now_s: float) -> float | None:
        """Seconds until the light or the place changes by itself; None: not before somebody acts."""
        if self.update(now_s) is Light.OFF:
            return None
        changes = (self._acted_s + self._dim_s - now_s, self._acted_s + self._off_s - now_s)
        shift = inf if self._shift_s == inf else self._shift_s - (now_s - self._began_s) % self._shift_s
        soonest = min((shift, *(change for change in changes if change > 0)))
        return None if soonest == inf else soonest
