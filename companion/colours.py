"""The colours that seats may have, by the names that people use for the pieces of the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.language import later

COLOURS: Final = (
    later("blue"),
    later("red"),
    later("green"),
    later("yellow"),
    later("orange"),
    later("purple"),
    later("sky"),
    later("brown"),
    later("white"),
    later("black"),
)
"""In the order in which seats get them: the pieces of the usual boxes first. Ten, as many as a table seats."""


OF_PIECES: Final = (later("gold"), later("silver"))
"""Colours that pieces have in some games, whatever their players picked; nobody can pick them."""


def free_colour(taken: Iterable[str]) -> str:
    """The first colour that nobody has."""
    others = set(taken)
    return next((colour for colour in COLOURS if colour not in others), COLOURS[0])


def piece_colours(plays: Sequence[str]) -> tuple[str, ...]:
    """The seats' own colours where what each one plays is called by its colour; empty: the game has none of its own."""
    return tuple(plays) if all(word in (*COLOURS, *OF_PIECES) for word in plays) else ()


def seat_colours(wanted: Iterable[str], seats: int) -> tuple[str, ...]:
    """A colour for each seat: those wanted, and for the rest the first that is free."""
    colours = [colour for colour in wanted if colour in COLOURS][:seats]
    while len(colours) < seats:
        colours.append(free_colour(colours))
    return tuple(colours)
