"""Can't Stop Express as pure functions of a frozen state. `Rn` names a rule of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from companion.events import DiceRolled, Event
from companion.game import Outcome, Seat
from companion.games.express.scoring import sheet_score
from companion.games.express.sheets import DICE, Selection, Sheet
from companion.prompts import Choose, Prompt, Role, RollDice

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """What the table agreed on at set-up."""

    penalty: int = 200
    """R10: what a row with one to four marks costs; R14: less in the easy game."""

    different_start: bool = False
    """R13: on the first throw everybody puts another value aside."""

    together: bool = True
    """R15: screens hide what the others chose until all are in."""


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    """Each seat's; those of `done` hold the marks of this throw already."""
    options: Options = field(default_factory=Options)
    pips: tuple[int, ...] | None = None
    """The throw that waits for selections; None between throws."""
    done: frozenset[Seat] = frozenset()
    """The seats that have used the throw in `pips`."""
    selections: tuple[Selection | None, ...] = ()
    """What each seat of `done` chose, so that it can be taken back; None where that is not known."""
    throws: int = 0
    """Throws that all have used."""

    def __post_init__(self) -> None:
        if not self.selections:
            object.__setattr__(self, "selections", (None,) * len(self.players))

    @property
    def still_in(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, sheet in enumerate(self.sheets) if not sheet.out)

    @property
    def undecided(self) -> tuple[Seat, ...]:
        """The seats that the throw waits for."""
        return () if self.pips is None else tuple(seat for seat in self.still_in if seat not in self.done)


@dataclass(frozen=True)
class SelectionMade(Event):
    """A seat made two pairs of the throw and left a fifth die; their order means nothing."""

    seat: int
    pairs: tuple[int, ...]
    fifth: int
    """In a free throw too, where it is not marked."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", tuple(sorted(self.pairs)))

    @property
    def selection(self) -> Selection:
        return Selection(self.pairs, self.fifth)


@dataclass(frozen=True)
class SelectionTakenBack(Event):
    """A seat wants to choose anew; the marks of its selection are off the sheet again."""

    seat: int


def prompts(state: State) -> tuple[Prompt, ...]:
    if outcome(state):
        return ()
    if state.pips is None:
        return (RollDice(DICE),)
    # A selection without an alternative is confirmed, not assumed: the camera may have misread.
    open_ones = [(seat, options(state, seat)) for seat in state.undecided]
    chosen = [Seat(seat) for seat, selection in enumerate(state.selections) if selection]
    return (
        *(Choose(seat, possible, (Role.GO,) * len(possible)) for seat, possible in open_ones),
        *(Choose(seat, (SelectionTakenBack(seat),), (Role.OTHER,), optional=True) for seat in chosen),
    )


def apply(state: State, event: Event) -> State:
    match event:
        case DiceRolled(pips):
            return replace(state, pips=pips)
        case SelectionMade(seat):
            decided = replace(
                state,
                sheets=_with(state.sheets, seat, state.sheets[seat].marked(event.selection)),
                done=state.done | {Seat(seat)},
                selections=_with(state.selections, seat, event.selection),
            )
            return decided if decided.undecided else _end_throw(decided)
        case SelectionTakenBack(seat):
            return _without(state, seat)
    raise AssertionError(f"no rule for {event}")


def outcome(state: State) -> Outcome | None:
    """R9, R12: once all are out, the most points win, together where they are equal."""
    if state.still_in:
        return None
    points = scores(state)
    return Outcome(frozenset(Seat(seat) for seat, mine in enumerate(points) if mine == max(points)))


def scores(state: State) -> tuple[int, ...]:
    """Each seat's points so far."""
    return tuple(sheet_score(sheet, state.options.penalty) for sheet in state.sheets)


def options(state: State, seat: Seat) -> tuple[SelectionMade, ...]:
    """R4-R7, R13: what a seat that has not chosen may make of the throw."""
    assert state.pips is not None
    taken = _taken(state)
    return tuple(
        SelectionMade(seat, selection.pairs, selection.fifth)
        for selection in state.sheets[seat].selections(state.pips)
        if selection.fifth not in taken
    )


def hidden(state: State) -> tuple[Seat, ...]:
    """R15: the seats whose selection nobody may see yet."""
    if not state.options.together:
        return ()
    return tuple(Seat(seat) for seat, selection in enumerate(state.selections) if selection)


def unrevealed(state: State) -> State:
    """R15: the state as screens show it, where others may not see a selection before all are in.

    The seats that have chosen stay in `done`; their sheets are as before the throw.
    """
    seen = state
    for seat in hidden(state):
        seen = replace(_without(seen, seat), done=state.done)
    return seen


def _taken(state: State) -> frozenset[int]:
    """R13: the values that others have put aside on the first throw, if it shows enough of them."""
    if not state.options.different_start or not _is_first_throw(state):
        return frozenset()
    if len(set(state.pips or ())) < len(state.still_in):
        return frozenset()
    return frozenset(value for seat in state.done for value in state.sheets[seat].fifth)


def _is_first_throw(state: State) -> bool:
    """Nobody bears marks but of this throw. Read off the sheets, since a position need not say what was chosen."""
    return all(
        sheet.is_blank or (seat in state.done and sum(sheet.pairs.values()) == 2 and sum(sheet.fifth.values()) == 1)
        for seat, sheet in enumerate(state.sheets)
    )


def _without(state: State, seat: int) -> State:
    """The state before a seat made its selection."""
    selection = state.selections[seat]
    assert selection is not None
    return replace(
        state,
        sheets=_with(state.sheets, seat, state.sheets[seat].unmarked(selection)),
        done=state.done - {Seat(seat)},
        selections=_with(state.selections, seat, None),
    )


def _end_throw(state: State) -> State:
    return State(state.players, state.sheets, state.options, throws=state.throws + 1)


def _with(items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
