"""The course of a game of Rush Hour Shift: the chance to win as a turn begins, and what was made of each card.

The law of this file: hands are private, so nobody can say whether another card was better, nor what was luck: only what
was done with the card in play is a choice, and all else is seen in hindsight. A draw is half a win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.advisor.rush_hour_shift.advice import advise, begun, unseen
from companion.advisor.rush_hour_shift.worth import chances, goes
from companion.course import Step, Unit, Weigher, Worths, change
from companion.events import Event
from companion.games.rush_hour_shift.rules import State, TurnEnded, outcome
from companion.games.rush_hour_shift.screens import label, path

NONE: Worths = (0.0, 0.0)


def weigh(moments: Sequence[tuple[State, Event]]) -> Iterator[Step]:
    """A step for each state with the event that led to it, the start first."""
    now = moments[0][0]
    known = _advised(now)
    worth = _of(now, known)
    yield Step(worth, NONE, NONE, NONE)
    for after, event in moments[1:]:
        seat, before, before_known = int(now.seat), worth, known
        known = _advised(after)
        worth = _of(after, known)
        chosen = next((win for one, win in before_known if one == event), None)
        if chosen is None:
            yield Step(worth, NONE, NONE, change(worth, before))
        else:
            best, win = before_known[0]
            choice = change(_seen(seat, chosen), before)
            mistaken = best if chosen < win else None
            yield Step(worth, choice, NONE, change(worth, _seen(seat, chosen)), seat, mistaken)
        now = after


def _advised(state: State) -> list[tuple[Event, float]]:
    """What may be done with the card in play, and the chance to win then, the best first."""
    if state.card is None or outcome(state):
        return []
    return [(action.event, action.win) for action in advise(state)]


def _of(state: State, known: list[tuple[Event, float]]) -> Worths:
    if ended := outcome(state):
        return (0.5, 0.5) if not ended.winners else _seen(0, float(0 in ended.winners))
    if known:
        return _seen(int(state.seat), known[0][1])
    # Each sees the own way larger: between two turns nobody's eyes count more.
    grids, seat, now = begun(state, [TurnEnded()]).grids, int(state.seat), goes(unseen(state))
    return _seen(seat, sum(float(chances(grids, seat, now, asks)[0]) for asks in (0, 1)) / 2)


def _seen(seat: int, chance: float) -> Worths:
    return (chance, 1 - chance) if seat == 0 else (1 - chance, chance)


def _named(state: State, event: Event) -> str:
    """What was done in a few signs, with the vehicle or the part."""
    return " ".join((*path(state, event), label(state, event)))


COURSE = Weigher(weigh, lambda players: Unit.WIN, _named, "rush-hour-shift 1")  # in no language
