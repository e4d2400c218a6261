"""What the advisor says of a position: the worth of every action that is open, the best first, and why.

The expectation over this turn's rolls is exact; what comes after the turn is the networks' word (docs/advisor.md). The
order is by that word, the chances beside it are what is `told` of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.advisor.question import NoAdviceError
from companion.advisor.rolls import REAL, RUNNERS
from companion.advisor.told import told
from companion.advisor.turn import nodes, solve
from companion.advisor.worth import Standing, standing, worths
from companion.events import Event
from companion.games.cant_stop.odds import bust_odds
from companion.games.cant_stop.rules import (
    BustAccepted,
    Spaces,
    SplitChosen,
    State,
    Stopped,
    climb,
    may_stop,
    outcome,
    splits,
)


@dataclass(frozen=True)
class Action:
    event: Event | None
    """None: roll."""
    win: float | None
    """The chance to win of the seat in turn among equals; None alone."""
    turns: float | None
    """Alone: the turns to come, this one included; else None."""


@dataclass(frozen=True)
class Advice:
    actions: tuple[Action, ...]
    """The best first."""
    bust: float
    """The chance that the next roll allows no move: now, or after the best split of the roll that waits."""

    @property
    def best(self) -> Action:
        return self.actions[0]


def advise(state: State) -> Advice:
    """Raises NoAdviceError: the game is over."""
    if outcome(state):
        raise NoAdviceError("the game is over: there is nothing to decide")  # in no language
    table = standing(state)
    if state.pips is None:
        stop, roll = _stop_and_roll(table, state.runners)
        worth: dict[Event | None, float] = {None: roll}
        if may_stop(state):
            worth[Stopped()] = stop
    else:
        worth = dict(_splits(state, table))
    ranked = sorted(worth, key=lambda event: -worth[event])
    return Advice(tuple(_action(table, event, worth[event]) for event in ranked), _bust(state, ranked[0]))


def _stop_and_roll(table: Standing, runners: Spaces) -> tuple[float, float]:
    """What it is worth to stop now, and to roll."""
    turn = nodes(REAL, table.mine, {column - 2: space for column, space in runners.items()})
    stop, bust = worths(table, turn)
    roll = solve(turn, stop, bust)[1]
    return float(stop[0]), float(roll[0])


def _splits(state: State, table: Standing) -> Iterator[tuple[Event | None, float]]:
    """Each split of the roll, or the bust, with its worth."""
    options = splits(state)
    if not options:
        turn = nodes(REAL, table.mine, {column - 2: space for column, space in state.runners.items()})
        yield BustAccepted(), worths(table, turn)[1]
    elif len(state.runners) < RUNNERS:
        for split in options:
            yield split, max(_stop_and_roll(table, climb(state, split.columns)))
    else:
        turn = nodes(REAL, table.mine, {column - 2: space for column, space in state.runners.items()})
        stop, bust = worths(table, turn)
        value = solve(turn, stop, bust)[0]
        for split in options:
            climbed = climb(state, split.columns)
            above = [np.array(climbed[c + 2] - state.runners[c + 2]) for c in turn.slots[0].tolist()]
            yield split, float(value[turn.at(tuple(turn.slots[0]), above)])


def _action(table: Standing, event: Event | None, worth: float) -> Action:
    others = len(table.others)
    return Action(event, float(told(worth, others)), None) if others else Action(event, None, 1 - worth)


def _bust(state: State, best: Event | None) -> float:
    match best:
        case BustAccepted():
            return 1.0
        case SplitChosen(columns):
            return float(bust_odds(replace(state, runners=climb(state, columns), pips=None)))
    return float(bust_odds(state))
