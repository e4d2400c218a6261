"""Highway in words: what its screens say of the state and of every option."""

from __future__ import annotations

from fractions import Fraction

from companion.events import Event
from companion.games.cant_stop import screens as cant_stop
from companion.games.cant_stop.board import LENGTHS, RUNNERS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, topped
from companion.games.cant_stop.screens import percent
from companion.games.highway import names, rules
from companion.games.highway.events import (
    DirectionChosen,
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
    TileRevealed,
)
from companion.games.highway.moves import is_top, neighbour, written
from companion.games.highway.odds import bust_odds, bust_odds_after, hazard_odds
from companion.games.highway.shields import changed, passes
from companion.games.highway.state import State, usable_shields, won_columns
from companion.games.highway.telling import moves
from companion.games.highway.tiles import HAZARDS
from companion.view import OLED_SIGNS, View

SHORT_NAME = 6
"""Signs of a name in a line that says what somebody holds."""

FEW_SHIELDS = 4
"""So many fit into that line with spaces between."""

LIST = 6
"""Options of one kind that are not worth a further list (DESIGN section 4)."""


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
        lines=(*_waits(state), *_in_play(state)),
        roll=state.climb.pips or (),
        move=moves(event, state),
    )


def _waits(state: State) -> tuple[str, ...]:
    """What the stop that is resolved waits for."""
    if state.stop is None:
        return ()
    if state.at is None:
        return ("Which marker first?",)
    where = written(state.at)
    face = state.tile.face if state.tile else None
    if face is None:
        return (f"Turn the tile on {where}",)
    return (f"{names.short_name(face)} on {where}", names.effect_words(face, state.at[0], state.options)[-1])


def _in_play(state: State) -> tuple[str, ...]:
    """Runners, what the turn allows, and what the player holds."""
    lines = [f"{column}: {space}/{LENGTHS[column]}" for column, space in sorted(state.climb.runners.items())]
    if state.markers > RUNNERS:
        lines.append(f"{state.markers} markers: white cone")
    elif state.markers < RUNNERS:
        lines.append(f"Lost: {state.markers} marker{'s' if state.markers > 1 else ''}")
    if state.pushes:
        lines.append("Map: push up to 4")
    own = _holds(state, state.seat)
    others = [
        f"{name[:SHORT_NAME]}: {holds}"[:OLED_SIGNS]
        for seat, name in enumerate(state.climb.players)
        if seat != state.seat and (holds := _holds(state, seat))
    ]
    return (*lines, *([own[:OLED_SIGNS]] if own else []), *others)


def _holds(state: State, seat: int) -> str:
    """The reminders for the seat's coming turn, and its shields."""
    own = state.shields[seat]
    shields = (" " if len(own) <= FEW_SHIELDS else "").join(map(str, own))
    cards = ("Map" if state.maps[seat] else "", "Lost" if state.lost[seat] else "", f"Shield {shields}" if own else "")
    return " ".join(filter(None, cards))


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
            return f"column {column}"
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


def path(state: State, event: Event) -> tuple[str, ...]:
    """The lists above an option: a turned tile by kind, a shield by number and sign, a push by column."""
    match event:
        case TileRevealed(face):
            kind = names.kind(face)
            return (kind,) if kind else ()
        case MarkerPushed(column):
            return ("push", f"column {column}")
        case ShieldUsed(number, _, by):
            return ("shield", *_shield_lists(state, number, by))
    return ()


def _shield_lists(state: State, number: int, by: int) -> tuple[str, ...]:
    """The lists below "shield": by number where several are held, by sign where a number goes with four dice."""
    signs = 1 if state.options.shield == "set-die" else 2
    many = signs * len(set(state.climb.pips or ())) > LIST
    if not many and len(set(usable_shields(state))) == 1:
        return ()
    sign = f"{number} more" if by > 0 else f"{number} less"
    return (f"shield {number}", sign) if many else (f"shield {number}",)


def effect(state: State, event: Event) -> str:
    """What an option would do, in one line, where a screen has room for it."""
    match event:
        case ShieldUsed() if state.climb.pips is not None:
            after = rules.apply(state, event)
            if state.stop is not None:
                pips = changed(state.climb.pips, event)
                return "passes" if passes(state.options.hazard, state.chain[-1][0], pips) else "does not pass"
            sums = " or ".join(cant_stop.label(after.climb, split) for split in rules.splits(after))
            return f"makes {sums}" if sums else "still a bust"
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
    """How likely the roll awaited now, or the one after an option, is lost. After a shield: with its best split."""
    match event:
        case None if state.climb.pips is None and not rules.outcome(state):
            return _awaited(state)
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


def _awaited(state: State) -> str:
    if state.stop is None:
        return "" if state.board is None else percent(bust_odds(state))
    face = state.tile.face if state.tile else None
    if face not in HAZARDS or state.options.hazard == "agreed":
        return ""
    return percent(Fraction(1) - hazard_odds(state.options.hazard, state.chain[-1][0]))
