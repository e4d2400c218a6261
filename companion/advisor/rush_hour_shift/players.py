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
from companion.advisor.rush_hour_shift.grids import Grids, Ints
from companion.advisor.rush_hour_shift.plays import ends
from companion.advisor.rush_hour_shift.ways import LIKELY, Floats, cards_to_exit
from companion.advisor.rush_hour_shift.worth import to_exit
from companion.events import Event, Json
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.hints import spelled
from companion.games.rush_hour_shift.position import from_position
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, TurnEnded
from companion.language import number, say
from companion.strengths import Strength

SLIP: Final = 0.2
"""Of a beginner's choices are anything."""

WIDE: Final = 10
"""Grids of each choice that a beginner follows after each space of a move."""

SPACE: Final = 0.05
"""Of a card, for each space that is left to go."""


def strong(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event:
    """What the advisor says is best with the cards in hand."""
    return advise(from_position(position), open_to)[0].event


def beginner(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event:
    possible = [event for event in open_to if not isinstance(event, DrawAgreed)]
    if chance.random() < SLIP:
        return chance.choice(possible)
    state = from_position(position)

    def near(grids: Grids, _: Ints) -> Floats:
        own = grids if seat == 0 else grids.turned
        away = cards_to_exit(own, LIKELY) + SPACE * to_exit(grids, seat)
        return np.where(grids.won(seat), 0, -away).astype(np.float32)

    found = ends(begun(state, possible), seat, state.options, near, WIDE)
    ends_it = np.array([isinstance(event, TurnEnded) for event in possible])
    # Of equals the one that ends the turn, or spares the most spaces.
    best = np.lexsort((found.left, ends_it[found.source], found.worth))[-1]
    return possible[int(found.source[best])]


def reason(position: Json, seat: int, event: Event | None, strength: Strength) -> str:
    """What it does, and what the strong level gives for its chance."""
    assert event
    state = from_position(position)
    words: dict[str, object] = {"name": state.players[seat]}
    if isinstance(event, TurnEnded):
        return say("{name} ends the turn and draws a card.", **words)
    won = rules.outcome(rules.apply(state, event))
    if isinstance(event, CardPlayed):
        words["card"] = CARDS[event.card].title
    else:
        words["how"] = spelled(state.grid, (event,))
        if won:
            return say("{name} wins: {how}.", **words)
    if strength is Strength.BEGINNER:
        if isinstance(event, CardPlayed):
            return say("{name} plays {card}, to get nearer to the exit.", **words)
        return say("{name} moves to get nearer to the exit: {how}.", **words)
    (found,) = advise(state, (event,))
    words["chance"] = number(100 * found.win, 0)
    if isinstance(event, CardPlayed):
        return say("{name} plays {card}: {chance} % to win.", **words)
    return say("{name} moves: {how}; {chance} % to win.", **words)
