"""The course of a game of Highway, by what the advisor says of each position that somebody decides in.

The law of this file: nothing here looks under a tile that lies face down. The advice counts such tiles as the mix that
is left, so what a turned tile does is luck, and luck is nothing on average only as far as that advice goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.advisor.highway.advice import advise
from companion.advisor.question import NoAdviceError
from companion.course import Step, Unit, Weigher, Worths, change
from companion.events import DiceRolled, Event
from companion.games.highway.events import HazardJudged, TileRevealed
from companion.games.highway.lists import path
from companion.games.highway.rules import outcome
from companion.games.highway.screens import label
from companion.games.highway.state import State

Advised = dict[Event | None, float]
"""The chance to win of the seat in turn after each thing that it may do; None: to roll."""


def weigh(moments: Sequence[tuple[State, Event]]) -> Iterator[Step]:
    """A step for each state with the event that led to it, the start first."""
    now = moments[0][0]
    seats = len(now.climb.tokens)
    known = _advised(now)
    worth = _of(now, known, (1 / seats,) * seats)
    none = (0.0,) * seats
    yield Step(worth, none, none, none)
    for after, event in moments[1:]:
        seat, before, before_known = int(now.seat), worth, known
        known = _advised(after)
        worth = _of(after, known, before)
        action = None if isinstance(event, DiceRolled) else event
        if any(action == one for one in before_known):
            best = max(before_known, key=lambda one: before_known[one])
            chosen = _seen(seat, before_known[action], before)
            choice = change(chosen, _seen(seat, before_known[best], before))
            rest = change(worth, chosen)
            luck, hindsight = (rest, none) if _is_chance(event) else (none, rest)
            mistaken = best if before_known[action] < before_known[best] else None
            yield Step(worth, choice, luck, hindsight, seat, mistaken)
        elif _is_chance(event):
            yield Step(worth, none, change(worth, before), none, seat)
        else:
            yield Step(worth, none, none, change(worth, before))
        now = after


def _advised(state: State) -> Advised:
    try:
        return {action.event: action.win for action in advise(state).actions}
    except NoAdviceError:
        return {}


def _of(state: State, known: Advised, before: Worths) -> Worths:
    """Each seat's chance; where nobody decides, as it was before."""
    if ended := outcome(state):
        return tuple(float(seat in ended.winners) for seat in range(len(before)))
    return _seen(int(state.seat), max(known.values()), before) if known else before


def _seen(seat: int, chance: float, before: Worths) -> Worths:
    """With this chance of one seat; the others share the rest as they did before."""
    others = sum(worth for one, worth in enumerate(before) if one != seat)
    rest = 1 - chance
    return tuple(
        chance if one == seat else rest * worth / others if others else rest / (len(before) - 1)
        for one, worth in enumerate(before)
    )


def _is_chance(event: Event) -> bool:
    return isinstance(event, DiceRolled | TileRevealed | HazardJudged)


def _named(state: State, event: Event) -> str:
    """A choice in a few signs, with the list in which the box has it: a shield's number."""
    return " ".join((*path(state, event), label(state, event)))


COURSE = Weigher(weigh, lambda players: Unit.WIN, _named, "highway 1")
