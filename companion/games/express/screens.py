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
from companion.language import listed, say, say_count
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
        *(f"{points[seat]} {state.players[seat]}, {_danger(state.sheets[seat])}" for seat in seats),
    )


def _danger(sheet: Sheet) -> str:
    """How near a sheet is to its end."""
    return say("out") if sheet.out else _fifth(sheet)


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


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to mark on the sheets."""
    match event:
        case DiceRolled(pips):
            return (say("Rolled {pips}.", pips=" ".join(map(str, pips))), *_forced(after, pips))
        case SelectionMade(seat) if after.pips is None:
            chosen = {**_known(before), Seat(seat): event.selection}
            told = tuple(_marked(before, after, who, chosen[who]) for who in sorted(chosen))
            return (*told, *_ended(after))
        case SelectionMade(seat) if after.options.together:
            return (say("{name} has chosen.", name=after.players[seat]),)
        case SelectionMade(seat):
            return (_marked(before, after, Seat(seat), event.selection),)
        case SelectionTakenBack(seat) if after.options.together:
            return (say("{name} chooses again.", name=after.players[seat]),)
        case SelectionTakenBack(seat):
            taken = before.selections[seat]
            assert taken is not None
            what = _what(before.sheets[seat], taken)
            return (say("{name} chooses again: take {what} off the sheet.", name=after.players[seat], what=what),)
    raise AssertionError(f"no words for {event}")


def _forced(state: State, pips: tuple[int, ...]) -> Iterable[str]:
    """Sheets for which the throw decides the fifth die."""
    free = [state.players[seat] for seat in state.undecided if state.sheets[seat].has_free_throw(pips)]
    if free:
        yield say("A free throw for {names}: no fifth die is marked.", names=listed(free))
    for seat in state.undecided:
        sheet = state.sheets[seat]
        if not sheet.is_full or sheet.has_free_throw(pips):
            continue
        if all(sheet.fifth[value] == FIFTH_BOXES - 1 for value in set(pips) & sheet.fifth.keys()):
            name = state.players[seat]
            yield say("{name} must mark an eighth fifth die, and is out after this throw.", name=name)


def _marked(before: State, after: State, seat: Seat, selection: Selection) -> str:
    """`before` may lie before or after the selection of this seat, `after` lies after it."""
    name, what = after.players[seat], _what(after.sheets[seat], selection)
    if after.sheets[seat].out:
        points = scores(after)[seat]
        return say("{name} marks {what}. {name} is out with {points} points.", name=name, what=what, points=points)
    return say("{name} marks {what}.", name=name, what=what)


def _what(sheet: Sheet, selection: Selection) -> str:
    """The marks of a selection that is on the sheet."""
    first, second = selection.pairs
    if first == second:
        pairs = say("{row} twice", row=first)
    else:
        pairs = say("{first} and {second}", first=first, second=second)
    if selection.fifth in sheet.fifth:
        return say("{pairs}, fifth die {value}", pairs=pairs, value=selection.fifth)
    return say("{pairs}, no fifth die", pairs=pairs)


def _ended(state: State) -> tuple[str, ...]:
    if ended := outcome(state):
        points = max(scores(state))
        winners = [state.players[seat] for seat in sorted(ended.winners)]
        if len(state.players) == 1:
            return (say("The game is over with {points} points.", points=points),)
        told = say_count(
            "{names} wins with {points} points.",
            "{names} win together with {points} points.",
            len(winners),
            names=listed(winners),
            points=points,
        )
        return (told,)
    return () if len(state.players) == 1 else (say("All are in: throw again."),)


def also(before: State, event: Event, after: State) -> tuple[Words, ...]:
    """What to mark, of all once the last one is in: until then nothing is to be read before the next one chooses."""
    if not isinstance(event, SelectionMade) or after.pips is not None:
        return ()
    chosen = {**_known(before), Seat(event.seat): event.selection}
    return tuple(words for seat in sorted(chosen) for words in _to_mark(after, seat, chosen[seat]))


def _to_mark(after: State, seat: Seat, selection: Selection) -> tuple[Words, ...]:
    """The marks of a selection that is on the sheet, and whether they put the player out."""
    name, (first, second), fifth = after.players[seat], selection.pairs, selection.fifth
    value = {"first": first, "second": second, "fifth": fifth}
    marks: Words
    if fifth in after.sheets[seat].fifth:
        marks = (
            say("{name}: mark {first} and {second}, fifth die {fifth}", name=name, **value),
            say("{name}: {first} + {second}, fifth {fifth}", name=name, **value),
            say("{name} {first}+{second} 5th {fifth}", name=name[:8], **value),
        )
    else:
        marks = (
            say("{name}: mark {first} and {second}, no fifth die", name=name, **value),
            say("{name}: {first} + {second}, no fifth", name=name, **value),
            say("{name} {first}+{second} free", name=name[:8], **value),
        )
    words = marks if len(after.players) <= FEW else marks[1:]
    if not after.sheets[seat].out:
        return (words,)
    return (words, (say("{name} is out", name=name), say("{name} is out", name=name[:12])))


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if outcome(state):
        return say("The game is over: start a new one, or undo.")
    match event:
        case DiceRolled(pips) if state.pips is None:
            thrown = " ".join(map(str, pips))
            return say("A throw is {dice} dice from 1 to 6, not {pips}.", dice=DICE, pips=thrown)
        case DiceRolled():
            waiting = listed([state.players[seat] for seat in state.undecided])
            return say("The last throw still waits for {names}.", names=waiting)
        case SelectionMade(seat) | SelectionTakenBack(seat) if seat not in range(len(state.players)):
            return say("There is no seat {seat}.", seat=seat)
        case SelectionMade() if state.pips is None:
            return say("There is no throw to choose from: roll the dice first.")
        case SelectionMade(seat) if Seat(seat) in state.done:
            return say("{name} has chosen already: take that back first.", name=state.players[seat])
        case SelectionMade(seat) if state.sheets[seat].out:
            return say("{name} is out.", name=state.players[seat])
        case SelectionMade():
            return _no_option(state, event)
        case SelectionTakenBack() if state.pips is None and state.throws:
            return say("The throw is over: undo instead.")
        case SelectionTakenBack(seat) if Seat(seat) in state.done:
            name = state.players[seat]
            return say("What {name} chose is not known: put the sheet right instead.", name=name)
        case SelectionTakenBack(seat):
            return say("{name} has chosen nothing yet that could be taken back.", name=state.players[seat])
    return say("That is not awaited now.")


def _no_option(state: State, event: SelectionMade) -> str:
    assert state.pips is not None
    seat, pips = Seat(event.seat), " ".join(map(str, state.pips))
    sheet = state.sheets[seat]
    if event.selection in sheet.selections(state.pips):
        return say("Somebody has put {value} aside already; on the first throw all are to differ.", value=event.fifth)
    if event.selection not in every_selection(state.pips):
        words = {"pips": pips, "sums": say(" and ").join(map(str, event.pairs)), "fifth": event.fifth}
        return say("{pips} does not make {sums} with {fifth} left over.", **words)
    known = sorted(set(state.pips) & sheet.fifth.keys())
    values = say(" or ").join(map(str, known))
    return say("The fifth die must be {values}: three values are open, and the throw shows it.", values=values)


def label(state: State, event: Event) -> str:
    match event:
        case SelectionMade(_, pairs, fifth) if (lists := path(state, event)) and lists[-1].endswith(f" {fifth}"):
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
    possible = options(state, Seat(event.seat))
    if len(possible) <= LONGEST_LIST:
        return ()
    word = say("leave out") if _is_free(state, event.seat) else say("fifth")
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
