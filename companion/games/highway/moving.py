"""What just happened and what to move on the real board, in few signs for the OLED."""

from __future__ import annotations

from companion.events import DiceRolled, Event
from companion.games.cant_stop.board import RUNNERS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, topped
from companion.games.cant_stop.screens import bust_words, tokens_stay
from companion.games.highway import names, rules, steps
from companion.games.highway.events import MarkerPushed, ShieldUsed
from companion.games.highway.moves import is_top
from companion.games.highway.shields import shield_uses
from companion.games.highway.state import State
from companion.games.highway.tiles import HAZARDS, shield_number
from companion.language import say
from companion.view import Words


def markers_off() -> Words:
    return (say("Take the white markers off"), say("White markers off"))


def moves(event: Event | None, after: State) -> tuple[Words, ...]:
    """What `event` was and what to move for it: each message in up to three widths, the last within its line."""
    told, off = [*_own_words(event, after)], markers_off()
    placed = any(isinstance(step, steps.TokenPlaced) for step in after.steps)
    for step in after.steps:
        if placed and isinstance(step, steps.TurnBegan):
            told.append(off)
        told += _words(step, after)
    if placed and off not in told:
        told.append(off)
    return tuple(told)


def _own_words(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case SplitChosen(columns) if after.stop is None and after.climb.runners:
            return tuple(_runner(after, column) for column in sorted(set(columns)))
        case MarkerPushed(column) if after.stop is None and after.climb.runners:
            return (_runner(after, column),)
        case ShieldUsed(number, die, by):
            used = (
                say("Shield {number}: the {die} counts as {new}", number=number, die=die, new=die + by),
                say("The {die} counts as {new}", die=die, new=die + by),
            )
            return (used, *_unlucky_words(after))
        case DiceRolled():
            return _unlucky_words(after)
        case BustAccepted() if not any(isinstance(step, steps.Failed) for step in after.steps):
            return (markers_off(), tokens_stay())
    return ()


def _unlucky_words(after: State) -> tuple[Words, ...]:
    """A roll that waits and does nothing by itself."""
    if after.climb.pips is None:
        return ()
    mend: tuple[Words, ...] = ((say("A shield may mend it"),),) if shield_uses(after) else ()
    if after.at is not None:
        column = after.at[0]
        failed = (
            say("The hazard in column {column} is not passed", column=column),
            say("No {column}: not passed", column=column),
        )
        return (failed, *mend)
    return () if rules.splits(after) else (bust_words(), *mend)


def _runner(after: State, column: int) -> Words:
    space = after.climb.runners[column]
    if column in topped(after.climb.runners):
        return (
            say("Runner {column} to the top, space {space}", column=column, space=space),
            say("{column} to the top", column=column),
        )
    return (
        say("Runner {column} to space {space}", column=column, space=space),
        say("{column} to {space}", column=column, space=space),
    )


def _words(step: steps.Step, after: State) -> tuple[Words, ...]:
    match step:
        case steps.Picked((column, space), False) if not is_top((column, space)):
            return (
                (
                    say("Column {column}, space {space}: no tile", column=column, space=space),
                    say("{column}.{space}: no tile", column=column, space=space),
                ),
            )
        case steps.Met((column, space), face):
            found = (
                say("Column {column}, space {space}: {tile}", column=column, space=space, tile=names.name(face)),
                f"{column}.{space}: {names.name(face)}",
                f"{column}.{space}: {names.short_name(face)}",
            )
            # What a tile does that moves the marker or is taken, follows.
            asks = face in HAZARDS or face == "roundabout"
            return (found, names.effect_words(face, column, after.options)) if asks else (found,)
        case steps.Moved(_, (column, space)) if space >= 1:
            return (
                (
                    say("Marker to column {column}, space {space}", column=column, space=space),
                    say("Marker to {column}.{space}", column=column, space=space),
                ),
            )
        case steps.Held():
            return ((say("Past the top: the marker stays"), say("Past the top: stays")),)
        case steps.Taken((column, _), face):
            narrow = say("Take it for later") if shield_number(face) else say("Take it for next turn")
            return ((say("Take the tile: {effect}", effect=names.effect(face, column, after.options)), narrow),)
        case steps.Cleared(_, face):
            return ((say("Passed: take {tile} off the board", tile=names.name(face)), say("Passed: tile off")),)
        case steps.Failed((column, _)):
            return (
                (
                    say("Not passed: marker off column {column}", column=column),
                    say("Marker off {column}", column=column),
                ),
            )
        case steps.Discarded():
            return ((say("Take the Roundabout off the board"), say("Roundabout off")),)
        case steps.Looped((column, space), lost):
            if lost:
                return ((say("It came round in a loop: marker off"), say("Loop: marker off")),)
            return (
                (
                    say("It came round in a loop: stops on {column}.{space}", column=column, space=space),
                    say("Loop: stops on {column}.{space}", column=column, space=space),
                ),
            )
        case steps.FellOff(_, lost):
            return (_fell_words(lost),)
        case steps.Removed((column, _)):
            return (
                (
                    say("Column {column} is won already: marker off", column=column),
                    say("{column} is won: off", column=column),
                ),
            )
        case steps.Won(column):
            return ((say("Column {column} is won", column=column), say("{column} is won", column=column)),)
        case steps.Outrun((column, space)):
            return (
                (
                    say("Two in column {column}: the one on {space} comes off", column=column, space=space),
                    say("Off: lower one in {column}", column=column),
                ),
            )
        case steps.TokenPlaced((column, space), kept):
            if kept:
                wide = say("Token {column} stays on space {space}", column=column, space=space)
                return ((wide, say("Token {column} stays", column=column)),)
            wide = say("Token {column} to space {space}", column=column, space=space)
            return ((wide, say("Token {column} to {space}", column=column, space=space)),)
        case steps.TokenOff(seat, column):
            name = after.climb.players[seat]
            return (
                (
                    say("{name}'s token off column {column}", name=name, column=column),
                    say("Token off {column}", column=column),
                ),
            )
        case steps.TurnBegan(_, maps, lost) if maps or lost:
            cards, name = names.cards(maps, lost), after.climb.players[after.seat]
            handed = (say("{name} hands in {cards}", name=name, cards=cards), say("Hand in {cards}", cards=cards))
            return (handed, _markers_words(after))
    return ()


def _markers_words(after: State) -> Words:
    count = after.markers
    if after.pushes:
        return (
            say("{count} markers this turn, and a push of up to 4", count=count),
            say("{count} markers, 1 push", count=count),
        )
    if count > RUNNERS:
        return (
            say("{count} markers this turn: the white cone too", count=count),
            say("{count} markers: white cone", count=count),
        )
    return (say("{count} white markers this turn", count=count), say("{count} markers now", count=count))


def _fell_words(lost: str) -> Words:
    match lost:
        case "token":
            return (say("Below the bottom: token off too"), say("Fell: token off too"))
        case "turn":
            return (say("Below the bottom: turn is lost"), say("Fell: turn is lost"))
    return (say("Below the bottom: marker off"), say("Fell: marker off"))
