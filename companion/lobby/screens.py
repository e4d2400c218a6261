"""The lobby in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.events import DiceRolled, Event
from companion.game import Game
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
from companion.lobby.own_values import called, option_of
from companion.lobby.rules import Rules
from companion.lobby.set_up import Lobby, Step
from companion.view import View, Words
from companion.words import LINE, cut

LONGEST_VALUE = 14
"""Signs of a value beside the name of its option."""

FIRST_NAMES = 4
"""Names that the box lists before it puts the others into a list of their own."""

TITLES: Mapping[Step, str] = {
    Step.GAME: "What do you play?",
    Step.PLAYERS: "Who plays?",
    Step.RULES: "Which rules?",
    Step.BEGIN: "Who begins?",
    Step.READY: "Ready",
}


class Screens:
    """The lobby's words over the games that it offers."""

    def __init__(self, games: Mapping[str, Game[Any]], rules: Rules) -> None:
        self._games = games
        self._rules = rules

    def view(self, state: Lobby, event: Event | None) -> View:
        step = self._rules.step(state)
        if step is Step.DICE:
            thrower = self._rules.next_to_throw(state)
            return View(
                thrower,
                "2 dice",
                tuple(f"{n}: {total}" for n, total in reversed(list(state.rolls.items()))),
                (),
                self._tied(state, event),
            )
        number = f"{len(state.players)}/{self._rules.most_players(state)}" if step is Step.PLAYERS else ""
        changed = self._changed(state)
        if step is Step.READY and changed:
            number = "1 rule" if changed == 1 else f"{changed} rules"
        against = self._rules.stands_against(state)
        return View(TITLES[step], number, self._summary(state, step), (), ((against,),) if against else ())

    def _changed(self, state: Lobby) -> int:
        """How many rules are not as the game has them."""
        options = self._games[state.chosen].options if state.chosen else ()
        return sum(option.is_rule and state.options[option.name] != option.values[0] for option in options)

    def _tied(self, state: Lobby, event: Event | None) -> tuple[Words, ...]:
        if isinstance(event, DiceRolled) and not state.rolls:
            return ((f"{' and '.join(state.throwing)} tied: throw again.", "A tie: throw again"),)
        return ()

    def _summary(self, state: Lobby, step: Step) -> tuple[str, ...]:
        if step is not Step.READY or state.chosen is None:
            return ()
        names = ", ".join(state.names)
        who = names if len(names) <= LINE else f"{len(state.players)} players"
        begins = f"{state.first} begins" if state.first else ""
        game = self._games[state.chosen]
        if game.plays:
            # Who sits where says the game as well.
            seated = (f"{plays.capitalize()}: {name}" for plays, name in zip(game.plays, state.names, strict=False))
            return tuple(filter(None, (*seated, begins)))
        return tuple(filter(None, (game.brief or game.title, who, begins)))

    def tell(self, before: Lobby, event: Event, after: Lobby) -> tuple[str, ...]:
        match event:
            case DiceRolled(pips):
                told = (f"{self._rules.next_to_throw(before)} threw {' and '.join(map(str, pips))}: {sum(pips)}.",)
                if after.first:
                    return (*told, f"{after.first} begins.")
                return told if after.rolls else (*told, f"{' and '.join(after.throwing)} tied and throw again.")
            case PlayerJoined(name):
                return (f"{name} plays {self._plays(after, name) or after.players[-1].colour}.",)
        return ()

    def _plays(self, state: Lobby, name: str) -> str:
        """What this name plays, or would if it joined; empty: as everybody does."""
        plays = self._games[state.chosen].plays if state.chosen else ()
        seat = state.names.index(name) if name in state.names else len(state.names)
        return plays[seat] if seat < len(plays) else ""

    def explain(self, state: Lobby, event: Event) -> str:
        if isinstance(event, DiceRolled) and self._rules.step(state) is Step.DICE:
            return f"Two dice from 1 to 6 decide who begins, not {' '.join(map(str, event.pips))}."
        return self._rules.fault(state, event) or "That is not asked now."

    def label(self, state: Lobby, event: Event) -> str:
        match event:
            case GamePicked(game):
                return self._games[game].brief or self._games[game].title
            case GameResumed(number):
                one = next(one for one in state.unfinished if one.number == number)
                return f"Go on: {', '.join(one.players)}"
            case SetUpRepeated():
                return "As last time"
            case PlayerJoined(name):
                return name
            case PlayersAgreed():
                return "That's all" if len(state.players) > 1 else "Alone"
            case RulesAgreed():
                return "Play these rules"
            case OptionPicked(name, value):
                return self._value(state, name, value) + (" *" if state.options.get(name) == value else "")
            case ColourPicked(name, colour):
                held = next((player.name for player in state.players if player.colour == colour), "")
                return colour + (" *" if held == name else f" ({held})" if held else "")
            case StartPicked("dice", _):
                return "The dice decide"
            case StartPicked(_, name):
                return name
            case SetUpDone():
                return "Start"
        raise AssertionError(f"no label for {event}")

    def _value(self, state: Lobby, name: str, value: object) -> str:
        assert state.chosen is not None
        option = option_of(self._games[state.chosen], name)
        return called(option, value, state.kept) or option.word(value)

    def path(self, state: Lobby, event: Event) -> tuple[str, ...]:
        match event:
            case PlayerJoined(name):
                known = [player.name for player in state.known]
                if name not in known:
                    return ("New player",) if known else ()
                return ("More names",) if known.index(name) >= FIRST_NAMES else ()
            case OptionPicked(name, _):
                assert state.chosen is not None
                value = cut(self._value(state, name, state.options[name]), LONGEST_VALUE)
                about = option_of(self._games[state.chosen], name).called
                # A long name gives way: what is agreed on has to be seen.
                return (f"{cut(about, LINE - 3 - len(value))}: {value}",)
            case ColourPicked(name, _):
                return ("Colours", name)
            case StartPicked("youngest", _):
                return ("The youngest",)
        return ()

    def effect(self, state: Lobby, event: Event) -> str:
        match event:
            case OptionPicked(name):
                assert state.chosen is not None
                return next(
                    option.brief or option.meaning
                    for option in self._games[state.chosen].options
                    if option.name == name
                )
            case GameResumed(number):
                one = next(one for one in state.unfinished if one.number == number)
                return f"{self._games[one.game].title}, begun {one.started[:10]}"
            case SetUpRepeated():
                assert state.last is not None
                names = ", ".join(player.name for player in state.last.players)
                return f"{self._games[state.last.game].title}: {names}"
            case PlayersAgreed():
                return ", ".join(" ".join(filter(None, (name, self._plays(state, name)))) for name in state.names)
            case StartPicked("dice", _):
                return "Each throws two dice; the highest begins."
            case PlayerJoined(name) | StartPicked(_, name):
                plays = self._plays(state, name)
                return f"{name} plays {plays}." if plays else ""
        return ""
