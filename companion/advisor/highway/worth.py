"""What a stop is worth to the seat in turn: the chance to win once the tiles under its markers have acted.

The law of this file: a network of Can't Stop says what tokens are worth: the one whose numbers are those of equals,
since no map is measured here of what is told. A marker counts there as the mean of where it may end
(`road`), so its chains are averaged in the network's first layer; what people hold besides tokens moves the odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

import numpy as np

from companion.advisor.highway.holdings import LOST_COSTS, MAP_WORTH, held, moved_odds, shield_worth
from companion.advisor.highway.road import LOST, MAP, PLACE, SHIELD, SPACES, WIDTH, Road, along, ends, resting, road
from companion.advisor.network import Network, Weights
from companion.advisor.rolls import Floats, Ints
from companion.advisor.worth import BLOCK, TAUGHT_TWO, Standing, among, meeting, network, standing
from companion.games.cant_stop import rules as cant_stop
from companion.games.highway.moves import Space, is_top
from companion.games.highway.state import State

NOBODY: Final = 2 * len(SPACES)
"""The row of no marker, in the tables of an outlook: behind those that stop on a space, and those that rest there."""

TOP: Final = np.array([is_top(at) for at in SPACES])


@dataclass(frozen=True)
class Pair:
    """Against one other: the network's first layer, as tables of what a marker adds to it."""

    other: int
    """Their seat."""
    base: Weights
    """(H,): the columns as they stand."""
    needs: Weights
    """(6, H): by the columns that I still need."""
    mean: Weights
    """(2 * 83 + 1, H): what a marker adds that stops on a space, that rests there, and no marker."""
    short: Weights
    """The same of markers that do not win a column, for whoever needs only one more."""


@dataclass(frozen=True)
class _Question:
    """A state, alike to another where only this turn's rolls and markers that still wait differ."""

    key: tuple[object, ...]
    state: State = field(compare=False)


def outlook(state: State) -> Outlook:
    """The outlook of a state; that of the same turn is not counted anew."""
    found = copy(_outlook(_Question(_key(state), state)))
    found.state = state
    return found


@lru_cache(maxsize=4)
def _outlook(asked: _Question) -> Outlook:
    return Outlook(asked.state)


def _key(state: State) -> tuple[object, ...]:
    board = state.board or {}
    seen = frozenset((at, tile.face if tile.up else None) for at, tile in board.items())
    tokens = tuple(frozenset(own.items()) for own in state.climb.tokens)
    rested = state.stop.rested if state.stop else ()
    held = (state.shields, state.maps, state.lost, frozenset(state.gone.items()))
    return (seen, tokens, rested, held, state.seat, state.options, state.climb.options)


class Outlook:
    """The table before the markers of this turn are placed; those that were checked already are."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.road: Road = road(state)
        self.table: Standing = standing(_with_rested(state))
        self._net: Network = network("population")
        self._others = [seat for seat in range(len(state.climb.players)) if seat != state.seat]
        self._sure = [self._steps(theirs) for theirs, _ in self.table.others]
        self.ends: Floats = ends(self.road, self.score)
        open_top = TOP & np.array([column not in self.road.won for column, _ in SPACES])
        ends_on = self.ends[:, : len(SPACES)]
        chance = np.where(TOP, 0.0, ends_on[:, open_top].sum(axis=1))
        none = np.zeros(len(SPACES) + 1)
        self._wins = np.concatenate((chance, none))
        """(2 * 83 + 1,): the chance that a tile takes the marker to a winning space."""
        self._tops = np.concatenate((open_top, open_top, [False])).astype(np.int64)
        """(2 * 83 + 1,): markers that stand on a winning space already."""
        self._taken = np.concatenate((self.ends @ self._held_worth, none))
        """(2 * 83 + 1,): what the tiles that it takes add to the logarithm of the odds."""
        self._pairs = self._paired()

    @cached_property
    def score(self) -> Floats:
        """(WIDTH,): what each end of one marker is worth beside a lost one."""
        one = np.arange(len(SPACES), 2 * len(SPACES))
        nothing = float(self._single(np.array([NOBODY]))[0])
        return np.concatenate((self._single(one) - nothing, nothing * (1 - nothing) * self._held_worth[len(SPACES) :]))

    @cached_property
    def _held_worth(self) -> Floats:
        """(WIDTH,): what a tile that is taken adds to the logarithm of the odds."""
        held = np.zeros(WIDTH)
        held[SHIELD] = shield_worth(len(self.state.shields[self.state.seat]))
        held[MAP], held[LOST] = MAP_WORTH, -LOST_COSTS
        return held

    def _steps(self, theirs: Ints) -> tuple[Weights, Weights]:
        """(H,), (83, H): the columns' part of the first layer against one other, and what a resting marker adds."""
        net, mine = self._net, self.table.mine
        now = meeting(net, theirs, mine)
        at = np.array([(column - 2, space) for column, space in SPACES])
        added = net.steps[at[:, 0], np.where(TOP, at[:, 1], theirs[at[:, 0]]), np.where(TOP, 0, at[:, 1])]
        added = np.where((at[:, 1] > mine[at[:, 0]])[:, None], added - now[at[:, 0]], 0)
        return now.sum(axis=0), added.astype(np.float32)

    def _needs(self, theirs: int) -> Weights:
        needs: Weights = self._net.needs[min(theirs, TAUGHT_TWO)]
        return needs

    def _single(self, rows: Ints) -> Floats:
        """The worth (N,) of one marker that rests."""
        flat = [np.concatenate((sure, sure, np.zeros((1, sure.shape[1]), np.float32))) for _, sure in self._sure]
        tops = np.concatenate((TOP, TOP, [False]))[rows]
        left = np.minimum(np.maximum(self.table.needed - tops, 0), TAUGHT_TWO)
        chances = []
        for (base, _), table, (_, theirs), seat in zip(self._sure, flat, self.table.others, self._others, strict=True):
            said = self._net.output(base + table[rows] + self._needs(theirs)[left])
            chances.append(moved_odds(1 - said.astype(np.float64), self.reserve(seat)))
        return np.where(left == 0, 1.0, among(chances))

    def _paired(self) -> list[Pair]:
        pairs = []
        wins = self._wins[: len(SPACES)]
        for (base, sure), (_, theirs), seat in zip(self._sure, self.table.others, self._others, strict=True):
            ends_on = self.ends[:, : len(SPACES)].astype(np.float32)
            nobody = np.zeros((1, sure.shape[1]), np.float32)
            without = (ends_on * ~TOP) @ sure / np.maximum(1 - wins, 1e-6)[:, None].astype(np.float32)
            short = np.where(TOP[:, None], sure, without)
            mean = np.concatenate((ends_on @ sure, sure, nobody))
            pairs.append(Pair(seat, base, self._needs(theirs), mean, np.concatenate((short, sure, nobody))))
        return pairs

    def reserve(self, other: int) -> float:
        """What we hold besides tokens, beside another: in the logarithm of the odds."""
        return held(self.state, self.state.seat) - held(self.state, other)

    def worths(self, rows: Ints, more: float = 0.0) -> Floats:
        """The chance to win (N,) with these markers (N, K), if the turn ends so; `more` is added to what I hold."""
        found = np.empty(len(rows))
        for begin in range(0, len(rows), BLOCK):
            part = slice(begin, begin + BLOCK)
            found[part] = self._block(rows[part], more)
        return found

    def _block(self, rows: Ints, more: float) -> Floats:
        left = self.table.needed - self._tops[rows].sum(axis=1)
        wins, taken = self._wins[rows], self._taken[rows].sum(axis=1) + more
        last = left == 1
        some = np.minimum(np.maximum(left, 0), TAUGHT_TWO)
        chances = []
        for pair in self._pairs:
            hidden = pair.base + pair.needs[some]
            table = pair.mean if not last.any() else np.concatenate((pair.mean, pair.short))
            at = rows + (last * len(pair.mean))[:, None]
            for slot in range(rows.shape[1]):
                hidden += table[at[:, slot]]
            further = pair.needs[np.maximum(some - 1, 0)] - pair.needs[some]
            hidden += further * np.where(last, 0, wins.sum(axis=1))[:, None].astype(np.float32)
            said = self._net.output(hidden).astype(np.float64)
            chances.append(moved_odds(1 - said, self.reserve(pair.other) + taken))
        chance = among(chances)
        if last.any():
            at_once = 1 - np.prod(1 - wins, axis=1)
            chance = np.where(last, at_once + (1 - at_once) * chance, chance)
        return np.where(left <= 0, 1.0, chance)

    def row(self, runners: Mapping[int, int]) -> list[int]:
        """The markers that stop where they stand."""
        return [PLACE[column, space] for column, space in sorted(runners.items())]

    def coming_to(self, to: Space, waiting: Mapping[int, int], path: tuple[Space, ...]) -> float:
        """The chance to win once the marker under check comes to a space, while others wait: over where it ends."""
        return self._over(along(self.road, self.ends, self.score, to, path), waiting)

    def staying(self, at: Space | None, waiting: Mapping[int, int]) -> float:
        """The same where it rests, or is lost (None)."""
        return self._over(np.zeros(WIDTH) if at is None else resting(self.road, at), waiting)

    def without(self, chance: float, shield: float) -> float:
        """A chance to win, less a shield of this worth."""
        return float(moved_odds(np.array(chance), -shield))

    def risk(self, runners: Mapping[int, int]) -> float:
        """How likely the tiles cost at least one of these markers."""
        stays = self.ends[self.row(runners), : len(SPACES)].sum(axis=1)
        return 1 - float(np.prod(stays))

    def _over(self, end: Floats, waiting: Mapping[int, int]) -> float:
        places = np.flatnonzero(end[: len(SPACES)])
        lost = max(0.0, 1 - float(end[places].sum()))
        own = [*(places + len(SPACES)), NOBODY]
        rows = np.array([[*self.row(waiting), one] for one in own])
        found = self.worths(rows, float(end @ self._held_worth))
        return float(found @ np.array([*end[places], lost]))


def _with_rested(state: State) -> cant_stop.State:
    """Can't Stop's state with the markers that are checked placed as tokens (R23 to R26)."""
    climb = replace(state.climb, runners={}, pips=None)
    if state.stop is None or not state.stop.rested:
        return climb
    tokens = dict(climb.tokens[climb.seat])
    for column, space in state.stop.rested:
        tokens[column] = max(space, tokens.get(column, 0))
    closed = cant_stop.topped(tokens)
    seats = tuple(
        tokens if seat == climb.seat else {c: s for c, s in own.items() if c not in closed}
        for seat, own in enumerate(climb.tokens)
    )
    return replace(climb, tokens=seats)
