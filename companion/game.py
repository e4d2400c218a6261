"""The contract between the table and every game.

A game is a record of pure functions of a frozen state. It draws no random number: dice, tiles and cards come in as
events, so the same events always give the same state. `apply` may assume that a prompt has accepted the event: `step`
is the one gate, and whatever passes it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NewType, TypeVar

from companion.events import Event, Json
from companion.prompts import Prompt
from companion.view import View

Seat = NewType("Seat", int)
"""A place at the table, from 0."""

S = TypeVar("S")


class IllegalEvent(ValueError):
    """The rules do not allow it now. Nothing has changed."""


class BadPosition(ValueError):
    """Not a position of this game; the message names the key and the value."""


class BadSetUp(ValueError):
    """The game cannot start with these players or options; the message says which and what is possible."""


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended. No winners: a draw."""

    winners: frozenset[Seat]


@dataclass(frozen=True)
class Option:
    """One thing that a table may want otherwise, chosen at set-up."""

    name: str
    values: tuple[int | str | bool, ...]
    """What may be chosen, the default first."""

    meaning: str
    """One line of what it does."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game's rules."""

    name: str
    """As on the command line and in the journal; with `_` for `-` also the name of its folder."""

    title: str
    """As on the box."""

    seats: range
    """How many players it takes."""

    options: tuple[Option, ...]

    events: tuple[type[Event], ...]
    """Every kind of event that its rules may accept."""

    start: Callable[[Sequence[str], Json, Seat], S]
    """The state before the first event, for these players, options and first seat. Raises BadSetUp."""

    from_position: Callable[[Json], S]
    """The state of a position (FORMATS section 3). Raises BadPosition."""

    position: Callable[[S], dict[str, object]]
    """The whole position; `from_position(position(state)) == state`."""

    prompts: Callable[[S], tuple[Prompt, ...]]
    """What the table waits for. Empty once the game is over."""

    apply: Callable[[S, Event], S]
    """The state after an event that one of `prompts` accepts."""

    explain: Callable[[S, Event], str]
    """Why `event`, which no prompt accepts, is not allowed: one sentence for a player."""

    tell: Callable[[S, Event, S], tuple[str, ...]]
    """What just happened and what to move on the real board: before, event, after."""

    outcome: Callable[[S], Outcome | None]
    """Who won, once it is over."""

    view: Callable[[S, Event | None], View]
    """What a screen says of the state, and of the event that led to it."""

    label: Callable[[S, Event], str]
    """An option in at most ten characters."""


def step(game: Game[S], state: S, event: Event) -> S:
    """The state after `event`, if the table awaits it.

    Raises:
        IllegalEvent: no prompt accepts it.
    """
    if not any(prompt.accepts(event) for prompt in game.prompts(state)):
        raise IllegalEvent(game.explain(state, event))
    return game.apply(state, event)
