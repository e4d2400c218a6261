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
from companion.games.highway.lists import helps
from companion.games.highway.moves import is_top, neighbour
from companion.games.highway.moving import moves
from companion.games.highway.odds import bust_odds, bust_odds_after, bust_odds_with_a_shield, hazard_odds_with_a_shield
from companion.games.highway.state import State, usable_shields, won_columns
from companion.games.highway.tiles import HAZARDS
from companion.view import View, Words


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    own = topped(state.climb.tokens[state.seat])
    name = state.climb.players[state.seat]
    if rules.outcome(state):
        won = " ".join(map(str, sorted(own)))
        return View(title=f"{name} wins", lines=(f"Won {won}",), move=moves(event, state))
    return View(
        title=name,
        number=f"{len(own)}/{state.climb.options.columns_to_win}",
        lines=(*lines.waits(state), *lines.in_play(state)),
        roll=state.climb.pips or (),
        move=moves(event, state),
        board=lines.board(state),
    )


def label(state: State, event: Event) -> str:
    match event:
        case SplitChosen() | Stopped():
            return cant_stop.label(state.climb, event)
        case BustAccepted():
            return "Bust" if state.stop is None else "Not passed"
        case ShieldUsed(_, die, by):
            if state.options.shield == "set-die":
                return f"{die} to {die + by}"
            return f"{die}{by:+}={die + by}"
        case MarkerPicked(column):
            return f"{column} first"
        case DirectionChosen(direction):
            ends = _end(state, direction)
            return f"{direction}: {ends}" if ends else direction
        case TileRevealed(face):
            return names.label(face)
        case MarkerPushed(column, by):
            return f"{column} up {by}"
        case HazardJudged(passed):
            return "Passed" if passed else "Not passed"
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
                return "passes" if helps(state, event) else "does not pass"
            after = rules.changed_by(state, event)
            sums = " or ".join(cant_stop.label(after.climb, split) for split in rules.splits(after))
            return f"makes {sums}" if sums else "a bust" if rules.splits(state) else "still a bust"
        case MarkerPicked(column):
            at = (column, state.climb.runners[column])
            tile = (state.board or {}).get(at)
            if is_top(at):
                return f"space {at[1]}, the top"
            if tile is None:
                return f"space {at[1]}, no tile"
            return f"space {at[1]}, {names.name(tile.face) if tile.up and tile.face else 'a tile face down'}"
        case DirectionChosen(direction):
            return _leads(state, direction)
        case TileRevealed(face) if state.at is not None:
            return names.effect(face, state.at[0], state.options)
    return ""


def _leads(state: State, direction: str) -> str:
    to = neighbour(state.chain[-1], direction)
    if to[1] < 1:
        return "below the bottom: the marker is lost"
    if end := _end(state, direction):
        return f"{names.place(to)}: {'wins the column' if end == 'win' else 'the marker is lost'}"
    tile = (state.board or {}).get(to)
    if tile is None:
        return f"{names.place(to)}, no tile"
    return f"{names.place(to)}, {names.name(tile.face) if tile.up and tile.face else 'a tile face down'}"


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
        return (
            ((f"With a shield it busts: {percent(mended)}", f"With a shield: {percent(mended)}"),)
            if mended < bust_odds(state)
            else ()
        )
    face = state.tile.face if state.tile else None
    if face not in HAZARDS or state.options.hazard == "agreed":
        return ()
    passed = percent(hazard_odds_with_a_shield(state))
    return ((f"With a shield it is passed: {passed}", f"With a shield: {passed}"),)
