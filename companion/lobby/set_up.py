"""The lobby's state, from and to JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from companion.events import Json
from companion.game import BadPosition

NAME: Final = "lobby"
"""As the snapshot and the journal name it."""


class Step(StrEnum):
    """What the box asks next. Phones answer in any order."""

    GAME = "game"
    PLAYERS = "players"
    RULES = "rules"
    BEGIN = "begin"
    DICE = "dice"
    READY = "ready"


@dataclass(frozen=True)
class Player:
    name: str
    colour: str
    strength: str = ""
    """How well the companion plays there; empty: somebody does."""


@dataclass(frozen=True)
class Unfinished:
    """A game on record that may go on."""

    number: int
    game: str
    players: tuple[str, ...]
    started: str
    """When, as ISO 8601 in UTC."""


@dataclass(frozen=True)
class Last:
    """The set-up of the last game that was played here."""

    game: str
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    first: int
    """The seat that began."""


@dataclass(frozen=True)
class Kept:
    """A value of an option that people made themselves and gave a name."""

    game: str
    option: str
    name: str
    value: Mapping[str, Any]


@dataclass(frozen=True)
class Lobby:
    step: Step = Step.GAME
    chosen: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    first: str | None = None
    """Who begins."""
    begins: str = "chosen"
    """chosen, youngest or dice."""
    rolls: Mapping[str, int] = field(default_factory=dict)
    """What each has thrown for the start, in this round of throws."""
    throwing: tuple[str, ...] = ()
    """Who still may win the throw; after a tie only those who tied."""
    resumed: int | None = None
    known: tuple[Player, ...] = ()
    """Names of earlier games, the latest first."""
    unfinished: tuple[Unfinished, ...] = ()
    last: Last | None = None
    kept: tuple[Kept, ...] = ()
    """Of all games, in the order of naming."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(player.colour for player in self.players)

    @property
    def strengths(self) -> tuple[str, ...]:
        return tuple(player.strength for player in self.players)


def position(state: Lobby) -> dict[str, object]:
    """The whole state as JSON."""
    return {
        "game": NAME,
        "step": str(state.step),
        "chosen": state.chosen,
        "options": dict(state.options),
        "players": list(state.names),
        "colours": list(state.colours),
        "strengths": list(state.strengths),
        "first": state.names.index(state.first) if state.first in state.names else None,
        "begins": state.begins,
        "rolls": dict(state.rolls),
        "throwing": list(state.throwing),
        "resumed": state.resumed,
        "known": [{"name": player.name, "colour": player.colour} for player in state.known],
        "unfinished": [
            {"number": one.number, "game": one.game, "players": list(one.players), "started": one.started}
            for one in state.unfinished
        ],
        "last": None
        if state.last is None
        else {
            "game": state.last.game,
            "players": [player.name for player in state.last.players],
            "colours": [player.colour for player in state.last.players],
            "strengths": [player.strength for player in state.last.players],
            "options": dict(state.last.options),
            "first": state.last.first,
        },
        **({"kept": [_kept_json(one) for one in state.kept]} if state.kept else {}),
    }


def _kept_json(kept: Kept) -> dict[str, object]:
    return {"game": kept.game, "option": kept.option, "name": kept.name, "value": dict(kept.value)}


def from_position(given: Json) -> Lobby:
    """The state that `position` wrote. Raises BadPosition."""
    try:
        names = tuple(map(str, given.get("players", ())))
        first = given.get("first")
        last = given.get("last")
        return Lobby(
            Step(given.get("step", Step.GAME)),
            given.get("chosen"),
            dict(given.get("options", {})),
            _players(names, given.get("colours", ()), given.get("strengths", ())),
            None if first is None else names[first],
            given.get("begins", "chosen"),
            dict(given.get("rolls", {})),
            tuple(given.get("throwing", ())),
            given.get("resumed"),
            tuple(Player(known["name"], known["colour"]) for known in given.get("known", ())),
            tuple(
                Unfinished(one["number"], one["game"], tuple(one["players"]), one["started"])
                for one in given.get("unfinished", ())
            ),
            None
            if last is None
            else Last(
                last["game"],
                _players(last["players"], last["colours"], last.get("strengths", ())),
                dict(last["options"]),
                last["first"],
            ),
            tuple(Kept(one["game"], one["option"], one["name"], dict(one["value"])) for one in given.get("kept", ())),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadPosition(f"this is no lobby: {error!r}") from error


def _players(names: Sequence[str], colours: Sequence[str], strengths: Sequence[str]) -> tuple[Player, ...]:
    """`strengths` may be left out: an older lobby seated people alone."""
    return tuple(Player(*one) for one in zip(names, colours, strengths or ("",) * len(names), strict=True))
