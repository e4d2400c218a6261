"""Exact odds, by counting all 1296 rolls: of the next roll's bust, and of a hazard's roll (R9)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

from companion.games.cant_stop import odds as cant_stop
from companion.games.cant_stop.rules import climb
from companion.games.highway.shields import passes
from companion.games.highway.state import State

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
