"""Every grid in which a turn may end, from many beginnings at once. `Rn` is a rule of RULES.md.

A push is made of single spaces, so a longer one is found as several. Where one beginning leads to more grids than
`wide` after a space, only the best of them are followed (none is lost with the cards and layouts of the box by
`EVERYTHING`): a look at the other player's answers need not be complete.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.rush_hour_shift.grids import Bools, Grids, Ints, together
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.rules import Options

Judge = Callable[[Grids, Ints], NDArray[np.float32]]
"""What grids (B), each from one of the beginnings (B,), are worth (B,) to whoever has made them."""

EVERYTHING: Final = 10**6

SPREAD: Final = np.int64(0x5851F42D4C957F2D)
"""An odd number whose multiples look like chance (Knuth's, of MMIX)."""


@dataclass(frozen=True)
class Begun:
    """B moments of one player's turn."""

    grids: Grids
    source: Ints
    """(B,): the beginning that each belongs to, counted from 0."""
    left: Ints
    """(B,): spaces that may still be moved."""
    shift: Bools
    """(B,): the shift is still unused."""
    begun: Bools
    """(B,): some spaces have been moved, so that a shift ends the move (R22)."""
    slides: Bools
    """(B,): what is left is one slide."""

    def __len__(self) -> int:
        return len(self.grids)

    def __getitem__(self, which: Any) -> Begun:
        return Begun(**{one.name: getattr(self, one.name)[which] for one in fields(self)})

    @property
    def keys(self) -> Ints:
        """(B,): a number that is different for every one."""
        more = self.source + 8192 * (self.left + 32 * self.shift + 64 * self.slides)
        return np.asarray(self.grids.keys ^ more * SPREAD)


def joined(parts: Sequence[Begun]) -> Begun:
    """All of these, one behind the other."""
    names = [one.name for one in fields(Begun)][1:]
    return Begun(
        together([part.grids for part in parts]),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in names),
    )


def with_card(grids: Grids, source: Ints, card: str) -> Begun:
    """Turns in which this card was just played."""
    kind, many = CARDS[card], len(grids)
    return Begun(
        grids,
        source,
        np.full(many, kind.spaces),
        np.full(many, kind.shifts),
        np.zeros(many, dtype=bool),
        np.full(many, kind.slides),
    )


@dataclass(frozen=True)
class Ends:
    """Grids in which turns may end."""

    grids: Grids
    source: Ints
    left: Ints
    """Spaces of the card that were not used."""
    worth: NDArray[np.float32]
    """By the judge."""


def ends(
    starts: Begun, seat: int, options: Options, judge: Judge, wide: int = EVERYTHING, *, each: bool = False
) -> Ends:
    """Where the turns of this seat may end. `each`: to the judge it matters where a grid came from."""
    slides = _slid(starts[starts.slides], seat)
    moving = starts[~starts.slides]
    parts = [*([slides] if len(slides) else []), *_moved(moving, seat, options, judge, wide)]
    grids = together([part.grids for part in parts])
    source, left = (np.concatenate([getattr(part, name) for part in parts]) for name in ("source", "left"))
    same = grids.keys ^ (source * SPREAD if each else 0)
    _, first, again = np.unique(same, return_index=True, return_inverse=True)
    worth = judge(grids[first], source[first])[again]
    return Ends(grids, source, left, worth)


def _slid(starts: Begun, seat: int) -> Begun:
    """R19, R20: after one slide, or none."""
    if not len(starts):
        return starts
    able = starts[(starts.left > 0) & ~starts.grids.over]
    grid, nth, by = able.grids.slides(seat)
    return joined((starts, _after(able, grid, able.grids.pushed(grid, nth, by), left=np.zeros(len(grid), dtype=int))))


def _moved(starts: Begun, seat: int, options: Options, judge: Judge, wide: int) -> list[Begun]:
    """After moves and shifts in every order that the card allows; those moments in which the turn may end."""
    if not len(starts):
        return []
    before = _spread(starts, seat, options, judge, wide)
    parts = [_may_end(before, seat, options)]
    able = before[before.shift & ~before.grids.over]
    if options.move_all:
        used_up = (able.left == 0) | ~able.begun | ~_has_moves(able, seat)
        able = able[used_up | (options.pool & (able.left > 0))]
    if len(able):
        shifted = _shifted(able, seat, options)
        parts += [_may_end(_spread(shifted, seat, options, judge, wide), seat, options)]
    return parts


def _spread(starts: Begun, seat: int, options: Options, judge: Judge, wide: int) -> Begun:
    """These, and whatever pushes make of them."""
    found = [starts]
    seen = np.zeros(0, dtype=np.int64)
    level = starts
    while len(level := level[(level.left > 0) & ~level.grids.over]):
        grid, nth, by = level.grids.steps(seat)
        after = _after(level, grid, level.grids.pushed(grid, nth, by), left=level.left[grid] - 1, begun=True)
        # With as many spaces left or fewer, a grid that was there before brings nothing new.
        keys = after.keys if options.move_all else after.grids.keys ^ (after.source * SPREAD)
        _, first = np.unique(keys, return_index=True)
        if not options.move_all:
            first = first[~np.isin(keys[first], seen)]
            seen = np.concatenate((seen, keys[first]))
        level = _widest(after[first], judge, wide)
        found.append(level)
    return joined(found)


def _widest(level: Begun, judge: Judge, wide: int) -> Begun:
    """The best of each beginning."""
    if len(level) <= wide:
        return level
    by_source = np.lexsort((-judge(level.grids, level.source), level.source))
    sources = level.source[by_source]
    rank = np.arange(len(sources)) - np.searchsorted(sources, sources)
    return level[by_source[rank < wide]]


def _shifted(able: Begun, seat: int, options: Options) -> Begun:
    """R15, R22: after their shift, which ends a move that was begun."""
    pays = options.pool & (able.left + able.begun > 0)
    grid, side, by = able.grids.shifts(np.where(pays, able.left, 10) if options.pool else None)
    rest = able.left[grid] - (abs(by) if options.pool else 0) * (able.left[grid] > 0)
    begun = able.begun[grid]
    if options.move_all and options.pool:
        # A shift may not end a move that has spaces left, unless it pays with all of them.
        loses = begun & (rest > 0) & _has_moves(able, seat)[grid]
        grid, side, by, rest, begun = grid[~loses], side[~loses], by[~loses], rest[~loses], begun[~loses]
    shifted = able.grids.shifted(grid, side, by)
    return _after(able, grid, shifted, left=np.where(begun, 0, rest), shift=False)


def _may_end(turns: Begun, seat: int, options: Options) -> Begun:
    """R14, R20."""
    if not options.move_all:
        return turns
    stuck = ~_has_moves(turns, seat)
    if options.pool:
        grid, _, _ = turns.grids.shifts(turns.left)
        shifts = np.bincount(grid, minlength=len(turns)) > 0
        stuck &= ~(turns.shift & shifts)
    return turns[(turns.left == 0) | stuck | turns.grids.over]


def _has_moves(turns: Begun, seat: int) -> Bools:
    grid, _, _ = turns.grids.steps(seat)
    return (np.bincount(grid, minlength=len(turns)) > 0) & (turns.left > 0)


def _after(
    before: Begun, which: Ints, grids: Grids, *, left: Ints, begun: bool | None = None, shift: bool | None = None
) -> Begun:
    """The moments `which` of `before`, with other grids and less left."""
    many = len(which)
    return Begun(
        grids,
        before.source[which],
        left,
        before.shift[which] if shift is None else np.full(many, shift),
        before.begun[which] if begun is None else np.full(many, begun),
        before.slides[which],
    )
