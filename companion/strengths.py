"""How well the companion plays a seat of its own, and what it takes for a game to be played by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final

from companion.events import Event, Json
from companion.language import later


class Strength(StrEnum):
    BEGINNER = "beginner"
    """Plays as somebody does who knows the rules and a rule of thumb, and slips now and then."""
    STRONG = "strong"
    """Plays the best that the game's advisor knows."""


STRENGTHS: Final = {Strength.BEGINNER: later("beginner"), Strength.STRONG: later("strong")}

MEANINGS: Final = {
    Strength.BEGINNER: later("By rules of thumb, with slips."),
    Strength.STRONG: later("As well as it can."),
}

Player = Callable[[Json, int, Sequence[Event], Random], Event | None]
"""A game's, of one strength: the position as everybody sees it, the seat, what it may choose (one or more, all that it
has in hand), and its own chance, the same for the same moment of a game. One of these events; None: rather roll, which
only counts where the table awaits a roll of this seat besides, as after every split of Can't Stop."""

Reason = Callable[[Json, int, Event | None, Strength], str]
"""A game's: what the companion does and why, in one sentence that begins with the seat's name; the position, the seat,
what its player of that strength has chosen."""

Playable = Mapping[str, Collection[Strength]]
"""By game: how well the companion can play a seat of it."""
