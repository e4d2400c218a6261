"""The companion plays Rush Hour Shift: as the advisor would, or as a beginner who only sees the own way; and says why.

The beginner counts by eye the cards to the own exit and goes for the fewest; one choice in five is anything. It takes
a win that it sees, and sees no threat.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from companion.advisor.rush_hour_shift.advice import advise, begun
from companion.advisor.rush_hour_shift.grids import Grids, Ints, as_arrays
from companion.advisor.rush_hour_shift.plays import ends
from companion.advisor.rush_hour_shift.ways import LIKELY, Floats, cards_to_exit
from companion.advisor.rush_hour_shift.worth import to_exit
from companion.events import Event, Json
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.hints import spelled
from companion.games.rush_hour_shift.position import from_position
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, TurnEnded
from companion.language import say
from companion.strengths import Strength

SLIP: Final = 0.2
"""Of a beginner's choices are anything."""

WIDE: Final = 10
"""Grids of each choice that a beginner follows after each space of a move."""

SPACE: Final = 0.05
"""Of a card, for each space that is left to go."""


def strong(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event:
    """What the advisor says is best with the cards in hand."""
    if len(open_to) == 1:
        return open_to[0]
    return advise(from_position(position), open_to)[0].event


def beginner(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event:
    possible = [event for event in open_to if not isinstance(event, DrawAgreed)]
    if chance.random() < SLIP:
        return chance.choice(possible)
    state = from_position(position)

    def near(grids: Grids, _: Ints) -> Floats:
        return np.where(grids.won(seat), 0, -_away(grids, seat)).astype(np.float32)

    found = ends(begun(state, possible), seat, state.options, near, WIDE)
    ends_it = np.array([isinstance(event, TurnEnded) for event in possible])
    # Of equals the one that ends the turn, or spares the most spaces.
    best = np.lexsort((found.left, ends_it[found.source], found.worth))[-1]
    return possible[int(found.source[best])]


def reason(position: Json, seat: int, event: Event | None, strength: Strength) -> str:
    """What it does, and what a look at the grid says of it: whose way is shorter or longer by it."""
    assert event
    state = from_position(position)
    words: dict[str, object] = {"name": state.players[seat], "other": state.players[1 - seat]}
    if isinstance(event, TurnEnded):
        return say("{name} ends the turn.", **words)
    if isinstance(event, CardPlayed):
        words["card"] = CARDS[event.card].title
        if strength is Strength.BEGINNER:
            return say("{name} plays {card}, to get nearer to the exit.", **words)
        return say("{name} plays {card}: of its cards that one does most here.", **words)
    after = rules.apply(state, event)
    words["how"] = spelled(state.grid, (event,))
    if rules.outcome(after):
        return say("{name} wins: {how}.", **words)
    own, others = (_looks(after.grid, one) - _looks(state.grid, one) for one in (seat, 1 - seat))
    if own < 0 < others:
        return say("{name} clears its way and bars that of {other}: {how}.", **words)
    if own < 0:
        return say("{name} gets nearer to the exit: {how}.", **words)
    if others > 0:
        return say("{name} bars the way of {other}: {how}.", **words)
    return say("{name} makes ready for more: {how}.", **words)


def _looks(grid: Grid, seat: int) -> float:
    """The cards and spaces to the exit of this seat, as they look."""
    grids = as_arrays(grid)
    return float(_away(grids, seat)[0])


def _away(grids: Grids, seat: int) -> Floats:
    """(B,)"""
    own = grids if seat == 0 else grids.turned
    return np.asarray(cards_to_exit(own, LIKELY) + SPACE * to_exit(grids, seat), dtype=np.float32)
