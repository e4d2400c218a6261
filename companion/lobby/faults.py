"""What stands against what people agree on, in one sentence each; and what is to be asked again because of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.colours import COLOURS
from companion.events import DiceRolled, Event
from companion.game import BadSetUp, Game, Seat
from companion.language import later, say
from companion.lobby.events import (
    ColourPicked,
    GamePicked,
    GameResumed,
    OptionPicked,
    PlayerJoined,
    PlayerLeft,
    PlayerMoved,
    PlayersAgreed,
    RulesAgreed,
    SetUpDone,
    SetUpRepeated,
    StartPicked,
    ValueForgotten,
    ValueKept,
)
from companion.lobby.own_values import option_fault
from companion.lobby.set_up import Lobby, Step
from companion.names import name_fault
from companion.strengths import Playable, Strength

BEGINS: Final = ("chosen", "youngest", "dice")

NO_GAME: Final = later("Choose the game first.")

MOST_PLAYERS: Final = 10
"""Before a game is chosen: as many as any game seats."""


class Faults:
    """Over the games that the lobby offers."""

    def __init__(self, games: Mapping[str, Game[Any]], playable: Playable | None = None) -> None:
        """`playable`: how well the companion can play which game; None: that is not judged."""
        self._games = games
        self._playable = playable

    def strengths(self, state: Lobby) -> tuple[Strength, ...]:
        """How well the companion may play a seat of the game that is chosen, or of any while none is."""
        if self._playable is None:
            return tuple(Strength)
        able = self._playable if state.chosen is None else {state.chosen: self._playable.get(state.chosen, ())}
        return tuple(one for one in Strength if any(one in levels for levels in able.values()))

    def chosen(self, state: Lobby) -> Game[Any]:
        assert state.chosen is not None
        return self._games[state.chosen]

    def most_players(self, state: Lobby) -> int:
        return self.chosen(state).seats.stop - 1 if state.chosen else MOST_PLAYERS

    def step(self, state: Lobby) -> Step:
        """What is to be asked now: a phone may have changed what the box had asked already."""
        if state.step in (Step.GAME, Step.PLAYERS):
            return state.step
        if self._number_fault(state):
            return Step.PLAYERS
        if state.step is not Step.RULES and self._start_fault(state, 0):
            return Step.RULES
        if state.step is Step.READY and state.first is None and len(state.players) > 1:
            return Step.BEGIN
        return state.step

    def stands_against(self, state: Lobby) -> str:
        """Why it cannot go on as it was agreed on, in one sentence; empty: it can."""
        if state.step in (Step.GAME, Step.PLAYERS):
            return ""
        return self._number_fault(state) or self._start_fault(state, 0)

    def of(self, state: Lobby, event: Event) -> str:
        """Why `event` cannot be agreed on now, in one sentence; empty: it can."""
        if state.resumed is not None:
            return say("A game goes on already.")
        match event:
            case GamePicked(game):
                if game in self._games:
                    return ""
                return say("There is no game {game}; there are {games}.", game=repr(game), games=", ".join(self._games))
            case GameResumed(number):
                known = [one.number for one in state.unfinished]
                return "" if number in known else say("Game {number} is not one that can go on.", number=number)
            case SetUpRepeated():
                return "" if state.last and state.last.game in self._games else say("No game was played here yet.")
            case OptionPicked() | ValueKept() | ValueForgotten():
                return option_fault(self.chosen(state), state, event) if state.chosen else say(NO_GAME)
            case PlayerJoined(name, colour, strength):
                return self._joining_fault(state, name, colour) or self._strength_fault(state, strength)
            case PlayerLeft(name):
                return self._unknown_player(state, name)
            case PlayerMoved(name, to):
                if fault := self._unknown_player(state, name):
                    return fault
                last = len(state.players) - 1
                return "" if 0 <= to <= last else say("There are places 0 to {last}, not {to}.", last=last, to=to)
            case ColourPicked(name, colour):
                if fault := self._unknown_player(state, name):
                    return fault
                return "" if colour in COLOURS else _no_colour(colour)
            case PlayersAgreed():
                return self._number_fault(state)
            case RulesAgreed():
                return self._number_fault(state) or self._start_fault(state, 0)
            case StartPicked(begins, name):
                if begins not in BEGINS:
                    return say("Who begins is {ways}, not {begins}.", ways=", ".join(BEGINS), begins=repr(begins))
                if fault := self._number_fault(state):
                    return fault
                return "" if begins == "dice" and not name else self._unknown_player(state, name)
            case DiceRolled():
                return "" if self.step(state) is Step.DICE else say("Nobody throws for the start now.")
            case SetUpDone():
                return self._done_fault(state)
        return say("That is no part of a set-up.")

    def _joining_fault(self, state: Lobby, name: str, colour: str) -> str:
        if fault := name_fault(name):
            return fault
        if name in state.names:
            return say("{name} plays already.", name=name)
        if colour and colour not in COLOURS:
            return _no_colour(colour)
        most = self.most_players(state)
        return "" if len(state.players) < most else say("There is room for {most} players.", most=most)

    def _strength_fault(self, state: Lobby, strength: str) -> str:
        """Why the companion cannot play so well a seat of what is played; empty: it can, or somebody plays it."""
        able = self.strengths(state)
        if not strength or strength in able:
            return ""
        if not able and state.chosen:
            return say("The companion does not play {game}.", game=say(self.chosen(state).title))
        return say("The companion plays as {levels}, not {given}.", levels=", ".join(able), given=repr(strength))

    def _unknown_player(self, state: Lobby, name: str) -> str:
        return "" if name in state.names else say("Nobody here is called {name}.", name=repr(name))

    def _number_fault(self, state: Lobby) -> str:
        if state.chosen is None:
            return say(NO_GAME)
        game, count = self.chosen(state), len(state.players)
        if count in game.seats:
            return next(filter(None, (self._strength_fault(state, one) for one in state.strengths)), "")
        fewest, most = game.seats.start, game.seats.stop - 1
        values = {"game": say(game.title), "fewest": fewest, "most": most, "count": count}
        if fewest == most:
            return say("{game} takes {most} players, not {count}.", **values)
        return say("{game} takes {fewest} to {most} players, not {count}.", **values)

    def _start_fault(self, state: Lobby, first: int) -> str:
        try:
            self.chosen(state).start(state.names, state.options, Seat(first))
        except BadSetUp as error:
            return f"{error}."
        return ""

    def _done_fault(self, state: Lobby) -> str:
        if fault := self._number_fault(state):
            return fault
        if state.first is None and len(state.players) > 1:
            return say("Say who begins.")
        return self._start_fault(state, 0 if state.first is None else state.names.index(state.first))


def _no_colour(colour: str) -> str:
    return say("There is no colour {colour}; there are {colours}.", colour=repr(colour), colours=", ".join(COLOURS))
