"""What is said of the spots of a board, whoever saw it, and the reading that it comes to.

The law of this file: each doubt is told once, as a sentence; a photo of which hardly anything is seen says nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.board import BoardPlan, BoardReading, Piece
from companion.language import say
from vision.boards.place import Place

HARDLY: Final = 0.4
"""Share of the spots that cannot be told from which on nothing is said of any, those apart that something covers:"""
COVERED: Final = 0.7
"""so many may be, which says nothing of how well the rest is seen."""


@dataclass(frozen=True)
class Said:
    """Of one spot."""

    pieces: tuple[Piece, ...] | None
    why: str = ""
    """A sentence for players, where nothing is said."""


def unless_hardly_seen(said: dict[str, Said], why: str = "", covered: Collection[str] = ()) -> dict[str, Said]:
    """The same; in so bad a photo nothing is said of the rest either, for this reason or else the first doubt's.

    Args:
        covered: spots under or beside something that is no piece, an arm or a cup.
    """
    doubts = [one.why for name, one in said.items() if one.why and name not in covered]
    if len(covered) <= COVERED * len(said) and len(doubts) <= HARDLY * (len(said) - len(covered)):
        return said
    first = next(one.why for one in said.values() if one.why)
    return {name: one if one.why else Said(None, why or first) for name, one in said.items()}


def reading_of(
    said: Mapping[str, Said], place: Place, plan: BoardPlan, shifted: bool = False, decides: bool = True
) -> BoardReading:
    """Of a board that was found there; `shifted`: `plan` is how its parts lie in the photo."""
    reasons = tuple(say(why) for why in dict.fromkeys(one.why for one in said.values() if one.why))
    corners = np.array(((0, 0), (plan.width, 0), (plan.width, plan.height), (0, plan.height)), float)
    return BoardReading(
        "unsure" if reasons else "read",
        {name: one.pieces for name, one in said.items()},
        reasons,
        tuple((float(x), float(y)) for x, y in place.pixels(corners)),
        plan if shifted else None,
        decides,
    )


def no_board(why: str) -> BoardReading:
    """Nothing is read, for this reason."""
    return BoardReading("no board", {}, (say(why),))  # in no language
