"""Exact odds, by counting all 1296 rolls: of the next roll's bust, and of a hazard's roll (R9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations

from companion.games.cant_stop import odds as cant_stop
from companion.games.cant_stop.rules import climb, usable_columns
from companion.games.highway.shields import changed, passes, uses
from companion.games.highway.state import State, usable_shields

ALL_ROLLS = sum(cant_stop.ROLLS.values())


def bust_odds(state: State) -> Fraction:
    """The chance that the next roll allows no split with the markers of this turn, if no shield is used."""
    return cant_stop.bust_odds(state.climb, state.markers)


def bust_odds_after(state: State, columns: tuple[int, ...]) -> Fraction:
    """The same once these columns have climbed."""
    climbed = replace(state.climb, runners=climb(state.climb, columns))
    return cant_stop.bust_odds(climbed, state.markers)


@cache
def hazard_odds(how: str, column: int) -> Fraction:
    """The chance that a roll passes a hazard in a column, if no shield is used."""
    return Fraction(sum(n for pips, n in cant_stop.ROLLS.items() if passes(how, column, pips)), ALL_ROLLS)


def bust_odds_with_a_shield(state: State) -> Fraction:
    """The chance that the next roll is a bust which no one of the player's shields mends."""
    shields = tuple(sorted(set(usable_shields(state))))
    return _bust_with(state.options.shield, shields, usable_columns(state.climb, state.markers))


@lru_cache(maxsize=256)
def _bust_with(how: str, shields: tuple[int, ...], columns: frozenset[int]) -> Fraction:
    # Where a pairing falls since the other sum of it leaves 2 to 12, this sum was there without the shield too.
    def good(pips: tuple[int, ...]) -> bool:
        return any(a + b in columns for a, b in combinations(pips, 2))

    return 1 - Fraction(_mended(how, shields, good), ALL_ROLLS)


def hazard_odds_with_a_shield(state: State) -> Fraction:
    """The chance that a roll passes the hazard under the marker, or that one shield makes it pass."""
    shields = tuple(sorted(set(usable_shields(state))))
    return _passed_with(state.options.shield, shields, state.options.hazard, state.chain[-1][0])


@lru_cache(maxsize=256)
def _passed_with(how: str, shields: tuple[int, ...], hazard: str, column: int) -> Fraction:
    return Fraction(_mended(how, shields, lambda pips: passes(hazard, column, pips)), ALL_ROLLS)


def _mended(how: str, shields: tuple[int, ...], good: Callable[[tuple[int, ...]], bool]) -> int:
    """How many of all rolls are good, or would be with one of these shields."""
    return sum(
        n
        for pips, n in cant_stop.ROLLS.items()
        if good(pips) or any(good(changed(pips, use)) for use in uses(how, shields, pips))
    )
