"""The lobby in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.events import DiceRolled, Event
from companion.game import Game
from companion.language import capital, later, listed, say, say_count, say_of
from companion.lobby.events import (
    ColourPicked,
    GamePicked,
    GameResumed,
    OptionPicked,
    PlayerJoined,
    PlayersAgreed,
    RulesAgreed,
    SetUpDone,
    SetUpRepeated,
    StartPicked,
)
from companion.lobby.faults import Faults
from companion.lobby.own_values import called, option_of
from companion.lobby.rules import START_DICE, Rules
from companion.lobby.set_up import Lobby, Step
from companion.strengths import MEANINGS, STRENGTHS, Strength
from companion.view import View, Words
from companion.words import LINE, cut

LONGEST_VALUE = 14
"""Signs of a value beside the name of its option."""

FIRST_NAMES = 4
"""Names that the box lists before it puts the others into a list of their own."""

TITLES: Mapping[Step, str] = {
    Step.GAME: later("What do you play?"),
    Step.PLAYERS: later("Who plays?"),
    Step.RULES: later("Which rules?"),
    Step.BEGIN: later("Who begins?"),
    Step.READY: later("Ready"),
}


class Screens:
    """The lobby's words over the games that it offers."""

    def __init__(self, games: Mapping[str, Game[Any]], rules: Rules, faults: Faults) -> None:
        self._games = games
        self._rules = rules
        self._faults = faults

    def view(self, state: Lobby, event: Event | None) -> View:
        step = self._faults.step(state)
        if step is Step.DICE:
            thrower = self._rules.next_to_throw(state)
            return View(
                thrower,
                say_count("{count} die", "{count} dice", START_DICE, count=START_DICE),
                tuple(f"{n}: {total}" for n, total in reversed(list(state.rolls.items()))),
                (),
                self._tied(state, event),
            )
        number = f"{len(state.players)}/{self._faults.most_players(state)}" if step is Step.PLAYERS else ""
        changed = self._changed(state)
        if step is Step.READY and changed:
            number = say_count("{count} rule", "{count} rules", changed, count=changed)
        against = self._faults.stands_against(state)
        return View(say(TITLES[step]), number, self._summary(state, step), (), ((against,),) if against else ())

    def _changed(self, state: Lobby) -> int:
        """How many rules are not as the game has them."""
        options = self._games[state.chosen].options if state.chosen else ()
        return sum(option.is_rule and state.options[option.name] != option.values[0] for option in options)

    def _tied(self, state: Lobby, event: Event | None) -> tuple[Words, ...]:
        if isinstance(event, DiceRolled) and not state.rolls:
            return ((say("{names} tied: throw again.", names=listed(state.throwing)), say("A tie: throw again")),)
        return ()

    def _summary(self, state: Lobby, step: Step) -> tuple[str, ...]:
        if step is not Step.READY or state.chosen is None:
            return ()
        names = ", ".join(state.names)
        count = len(state.players)
        who = names if len(names) <= LINE else say_count("{count} player", "{count} players", count, count=count)
        begins = say("{name} begins", name=state.first) if state.first else ""
        game = self._games[state.chosen]
        if game.plays:
            # Who sits where says the game as well.
            seated = (f"{capital(say(word))}: {name}" for word, name in zip(game.plays, state.names, strict=False))
            return tuple(filter(None, (*seated, begins)))
        return tuple(filter(None, (say(game.brief or game.title), who, begins)))

    def tell(self, before: Lobby, event: Event, after: Lobby) -> tuple[str, ...]:
        match event:
            case DiceRolled(pips):
                name = self._rules.next_to_throw(before)
                told = (say("{name} threw {pips}: {sum}.", name=name, pips=listed(map(str, pips)), sum=sum(pips)),)
                if after.first:
                    return (*told, say("{name} begins.", name=after.first))
                return (
                    told if after.rolls else (*told, say("{names} tied and throw again.", names=listed(after.throwing)))
                )
            case PlayerJoined(name):
                plays = self._plays(after, name) or say(after.players[-1].colour)
                return (say("{name} plays {piece}.", name=name, piece=plays),)
        return ()

    def _plays(self, state: Lobby, name: str) -> str:
        """What this name plays, or would if it joined; empty: as everybody does."""
        plays = self._games[state.chosen].plays if state.chosen else ()
        seat = state.names.index(name) if name in state.names else len(state.names)
        return say(plays[seat]) if seat < len(plays) else ""

    def explain(self, state: Lobby, event: Event) -> str:
        if isinstance(event, DiceRolled) and self._faults.step(state) is Step.DICE:
            pips = " ".join(map(str, event.pips))
            return say("Two dice from 1 to 6 decide who begins, not {pips}.", pips=pips)
        return self._faults.of(state, event) or say("That is not asked now.")

    def label(self, state: Lobby, event: Event) -> str:
        match event:
            case GamePicked(game):
                return say(self._games[game].brief or self._games[game].title)
            case GameResumed(number):
                one = next(one for one in state.unfinished if one.number == number)
                return say("Go on: {names}", names=", ".join(one.players))
            case SetUpRepeated():
                return say("As last time")
            case PlayerJoined(strength=strength) if strength:
                return say(STRENGTHS[Strength(strength)])
            case PlayerJoined(name):
                return name
            case PlayersAgreed():
                return say("That's all") if len(state.players) > 1 else say("Alone")
            case RulesAgreed():
                return say("Play these rules")
            case OptionPicked(name, value):
                return self._value(state, name, value) + (" *" if state.options.get(name) == value else "")
            case ColourPicked(name, colour):
                held = next((player.name for player in state.players if player.colour == colour), "")
                return say(colour) + (" *" if held == name else f" ({held})" if held else "")
            case StartPicked("dice", _):
                return say("The dice decide")
            case StartPicked(_, name):
                return name
            case SetUpDone():
                return say_of("the game", "Start")
        raise AssertionError(f"no label for {event}")

    def _value(self, state: Lobby, name: str, value: object) -> str:
        assert state.chosen is not None
        option = option_of(self._games[state.chosen], name)
        return called(option, value, state.kept) or option.word(value)

    def path(self, state: Lobby, event: Event) -> tuple[str, ...]:
        match event:
            case PlayerJoined(strength=strength) if strength:
                return (say("The companion plays"),)
            case PlayerJoined(name):
                known = [player.name for player in state.known]
                if name not in known:
                    return (say("New player"),) if known else ()
                return (say("More names"),) if known.index(name) >= FIRST_NAMES else ()
            case OptionPicked(name, _):
                assert state.chosen is not None
                value = cut(self._value(state, name, state.options[name]), LONGEST_VALUE)
                about = option_of(self._games[state.chosen], name).called
                # A long name gives way: what is agreed on has to be seen.
                return (f"{cut(about, LINE - 3 - len(value))}: {value}",)
            case ColourPicked(name, _):
                return (say("Colours"), name)
            case StartPicked("youngest", _):
                return (say("The youngest"),)
        return ()

    def effect(self, state: Lobby, event: Event) -> str:
        match event:
            case OptionPicked(name):
                assert state.chosen is not None
                return option_of(self._games[state.chosen], name).does
            case GameResumed(number):
                one = next(one for one in state.unfinished if one.number == number)
                return say("{game}, begun {day}", game=say(self._games[one.game].title), day=one.started[:10])
            case SetUpRepeated():
                assert state.last is not None
                names = ", ".join(player.name for player in state.last.players)
                return f"{say(self._games[state.last.game].title)}: {names}"
            case PlayersAgreed():
                return ", ".join(" ".join(filter(None, (name, self._plays(state, name)))) for name in state.names)
            case StartPicked("dice", _):
                return say("Each throws two dice; the highest begins.")
            case PlayerJoined(strength=strength) if strength:
                return say(MEANINGS[Strength(strength)])
            case PlayerJoined(name) | StartPicked(_, name):
                plays = self._plays(state, name)
                return say("{name} plays {piece}.", name=name, piece=plays) if plays else ""
        return ""
