"""What just happened and what to move on the real board, in few signs for the OLED."""

from __future__ import annotations

from typing import Final

from companion.events import DiceRolled, Event
from companion.games.cant_stop.board import RUNNERS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, topped
from companion.games.highway import names, rules, steps
from companion.games.highway.events import MarkerPushed, ShieldUsed
from companion.games.highway.moves import is_top
from companion.games.highway.shields import shield_uses
from companion.games.highway.state import State
from companion.view import Words

MARKERS_OFF: Final = ("Take the white markers off", "White markers off")


def moves(event: Event | None, after: State) -> tuple[Words, ...]:
    """What `event` was and what to move for it: each message in up to three widths, the last within its line."""
    told = [*_own_words(event, after)]
    placed = any(isinstance(step, steps.TokenPlaced) for step in after.steps)
    for step in after.steps:
        if placed and isinstance(step, steps.TurnBegan):
            told.append(MARKERS_OFF)
        told += _words(step, after)
    if placed and MARKERS_OFF not in told:
        told.append(MARKERS_OFF)
    return tuple(told)


def _own_words(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case SplitChosen(columns) if after.stop is None and after.climb.runners:
            return tuple(_runner(after, column) for column in sorted(set(columns)))
        case MarkerPushed(column) if after.stop is None and after.climb.runners:
            return (_runner(after, column),)
        case ShieldUsed(number, die, by):
            used = (f"Shield {number}: the {die} counts as {die + by}", f"The {die} counts as {die + by}")
            return (used, *_unlucky_words(after))
        case DiceRolled():
            return _unlucky_words(after)
        case BustAccepted() if not any(isinstance(step, steps.Failed) for step in after.steps):
            return (MARKERS_OFF, ("The tokens stay", "Tokens stay"))
    return ()


def _unlucky_words(after: State) -> tuple[Words, ...]:
    """A roll that waits and does nothing by itself."""
    if after.climb.pips is None:
        return ()
    mend: tuple[Words, ...] = (("A shield may mend it",),) if shield_uses(after) else ()
    if after.at is not None:
        return ((f"The hazard in column {after.at[0]} is not passed", f"No {after.at[0]}: not passed"), *mend)
    return () if rules.splits(after) else (("Bust: no pair fits an open column", "Bust: no pair fits"), *mend)


def _runner(after: State, column: int) -> Words:
    space = after.climb.runners[column]
    if column in topped(after.climb.runners):
        return (f"Runner {column} to the top, space {space}", f"{column} to the top")
    return (f"Runner {column} to space {space}", f"{column} to {space}")


def _words(step: steps.Step, after: State) -> tuple[Words, ...]:
    match step:
        case steps.Picked((column, space), False) if not is_top((column, space)):
            return ((f"Column {column}, space {space}: no tile", f"{column}.{space}: no tile"),)
        case steps.Met((column, space), face):
            found = (
                f"Column {column}, space {space}: {names.name(face)}",
                f"{column}.{space}: {names.name(face)}",
                f"{column}.{space}: {names.short_name(face)}",
            )
            # The name of a tile that moves the marker says how, and where to follows.
            return (found,) if names.moves_marker(face) else (found, names.effect_words(face, column, after.options))
        case steps.Moved(_, (column, space)) if space >= 1:
            return ((f"Marker to column {column}, space {space}", f"Marker to {column}.{space}"),)
        case steps.Held():
            return (("Past the top: the marker stays", "Past the top: stays"),)
        case steps.Taken(_, face):
            return ((f"Take the tile: {names.name(face)}", f"Take {names.short_name(face)}"),)
        case steps.Cleared(_, face):
            return ((f"Passed: take {names.name(face)} off the board", "Passed: tile off"),)
        case steps.Failed((column, _)):
            return ((f"Not passed: marker off column {column}", f"Marker off {column}"),)
        case steps.Discarded():
            return (("Take the Roundabout off the board", "Roundabout off"),)
        case steps.Looped((column, space), lost):
            end = "marker off" if lost else f"stops on {column}.{space}"
            return ((f"It came round in a loop: {end}", f"Loop: {end}"),)
        case steps.FellOff(_, lost):
            end = {"": "marker off", "token": "token off too", "turn": "turn is lost"}[lost]
            return ((f"Below the bottom: {end}", f"Fell: {end}"),)
        case steps.Removed((column, _)):
            return ((f"Column {column} is won already: marker off", f"{column} is won: off"),)
        case steps.Won(column):
            return ((f"Column {column} is won", f"{column} is won"),)
        case steps.Outrun((column, space)):
            return ((f"Two in column {column}: the one on {space} comes off", f"Off: lower one in {column}"),)
        case steps.TokenPlaced((column, space), kept):
            stays = (f"Token {column} stays on space {space}", f"Token {column} stays")
            return (stays if kept else (f"Token {column} to space {space}", f"Token {column} to {space}"),)
        case steps.TokenOff(seat, column):
            return ((f"{after.climb.players[seat]}'s token off column {column}", f"Token off {column}"),)
        case steps.TurnBegan(_, maps, lost) if maps or lost:
            cards = " and ".join([*(["Map"] if maps else []), *(["Lost"] if lost else [])])
            return ((f"{after.climb.players[after.seat]} hands in {cards}", f"Hand in {cards}"), _markers_words(after))
    return ()


def _markers_words(after: State) -> Words:
    if after.pushes:
        return (f"{after.markers} markers this turn, and a push of up to 4", f"{after.markers} markers, 1 push")
    if after.markers > RUNNERS:
        return (f"{after.markers} markers this turn: the white cone too", f"{after.markers} markers: white cone")
    return (f"{after.markers} white markers this turn", f"{after.markers} markers now")
