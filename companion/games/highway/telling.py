"""What just happened, and what to move on the real board, in sentences."""

from __future__ import annotations

from companion.events import DiceRolled, Event
from companion.game import Seat
from companion.games.cant_stop.board import RUNNERS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, climb, topped
from companion.games.highway import names, rules, steps
from companion.games.highway.events import (
    DirectionChosen,
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
    TileRevealed,
    TilesShuffled,
)
from companion.games.highway.moves import is_top
from companion.games.highway.names import place
from companion.games.highway.shields import shield_uses
from companion.games.highway.state import State


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the board."""
    told = (*_happened(before, event, after), *_followed(before, after))
    return (*told, f"{_name(before)} wins.") if rules.outcome(after) else told


def _happened(before: State, event: Event, after: State) -> tuple[str, ...]:
    name = _name(before)
    match event:
        case TilesShuffled():
            return (f"The tiles are shuffled and lie face down. {name} begins.",)
        case DiceRolled(pips):
            return (f"{name} rolled {' '.join(map(str, pips))}.", *_unlucky(after, after.steps))
        case ShieldUsed(number, die, by):
            return (f"{name} used shield {number}: the {die} counts as {die + by}.", *_unlucky(after, after.steps))
        case SplitChosen(columns):
            runners = {**before.climb.runners, **climb(before.climb, columns)}
            said = " and ".join(f"{c} on space {runners[c]}" for c in sorted(set(columns)))
            return (f"{name}: runner in {said}.", *_topped(after, columns))
        case MarkerPushed(column, by):
            space = before.climb.runners[column] + by
            return (f"{name} used the Map: runner in {column} on to space {space}.", *_topped(after, (column,)))
        case Stopped():
            return (f"{name} stopped.",)
        case BustAccepted() if before.stop is None:
            return (f"{name} lost this turn's progress: take the white markers off, the tokens stay.",)
        case DirectionChosen(direction):
            return (f"{name} leaves the Roundabout {_way(direction)}.",)
        case BustAccepted() | HazardJudged() | MarkerPicked() | TileRevealed():
            return ()
    raise AssertionError(f"no words for {event}")


def _way(direction: str) -> str:
    return direction if direction in ("up", "down") else f"to the {direction}"


def _topped(after: State, columns: tuple[int, ...]) -> tuple[str, ...]:
    tops = sorted(set(columns) & topped(after.climb.runners))
    return tuple(f"Column {column} is at the top: stop to win it." for column in tops)


def _unlucky(after: State, followed: tuple[steps.Step, ...]) -> tuple[str, ...]:
    """A roll that waits and does nothing by itself."""
    if after.climb.pips is None or followed:
        return ()
    mend = " A shield may still mend it." if shield_uses(after) else ""
    if after.stop is not None:
        assert after.at is not None
        return (f"The hazard in column {after.at[0]} is not passed.{mend}",)
    return () if rules.splits(after) else (f"Bust: no pair fits a column that is open to the runners.{mend}",)


def _followed(before: State, after: State) -> tuple[str, ...]:
    """The steps as sentences; the tokens that move stand in one."""
    placed = [step for step in after.steps if isinstance(step, steps.TokenPlaced)]
    told = []
    for step in after.steps:
        if isinstance(step, steps.TokenPlaced):
            if step == placed[0]:
                moved = ", ".join(f"{s.at[0]} to space {s.at[1]}" for s in placed if not s.kept)
                stay = [str(s.at[0]) for s in placed if s.kept]
                told += [f"Token in {moved}."] if moved else []
                if len(stay) == 1:
                    told.append(f"The token in {stay[0]} already stands as high, and stays.")
                elif stay:
                    told.append(f"The tokens in {' and '.join(stay)} already stand as high, and stay.")
                told.append("Take the white markers off.")
        elif sentence := _sentence(step, before, after):
            told.append(sentence)
    return tuple(told)


def _sentence(step: steps.Step, before: State, after: State) -> str:
    name = _name(before)
    match step:
        case steps.Picked(at, tile):
            return "" if tile or is_top(at) else f"{_capital(place(at))}: no tile."
        case steps.Met(at, face, turned):
            turn = "the tile turns up: " if turned and before.options.tiles == "companion" else ""
            return f"{_capital(place(at))}: {turn}{names.name(face)}, {names.effect(face, at[0], before.options)}."
        case steps.Moved(_, to):
            return f"The marker goes to {place(to)}." if to[1] >= 1 else ""
        case steps.Held(at):
            return f"The Fast Lane leads past the top: the marker stays on {place(at)}."
        case steps.Taken(_, face):
            return f"{name} takes the tile: {names.name(face)}."
        case steps.Cleared(_, face):
            return f"The hazard is passed: {names.name(face)} leaves the board."
        case steps.Failed(at):
            return f"The hazard is not passed: the marker comes off column {at[0]} without a token, the tile stays."
        case steps.Discarded():
            return "The Roundabout leaves the game."
        case steps.Looped(at, lost):
            end = "comes off, its progress is lost" if lost else "stops there"
            return f"It came round in a loop, to {place(at)}: the marker {end}."
        case steps.FellOff(at, lost):
            also = {
                "": "",
                "token": " The token there is lost too.",
                "turn": " The whole turn's progress is lost: take the white markers off, the tokens stay.",
            }
            return f"From {place(at)} it falls below the bottom: the marker comes off.{also[lost]}"
        case steps.Removed(at):
            return f"Column {at[0]} is won already: the marker comes off."
        case steps.Won(column):
            return f"Column {column} is won by {name} and closed."
        case steps.Outrun(at):
            return f"Two white markers in column {at[0]}: the one on space {at[1]} comes off."
        case steps.TokenOff(seat, column):
            return f"Take {before.climb.players[seat]}'s token off column {column}."
        case steps.TurnBegan():
            return " ".join((*_reminders(step, after), f"{after.climb.players[step.seat]}'s turn."))
    return ""


def _reminders(began: steps.TurnBegan, after: State) -> tuple[str, ...]:
    name = after.climb.players[began.seat]
    used = [*(["Map"] if began.maps else []), *(["Lost"] if began.lost else [])]
    if not used:
        return ()
    push = " and a push of up to four spaces" if after.pushes else ""
    cone = ", the cone among them" if after.markers > RUNNERS else ""
    return (f"{name} hands in {' and '.join(used)}: {after.markers} white markers{cone}{push} this turn.",)


def _name(state: State) -> str:
    return state.climb.players[Seat(state.seat)]


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
