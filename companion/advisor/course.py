"""The course of a game of Can't Stop: exact within each turn, by the networks from one turn to the next.

The law of this file: a turn is solved once, and all that happens in it is looked up there. What was best is decided by
what the solver counts, how much it was worth by what is `told` of that. With more than two players only the chance of
the seat in turn is counted; the others share the rest as they stood when the turn began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.advisor.rolls import REAL, RUNNERS, Floats, rolls
from companion.advisor.told import told
from companion.advisor.turn import nodes, solve, targets
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
        self._mine, self._others = table.mine, len(table.others)
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
        """What is told of that for each seat."""
        return self._each(float(self._told(worth)))

    def expected(self, state: State) -> Worths:
        """The mean, over all rolls, of what is told for each seat once the dice lie.

        Not what is told of their mean: what is told is no straight line of what the solver counts.
        """
        first, second = targets(self._nodes, np.array([self._at(state.runners)]))
        value = np.append(self._value, -np.inf)
        by_roll = np.maximum(value[first], value[second])[0][rolls(REAL).pairings].max(axis=1)
        after = np.where(np.isneginf(by_roll), self._bust, by_roll)
        return self._each(float(self._told(after) @ rolls(REAL).chances))

    def _told(self, worth: Floats | float) -> Floats:
        return told(worth, self._others) if self._others else np.asarray(worth)

    def _each(self, own: float) -> Worths:
        seat, seats = self._began.seat, range(len(self._began.tokens))
        if not self._others:
            return (self._began.turns + 1 - own,)
        return tuple(own if one == seat else (1 - own) * self._shares[one] for one in seats)

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
            seat, as_said = int(now.seat), turn.seen(chosen)
            choice = change(as_said, turn.seen(best))
            luck = bent = _none(worth)
            if isinstance(event, DiceRolled):
                expected, rolled = turn.expected(now), turn.seen(turn.worth(after))
                luck, bent, as_said = change(rolled, expected), change(expected, as_said), rolled
            if not turn.holds(after):
                turn = None if outcome(after) else Turn(after)
            worth = _of(after, turn)
            mistaken = better if chosen < best else None
            hindsight = tuple(a + b for a, b in zip(change(worth, as_said), bent, strict=True))
            yield Step(worth, choice, luck, hindsight, seat, mistaken)
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
    said = net.output((meeting(net, mine, theirs).sum(axis=0) + needs)[None])
    # It says what an opponent comes to who is about to roll: told is the chance of who waits.
    return 1 - float(told(1 - said.astype(np.float64))[0])


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


COURSE = Weigher(weigh, lambda players: Unit.TURNS if players == 1 else Unit.WIN, label, "cant-stop 2")
