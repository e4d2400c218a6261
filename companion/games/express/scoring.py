"""What the marks on a sheet are worth (R10, R11)."""

from __future__ import annotations

from companion.games.express.sheets import BOXES, NEGATIVE, ROWS, VALUE, Sheet


def row_score(row: int, marks: int, penalty: int) -> int:
    """R10: nothing, a flat penalty, nothing again, then column A for each mark; R11: as far as the boxes go."""
    if marks == 0:
        return 0
    if marks <= NEGATIVE:
        return -penalty
    return (min(marks, BOXES) - NEGATIVE - 1) * VALUE[row]


def sheet_score(sheet: Sheet, penalty: int) -> int:
    return sum(row_score(row, sheet.pairs.get(row, 0), penalty) for row in ROWS)
