"""What a table may want otherwise (RULES.md), with one line of what each does."""

from __future__ import annotations

from typing import Final

from companion.games.rush_hour_shift import layouts
from companion.games.rush_hour_shift.cards import DECKS, own_deck
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.language import later
from companion.options import Option

OPTIONS: Final = (
    Option(
        "layout",
        tuple(LAYOUTS),
        later("How the vehicles stand, the easiest first; or enter the one on your table."),
        later("How the vehicles stand, the easiest first."),
        title=later("Layout"),
        words=(later("1, easiest"), "2", "3", later("4, hardest")),
        own=layouts.own_layout,
    ),
    Option(
        "move",
        ("up-to", "all"),
        later("How much of a MOVE is used: as many of its spaces as one likes, or all of them if one can."),
        later("all of it: every space of a MOVE must be used."),
        title="MOVE",
        words=(later("as you like"), later("all of it")),
    ),
    Option(
        "move_and_shift",
        ("each", "pool"),
        later("What the number on MOVE & SHIFT counts: the spaces moved, or these and the rows shifted together."),
        later("What its number counts: spaces, or rows as well."),
        title="MOVE&SHIFT",
        words=(later("spaces"), later("both")),
    ),
    Option(
        "draw",
        ("none", "agreed", "third"),
        later(
            "Nobody but a winner ends it; or both players may call it a draw; or the third time that a position comes."
        ),
        later("By word of both; or when a position comes again."),
        title=later("Draws"),
        words=(later("none"), later("by agreement"), later("the third time")),
    ),
    Option(
        "deck",
        tuple(DECKS),
        later("There are two public lists of the 32 cards, neither confirmed: count yours."),
        later("Unconfirmed: count your own cards."),
        title=later("Deck"),
        words=(later("19 MOVE cards"), later("16 MOVE cards")),
        own=own_deck,
    ),
)
