"""The stop-sign board in numbers. `Rn` is a rule of RULES.md."""

from collections.abc import Mapping
from typing import Final

LENGTHS: Final[Mapping[int, int]] = dict(zip(range(2, 13), (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3), strict=True))
"""Spaces of each column, the winning one included (R3)."""

RUNNERS: Final = 3
"""White markers of a turn (R1, R8)."""

DICE: Final = 4
"""Dice of a roll (R6)."""

COLUMNS_TO_WIN: Final = 3
"""R17."""

LONGER_GAME: Final[Mapping[int, int]] = {2: 5, 3: 4, 4: 3}
"""Columns to win in the longer game, by players (R19)."""
