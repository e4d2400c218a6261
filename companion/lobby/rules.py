"""What may be agreed on, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.colours import COLOURS, free_colour
from companion.events import DiceRolled, Event
from companion.game import Game
from companion.language import say
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
from companion.lobby.faults import Faults
from companion.lobby.own_values import fitting, kept_for, option_of, settled, with_kept
from companion.lobby.set_up import Lobby, Player, Step
from companion.names import companion_name
from companion.prompts import Arrange, Choose, Prompt, Role, RollDice

START_DICE: Final = 2
"""Each throws two, the highest begins (Can't Stop R4: Parker's rules)."""


class Rules:
    """The lobby's rules over the games that it offers."""

    def __init__(self, games: Mapping[str, Game[Any]], faults: Faults) -> None:
        self._games = games
        self._faults = faults

    def prompts(self, state: Lobby) -> tuple[Prompt, ...]:
        arrange = Arrange(lambda event: self._faults.of(state, event) == "")
        if self._faults.step(state) is Step.DICE:
            return (RollDice(START_DICE, state.names.index(self.next_to_throw(state))), arrange)
        options = tuple(option for option in self._offered(state) if self._faults.of(state, option) == "")
        return (Choose(None, options, (Role.GO,) * len(options)), arrange) if options else (arrange,)

    def _offered(self, state: Lobby) -> tuple[Event, ...]:
        """What the box lists in this step, the likeliest first."""
        match self._faults.step(state):
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
                    for option in self._faults.chosen(state).options
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
        yield from (
            PlayerJoined(companion_name(state.names), "", strength) for strength in self._faults.strengths(state)
        )

    def next_to_throw(self, state: Lobby) -> str:
        return next(name for name in state.throwing if name not in state.rolls)

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
                value = settled(option_of(self._faults.chosen(state), name), value)
                return replace(state, options={**state.options, name: value})
            case ValueKept(option, name, value):
                return with_kept(state, option, name, value)
            case ValueForgotten(option, name):
                return with_kept(state, option, name, None)
            case PlayerJoined(name, colour, strength):
                joined = Player(name, self._colour(state, name, colour), strength)
                return replace(state, players=(*state.players, joined))
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
            replace(player, colour=colour)
            if player.name == name
            else replace(player, colour=old)
            if player.colour == colour
            else player
            for player in state.players
        )


def not_beyond_players(step: Step) -> Step:
    """Where the box goes on once somebody has left: not beyond the players."""
    return step if step in (Step.GAME, Step.PLAYERS) else Step.PLAYERS
