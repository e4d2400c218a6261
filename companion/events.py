"""Things that happened at the table: frozen, in the past tense, JSON-able.

The journal holds nothing else. An event says what happened, never what follows from it: that is the rules' part.
Fields are numbers, words, or tuples of these, so that two events which mean the same are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from functools import cache
from types import UnionType
from typing import Any, ClassVar, get_type_hints

Json = Mapping[str, Any]
"""A JSON object as Python's `json` reads it."""


class BadEvent(ValueError):
    """Not an event that the game knows, or one of its fields is not what it should be."""


class Event:
    """What happened. Games add their own kinds."""

    is_seen: ClassVar[bool] = False
    """People see it on the real table and say so: nothing that whoever plays the seat could decide."""


@dataclass(frozen=True)
class DiceRolled(Event):
    """Dice came to rest. Their order carries no meaning, so it is sorted away."""

    pips: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "pips", tuple(sorted(self.pips)))


@dataclass(frozen=True)
class GameStarted(Event):
    """The journal's first row of every game."""

    game: str
    players: tuple[str, ...]
    options: Json
    first: int
    """The seat that begins."""
    position: Json
    """The whole position from which the game starts (FORMATS section 3)."""
    colours: tuple[str, ...] = ()
    """Each seat's; none: those of the page."""
    begins: str = "chosen"
    """How the first seat was found: chosen, youngest or dice."""
    apart: Json = field(default_factory=dict)
    """What it is, where it is kept apart (companion/apart.py): `{"what_if": {"game", "moments", "back_to"}}` or
    `{"daily": "2026-11-30"}`; empty: a game of the evening."""
    strengths: tuple[str, ...] = ()
    """How well the companion plays each seat, a value of strengths.Strength, empty where people play; none: nowhere."""
    seed: int = 0
    """What the companion's own chance begins with in the seats that it plays: its slips, and cards dealt to it."""


@dataclass(frozen=True)
class Undone(Event):
    """The last event that still counted counts no more."""


@dataclass(frozen=True)
class Redone(Event):
    """The event undone last counts again."""


@dataclass(frozen=True)
class PositionCorrected(Event):
    """People said what the real table looks like, and the table is right."""

    position: Json


TABLE_EVENTS: tuple[type[Event], ...] = (GameStarted, Undone, Redone, PositionCorrected)
"""Those of every game, told by the table and not by the rules."""


def encode(event: Event) -> dict[str, Any]:
    """The event as JSON: its name, and its fields."""
    return {"event": type(event).__name__, **asdict(event)}  # type: ignore[call-overload]


def decode(record: object, kinds: Iterable[type[Event]]) -> Event:
    """The event that `encode` wrote.

    Raises:
        BadEvent: `record` is no event of these kinds, a field is missing, unknown, or of the wrong type.
    """
    if not isinstance(record, Mapping) or not isinstance(record.get("event"), str):
        raise BadEvent(f'an event is an object with its name under "event", not {_shown(record)}')
    name = record["event"]
    kind = {kind.__name__: kind for kind in kinds}.get(name)
    if kind is None:
        raise BadEvent(f"there is no event {name!r} in this game")
    given = {key: value for key, value in record.items() if key != "event"}
    wanted = _wanted(kind)  # type: ignore[arg-type]  # mypy takes the hash of an event for that of its kind
    if extra := sorted(given.keys() - wanted.keys()):
        raise BadEvent(f"{name} has no field {extra[0]!r}")
    needed = {f.name for f in _fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    if missing := sorted(needed - given.keys()):
        raise BadEvent(f"{name} lacks its field {missing[0]!r}")
    return kind(**{key: _typed(value, wanted[key], f"{name}.{key}") for key, value in given.items()})


def _fields(kind: type[Event]) -> tuple[Any, ...]:
    return fields(kind)  # type: ignore[arg-type]


@cache
def _wanted(kind: type[Event]) -> dict[str, Any]:
    """The types of its fields. Kept, for resolving them takes longer than all the rest of an event."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in _fields(kind)}


def _typed(value: object, hint: Any, where: str) -> Any:
    """`value` as the field's type wants it: JSON has no tuples, so lists become tuples."""
    if hint == Json:
        if isinstance(value, Mapping):
            return value
        raise BadEvent(f"{where} must be an object, not {_shown(value)}")
    if getattr(hint, "__origin__", None) is tuple:
        if not isinstance(value, list | tuple):
            raise BadEvent(f"{where} must be a list, not {_shown(value)}")
        inner = hint.__args__[0]
        return tuple(_typed(item, inner, where) for item in value)
    if isinstance(hint, UnionType):
        kinds = [getattr(kind, "__origin__", kind) for kind in hint.__args__]
        if type(value) in kinds:
            return value
        raise BadEvent(f"{where} must be {' or '.join(_NOUNS[kind] for kind in kinds)}, not {_shown(value)}")
    if type(value) is not hint:  # not isinstance: True is no pip
        raise BadEvent(f"{where} must be {_NOUNS.get(hint, hint.__name__)}, not {_shown(value)}")
    return value


_NOUNS: Mapping[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    type(None): "null",
    dict: "an object",
}


def _shown(value: object) -> str:
    """A value in an error's words, short enough for one line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
