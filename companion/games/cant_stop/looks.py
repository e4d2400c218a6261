"""How a Can't Stop board should look: which spaces there are, and what stands on them.

The law of this file: facts for whoever compares a photo with the state; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.board import RUNNER, TOKEN, BoardPlan, Expected, Piece, Spot, marks_of, samples, stood
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.poster import CELL_MM, poster, space_middle
from companion.games.cant_stop.rules import State

WHITE: Final = Piece(RUNNER, "white")

TAPS: Final = ("7.13", "12.2", "7.1", "2.2")
"""Far apart, and found on every board that is a stop sign."""

APART: Final = ("3.3", "5.5", "7.7", "9.5", "11.3", "7.11", "7.3")
"""Where single pieces stand for the photo from which they are learnt: so far from each other that none hides another,
even seen from 40 degrees."""


def name_of(column: int, space: int) -> str:
    """Of a spot."""
    return f"{column}.{space}"


def plan(tile_mm: float = 20.0) -> BoardPlan:
    """The board as `companion print board` makes it for tiles of this edge."""
    printed = poster(tile_mm)
    spots = tuple(
        Spot(
            name_of(column, space), *space_middle(column, space, tile_mm), tile_mm + CELL_MM, frozenset((TOKEN, RUNNER))
        )
        for column, length in LENGTHS.items()
        for space in range(1, length + 1)
    )
    lines = tuple(tuple(name_of(column, n) for n in range(1, length + 1)) for column, length in LENGTHS.items())
    return BoardPlan("cant-stop", printed.width, printed.height, spots, TAPS, marks_of(printed), printed, lines)


def expected(state: State, colours: Sequence[str]) -> Expected:
    """What stands where, the seats' tokens in these colours. In a won column only the winner's token is left (R16)."""
    pieces = [
        (name_of(column, space), Piece(TOKEN, colours[seat]))
        for seat, own in enumerate(state.tokens)
        for column, space in own.items()
    ]
    pieces += [(name_of(column, space), WHITE) for column, space in state.runners.items()]
    return stood(pieces)


def set_up(colours: Sequence[str]) -> Expected:
    """Where to stand one token of each of these colours and one runner, for the photo from which they are learnt."""
    return samples(APART, [*(Piece(TOKEN, colour) for colour in colours), WHITE])
