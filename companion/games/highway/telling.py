"""What just happened, and what to move on the real board, in sentences."""

from __future__ import annotations

from companion.events import DiceRolled, Event
from companion.game import Seat
from companion.games.cant_stop.board import RUNNERS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, climb, topped
from companion.games.cant_stop.screens import standing, turn_of
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
from companion.language import capital, listed, say


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the board."""
    told = (*_happened(before, event, after), *_followed(before, after))
    return (*told, say("{name} wins.", name=_name(before))) if rules.outcome(after) else told


def _happened(before: State, event: Event, after: State) -> tuple[str, ...]:
    name = _name(before)
    match event:
        case TilesShuffled():
            return (say("The tiles are shuffled and lie face down. {name} begins.", name=name),)
        case DiceRolled(pips):
            rolled = say("{name} rolled {pips}.", name=name, pips=" ".join(map(str, pips)))
            return (rolled, *_unlucky(after, after.steps))
        case ShieldUsed(number, die, by):
            used = say(
                "{name} used shield {number}: the {die} counts as {new}.",
                name=name,
                number=number,
                die=die,
                new=die + by,
            )
            return (used, *_unlucky(after, after.steps))
        case SplitChosen(columns):
            runners = {**before.climb.runners, **climb(before.climb, columns)}
            climbed = say("{name}: runner in {where}.", name=name, where=standing(runners, columns))
            return (climbed, *_topped(after, columns))
        case MarkerPushed(column, by):
            space = before.climb.runners[column] + by
            pushed = say(
                "{name} used the Map: runner in {column} on to space {space}.", name=name, column=column, space=space
            )
            return (pushed, *_topped(after, (column,)))
        case Stopped():
            return (say("{name} stopped.", name=name),)
        case BustAccepted() if before.stop is None:
            return (say("{name} lost this turn's progress: take the white markers off, the tokens stay.", name=name),)
        case DirectionChosen(direction):
            return (_left(name, direction),)
        case BustAccepted() | HazardJudged() | MarkerPicked() | TileRevealed():
            return ()
    raise AssertionError(f"no words for {event}")


def _left(name: str, direction: str) -> str:
    match direction:
        case "up":
            return say("{name} leaves the Roundabout up.", name=name)
        case "down":
            return say("{name} leaves the Roundabout down.", name=name)
        case "left":
            return say("{name} leaves the Roundabout to the left.", name=name)
    return say("{name} leaves the Roundabout to the right.", name=name)


def _topped(after: State, columns: tuple[int, ...]) -> tuple[str, ...]:
    tops = sorted(set(columns) & topped(after.climb.runners))
    return tuple(say("Column {column} is at the top: stop to win it.", column=column) for column in tops)


def _unlucky(after: State, followed: tuple[steps.Step, ...]) -> tuple[str, ...]:
    """A roll that waits and does nothing by itself."""
    if after.climb.pips is None or followed:
        return ()
    if after.stop is not None:
        assert after.at is not None
        failed = say("The hazard in column {column} is not passed.", column=after.at[0])
    elif rules.splits(after):
        return ()
    else:
        failed = say("Bust: no pair fits a column that is open to the runners.")
    mend = say("A shield may still mend it.")
    return (f"{failed} {mend}",) if shield_uses(after) else (failed,)


def _followed(before: State, after: State) -> tuple[str, ...]:
    """The steps as sentences; the tokens that move stand in one."""
    placed = [step for step in after.steps if isinstance(step, steps.TokenPlaced)]
    told = []
    for step in after.steps:
        if isinstance(step, steps.TokenPlaced):
            if step == placed[0]:
                moved = ", ".join(
                    say("{column} to space {space}", column=s.at[0], space=s.at[1]) for s in placed if not s.kept
                )
                stay = [str(s.at[0]) for s in placed if s.kept]
                told += [say("Token in {moved}.", moved=moved)] if moved else []
                if len(stay) == 1:
                    told.append(say("The token in {column} already stands as high, and stays.", column=stay[0]))
                elif stay:
                    columns = listed(stay)
                    told.append(say("The tokens in {columns} already stand as high, and stay.", columns=columns))
                told.append(say("Take the white markers off."))
        elif sentence := _sentence(step, before, after):
            told.append(sentence)
    return tuple(told)


def _sentence(step: steps.Step, before: State, after: State) -> str:
    name = _name(before)
    match step:
        case steps.Picked(at, has_tile):
            return "" if has_tile or is_top(at) else say("{place}: no tile.", place=capital(place(at)))
        case steps.Met(at, face, turned):
            where, tile, effect = capital(place(at)), names.name(face), names.effect(face, at[0], before.options)
            if turned and before.options.tiles == "companion":
                return say("{place}: the tile turns up: {tile}, {effect}.", place=where, tile=tile, effect=effect)
            return f"{where}: {tile}, {effect}."
        case steps.Moved(_, to):
            return say("The marker goes to {place}.", place=place(to)) if to[1] >= 1 else ""
        case steps.Held(at):
            return say("The Fast Lane leads past the top: the marker stays on {place}.", place=place(at))
        case steps.Taken(_, face):
            return say("{name} takes the tile: {tile}.", name=name, tile=names.name(face))
        case steps.Cleared(_, face):
            return say("The hazard is passed: {tile} leaves the board.", tile=names.name(face))
        case steps.Failed(at):
            return say(
                "The hazard is not passed: the marker comes off column {column} without a token, the tile stays.",
                column=at[0],
            )
        case steps.Discarded():
            return say("The Roundabout leaves the game.")
        case steps.Looped(at, True):
            return say(
                "It came round in a loop, to {place}: the marker comes off, its progress is lost.", place=place(at)
            )
        case steps.Looped(at, _):
            return say("It came round in a loop, to {place}: the marker stops there.", place=place(at))
        case steps.FellOff(at, lost):
            also = {
                "token": say("The token there is lost too."),
                "turn": say("The whole turn's progress is lost: take the white markers off, the tokens stay."),
            }
            fell = say("From {place} it falls below the bottom: the marker comes off.", place=place(at))
            return f"{fell} {also[lost]}" if lost else fell
        case steps.Removed(at):
            return say("Column {column} is won already: the marker comes off.", column=at[0])
        case steps.Won(column):
            return say("Column {column} is won by {name} and closed.", column=column, name=name)
        case steps.Outrun(at):
            return say(
                "Two white markers in column {column}: the one on space {space} comes off.", column=at[0], space=at[1]
            )
        case steps.TokenOff(seat, column):
            owner = before.climb.players[seat]
            return say("Take {name}'s token off column {column}.", name=owner, column=column)
        case steps.TurnBegan():
            return " ".join((*_reminders(step, after), turn_of(after.climb)))
    return ""


def _reminders(began: steps.TurnBegan, after: State) -> tuple[str, ...]:
    name = after.climb.players[began.seat]
    if not (began.maps or began.lost):
        return ()
    count, cards = after.markers, names.cards(began.maps, began.lost)
    if after.pushes:
        return (
            say(
                "{name} hands in {cards}: {count} white markers and a push of up to four spaces this turn.",
                name=name,
                cards=cards,
                count=count,
            ),
        )
    if count > RUNNERS:
        return (
            say(
                "{name} hands in {cards}: {count} white markers, the cone among them this turn.",
                name=name,
                cards=cards,
                count=count,
            ),
        )
    return (say("{name} hands in {cards}: {count} white markers this turn.", name=name, cards=cards, count=count),)


def _name(state: State) -> str:
    return state.climb.players[Seat(state.seat)]
