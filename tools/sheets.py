"""Many sheets of Can't Stop Express played at once, each with its own throws, and ways to play them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.express.players import FIFTH, PUT_OUT, row_looks
from companion.advisor.express.throws import (
    CHANCES,
    FIFTH_OF,
    FIRST_ROW,
    LAST,
    ROWS_OF,
    SECOND_ROW,
    THROWS,
    VALUES,
    Floats,
    Ints,
    is_full,
)
from companion.advisor.express.worth import Network, score
from companion.games.express.position import PENALTIES
from companion.games.express.sheets import BOXES, ROWS, every_selection

Bools = NDArray[np.bool_]

WAYS: Final[Ints] = np.array([len(every_selection(pips)) for pips in THROWS])
"""(252,): selections of each throw; what stands in its line of ROWS_OF after them fills it."""


@dataclass(frozen=True)
class Sheets:
    marks: Ints
    """(B, 11): marks of each row, at most BOXES."""
    fifth: Ints
    """(B, 6): marks of each value of the fifth die."""

    @classmethod
    def blank(cls, count: int) -> Sheets:
        return cls(np.zeros((count, len(ROWS)), dtype=np.int64), np.zeros((count, VALUES), dtype=np.int64))

    def of(self, which: Bools | Ints) -> Sheets:
        return Sheets(self.marks[which], self.fifth[which])


Policy = Callable[[Sheets, Sheets, Bools], Floats]
"""Sheets before and after a selection each, and which are out after it: the more it says (B,), the better."""


def thrown(count: int, chance: np.random.Generator) -> Ints:
    """As many throws, as numbers of THROWS."""
    return np.searchsorted(np.cumsum(CHANCES, dtype=np.float64), chance.random(count)).clip(max=len(CHANCES) - 1)


def allowed(sheets: Sheets, throws: Ints) -> Bools:
    """(B, 15): which selections of the throw's line each sheet may make (R5-R7)."""
    every = np.arange(ROWS_OF.shape[1]) < WAYS[throws][:, None]
    known = sheets.fifth[np.arange(len(throws))[:, None], FIFTH_OF[throws]] > 0
    bound = is_full(sheets.fifth) & known.any(axis=1)
    return every & (known | ~bound[:, None])


def marked(sheets: Sheets, throws: Ints, nth: Ints) -> tuple[Sheets, Bools]:
    """The sheets after the selections `nth` of the throws' lines, and which of them are out (R4, R5, R7, R8)."""
    lines = np.arange(len(throws))
    rows, value = ROWS_OF[throws, nth], FIFTH_OF[throws, nth]
    marks, fifth = sheets.marks.copy(), sheets.fifth.copy()
    for row in (FIRST_ROW[rows], SECOND_ROW[rows]):
        marks[lines, row] = np.minimum(marks[lines, row] + 1, BOXES)
    counts = ~is_full(fifth) | (fifth[lines, value] > 0)
    out = counts & (fifth[lines, value] == LAST)
    fifth[lines, value] += counts & ~out
    return Sheets(marks, fifth), out


def play(policy: Policy, games: int, penalty: int, chance: np.random.Generator) -> tuple[Floats, Ints]:
    """Points and throws (games,) of as many games alone, all played at once."""
    points, length = np.zeros(games, dtype=np.float32), np.zeros(games, dtype=np.int64)
    sheets, playing = Sheets.blank(games), np.arange(games)
    while len(playing):
        throws = thrown(len(playing), chance)
        line, nth = np.nonzero(allowed(sheets, throws))
        before = sheets.of(line)
        after, out = marked(before, throws[line], nth)
        said = np.full((len(playing), ROWS_OF.shape[1]), -np.inf)
        said[line, nth] = policy(before, after, out)
        best = said.argmax(axis=1)
        sheets, ended = marked(sheets, throws, best)
        length[playing] += 1
        points[playing[ended]] = score(sheets.marks[ended], penalty)
        sheets, playing = sheets.of(~ended), playing[~ended]
    return points, length


def advised(net: Network) -> Policy:
    """The advisor."""

    def policy(before: Sheets, after: Sheets, out: Bools) -> Floats:
        return np.where(out, score(after.marks, net.penalty), net.of(after.marks, after.fifth))

    return policy


def at_random(chance: np.random.Generator) -> Policy:
    return lambda before, after, out: chance.random(len(out), dtype=np.float32)


def greedy(chance: np.random.Generator) -> Policy:
    """The one-line player, as the beginner looks at a sheet, without its slips; of equals any."""
    shaped = np.array([[row_looks(row, n, PENALTIES[0]) for n in range(BOXES + 1)] for row in ROWS], dtype=np.float32)

    def policy(before: Sheets, after: Sheets, out: Bools) -> Floats:
        fullest = np.where(out, PUT_OUT, after.fifth.max(axis=1))
        points = shaped[np.arange(len(ROWS)), after.marks].sum(axis=1) - FIFTH * fullest
        return np.asarray(points + 0.01 * chance.random(len(out)), dtype=np.float32)

    return policy
