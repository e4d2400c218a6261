"""Highway in words: what its screens say of the state and of every option."""

from __future__ import annotations

from companion.events import Event
from companion.games.cant_stop import screens as cant_stop
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, topped
from companion.games.cant_stop.screens import percent
from companion.games.highway import lines, names, rules
from companion.games.highway.events import (
    DirectionChosen,
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
    TileRevealed,
)
from companion.games.highway.moves import is_top, neighbour
from companion.games.highway.moving import moves
from companion.games.highway.odds import bust_odds, bust_odds_after, bust_odds_with_a_shield, hazard_odds_with_a_shield
from companion.games.highway.shields import helps
from companion.games.highway.state import State, usable_shields, won_columns
from companion.games.highway.tiles import HAZARDS, Tile
from companion.language import say, say_of
from companion.view import View, Words


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    own = topped(state.climb.tokens[state.seat])
    name = state.climb.players[state.seat]
    if rules.outcome(state):
        won = " ".join(map(str, sorted(own)))
        return View(
            title=say("{name} wins", name=name), lines=(say("Won {columns}", columns=won),), move=moves(event, state)
        )
    return View(
        title=name,
        number=f"{len(own)}/{state.climb.options.columns_to_win}",
        lines=(*lines.waits(state), *(drawn := lines.in_play(state))),
        roll=state.climb.pips or (),
        move=moves(event, state),
        board=lines.board(state),
        drawn=drawn,
    )


def label(state: State, event: Event) -> str:
    match event:
        case SplitChosen() | Stopped():
            return cant_stop.label(state.climb, event)
        case BustAccepted():
            return cant_stop.label(state.climb, event) if state.stop is None else say("Not passed")
        case ShieldUsed(_, die, by):
            if state.options.shield == "set-die":
                return say("{die} to {new}", die=die, new=die + by)
            return f"{die}{by:+}={die + by}"
        case MarkerPicked(column):
            return say("{column} first", column=column)
        case DirectionChosen(direction):
            way, end = names.way(direction), _end(state, direction)
            return {"off": say("{way}: off", way=way), "win": say("{way}: win", way=way)}.get(end, way)
        case TileRevealed(face):
            return names.label(face)
        case MarkerPushed(column, by):
            return say("{column} up {by}", column=column, by=by)
        case HazardJudged(passed):
            return say("Passed") if passed else say("Not passed")
    raise AssertionError(f"no label for {event}")


def _end(state: State, direction: str) -> str:
    """ "off" for a way out of the Roundabout that loses the marker for certain, "win" for one that wins a column."""
    at = state.chain[-1]
    to = neighbour(at, direction)
    if to[1] < 1:
        return "off"
    back = to in state.chain
    if to[0] in won_columns(state):
        enters = to[0] != at[0] and state.options.won_column == "removed"
        return "off" if enters or back or is_top(to) or to not in (state.board or {}) else ""
    if is_top(to):
        return "win"
    return "off" if back and state.options.loop == "loses" else ""


def effect(state: State, event: Event) -> str:
    """What an option would do, in one line, where a screen has room for it."""
    match event:
        case ShieldUsed() if state.climb.pips is not None:
            if state.stop is not None:
                return say("passes") if helps(state, event) else say("does not pass")
            after = rules.changed_by(state, event)
            if sums := [cant_stop.label(after.climb, split) for split in rules.splits(after)]:
                return say("makes {sums}", sums=say(" or ").join(sums))
            return say("a bust") if rules.splits(state) else say("still a bust")
        case MarkerPicked(column):
            at = (column, state.climb.runners[column])
            tile = (state.board or {}).get(at)
            if is_top(at):
                return say("space {space}, the top", space=at[1])
            if tile is None:
                return say("space {space}, no tile", space=at[1])
            return say("space {space}, {tile}", space=at[1], tile=_lying(tile))
        case DirectionChosen(direction):
            return _leads(state, direction)
        case TileRevealed(face) if state.at is not None:
            return names.effect(face, state.at[0], state.options)
    return ""


def loses(state: State, event: Event) -> bool:
    """A shield that saves nothing, a way that costs the marker."""
    match event:
        case ShieldUsed():
            return not helps(state, event)
        case DirectionChosen(direction):
            return _end(state, direction) == "off"
    return False


def _leads(state: State, direction: str) -> str:
    to = neighbour(state.chain[-1], direction)
    if to[1] < 1:
        return say("below the bottom: the marker is lost")
    place = names.place(to)
    if end := _end(state, direction):
        return (
            say("{place}: wins the column", place=place)
            if end == "win"
            else say("{place}: the marker is lost", place=place)
        )
    tile = (state.board or {}).get(to)
    return say("{place}, no tile", place=place) if tile is None else f"{place}, {_lying(tile)}"


def _lying(tile: Tile) -> str:
    return names.name(tile.face) if tile.up and tile.face else say("a tile face down")


def odds(state: State, event: Event | None) -> str:
    """How likely the roll awaited now, or the one after an option, busts. After a shield: with its best split."""
    match event:
        case None if state.climb.pips is None and not rules.outcome(state):
            return percent(bust_odds(state)) if state.stop is None and state.board is not None else ""
        case SplitChosen(columns):
            return percent(bust_odds_after(state, columns)) if _goes_on(state, event) else ""
        case MarkerPushed():
            return percent(bust_odds(rules.apply(state, event))) if _goes_on(state, event) else ""
        case ShieldUsed() if state.stop is None:
            used = rules.apply(state, event)
            chances = [bust_odds_after(used, split.columns) for split in rules.splits(used)]
            return percent(min(chances)) if chances else ""
    return ""


def _goes_on(state: State, event: Event) -> bool:
    """Whether another roll may follow: not where the turn stops by itself since it wins."""
    if not state.climb.options.stop_when_won:
        return True
    after = rules.apply(state, event)
    return after.stop is None and not rules.outcome(after)


def more_odds(state: State) -> tuple[Words, ...]:
    """What one of the player's shields would make of the roll awaited now."""
    if state.climb.pips is not None or state.board is None or rules.outcome(state) or not usable_shields(state):
        return ()
    if state.stop is None:
        mended = bust_odds_with_a_shield(state)
        chance = percent(mended)
        words = (
            say("With a shield it busts: {chance}", chance=chance),
            say_of("a bust", "With a shield: {chance}", chance=chance),
        )
        return (words,) if mended < bust_odds(state) else ()
    face = state.tile.face if state.tile else None
    if face not in HAZARDS or state.options.hazard == "agreed":
        return ()
    passed = percent(hazard_odds_with_a_shield(state))
    return (
        (
            say("With a shield it is passed: {chance}", chance=passed),
            say_of("a hazard", "With a shield: {chance}", chance=passed),
        ),
    )
