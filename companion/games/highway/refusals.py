"""Why the rules of Highway refuse an event: one sentence for a player."""

from __future__ import annotations

from companion.events import DiceRolled, Event
from companion.games.cant_stop import screens as cant_stop
from companion.games.cant_stop.rules import SplitChosen
from companion.games.highway import rules
from companion.games.highway.events import (
    DirectionChosen,
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
    TileRevealed,
)
from companion.games.highway.screens import label
from companion.games.highway.state import State
from companion.games.highway.tiles import HAZARDS


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if rules.outcome(state):
        return "The game is over: start a new one, or undo."
    if state.board is None:
        return "The tiles are not shuffled yet."
    match event:
        case ShieldUsed():
            return _explain_shield(state, event)
        case MarkerPushed():
            return "There is no Map for that push." if not state.pushes else "No runner can be pushed so far."
        case MarkerPicked(column):
            waits = state.stop is not None and state.at is None
            return f"No white marker waits in column {column}." if waits else "No marker is to be picked now."
        case TileRevealed(face):
            asked = state.tile is not None and state.tile.face is None
            return f"No tile left can be {face}." if asked else "No tile is to be turned now."
        case DirectionChosen(direction):
            asked = state.tile is not None and state.tile.face == "roundabout"
            return f"The Roundabout does not lead {direction} here." if asked else "No marker stands on a Roundabout."
        case HazardJudged():
            return "No hazard waits for the table's judgement."
    if state.stop is not None:
        return _explain_stop(state, event)
    match event:
        case SplitChosen(columns) if state.climb.pips is not None:
            possible = " or ".join(label(state, split) for split in rules.splits(state)) or "nothing: it is a bust"
            return f"{' + '.join(map(str, columns))} is no split of this roll; it allows {possible}."
    return cant_stop.explain(state.climb, event)


def _explain_stop(state: State, event: Event) -> str:
    face = state.tile.face if state.tile else None
    if (
        isinstance(event, DiceRolled)
        and face in HAZARDS
        and state.climb.pips is None
        and state.options.hazard != "agreed"
    ):
        return f"A roll is 4 dice from 1 to 6, not {' '.join(map(str, event.pips))}."
    return "The white markers are being checked: that must be done first."


def _explain_shield(state: State, use: ShieldUsed) -> str:
    if state.climb.pips is None:
        return "There is no roll for a shield to change."
    if use.number not in state.shields[state.seat]:
        return f"{state.climb.players[state.seat]} holds no shield {use.number}."
    if use.die not in state.climb.pips:
        return f"No die of this roll shows {use.die}."
    if state.stop is not None and not state.options.shield_on_hazard:
        return "No shield helps on a hazard's roll: so the table agreed."
    if state.options.shields_per_roll is not None and state.shields_used >= state.options.shields_per_roll:
        return "Only one shield may change a roll: so the table agreed."
    if state.stop is not None and use.number in state.stop.taken:
        return f"Shield {use.number} was taken in this stop: it helps in a later turn."
    return f"Shield {use.number} cannot make {use.die + use.by} of the {use.die}."
