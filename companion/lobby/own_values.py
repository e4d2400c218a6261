"""Options whose value people make themselves: which are taken, how they are called, and which are kept by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.game import BadSetUp, Game, Seat
from companion.language import say
from companion.lobby.events import OptionPicked, ValueForgotten, ValueKept
from companion.lobby.set_up import Kept, Lobby
from companion.names import name_fault
from companion.options import Option

MOST_KEPT: Final = 24
"""Of all games together: each is in every snapshot of the lobby."""


def fitting(game: Game[Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The game's options: as wanted where it takes such a value, else its defaults."""
    fits: dict[str, Any] = {}
    for option in game.options:
        given = settled(option, wanted.get(option.name, option.values[0]))
        fits[option.name] = option.values[0] if value_fault(game, {**fits, option.name: given}, option) else given
    return fits


def settled(option: Option, value: Any) -> Any:
    """The value, by its name among those listed where it is the same as one of them."""
    if option.own and isinstance(value, Mapping):
        name = option.own(value)
        return name if name in option.values else value
    return value


def value_fault(game: Game[Any], options: Mapping[str, Any], option: Option) -> str:
    """Why the value that `options` hold of this option cannot be; empty: it can."""
    value = options[option.name]
    if any(value == possible and type(value) is type(possible) for possible in option.values):
        return ""
    if not option.own or not isinstance(value, Mapping):
        values = ", ".join(map(str, option.values))
        if option.own:
            return say(
                "{option} can be {values} or an object, not {value}.",
                option=option.name,
                values=values,
                value=repr(value),
            )
        return say("{option} can be {values}, not {value}.", option=option.name, values=values, value=repr(value))
    try:
        # Anybody may still join: the value is judged, not who plays.
        game.start([f"P{seat}" for seat in range(game.seats.start)], options, Seat(0))
    except BadSetUp as error:
        return f"{error}."
    return ""


def option_of(game: Game[Any], name: str) -> Option:
    return next(option for option in game.options if option.name == name)


def option_fault(game: Game[Any], state: Lobby, event: OptionPicked | ValueKept | ValueForgotten) -> str:
    """Why this cannot be said of an option of the chosen game; empty: it can."""
    name = event.name if isinstance(event, OptionPicked) else event.option
    if name not in [option.name for option in game.options]:
        return say("{game} has no option {name}.", game=say(game.title), name=repr(name))
    option = option_of(game, name)
    match event:
        case OptionPicked(value=value):
            return value_fault(game, {**state.options, name: value}, option)
        case ValueKept(name=kept, value=value):
            return _keeping_fault(game, state, option, kept, value)
        case ValueForgotten(name=kept):
            known = kept in [one.name for one in kept_for(state, name)]
            return "" if known else say("Nothing is kept under the name {name}.", name=repr(kept))


def called(option: Option, value: Any, kept: tuple[Kept, ...]) -> str | None:
    """What people call a value of their own; None: it is one of those listed."""
    if not option.own or not isinstance(value, Mapping):
        return None
    named = next((one.name for one in kept if one.option == option.name and one.value == value), None)
    return named or option.own(value)


def kept_for(state: Lobby, option: str) -> Iterator[Kept]:
    """What was kept of this option of the chosen game."""
    return (one for one in state.kept if one.game == state.chosen and one.option == option)


def _keeping_fault(game: Game[Any], state: Lobby, option: Option, name: str, value: Mapping[str, Any]) -> str:
    """Why this value cannot be kept under this name; empty: it can."""
    if not name.strip():
        return say("It needs a name.")
    if fault := name_fault(name):
        return fault
    if name in option.values:
        return say("{name} is the name of one that is always there.", name=name)
    if len(state.kept) >= MOST_KEPT and all(one.name != name for one in kept_for(state, option.name)):
        return say("{count} are kept already: forget one first.", count=MOST_KEPT)
    return value_fault(game, {**state.options, option.name: value}, option)


def with_kept(state: Lobby, option: str, name: str, value: Mapping[str, Any] | None) -> Lobby:
    """With this value under this name, in place of what had it before; None: with none."""
    stay = tuple(one for one in state.kept if (one.game, one.option, one.name) != (state.chosen, option, name))
    assert state.chosen is not None
    made = () if value is None else (Kept(state.chosen, option, name, value),)
    return replace(state, kept=(*stay, *made))
