"""The companion plays Rush Hour Shift: as the advisor would, or as a beginner who only sees the own way; and says why.

The beginner counts by eye the cards to the own exit and plays what leaves the fewest; one turn in five is anything. It
takes a win that a glance shows, and sees no threat.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from companion.advisor.rush_hour_shift.advice import advise, begun
from companion.advisor.rush_hour_shift.grids import Grids
from companion.advisor.rush_hour_shift.plays import Ends, ends
from companion.advisor.rush_hour_shift.ways import LIKELY, Floats, cards_to_exit
from companion.advisor.rush_hour_shift.worth import to_exit
from companion.events import Event, Json
from companion.games.rush_hour_shift.position import from_position
from companion.games.rush_hour_shift.rules import CardPlayed, State

SLIP: Final = 0.2
"""Of a beginner's turns are anything."""

WIDE: Final = 10
"""Grids of each card that a beginner follows after each space of a move."""


def looked_at(state: State, hand: Sequence[str], chance: Random) -> tuple[str, Grids]:
    """A beginner's card, and the grid in which the turn is to end."""
    found = _seen(state, [CardPlayed(card) for card in hand])
    nth = chance.randrange(len(found.grids)) if chance.random() < SLIP else int(found.worth.argmax())
    return hand[int(found.source[nth])], found.grids[nth : nth + 1]


def _seen(state: State, events: Sequence[Event]) -> Ends:
    seat = int(state.seat)

    def near(grids: Grids, _: object) -> Floats:
        own = grids if seat == 0 else grids.turned
        away = cards_to_exit(own, LIKELY) + 0.05 * to_exit(grids, seat)
        return np.where(grids.won(seat), 0, -away).astype(np.float32)

    return ends(begun(state, events), seat, state.options, near, WIDE)
