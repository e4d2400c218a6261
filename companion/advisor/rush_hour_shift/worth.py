"""What a grid is worth to whoever's turn begins there: the chance to win.

With a clear way off the grid it is the chance to hold a card that goes as far; else the odds' logarithm is a sum over
the cards that both need to the exit, as far as a look tells. The numbers below were set by hand, near those of a
regression over 9402 turns of simple players (docs/advisor.md).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rush_hour_shift.grids import Grids
from companion.advisor.rush_hour_shift.ways import LIKELY, Floats, cards_to_exit
from companion.games.rush_hour_shift.cards import CARDS, HAND
from companion.games.rush_hour_shift.grid import COLUMNS, EXITS

FIRST: Final = 0.15
"""Of the odds' logarithm, for having the turn."""

SPACE: Final = 0.1
"""For each space that the other one's hero car has to go more."""

NEAR: Final = 2.5
"""For being one card from the exit."""

FADES: Final = 2.5
"""After so many cards more, 1 / e of that is left: the last ones count most."""

SHORT: Final = 0.45
"""For each space less than SHORT_WAY to go, when there is but one card to play; each more leaves 1 / e of it."""

SHORT_WAY: Final = 6

CARE: Final = 0.5
"""How much the other one's way counts beside the own, for whoever asks: two who hinder each other as much as they get
on never come to an end."""

PRICES: Final[Mapping[str, float]] = {
    "move-1": -0.1,
    "move-2": 0.0,
    "move-3": 0.15,
    "move-4": 0.2,
    "shift": 0.05,
    "slide": 0.3,
    "move-and-shift-1": 0.2,
    "move-and-shift-2": 0.2,
    "move-and-shift-3": 0.25,
}
"""What it costs to play a card rather than to keep it."""


def chances(grids: Grids, seat: int, now: Floats, asks: int) -> Floats:
    """(B,): the chance that `seat`, whose turn begins, wins, in the eyes of the seat that asks.

    `now` (B, 17) or (17,): the chance that it holds a card that goes so many spaces on a clear way.
    """
    own, other = (grids, grids.turned) if seat == 0 else (grids.turned, grids)
    mine, theirs = cards_to_exit(own, LIKELY), cards_to_exit(other, LIKELY)
    to_go, others_to_go = to_exit(grids, seat), to_exit(grids, 1 - seat)
    care, others_care = (1.0, CARE) if seat == asks else (CARE, 1.0)
    logit = FIRST + care * _near(mine, to_go) - others_care * _near(theirs, others_to_go)
    goes = now[np.arange(len(grids)), to_go] if now.ndim > 1 else now[to_go]
    at_once = np.where(mine <= 1, goes, 0)
    found = at_once + (1 - at_once) / (1 + np.exp(-logit))
    found[grids.won(seat)] = 1
    found[grids.won(1 - seat)] = 0
    return np.asarray(found, dtype=np.float32)


def _near(cards: Floats, spaces: NDArray[np.int64]) -> Floats:
    """(B,): what it is worth to be so near the exit, in cards and spaces."""
    short = SHORT * np.maximum(0, SHORT_WAY - spaces)
    found = NEAR * np.exp((1 - cards) / FADES) + np.exp(1 - cards) * short - SPACE * spaces
    return np.asarray(found, dtype=np.float32)


def goes(counts: Mapping[str, int], drawn: int = HAND, kept: Collection[str] = ()) -> Floats:
    """(17,): the chance to hold a card that goes so many spaces, with cards that are kept and some drawn from these."""
    return np.array([_holds(counts, drawn, kept, spaces) for spaces in range(COLUMNS + 3)], dtype=np.float32)


def _holds(counts: Mapping[str, int], drawn: int, kept: Collection[str], spaces: int) -> float:
    far = {kind for kind, card in CARDS.items() if card.slides or card.spaces >= spaces}
    if far & set(kept):
        return 1.0
    total, fit = sum(counts.values()), sum(counts.get(kind, 0) for kind in far)
    return 1 - comb(total - fit, drawn) / comb(total, drawn)


def to_exit(grids: Grids, seat: int) -> NDArray[np.int64]:
    """(B,): the spaces that the hero car of this seat has to go."""
    return np.asarray(abs(EXITS["GS"[seat]] - grids.columns[:, seat]), dtype=np.int64)
