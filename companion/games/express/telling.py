"""What just happened in Can't Stop Express, and what to mark on the sheets, in sentences.

The law of this file: while selections are hidden (R15), who has chosen is told, and what only once all are in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.events import DiceRolled, Event
from companion.game import Seat
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State, outcome, scores
from companion.games.express.sheets import FIFTH_BOXES, Selection, Sheet
from companion.language import listed, say, say_count
from companion.view import Words

FEW: Final = 4
"""Players of whom a screen with room says in whole sentences what to mark."""


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
            marks = marks_of(before.sheets[seat], taken)
            return (say("{name} chooses again: take {what} off the sheet.", name=after.players[seat], what=marks),)
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
    name, what = after.players[seat], marks_of(after.sheets[seat], selection)
    if after.sheets[seat].out:
        points = scores(after)[seat]
        return say("{name} marks {what}. {name} is out with {points} points.", name=name, what=what, points=points)
    return say("{name} marks {what}.", name=name, what=what)


def marks_of(sheet: Sheet, selection: Selection) -> str:
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


def _known(state: State) -> dict[Seat, Selection]:
    return {Seat(seat): selection for seat, selection in enumerate(state.selections) if selection}
