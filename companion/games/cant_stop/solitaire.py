"""Where a day's solitaire begins: some columns are climbed a little. Nothing is drawn here but by what is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.events import Json
from companion.games.cant_stop.board import LENGTHS
from companion.positions import keys_as_text

CLIMBED: Final = 4
"""Columns in which a token stands: one more than are to be won, so that there is something to decide."""
HIGHEST: Final = 0.6
"""Of a column's spaces: nothing is nearly won yet."""


def solitaire(name: str, draw: Callable[[int], int]) -> Json:
    """The position for one player; `draw(n)` gives a whole number below n."""
    columns, tokens = list(LENGTHS), dict[int, int]()
    for _ in range(CLIMBED):
        column = columns.pop(draw(len(columns)))
        tokens[column] = 1 + draw(int(HIGHEST * LENGTHS[column]))
    return {
        "game": "cant-stop",
        "players": [name],
        "tokens": [keys_as_text(tokens)],
    }
