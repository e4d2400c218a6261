"""What may be agreed on, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.colours import COLOURS, free_colour
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
from companion.lobby.own_values import fitting, kept_for, option_fault, option_of, settled, with_kept
from companion.lobby.set_up import Lobby, Player, Step
from companion.names import name_fault
from companion.prompts import Arrange, Choose, Prompt, Role, RollDice

START_DICE: Final = 2
"""Each throws two, the highest begins (Can't Stop R4: Parker's rules)."""

BEGINS: Final = ("chosen", "youngest", "dice")

NO_GAME: Final = later("Choose the game first.")

MOST_PLAYERS: Final = 10
"""Before a game is chosen: as many as any game seats."""


class Rules:
    """The lobby's rules over the games that it offers."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games

    def prompts(self, state: Lobby) -> tuple[Prompt, ...]:
        arrange = Arrange(lambda event: self.fault(state, event) == "")
        if self.step(state) is Step.DICE:
            return (RollDice(START_DICE, state.names.index(self.next_to_throw(state))), arrange)
        options = tuple(option for option in self._offered(state) if self.fault(state, option) == "")
        return (Choose(None, options, (Role.GO,) * len(options)), arrange) if options else (arrange,)

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

    def _offered(self, state: Lobby) -> tuple[Event, ...]:
        """What the box lists in this step, the likeliest first."""
        match self.step(state):
            case Step.GAME:
                resumed = tuple(GameResumed(one.number) for one in state.unfinished)
                return (*resumed, SetUpRepeated(), *map(GamePicked, self._games))
            case Step.PLAYERS:
                joining = tuple(self._joining(state))
                # With two at the table most evenings are complete; alone, somebody else is likelier.
                agreed = (PlayersAgreed(),)
                return (*agreed, *joining) if len(state.players) >= 2 else (*joining, *agreed)
            case Step.RULES:
                colours = (ColourPicked(name, colour) for name in state.names for colour in COLOURS)
                values = (
                    OptionPicked(option.name, value)
                    for option in self._chosen(state).options
                    for value in (*option.values, *(dict(one.value) for one in kept_for(state, option.name)))
                )
                return (RulesAgreed(), *values, *colours)
            case Step.BEGIN:
                chosen = tuple(StartPicked("chosen", name) for name in state.names)
                youngest = tuple(StartPicked("youngest", name) for name in state.names)
                return (*chosen, StartPicked("dice", ""), *youngest)
            case Step.READY:
                return (SetUpDone(),)
        return ()

    def _joining(self, state: Lobby) -> Iterator[PlayerJoined]:
        known = [player.name for player in state.known]
        yield from (PlayerJoined(name, "") for name in known)
        for colour in COLOURS:
            # On the box nobody types: who is new is called by a colour.
            name = say(colour).capitalize()
            if name not in known:
                # The rules know that Red plays red; of Rot they are told, since the journal speaks no language.
                yield PlayerJoined(name, "" if name.lower() == colour else colour)

    def next_to_throw(self, state: Lobby) -> str:
        return next(name for name in state.throwing if name not in state.rolls)

    def _chosen(self, state: Lobby) -> Game[Any]:
        assert state.chosen is not None
        return self._games[state.chosen]

    def most_players(self, state: Lobby) -> int:
        return self._chosen(state).seats.stop - 1 if state.chosen else MOST_PLAYERS

    def apply(self, state: Lobby, event: Event) -> Lobby:
        match event:
            case GamePicked(game):
                options = fitting(self._games[game], state.options)
                return replace(state, chosen=game, options=options, step=Step.PLAYERS)
            case GameResumed(number):
                return replace(state, resumed=number)
            case SetUpRepeated():
                last = state.last
                assert last is not None
                first = last.players[(last.first + 1) % len(last.players)].name
                return replace(
                    state,
                    chosen=last.game,
                    options=fitting(self._games[last.game], last.options),
                    players=last.players,
                    first=first,
                    begins="chosen",
                    step=Step.READY,
                )
            case OptionPicked(name, value):
                value = settled(option_of(self._chosen(state), name), value)
                return replace(state, options={**state.options, name: value})
            case ValueKept(option, name, value):
                return with_kept(state, option, name, value)
            case ValueForgotten(option, name):
                return with_kept(state, option, name, None)
            case PlayerJoined(name, colour):
                return replace(state, players=(*state.players, Player(name, self._colour(state, name, colour))))
            case PlayerLeft(name):
                stay = tuple(player for player in state.players if player.name != name)
                return self._without_start(replace(state, players=stay, step=not_beyond_players(state.step)))
            case PlayerMoved(name, to):
                mover = state.players[state.names.index(name)]
                others = [player for player in state.players if player is not mover]
                return replace(state, players=(*others[:to], mover, *others[to:]))
            case ColourPicked(name, colour):
                return replace(state, players=self._recoloured(state, name, colour))
            case PlayersAgreed():
                return replace(state, step=Step.RULES)
            case RulesAgreed():
                alone = len(state.players) == 1
                return replace(state, step=Step.READY if alone else Step.BEGIN)
            case StartPicked("dice", _):
                return replace(
                    state, begins="dice", first=None, rolls={}, throwing=state.names, step=Step.DICE, resumed=None
                )
            case StartPicked(begins, name):
                return replace(state, begins=begins, first=name, rolls={}, throwing=(), step=Step.READY)
            case DiceRolled(pips):
                return self._thrown(state, sum(pips))
            case SetUpDone():
                return state
        raise AssertionError(f"no rule for {event}")

    def _thrown(self, state: Lobby, total: int) -> Lobby:
        rolls = {**state.rolls, self.next_to_throw(state): total}
        if any(name not in rolls for name in state.throwing):
            return replace(state, rolls=rolls)
        highest = max(rolls[name] for name in state.throwing)
        best = tuple(name for name in state.throwing if rolls[name] == highest)
        if len(best) > 1:
            return replace(state, rolls={}, throwing=best)
        return replace(state, rolls=rolls, throwing=(), first=best[0], step=Step.READY)

    def _without_start(self, state: Lobby) -> Lobby:
        """Who begins is to be said anew, if that one left or the throw counts no more."""
        kept = state.first if state.first in state.names else None
        return replace(state, first=kept, rolls={}, throwing=())

    def _colour(self, state: Lobby, name: str, wanted: str) -> str:
        known = next((player.colour for player in state.known if player.name == name), "")
        named = name.lower() if name.lower() in COLOURS else ""
        for colour in (wanted, known, named):
            if colour in COLOURS and colour not in state.colours:
                return colour
        return free_colour(state.colours)

    def _recoloured(self, state: Lobby, name: str, colour: str) -> tuple[Player, ...]:
        """Whoever has that colour gets the other's in exchange."""
        old = state.players[state.names.index(name)].colour
        return tuple(
            Player(player.name, colour)
            if player.name == name
            else Player(player.name, old)
            if player.colour == colour
            else player
            for player in state.players
        )

    def fault(self, state: Lobby, event: Event) -> str:
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
                return option_fault(self._chosen(state), state, event) if state.chosen else say(NO_GAME)
            case PlayerJoined(name, colour):
                return self._joining_fault(state, name, colour)
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

    def _unknown_player(self, state: Lobby, name: str) -> str:
        return "" if name in state.names else say("Nobody here is called {name}.", name=repr(name))

    def _number_fault(self, state: Lobby) -> str:
        if state.chosen is None:
            return say(NO_GAME)
        game, count = self._chosen(state), len(state.players)
        if count in game.seats:
            return ""
        fewest, most = game.seats.start, game.seats.stop - 1
        values = {"game": say(game.title), "fewest": fewest, "most": most, "count": count}
        if fewest == most:
            return say("{game} takes {most} players, not {count}.", **values)
        return say("{game} takes {fewest} to {most} players, not {count}.", **values)

    def _start_fault(self, state: Lobby, first: int) -> str:
        try:
            self._chosen(state).start(state.names, state.options, Seat(first))
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


def not_beyond_players(step: Step) -> Step:
    """Where the box goes on once somebody has left: not beyond the players."""
    return step if step in (Step.GAME, Step.PLAYERS) else Step.PLAYERS
