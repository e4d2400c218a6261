"""What is told of a chance to win, apart from what is decided by.

The law of this file: one map, strictly rising, so that what is advised first is also told to win most. The network of
two decides. It has learnt against players of whom most are slower than itself: its order of moves is good, its numbers
are those of a player among slow ones. Told is the chance among equals, by a logistic regression on games of the advisor
against itself (`python -m tools.reliability`; docs/advisor.md). 0 and 1 stay what they are.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.advisor.rolls import Floats

SLOPE: Final = 0.76
"""So much of a logarithm of the odds among slow players is one among equals."""

TOO_SLOW: Final = 0.6
"""By so much that logarithm is less besides."""


def told(chance: Floats | float, others: int = 1) -> Floats:
    """The chances that people read (any shape), of what the network counts for one seat against so many others.

    Of several others all count as met at the same odds, which are then `others` times those of winning.
    """
    counted = np.clip(np.asarray(chance, dtype=np.float64), 0, 1)
    up = (others * counted) ** SLOPE
    found: Floats = up / (up + others * np.exp(TOO_SLOW) * (1 - counted) ** SLOPE)
    return found
