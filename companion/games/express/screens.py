"""Can't Stop Express in words: everything that its screens say.

What others may not see before all are in (R15) is in no sentence here: they are made of the unrevealed state.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.events import DiceRolled, Event
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
from companion.games.express.sheets import BOXES, DICE, FIFTH_BOXES, Selection, Sheet, every_selection
from companion.view import View, Words

LONGEST_LIST = 6
"""Options of one list on the box; more become a tree (DESIGN section 4)."""

FEW = 4
"""Players of whom a screen with room says in whole sentences what to mark."""

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
            return f"{winners[0]}: {scores(state)[0]} points"
        return f"{_and(winners)} {'win' if len(winners) > 1 else 'wins'}"
    waiting = state.undecided
    if len(state.still_in) == 1:
        return state.players[state.still_in[0]]
    if state.pips is None:
        return "Anybody rolls"
    if len(waiting) == 1:
        return state.players[waiting[0]]
    return f"{len(waiting)} to choose" if state.done else "All choose"


def _throw(state: State) -> str:
    """The number of the throw that is awaited or used."""
    number = state.throws if outcome(state) else state.throws + 1
    return f"throw {number}" if number < 100 else str(number)


def _standings(state: State) -> tuple[str, ...]:
    """Who the throw waits for, then each player's points: in the order of the seats, at the end the best first."""
    points = scores(state)
    seats = range(len(points))
    if outcome(state):
        return tuple(f"{points[seat]} {state.players[seat]}" for seat in sorted(seats, key=lambda seat: -points[seat]))
    waiting = state.undecided
    still = ", ".join(state.players[seat] for seat in waiting)
    return (
        *((f"Still to choose: {still}",) if state.done and len(waiting) > 1 else ()),
        *(f"{points[seat]} {state.players[seat]}, {_danger(state.sheets[seat])}" for seat in seats),
    )


def _danger(sheet: Sheet) -> str:
    """How near a sheet is to its end."""
    return "out" if sheet.out else _fifth(sheet)


def _fifth(sheet: Sheet) -> str:
    """The open values of the fifth die, and the marks of each."""
    return "fifth " + (" ".join(f"{value}:{marks}" for value, marks in sheet.fifth.items()) or "none")


def _rows(sheet: Sheet) -> tuple[str, ...]:
    return (
        *(f"fifth {value}: {marks}/{FIFTH_BOXES}" for value, marks in sheet.fifth.items()),
        *(f"{row}: {marks}/{BOXES}" for row, marks in sheet.pairs.items()),
    )


def _sheet(state: State, seat: int) -> tuple[str, ...]:
    """A player's marks by row, for looking at."""
    name, sheet = state.players[seat], state.sheets[seat]
    if sheet.is_blank:
        return (f"{name}: {'out' if sheet.out else 'no marks yet'}",)
    rows = " ".join(f"{row}:{marks}" for row, marks in sheet.pairs.items())
    return (
        f"{name}: {scores(state)[seat]}",
        rows or "no rows",
        f"{'out, ' if sheet.out else ''}{_fifth(sheet)}",
    )


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to mark on the sheets."""
    match event:
        case DiceRolled(pips):
            return (f"Rolled {' '.join(map(str, pips))}.", *_forced(after, pips))
        case SelectionMade(seat) if after.pips is None:
            chosen = {**_known(before), Seat(seat): event.selection}
            told = tuple(_marked(before, after, who, chosen[who]) for who in sorted(chosen))
            return (*told, *_ended(after))
        case SelectionMade(seat) if after.options.together:
            return (f"{after.players[seat]} has chosen.",)
        case SelectionMade(seat):
            return (_marked(before, after, Seat(seat), event.selection),)
        case SelectionTakenBack(seat) if after.options.together:
            return (f"{after.players[seat]} chooses again.",)
        case SelectionTakenBack(seat):
            taken = before.selections[seat]
            assert taken is not None
            return (f"{after.players[seat]} chooses again: take {_what(before.sheets[seat], taken)} off the sheet.",)
    raise AssertionError(f"no words for {event}")


def _forced(state: State, pips: tuple[int, ...]) -> Iterable[str]:
    """Sheets for which the throw decides the fifth die."""
    free = [state.players[seat] for seat in state.undecided if state.sheets[seat].has_free_throw(pips)]
    if free:
        yield f"A free throw for {_and(free)}: no fifth die is marked."
    for seat in state.undecided:
        sheet = state.sheets[seat]
        if not sheet.is_full or sheet.has_free_throw(pips):
            continue
        if all(sheet.fifth[value] == FIFTH_BOXES - 1 for value in set(pips) & sheet.fifth.keys()):
            yield f"{state.players[seat]} must mark an eighth fifth die, and is out after this throw."


def _marked(before: State, after: State, seat: Seat, selection: Selection) -> str:
    """`before` may lie before or after the selection of this seat, `after` lies after it."""
    out = f" {after.players[seat]} is out with {scores(after)[seat]} points." if after.sheets[seat].out else ""
    return f"{before.players[seat]} marks {_what(after.sheets[seat], selection)}.{out}"


def _what(sheet: Sheet, selection: Selection) -> str:
    """The marks of a selection that is on the sheet."""
    first, second = selection.pairs
    pairs = f"{first} twice" if first == second else f"{first} and {second}"
    return f"{pairs}, fifth die {selection.fifth}" if selection.fifth in sheet.fifth else f"{pairs}, no fifth die"


def _ended(state: State) -> tuple[str, ...]:
    if ended := outcome(state):
        points = max(scores(state))
        winners = [state.players[seat] for seat in sorted(ended.winners)]
        if len(state.players) == 1:
            return (f"The game is over with {points} points.",)
        return (f"{_and(winners)} {'win together' if len(winners) > 1 else 'wins'} with {points} points.",)
    return () if len(state.players) == 1 else ("All are in: throw again.",)


def also(before: State, event: Event, after: State) -> tuple[Words, ...]:
    """What to mark, of all once the last one is in: until then nothing is to be read before the next one chooses."""
    if not isinstance(event, SelectionMade) or after.pips is not None:
        return ()
    chosen = {**_known(before), Seat(event.seat): event.selection}
    return tuple(words for seat in sorted(chosen) for words in _to_mark(after, seat, chosen[seat]))


def _to_mark(after: State, seat: Seat, selection: Selection) -> tuple[Words, ...]:
    """The marks of a selection that is on the sheet, and whether they put the player out."""
    name, (first, second), fifth = after.players[seat], selection.pairs, selection.fifth
    is_open = fifth in after.sheets[seat].fifth
    marks = (
        f"{name}: mark {first} and {second}, {f'fifth die {fifth}' if is_open else 'no fifth die'}",
        f"{name}: {first} + {second}, {f'fifth {fifth}' if is_open else 'no fifth'}",
        f"{name[:8]} {first}+{second} {f'5th {fifth}' if is_open else 'free'}",
    )
    words = marks if len(after.players) <= FEW else marks[1:]
    return (words, (f"{name} is out", f"{name[:14]} is out")) if after.sheets[seat].out else (words,)


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if outcome(state):
        return "The game is over: start a new one, or undo."
    match event:
        case DiceRolled(pips) if state.pips is None:
            return f"A throw is {DICE} dice from 1 to 6, not {' '.join(map(str, pips))}."
        case DiceRolled():
            return f"The last throw still waits for {_and([state.players[seat] for seat in state.undecided])}."
        case SelectionMade(seat) | SelectionTakenBack(seat) if seat not in range(len(state.players)):
            return f"There is no seat {seat}."
        case SelectionMade() if state.pips is None:
            return "There is no throw to choose from: roll the dice first."
        case SelectionMade(seat) if Seat(seat) in state.done:
            return f"{state.players[seat]} has chosen already: take that back first."
        case SelectionMade(seat) if state.sheets[seat].out:
            return f"{state.players[seat]} is out."
        case SelectionMade():
            return _no_option(state, event)
        case SelectionTakenBack() if state.pips is None and state.throws:
            return "The throw is over: undo instead."
        case SelectionTakenBack(seat) if Seat(seat) in state.done:
            return f"What {state.players[seat]} chose is not known: put the sheet right instead."
        case SelectionTakenBack(seat):
            return f"{state.players[seat]} has chosen nothing yet that could be taken back."
    return "That is not awaited now."


def _no_option(state: State, event: SelectionMade) -> str:
    assert state.pips is not None
    seat, pips = Seat(event.seat), " ".join(map(str, state.pips))
    sheet = state.sheets[seat]
    if event.selection in sheet.selections(state.pips):
        return f"Somebody has put {event.fifth} aside already; on the first throw all are to differ."
    if event.selection not in every_selection(state.pips):
        return f"{pips} does not make {' and '.join(map(str, event.pairs))} with {event.fifth} left over."
    known = sorted(set(state.pips) & sheet.fifth.keys())
    return f"The fifth die must be {' or '.join(map(str, known))}: three values are open, and the throw shows it."


def label(state: State, event: Event) -> str:
    match event:
        case SelectionMade(_, pairs, fifth) if (lists := path(state, event)) and lists[-1].endswith(f" {fifth}"):
            return " + ".join(map(str, pairs))
        case SelectionMade(seat, pairs, fifth):
            left = "free" if _is_free(state, seat) else f"({fifth})"
            return f"{'+'.join(map(str, pairs))} {left}"
        case SelectionTakenBack():
            return "Take back"
    raise AssertionError(f"no label for {event}")


def effect(state: State, event: Event) -> str:
    """What a selection would do that its label does not say: put the player out."""
    if isinstance(event, SelectionMade) and state.sheets[event.seat].marked(event.selection).out:
        return "the eighth: you are out"
    return ""


def path(state: State, event: Event) -> tuple[str, ...]:
    """The fifth die first, then the pairs, where one list would be too long."""
    if not isinstance(event, SelectionMade):
        return ()
    possible = options(state, Seat(event.seat))
    if len(possible) <= LONGEST_LIST:
        return ()
    word = "leave out" if _is_free(state, event.seat) else "fifth"
    values = sorted({option.fifth for option in possible})
    nth = values.index(event.fifth)
    if len(values) <= MOST_BRANCHES or (nth == len(values) - 1 and nth % 2 == 0):
        return (f"{word} {event.fifth}",)
    # Two values share a branch, the first of them behind one of its own: so no selection lies deeper than six presses.
    first = nth - nth % 2
    shared = f"{word} {values[first]}/{values[first + 1]}"
    return (shared, f"{word} {event.fifth}") if nth == first else (shared,)


def _is_free(state: State, seat: int) -> bool:
    assert state.pips is not None
    return state.sheets[seat].has_free_throw(state.pips)


def _known(state: State) -> dict[Seat, Selection]:
    return {Seat(seat): selection for seat, selection in enumerate(state.selections) if selection}


def _and(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
