"""The companion plays Can't Stop: as the advisor would, or as a beginner by a rule of thumb; and says why.

The beginner plays Keller's Rule of 28 (STRATEGY section 1) with slips: it is bold or timid by up to eight points each
time it counts, and takes any split one time in four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.advisor.advice import advise
from companion.advisor.sentences import busts, steps
from companion.events import Event, Json
from companion.games.cant_stop.board import RUNNERS
from companion.games.cant_stop.odds import bust_odds
from companion.games.cant_stop.position import from_position
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, State, Stopped, climb, wins
from companion.games.cant_stop.screens import label
from companion.language import listed, say
from companion.strengths import Strength

STOP_AT: Final = 28
MOOD: Final = 8
"""By how much a beginner's threshold may lie off, either way."""
SLIP: Final = 0.25
"""Of a beginner's splits are any."""


def strong(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event | None:
    """What the advisor says is best."""
    return advise(from_position(position)).best.event


def beginner(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event | None:
    state = from_position(position)
    splits = [event for event in open_to if isinstance(event, SplitChosen)]
    if splits:
        return chance.choice(splits) if chance.random() < SLIP else max(splits, key=lambda one: _weight(state, one))
    if Stopped() not in open_to:
        return open_to[0]
    if wins(state):
        return Stopped()
    in_hand = len(state.runners) < RUNNERS
    return Stopped() if not in_hand and progress(state) >= STOP_AT + chance.randint(-MOOD, MOOD) else None


def progress(state: State) -> int:
    """What the Rule of 28 counts: each runner its steps and one more, by how hard its column is; then the three."""
    own, runners = state.tokens[state.seat], state.runners
    counted = sum((space - own.get(column, 0) + 1) * _hard(column) for column, space in runners.items())
    if len(runners) < RUNNERS:
        return counted
    counted += 2 * all(column % 2 for column in runners) - 2 * all(column % 2 == 0 for column in runners)
    return counted + 4 * all(column <= 7 for column in runners) + 4 * all(column >= 7 for column in runners)


def _hard(column: int) -> int:
    return abs(7 - column) + 1


def _weight(state: State, split: SplitChosen) -> int:
    """How the Rule of 28 chooses: easy columns, and few new runners (Glenn and Aloi)."""
    new = set(split.columns) - state.runners.keys()
    return sum(7 - _hard(column) for column in split.columns) - 6 * len(new)


def reason(position: Json, seat: int, event: Event | None, strength: Strength) -> str:
    """What it does, and the odds that speak for it."""
    state = from_position(position)
    name = state.players[seat]
    match event:
        case BustAccepted():
            return say("{name} busts: no pair fits a column that is open to the runners.", name=name)
        case SplitChosen(columns):
            climbed = replace(state, runners=climb(state, columns), pips=None)
            if wins(climbed):
                return say("{name} takes {split}: that wins.", name=name, split=_columns(state, event))
            then = busts(float(bust_odds(climbed)))
            return say("{name} takes {split}: then {odds}.", name=name, split=_columns(state, event), odds=then)
        case Stopped() if wins(state):
            return say("{name} stops: that wins.", name=name)
    odds = {"name": name, "steps": steps(state), "odds": busts(float(bust_odds(state)))}
    if isinstance(event, Stopped):
        return say("{name} stops and keeps {steps}: {odds}.", **odds)
    return say("{name} rolls on with {steps}: {odds}.", **odds)


def _columns(state: State, split: SplitChosen) -> str:
    """In a sentence."""
    return label(state, split) if len(set(split.columns)) == 1 else listed(map(str, split.columns))
