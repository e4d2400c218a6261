"""Where a marker goes on the octagon. `Rn` is a rule of RULES.md.

The columns are printed centred, so a row runs through `space + |7 - column|` of every column (R27).
"""

from __future__ import annotations

from typing import Final

from companion.games.cant_stop.board import LENGTHS

Space = tuple[int, int]
"""(column, space), the space counted from 1 at the foot. Space 0 and less lie below the bottom (R31)."""

DIRECTIONS: Final = ("up", "down", "left", "right")


def neighbour(at: Space, direction: str) -> Space:
    """One space up or down the column, or one column left or right along the printed row (R14, R27)."""
    column, space = at
    match direction:
        case "up":
            return column, space + 1
        case "down":
            return column, space - 1
        case "left":
            beside = column - 1 if column > min(LENGTHS) else max(LENGTHS)  # R30: the board rotates
        case "right":
            beside = column + 1 if column < max(LENGTHS) else min(LENGTHS)
        case _:
            raise AssertionError(f"no direction {direction}")
    return beside, space + abs(7 - column) - abs(7 - beside)


def is_top(at: Space) -> bool:
    """On the winning space of its column."""
    return at[1] == LENGTHS[at[0]]


def on_board(at: Space) -> bool:
    column, space = at
    return 1 <= space <= LENGTHS[column]


def written(at: Space) -> str:
    """As in positions: `column.space`."""
    return f"{at[0]}.{at[1]}"
