"""The course of a game of Can't Stop: exact within each turn, by the networks from one turn to the next.

The law of this file: a turn is solved once, and all that happens in it is looked up there. With more than two players
only the chance of the seat in turn is counted; the others share the rest as they stood when the turn began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.advisor.rolls import REAL, RUNNERS
from companion.advisor.turn import nodes, solve
from companion.advisor.worth import TAUGHT_TWO, among, meeting, network, seen_of, standing, worths
from companion.course import Step, Unit, Weigher, Worths, change
from companion.events import DiceRolled, Event
from companion.games.cant_stop.rules import (
    BustAccepted,
    Spaces,
    SplitChosen,
    State,
    Stopped,
    climb,
    outcome,
    splits,
)
from companion.games.cant_stop.screens import label


class Turn:
    """The turn that a state is in, solved."""

    def __init__(self, state: State) -> None:
        self._began = state
        table = standing(state)
        self._mine = table.mine
        self._nodes = nodes(REAL, table.mine, {})
        self._stop, self._bust = worths(table, self._nodes)
        self._value, self._roll = solve(self._nodes, self._stop, self._bust)
        self._shares = _shares(state)

    def holds(self, state: State) -> bool:
        """Whether the state is still in this turn."""
        began = self._began
        same = (state.seat, state.tokens, state.options) == (began.seat, began.tokens, began.options)
        return same and outcome(state) is None and state.turns == began.turns

    def worth(self, state: State) -> float:
        """What the state is worth to the seat in turn, as the solver counts: by the best of what is open."""
        return self.choose(state)[0]

    def choose(self, state: State) -> tuple[float, Event | None]:
        """The same, and what is best; None: to roll."""
        if state.pips is None:
            node = self._at(state.runners)
            stop = float(self._stop[node])
            return float(self._value[node]), (Stopped() if stop >= self._roll[node] else None)
        open_to = {split: float(self._value[self._at(climb(state, split.columns))]) for split in splits(state)}
        if not open_to:
            return self._bust, BustAccepted()
        best = max(open_to, key=lambda split: open_to[split])
        return open_to[best], best

    def chosen(self, state: State, event: Event) -> float:
        """What the state is worth once `event` was chosen, before any dice fall."""
        match event:
            case SplitChosen(columns):
                return float(self._value[self._at(climb(state, columns))])
            case Stopped():
                return float(self._stop[self._at(state.runners)])
            case DiceRolled():
                return float(self._roll[self._at(state.runners)])
        return self._bust

    def seen(self, worth: float) -> Worths:
        """What that means for each seat."""
        seat, seats = self._began.seat, range(len(self._began.tokens))
        if len(seats) == 1:
            return (self._began.turns + 1 - worth,)
        return tuple(worth if one == seat else (1 - worth) * self._shares[one] for one in seats)

    def _at(self, runners: Spaces) -> int:
        columns = sorted(runners)
        out = [np.array(column - 2) for column in columns]
        above = [np.array(runners[column] - int(self._mine[column - 2]) - 1) for column in columns]
        none = RUNNERS - len(columns)
        slots = [*out, *[np.array(REAL.columns)] * none]
        return int(self._nodes.at(slots, [*above, *[np.array(0)] * none]))


def weigh(moments: Sequence[tuple[State, Event]]) -> Iterator[Step]:
    """A step for each state with the event that led to it, the start first."""
    now = moments[0][0]
    turn = None if outcome(now) else Turn(now)
    worth = _of(now, turn)
    yield Step(worth, _none(worth), _none(worth), _none(worth))
    for after, event in moments[1:]:
        if turn is None or not _decided(event):
            # The board was put right, or a game that was over goes on by that.
            turn = None if outcome(after) else Turn(after)
            before, worth = worth, _of(after, turn)
            yield Step(worth, _none(worth), _none(worth), change(worth, before))
        else:
            best, better = turn.choose(now)
            chosen = turn.chosen(now, event)
            seat, said = int(now.seat), chosen
            luck = _none(worth)
            if isinstance(event, DiceRolled):
                said = turn.worth(after)
                luck = change(turn.seen(said), turn.seen(chosen))
            choice = change(turn.seen(chosen), turn.seen(best))
            as_said = turn.seen(said)
            if not turn.holds(after):
                turn = None if outcome(after) else Turn(after)
            worth = _of(after, turn)
            mistaken = better if chosen < best else None
            yield Step(worth, choice, luck, change(worth, as_said), seat, mistaken)
        now = after


def _decided(event: Event) -> bool:
    return isinstance(event, DiceRolled | SplitChosen | Stopped | BustAccepted)


def _of(state: State, turn: Turn | None) -> Worths:
    if turn is not None:
        return turn.seen(turn.worth(state))
    ended = outcome(state)
    assert ended
    if len(state.tokens) == 1:
        return (float(state.turns),)
    return tuple(float(seat in ended.winners) for seat in range(len(state.tokens)))


def _none(worth: Worths) -> Worths:
    return (0.0,) * len(worth)


def _beats(state: State, roller: int, other: int) -> float:
    """The chance of `roller`, who is about to roll, to beat `other`, as if these two played by themselves."""
    net = network("two")
    mine, needed = seen_of(state, roller)
    theirs, they_need = seen_of(state, other)
    needs = net.needs[min(needed, TAUGHT_TWO), min(they_need, TAUGHT_TWO)]
    return float(net.output((meeting(net, mine, theirs).sum(axis=0) + needs)[None])[0])


def _shares(state: State) -> tuple[float, ...]:
    """How the seats that are not in turn share what it does not win; 1 for a single one."""
    seats = range(len(state.tokens))
    if len(seats) <= 2:
        return tuple(float(seat != state.seat) for seat in seats)
    order = [(state.seat + nth) % len(seats) for nth in seats]

    def beats(one: int, other: int) -> float:
        if order.index(one) < order.index(other):
            return _beats(state, one, other)
        return 1 - _beats(state, other, one)

    found = [
        0.0 if one == state.seat else float(among([np.array(beats(one, other)) for other in seats if other != one]))
        for one in seats
    ]
    return tuple(chance / sum(found) for chance in found)


COURSE = Weigher(weigh, lambda players: Unit.TURNS if players == 1 else Unit.WIN, label, "cant-stop 1")
