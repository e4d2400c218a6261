"""The cards and how many of each there are. `Rn` is a rule of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.language import say

HAND: Final = 4
"""Cards in a player's hand between turns (R7)."""


@dataclass(frozen=True)
class Card:
    """What one kind of card allows."""

    title: str
    """As on the card."""
    spaces: int = 0
    """To move, split among vehicles as one likes (R14); a slide's one move counts as 1."""
    shifts: bool = False
    """One side part may be shifted (R15)."""
    slides: bool = False
    """Its one move is of any length (R19)."""


CARDS: Final[Mapping[str, Card]] = {
    **{f"move-{n}": Card(f"MOVE {n}", spaces=n) for n in (1, 2, 3, 4)},
    "shift": Card("SHIFT", shifts=True),
    "slide": Card("SLIDE", spaces=1, slides=True),
    **{f"move-and-shift-{n}": Card(f"MOVE & SHIFT {n}", spaces=n, shifts=True) for n in (1, 2, 3)},
}
"""By their names in positions and events."""

Deck = Mapping[str, int]
"""How many of each kind, all kinds named."""


def _deck(*counts: int) -> Deck:
    return dict(zip(CARDS, counts, strict=True))


DECKS: Final[Mapping[str, Deck]] = {
    "list-1": _deck(6, 6, 4, 3, 4, 3, 3, 3, 0),
    "list-2": _deck(3, 5, 5, 3, 6, 5, 0, 3, 2),
}
"""R25: the two public lists of the 32 cards. They disagree and neither is confirmed, so whoever has the box counts."""


def own_deck(given: Mapping[str, object]) -> str:
    """What a deck is called; kinds left out are as many as in `list-1`."""
    whole = {**DECKS["list-1"], **given}
    named = next((name for name, deck in DECKS.items() if deck == whole), "")
    counted = sum(count for count in whole.values() if isinstance(count, int))
    return named or say("own, {count} cards", count=counted)


def draw_pile(deck: Deck) -> int:
    """Cards of the fresh draw pile: the deck less two hands (R7)."""
    return sum(deck.values()) - 2 * HAND
