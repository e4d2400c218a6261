"""What the screens of Can't Stop Express hold: the sheets at a glance, and how its options are called.

The law of this file: what others may not see before all are in (R15) is in no line here; what was done stands in
telling.py, why something is refused in refusals.py.
"""

from __future__ import annotations

from companion.events import Event
from companion.game import Seat
from companion.games.express.rules import (
    SelectionMade,
    SelectionTakenBack,
    State,
    options,
    outcome,
    scores,
    unrevealed,
)
from companion.games.express.sheets import BOXES, FIFTH_BOXES, Sheet
from companion.language import listed, say, say_count
from companion.view import View

LONGEST_LIST = 6
"""Options of one list on the box; more become a tree (DESIGN section 4)."""

MOST_BRANCHES = 3
"""Values of the fifth die that have a branch each; the fourth would lie too many presses away."""


def view(state: State, event: Event | None) -> View:
    """What a screen says now. What to mark is said by `also`, which knows what was chosen."""
    shown = unrevealed(state)
    alone = len(state.players) == 1
    return View(
        title=_title(state),
        number=_throw(state),
        lines=_rows(shown.sheets[0]) if alone and not outcome(state) else _standings(shown),
        roll=state.pips or (),
        board=tuple(line for seat in range(len(state.players)) for line in _sheet(shown, seat)),
    )


def _title(state: State) -> str:
    if ended := outcome(state):
        winners = [state.players[seat] for seat in sorted(ended.winners)]
        if len(state.players) == 1:
            return say("{name}: {points} points", name=winners[0], points=scores(state)[0])
        return say_count("{names} wins", "{names} win", len(winners), names=listed(winners))
    waiting = state.undecided
    if len(state.still_in) == 1:
        return state.players[state.still_in[0]]
    if state.pips is None:
        return say("Anybody rolls")
    if len(waiting) == 1:
        return state.players[waiting[0]]
    return say("{count} to choose", count=len(waiting)) if state.done else say("All choose")


def _throw(state: State) -> str:
    """The number of the throw that is awaited or used."""
    number = state.throws if outcome(state) else state.throws + 1
    return say("throw {number}", number=number) if number < 100 else str(number)


def _standings(state: State) -> tuple[str, ...]:
    """Who the throw waits for, then each player's points: in the order of the seats, at the end the best first."""
    points = scores(state)
    seats = range(len(points))
    if outcome(state):
        return tuple(f"{points[seat]} {state.players[seat]}" for seat in sorted(seats, key=lambda seat: -points[seat]))
    waiting = state.undecided
    still = ", ".join(state.players[seat] for seat in waiting)
    return (
        *((say("Still to choose: {names}", names=still),) if state.done and len(waiting) > 1 else ()),
        *(_standing(points[seat], state.players[seat], state.sheets[seat]) for seat in seats),
    )


def _standing(points: int, name: str, sheet: Sheet) -> str:
    """The points, and how near the sheet is to its end: nothing of that before it has begun."""
    far = say("out") if sheet.out else _fifth(sheet) if sheet.fifth else ""
    return ", ".join(filter(None, (f"{points} {name}", far)))


def _fifth(sheet: Sheet) -> str:
    """The open values of the fifth die, and the marks of each."""
    marked = " ".join(f"{value}:{marks}" for value, marks in sheet.fifth.items())
    return say("fifth {values}", values=marked) if marked else say("fifth none")


def _rows(sheet: Sheet) -> tuple[str, ...]:
    return (
        *(
            say("fifth {value}: {marks}/{boxes}", value=value, marks=marks, boxes=FIFTH_BOXES)
            for value, marks in sheet.fifth.items()
        ),
        *(f"{row}: {marks}/{BOXES}" for row, marks in sheet.pairs.items()),
    )


def _sheet(state: State, seat: int) -> tuple[str, ...]:
    """A player's marks by row, for looking at."""
    name, sheet = state.players[seat], state.sheets[seat]
    if sheet.is_blank:
        return (say("{name}: out", name=name) if sheet.out else say("{name}: no marks yet", name=name),)
    rows = " ".join(f"{row}:{marks}" for row, marks in sheet.pairs.items())
    return (
        f"{name}: {scores(state)[seat]}",
        rows or say("no rows"),
        say("out, {fifth}", fifth=_fifth(sheet)) if sheet.out else _fifth(sheet),
    )


def label(state: State, event: Event) -> str:
    match event:
        case SelectionMade(_, pairs, fifth) if (fifth,) in _branches(state, event):
            return " + ".join(map(str, pairs))
        case SelectionMade(seat, pairs, fifth):
            left = say("free") if _is_free(state, seat) else f"({fifth})"
            return f"{'+'.join(map(str, pairs))} {left}"
        case SelectionTakenBack():
            return say("Take back")
    raise AssertionError(f"no label for {event}")


def effect(state: State, event: Event) -> str:
    """What a selection would do that its label does not say: put the player out."""
    if isinstance(event, SelectionMade) and state.sheets[event.seat].marked(event.selection).out:
        return say("the eighth: you are out")
    return ""


def path(state: State, event: Event) -> tuple[str, ...]:
    """The fifth die first, then the pairs, where one list would be too long."""
    if not isinstance(event, SelectionMade):
        return ()
    word = say("leave out") if _is_free(state, event.seat) else say("fifth")
    return tuple(f"{word} {'/'.join(map(str, values))}" for values in _branches(state, event))


def _branches(state: State, event: SelectionMade) -> tuple[tuple[int, ...], ...]:
    """The values of the fifth die in each list above a selection, the outermost first."""
    possible = options(state, Seat(event.seat))
    if len(possible) <= LONGEST_LIST:
        return ()
    values = sorted({option.fifth for option in possible})
    nth = values.index(event.fifth)
    if len(values) <= MOST_BRANCHES or (nth == len(values) - 1 and nth % 2 == 0):
        return ((event.fifth,),)
    # Two values share a branch, the first of them behind one of its own: so no selection lies deeper than six presses.
    first = nth - nth % 2
    shared = (values[first], values[first + 1])
    return (shared, (event.fifth,)) if nth == first else (shared,)


def _is_free(state: State, seat: int) -> bool:
    assert state.pips is not None
    return state.sheets[seat].has_free_throw(state.pips)
