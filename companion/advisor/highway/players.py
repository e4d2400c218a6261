"""The companion plays Highway: as the advisor would, or as a beginner who sees no tile; and says why.

The beginner climbs as far as a roll takes it and stops after five to nine steps, once all markers are out. One
choice in seven is any; a shield is used where it mends something.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.advisor.highway.advice import advise
from companion.advisor.question import NoAdviceError
from companion.advisor.sentences import busts, steps
from companion.events import Event, Json
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, topped, wins
from companion.games.highway import names
from companion.games.highway.events import DirectionChosen, MarkerPicked, MarkerPushed, ShieldUsed
from companion.games.highway.odds import bust_odds, bust_odds_after
from companion.games.highway.position import from_position
from companion.games.highway.screens import label
from companion.games.highway.shields import helps
from companion.games.highway.state import State
from companion.language import say
from companion.strengths import Strength

SLIP: Final = 0.15
CAREFUL, HASTY = 5, 9
"""Steps in a turn after which a beginner stops, any of these each time."""


def strong(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event | None:
    """The best of what is open to the seat in turn; None: roll."""
    return strongest(from_position(position), open_to)


def beginner(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event | None:
    """Climbs as far as a roll takes it, and stops when it has a little; None: roll."""
    return simplest(from_position(position), open_to, chance)


def strongest(state: State, open_to: Sequence[Event]) -> Event | None:
    if len(open_to) == 1 and Stopped() not in open_to:
        return open_to[0]
    if Stopped() in open_to and not bust_odds(state) and not topped(state.climb.runners):
        return None  # nothing can be lost by a roll
    try:
        return advise(state, open_to).best.event
    except NoAdviceError:
        return open_to[0] if open_to else None


def simplest(state: State, open_to: Sequence[Event], chance: Random) -> Event | None:
    stops = [event for event in open_to if isinstance(event, Stopped)]
    if stops or not open_to:
        return stops[0] if stops and _has_enough(state, chance) else None
    wanted = [event for event in open_to if not isinstance(event, ShieldUsed) or helps(state, event)]
    if chance.random() < SLIP:
        return chance.choice(wanted)
    mends = [event for event in wanted if isinstance(event, ShieldUsed)]
    if BustAccepted() in wanted and mends:
        return mends[0]
    climbs = [event for event in wanted if isinstance(event, SplitChosen)]
    return max(climbs, key=_reach) if climbs else chance.choice(wanted)


def _has_enough(state: State, chance: Random) -> bool:
    own, runners = state.climb.tokens[state.seat], state.climb.runners
    climbed = sum(space - own.get(column, 0) for column, space in runners.items())
    return bool(topped(runners)) or (len(runners) == state.markers and climbed >= chance.randint(CAREFUL, HASTY))


def _reach(split: SplitChosen) -> float:
    """What share of their columns these steps are."""
    return sum(1 / LENGTHS[column] for column in split.columns)


def reason(position: Json, seat: int, event: Event | None, strength: Strength) -> str:
    """What it does, and where dice decide what speaks for it."""
    state = from_position(position)
    name = state.climb.players[seat]
    if state.stop is not None:
        return _checking(state, name, event)
    match event:
        case BustAccepted():
            return say("{name} busts: no pair fits a column that is open to the runners.", name=name)
        case SplitChosen(columns):
            then = busts(float(bust_odds_after(state, columns)))
            return say("{name} takes {split}: then {odds}.", name=name, split=label(state, event), odds=then)
        case ShieldUsed():
            return _uses(name, event)
        case MarkerPushed(column, by):
            return say("{name} pushes the marker in column {column} up by {by}.", name=name, column=column, by=by)
        case Stopped() if wins(state.climb):
            return say("{name} stops: that wins.", name=name)
    odds = {"name": name, "steps": steps(state.climb), "odds": busts(float(bust_odds(state)))}
    if isinstance(event, Stopped):
        return say("{name} stops with {steps}: {odds}.", **odds)
    return say("{name} rolls on with {steps}: {odds}.", **odds)


def _checking(state: State, name: str, event: Event | None) -> str:
    match event:
        case ShieldUsed():
            return _uses(name, event)
        case MarkerPicked(column):
            return say("{name} checks column {column} first.", name=name, column=column)
        case DirectionChosen(direction):
            return say("{name} leaves the Roundabout: {way}.", name=name, way=names.way(direction))
        case None:
            return say("{name} rolls for the hazard.", name=name)
    return say("{name} takes the marker off: the hazard is not passed.", name=name)


def _uses(name: str, use: ShieldUsed) -> str:
    new = use.die + use.by
    return say(
        "{name} uses shield {number}: the {die} counts as {new}.", name=name, number=use.number, die=use.die, new=new
    )
