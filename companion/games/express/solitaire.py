"""Where a day's solitaire begins: a sheet with the first throws marked. Nothing is drawn here but by what is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.events import Json
from companion.games.express.sheets import DICE, Selection, Sheet
from companion.positions import keys_as_text
from companion.prompts import PIPS

THROWS: Final = 3
"""Marked already, of the some 21 of a game alone; after six of them hardly a sheet would end above 0."""


def solitaire(name: str, draw: Callable[[int], int]) -> Json:
    """The position for one player; `draw(n)` gives a whole number below n."""
    sheet = Sheet()
    for _ in range(THROWS):
        pips = tuple(sorted(PIPS[draw(len(PIPS))] for _ in range(DICE)))
        sheet = sheet.marked(min(sheet.selections(pips), key=lambda one: _opened(sheet, one)))
    marks = {"pairs": keys_as_text(sheet.pairs), "fifth": keys_as_text(sheet.fifth)}
    return {"game": "express", "players": [name], "sheets": [marks]}


def _opened(sheet: Sheet, selection: Selection) -> tuple[int, int, int, tuple[int, ...]]:
    """As a careful beginner marks: few new rows, then the fifth die that has most room left."""
    new = len(set(selection.pairs) - sheet.pairs.keys())
    return new, sheet.fifth.get(selection.fifth, 0), selection.fifth, selection.pairs
