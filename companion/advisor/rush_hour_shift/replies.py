"""What the other player may answer, with four cards that nobody but them knows.

The law of this file: their hand is any four of the cards that may be there, all alike; for each kind their best answer
is looked for, and of a hand they play the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np

from companion.advisor.rush_hour_shift.grids import Grids
from companion.advisor.rush_hour_shift.plays import ends, joined, with_card
from companion.advisor.rush_hour_shift.ways import Floats
from companion.advisor.rush_hour_shift.worth import chances
from companion.games.rush_hour_shift.cards import CARDS, HAND
from companion.games.rush_hour_shift.rules import Options

WIDE: Final = 8
"""Grids of each kind of card that are followed after each space of a move."""


@dataclass(frozen=True)
class Replied:
    """Of K grids on which the other player's turn begins."""

    loses: Floats
    """(K,): the chance that they win with their next card."""
    wins: Floats
    """(K,): the chance that whoever made the grid wins, the answer counted."""


def replied(grids: Grids, other: int, options: Options, unseen: Mapping[str, int], now: Floats) -> Replied:
    """`other`: the seat whose turn begins; `unseen`: how many cards of each kind may be in their hand.
    `now` (K, 17): as `chances` takes it, of whoever made each grid and moves after them."""
    kinds = [kind for kind in CARDS if unseen.get(kind)]
    many, each = len(grids), np.arange(len(grids))
    starts = joined([with_card(grids, each * len(kinds) + nth, kind) for nth, kind in enumerate(kinds)])
    found = ends(
        starts,
        other,
        options,
        lambda made, of: 1 - chances(made, 1 - other, now[of // len(kinds)], 1 - other),
        WIDE,
        each=True,
    )
    flat = np.zeros(many * len(kinds), dtype=np.float32)
    np.maximum.at(flat, found.source, found.worth)
    of_kind = flat.reshape(many, len(kinds))
    order = np.argsort(-of_kind, axis=1, kind="stable")
    best = np.take_along_axis(of_kind, order, axis=1)
    counts = np.array([unseen[kind] for kind in kinds])
    total = int(counts.sum())
    none_of = np.array([comb(total - so_many, HAND) / comb(total, HAND) for so_many in range(total + 1)])
    none_better = none_of[np.concatenate((np.zeros((many, 1), dtype=int), counts[order].cumsum(axis=1)), axis=1)]
    likely = none_better[:, :-1] - none_better[:, 1:]
    loses, wins = (likely * (best >= 1)).sum(axis=1), (likely * (1 - best)).sum(axis=1)
    ended = grids.over
    loses[ended], wins[ended] = 0, grids.won(1 - other)[ended]
    return Replied(loses.astype(np.float32), wins.astype(np.float32))
