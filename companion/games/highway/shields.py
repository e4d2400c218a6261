"""What shields do to a roll, and whether a roll passes a hazard. `Rn` is a rule of RULES.md."""

from __future__ import annotations

from itertools import combinations

from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import pairings
from companion.games.highway.events import ShieldUsed
from companion.games.highway.state import State, usable_shields
from companion.prompts import PIPS


def shield_uses(state: State) -> tuple[ShieldUsed, ...]:
    """R16: every way to change the roll that waits with one shield, by number, die and sign."""
    if state.climb.pips is None:
        return ()
    return uses(state.options.shield, usable_shields(state), state.climb.pips)


def uses(how: str, shields: tuple[int, ...], pips: tuple[int, ...]) -> tuple[ShieldUsed, ...]:
    """Every way to change this roll with one of these shields."""
    return tuple(
        ShieldUsed(number, die, by)
        for number in sorted(set(shields))
        for die in sorted(set(pips))
        for by in _changes(how, number, die)
        if _makes_sense(how, pips, die, die + by)
    )


def _changes(how: str, number: int, die: int) -> tuple[int, ...]:
    if how == "set-die":
        return (number - die,) if number != die else ()
    return (number, -number)


def _makes_sense(how: str, pips: tuple[int, ...], die: int, changed: int) -> bool:
    """Whether the changed die is one that may lie there: of 1..6, or part of a sum that some column has."""
    if how != "adjust":
        return changed in PIPS
    others = list(pips)
    others.remove(die)
    return any(changed + other in LENGTHS for other in others)


def changed(pips: tuple[int, ...], use: ShieldUsed) -> tuple[int, ...]:
    """The roll after a shield."""
    others = list(pips)
    others.remove(use.die)
    return tuple(sorted((*others, use.die + use.by)))


def passes(how: str, column: int, pips: tuple[int, ...]) -> bool:
    """R9: whether a roll passes a hazard in a column."""
    match how:
        case "sum":
            return any(a + b == column for a, b in combinations(pips, 2))
        case "die":
            return column in pips
        case "split":
            return (column, column) in pairings(pips)
    raise AssertionError(f"the dice do not decide where it is {how}")
