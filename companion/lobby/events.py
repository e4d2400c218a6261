"""What people agree on before a game, one thing at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.events import Event, Json


@dataclass(frozen=True)
class GamePicked(Event):
    game: str


@dataclass(frozen=True)
class GameResumed(Event):
    """An unfinished game goes on."""

    number: int


@dataclass(frozen=True)
class SetUpRepeated(Event):
    """As last time: the same game, options and players; the next seat begins."""


@dataclass(frozen=True)
class OptionPicked(Event):
    name: str
    value: int | str | bool | None | dict[str, Any]
    """An object where the option takes one of the table's own."""


@dataclass(frozen=True)
class ValueKept(Event):
    """A value of the table's own was given a name, to be picked again on other evenings."""

    option: str
    name: str
    value: Json


@dataclass(frozen=True)
class ValueForgotten(Event):
    option: str
    name: str


@dataclass(frozen=True)
class PlayerJoined(Event):
    name: str
    colour: str
    """Empty: the colour that this name had last, or the first that is free."""
    strength: str = ""
    """How well the companion plays there, a value of strengths.Strength; empty: somebody plays."""


@dataclass(frozen=True)
class PlayerLeft(Event):
    name: str


@dataclass(frozen=True)
class PlayerMoved(Event):
    """Sits elsewhere in the order of turns."""

    name: str
    to: int
    """The place, from 0."""


@dataclass(frozen=True)
class ColourPicked(Event):
    name: str
    colour: str


@dataclass(frozen=True)
class PlayersAgreed(Event):
    """Nobody else joins: the box asks on."""


@dataclass(frozen=True)
class RulesAgreed(Event):
    """The options stay as they are: the box asks on."""


@dataclass(frozen=True)
class StartPicked(Event):
    """How the first player is found: `chosen` and `youngest` name one, `dice` names nobody."""

    begins: str
    name: str


@dataclass(frozen=True)
class SetUpDone(Event):
    """The game is to start as agreed."""


EVENTS: tuple[type[Event], ...] = (
    GamePicked,
    GameResumed,
    SetUpRepeated,
    OptionPicked,
    ValueKept,
    ValueForgotten,
    PlayerJoined,
    PlayerLeft,
    PlayerMoved,
    ColourPicked,
    PlayersAgreed,
    RulesAgreed,
    StartPicked,
    SetUpDone,
)
"""All of them."""
