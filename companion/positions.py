"""Reading a position's JSON (FORMATS section 3): the checks of single values that every game makes alike.

The law: a value is what it should be, or BadPosition names its key and the value. What JSON tells apart stays apart
(true is no 1), nothing is guessed or put right, and what a value means is the game's own affair. This sees the standard
library and `companion.events`, `companion.game` and `companion.prompts` only, so every game may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, TypeVar

from companion.events import Json
from companion.game import BadPosition
from companion.prompts import PIPS

T = TypeVar("T")


def require_game(given: Json, name: str) -> None:
    """A position need not say of which game it is, but then of no other."""
    if given.get("game", name) != name:
        raise BadPosition(f"game must be {name!r}, not {given['game']!r}")


def require_known(given: Json, keys: Set[str], whose: str) -> None:
    """No key but these; `whose` begins what an error says, as "an express position"."""
    if unknown := sorted(given.keys() - keys, key=str):
        raise BadPosition(f"{whose} has no key {unknown[0]!r}")


def options_among(given: object, known: Set[str], unoffered: Set[str] = frozenset()) -> Json:
    """The object of a game's options, none but those that there are; an error does not offer the unoffered ones."""
    options = object_of(given, "options")
    if unknown := sorted(options.keys() - known - unoffered, key=str):
        raise BadPosition(f"there is no option {unknown[0]!r}; there are {', '.join(sorted(known))}")
    return options


def object_of(given: object, where: str, entries: str = "") -> Json:
    """A JSON object; `entries` tells in an error what it holds, as "column: space"."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"{where} must be an object{entries and f' of {entries}'}, not {given!r}")
    return given


def whole_number(given: object, allowed: range, where: str) -> int:
    if type(given) is not int or given not in allowed:
        raise BadPosition(f"{where} must be a whole number from {allowed.start} to {allowed.stop - 1}, not {given!r}")
    return given


def true_or_false(given: object, where: str) -> bool:
    if not isinstance(given, bool):
        raise BadPosition(f"{where} must be true or false, not {given!r}")
    return given


def one_of(given: object, allowed: Sequence[T], where: str) -> T:
    """One of few words or numbers."""
    for value in allowed:
        if type(given) is type(value) and given == value:
            return value
    raise BadPosition(f"{where} must be {' or '.join(map(str, allowed))}, not {given!r}")


def player_names(given: object, seats: range) -> tuple[str, ...]:
    """The key `players`: as many names as the game has seats."""
    if (
        not isinstance(given, list | tuple)
        or len(given) not in seats
        or not all(isinstance(name, str) for name in given)
    ):
        count = " to ".join(map(str, sorted({seats[0], seats[-1]})))
        raise BadPosition(f"players must be a list of {count} names, not {given!r}")
    return tuple(given)


def pips_or_null(given: Any, dice: int) -> tuple[int, ...] | None:
    """The key `pips`: what the dice show, sorted; null: no throw waits."""
    if given is None:
        return None
    if not isinstance(given, list) or len(given) != dice or not all(type(p) is int and p in PIPS for p in given):
        raise BadPosition(f"pips must be null or {dice} numbers from 1 to 6, not {given!r}")
    return tuple(sorted(given))


def number_of_key(key: object, allowed: Iterable[int], kind: str, where: str) -> int:
    """The number that a key of an object is, written as JSON wants it; `kind` says of what, as "column"."""
    for number in allowed:
        if key == str(number):
            return number
    raise BadPosition(f"{where}: there is no {kind} {key!r}")


def keys_as_text(numbers: Mapping[int, int]) -> dict[str, int]:
    """As JSON wants it, in the order of the numbers."""
    return {str(key): numbers[key] for key in sorted(numbers)}
