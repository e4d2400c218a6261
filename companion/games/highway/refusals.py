"""Why the rules of Highway refuse an event: one sentence for a player."""

from __future__ import annotations

from companion.events import DiceRolled, Event
from companion.games.cant_stop import screens as cant_stop
from companion.games.cant_stop.rules import SplitChosen
from companion.games.highway import names, rules
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
from companion.language import say


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if rules.outcome(state):
        return say("The game is over: start a new one, or undo.")
    if state.board is None:
        return say("The tiles are not shuffled yet.")
    match event:
        case ShieldUsed():
            return _explain_shield(state, event)
        case MarkerPushed():
            return say("There is no Map for that push.") if not state.pushes else say("No runner can be pushed so far.")
        case MarkerPicked(column):
            if state.stop is not None and state.at is None:
                return say("No white marker waits in column {column}.", column=column)
            return say("No marker is to be picked now.")
        case TileRevealed(face):
            if state.tile is not None and state.tile.face is None:
                return say("No tile left can be {face}.", face=face)
            return say("No tile is to be turned now.")
        case DirectionChosen(direction):
            if state.tile is not None and state.tile.face == "roundabout":
                return say("The Roundabout does not lead {way} here.", way=names.way(direction))
            return say("No marker stands on a Roundabout.")
        case HazardJudged():
            return say("No hazard waits for the table's judgement.")
    if state.stop is not None:
        return _explain_stop(state, event)
    match event:
        case SplitChosen(columns) if state.climb.pips is not None:
            return cant_stop.no_split(columns, [label(state, split) for split in rules.splits(state)])
    return cant_stop.explain(state.climb, event)


def _explain_stop(state: State, event: Event) -> str:
    face = state.tile.face if state.tile else None
    if (
        isinstance(event, DiceRolled)
        and face in HAZARDS
        and state.climb.pips is None
        and state.options.hazard != "agreed"
    ):
        return cant_stop.no_roll(event.pips)
    return say("The white markers are being checked: that must be done first.")


def _explain_shield(state: State, use: ShieldUsed) -> str:
    if state.climb.pips is None:
        return say("There is no roll for a shield to change.")
    if use.number not in state.shields[state.seat]:
        name = state.climb.players[state.seat]
        return say("{name} holds no shield {number}.", name=name, number=use.number)
    if use.die not in state.climb.pips:
        return say("No die of this roll shows {die}.", die=use.die)
    if state.stop is not None and not state.options.shield_on_hazard:
        return say("No shield helps on a hazard's roll: so the table agreed.")
    if state.options.shields_per_roll is not None and state.shields_used >= state.options.shields_per_roll:
        return say("Only one shield may change a roll: so the table agreed.")
    if state.stop is not None and use.number in state.stop.taken:
        return say("Shield {number} was taken in this stop: it helps in a later turn.", number=use.number)
    new = use.die + use.by
    return say("Shield {number} cannot make {new} of the {die}.", number=use.number, new=new, die=use.die)
