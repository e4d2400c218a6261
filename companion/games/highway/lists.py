"""The lists in which the box sorts options: a turned tile by kind, a shield by number and sign, a push by column."""

from __future__ import annotations

from companion.events import Event
from companion.games.cant_stop.corrections import column_words
from companion.games.highway import names, rules
from companion.games.highway.events import MarkerPushed, ShieldUsed, TileRevealed
from companion.games.highway.shields import helps, shield_uses
from companion.games.highway.state import State, usable_shields
from companion.language import later, say
from companion.view import SHORT_LIST

NO_HELP = later("no help")
"""The list of shields after which the roll is lost all the same."""


def path(state: State, event: Event) -> tuple[str, ...]:
    """The lists above an option."""
    match event:
        case TileRevealed(face):
            kind = names.kind(face)
            return (kind,) if kind else ()
        case MarkerPushed(column):
            return (say("push"), column_words(column))
        case ShieldUsed():
            return (say("shield"), *_shield_lists(state, event))
    return ()


def _shield_lists(state: State, use: ShieldUsed) -> tuple[str, ...]:
    """The lists below "shield": by number where several are held, by sign where a number goes with four dice."""
    others = len(rules.splits(state)) or 1 if state.stop is None else 1
    if others + len(shield_uses(state)) <= SHORT_LIST:
        return ()
    signs = 1 if state.options.shield == "set-die" else 2
    many = signs * len(set(state.climb.pips or ())) > SHORT_LIST
    lists: tuple[str, ...] = ()
    if many or len(set(usable_shields(state))) > 1:
        lists = (say("shield {number}", number=use.number),)
    if many:
        number = use.number
        lists += (say("{number} more", number=number) if use.by > 0 else say("{number} less", number=number),)
    return lists if helps(state, use) else (*lists, say(NO_HELP))
