"""How an OLED ages slowly: it dims, goes dark, and never keeps a picture in one place.

The law of this file: pure, driven by time stamps; seconds of any clock that never goes back.
"""

from enum import Enum
from typing import Final

DIM_S: Final = 120.0
"""Seconds without anything new before the panel dims (DESIGN section 5)."""
OFF_S: Final = 600.0
"""Seconds without anything new before it goes dark (DESIGN section 5)."""

SHIFT_S: Final = 60.0
"""Seconds that the picture stays in one place."""
PLACES: Final = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Pixels right and down, one after the other; no step is longer than one pixel, and none leads over an edge."""


class Light(Enum):
    AWAKE = "awake"
    DIM = "dim"
    OFF = "off"


class Rest:
    """Since when nothing new has happened."""

    def __init__(self, now_s: float) -> None:
        self._began_s = self._acted_s = now_s

    def update(self, now_s: float, acted: bool = False) -> Light:
        """How bright the panel is to be; `acted`: somebody did something just now."""
        if acted:
            self._acted_s = now_s
        idle_s = now_s - self._acted_s
        return Light.OFF if idle_s >= OFF_S else Light.DIM if idle_s >= DIM_S else Light.AWAKE

    def place(self, now_s: float) -> tuple[int, int]:
        """By how many pixels, right and down, the picture is to be shifted."""
        return PLACES[int((now_s - self._began_s) / SHIFT_S) % len(PLACES)]

    def next_s(self, now_s: float) -> float | None:
        """Seconds until the light or the place changes by itself; None: not before somebody acts."""
        if self.update(now_s) is Light.OFF:
            return None
        changes = (self._acted_s + DIM_S - now_s, self._acted_s + OFF_S - now_s)
        shift = SHIFT_S - (now_s - self._began_s) % SHIFT_S
        return min((shift, *(change for change in changes if change > 0)))
