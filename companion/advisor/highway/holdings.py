"""What a seat holds besides tokens, and what that adds to the logarithm of its odds to win.

The law of this file: rules of thumb, fitted to nothing (docs/advisor.md).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.advisor.rolls import Floats
from companion.games.highway.state import State

FIRST_SHIELD: Final = 0.22
"""By how much the logarithm of the odds to win rises with the first shield."""

NEXT_SHIELD: Final = 0.8
"""Each further shield counts so much of the one before."""

MAP_WORTH: Final = 0.15
LOST_COSTS: Final = 0.15
"""The same of a fourth marker, and of a third one less, in one turn."""


def held(state: State, seat: int) -> float:
    """What a seat holds besides tokens, in the logarithm of the odds to win."""
    shields = len(state.shields[seat])
    all_shields = FIRST_SHIELD * (1 - NEXT_SHIELD**shields) / (1 - NEXT_SHIELD)
    maps, lost = state.maps[seat], state.lost[seat]
    if state.options.reminders == "once":
        maps, lost = min(maps, 1), min(lost, 1)
    return all_shields + maps * MAP_WORTH - lost * LOST_COSTS


def shield_worth(others: int) -> float:
    """Of one more shield beside so many."""
    return float(FIRST_SHIELD * NEXT_SHIELD**others)


def moved_odds(chance: Floats, by: Floats | float) -> Floats:
    """Chances whose logarithm of the odds has changed."""
    up = chance * np.exp(by)
    moved: Floats = up / (1 - chance + up)
    return moved
