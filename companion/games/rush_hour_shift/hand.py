"""The hand of a seat that the companion plays: four cards of a deck of its own, since people hold those of the box.

The law of this file: a hand follows from the chance that deals it and the cards played so far, so an undo gives a card
back and a restart deals the same. `Rn` names a rule of RULES.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from companion.events import Event
from companion.game import Seat
from companion.games.rush_hour_shift.cards import HAND
from companion.games.rush_hour_shift.rules import CardPlayed, State


def in_hand(
    moments: Sequence[tuple[Event, State]],
    seat: Seat,
    shuffle: Callable[[list[Any]], None],
    options: tuple[Event, ...],
) -> tuple[Event, ...]:
    """Of these options the cards that the seat has; whatever else may be done now, it may do."""
    if not any(isinstance(option, CardPlayed) for option in options):
        return options
    hand = _hand(moments, seat, shuffle)
    return tuple(option for option in options if isinstance(option, CardPlayed) and option.card in hand)


def _hand(moments: Sequence[tuple[Event, State]], seat: Seat, shuffle: Callable[[list[Any]], None]) -> list[str]:
    """R7, R20, R21: four cards are dealt, one is drawn for each that was played, and a spent pile is made of those."""
    started = moments[0][1]
    pile = [card for card, count in started.options.deck for _ in range(count)]
    shuffle(pile)
    hand, pile, played = pile[:HAND], pile[HAND:], list[str]()
    for (_, before), (event, _) in pairwise(moments):
        if not isinstance(event, CardPlayed) or before.seat != seat or event.card not in hand:
            continue
        hand.remove(event.card)
        if not pile:
            pile, played = played, []
            shuffle(pile)
        played.append(event.card)
        hand += pile[:1]
        pile = pile[1:]
    return hand
