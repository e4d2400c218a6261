"""The course of a game of Express: with how many points each sheet ends on average, throw by throw.

The law of this file: the word of the network is taken for a sheet that was chosen, and looked at one throw ahead as
soon as that throw is awaited, so that luck is exactly nothing on average. Each plays a sheet of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.advisor.express.advice import advise, ends_with
from companion.advisor.express.throws import as_numbers
from companion.advisor.express.worth import ahead, network
from companion.course import Step, Unit, Weigher, Worths, change
from companion.events import DiceRolled, Event
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State
from companion.games.express.sheets import Sheet


def weigh(moments: Sequence[tuple[State, Event]]) -> Iterator[Step]:
    """A step for each state with the event that led to it, the start first."""
    now = moments[0][0]
    worth = _of(now)
    none = (0.0,) * len(worth)
    yield Step(worth, none, none, none)
    for nth, (after, event) in enumerate(moments[1:], 1):
        before, worth = worth, _of(after)
        if isinstance(event, DiceRolled):
            yield Step(worth, none, change(worth, before), none)
        elif isinstance(event, SelectionMade) and _stays(moments[nth + 1 :], event.seat):
            best, better = _best(now, event.seat)
            chosen = ends_with([now.sheets[event.seat].marked(event.selection)], now.options.penalty)[0]
            choice = tuple((chosen - best) * (seat == event.seat) for seat in range(len(worth)))
            said = tuple(a + b for a, b in zip(before, choice, strict=True))
            yield Step(worth, choice, none, change(worth, said), event.seat, better if chosen < best else None)
        else:
            # Taken back again, or the board was put right: nothing that anybody decided.
            yield Step(worth, none, none, change(worth, before))
        now = after


def _stays(later: Sequence[tuple[State, Event]], seat: int) -> bool:
    """Whether a selection of this throw was not taken back."""
    for _, event in later:
        match event:
            case DiceRolled():
                return True
            case SelectionTakenBack(other) if other == seat:
                return False
    return True


def _of(state: State) -> Worths:
    waiting = state.undecided
    return tuple(
        _best(state, seat)[0] if seat in waiting else _sheet(sheet, state) for seat, sheet in enumerate(state.sheets)
    )


def _sheet(sheet: Sheet, state: State) -> float:
    """A sheet that waits for the next throw, or for the others to choose."""
    if sheet.out or state.pips is not None:
        return ends_with([sheet], state.options.penalty)[0]
    marks, fifth = as_numbers(sheet)
    return float(ahead(network(state.options.penalty), marks[None], fifth[None])[0])


def _best(state: State, seat: int) -> tuple[float, SelectionMade]:
    """The most that a seat may make of the throw, and how."""
    best = advise(state, seat)[0]
    return best.points, best.event


def _named(state: State, event: Event) -> str:
    """A selection in a few characters: the pairs, and the die that is left."""
    assert isinstance(event, SelectionMade)
    return f"{' + '.join(map(str, event.pairs))} ({event.fifth})"


COURSE = Weigher(weigh, lambda players: Unit.POINTS, _named, "express 1")  # in no language
