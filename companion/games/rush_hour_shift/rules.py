"""Rush Hour Shift as pure functions of a frozen state. `Rn` names a rule of RULES.md.

Hands are private: any card may be played. Everything in a state is hashable, since its options are asked for often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from companion.events import Event
from companion.game import Outcome, Seat
from companion.games.rush_hour_shift.cards import CARDS, DECKS, Card, draw_pile
from companion.games.rush_hour_shift.grid import COLUMNS, SIDES, Grid, Vehicle
from companion.prompts import Choose, Prompt, Role

HEROES: Final = ("G", "S")
"""The hero car of each seat (R3)."""

FIRST: Final = Seat(0)

THIRD: Final = 3
"""R23: so often the same position with the same player to move is a draw, where the table plays so."""


@dataclass(frozen=True)
class Options:
    """What the table agreed on at set-up."""

    layout: str | tuple[Vehicle, ...] = "ours-1"
    """A name of `setups.LAYOUTS`, or the vehicles of a layout that somebody entered."""
    move_all: bool = False
    """R14: all spaces of a MOVE must be used, if that is possible."""
    pool: bool = False
    """R22: the number on MOVE & SHIFT counts spaces and shifted rows together."""
    draw: str = "none"
    """R23: none, agreed or third."""
    deck: tuple[tuple[str, int], ...] = tuple(DECKS["list-1"].items())
    """R25: how many of each kind of card, all kinds in the order of `CARDS`."""

    @property
    def pile(self) -> int:
        """Cards of the fresh draw pile."""
        return draw_pile(dict(self.deck))


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    grid: Grid
    options: Options = Options()
    seat: Seat = FIRST
    """Whose turn it is; after the end, who played last."""
    card: str | None = None
    """The card in play; None: the turn waits for one."""
    moves_left: int = 0
    """Spaces that may still be moved; with a slide 1 until its one move is made."""
    shift_left: bool = False
    """The card's shift is still unused."""
    discards: tuple[str, ...] = ()
    """In the order played."""
    drawn: bool = False
    """The players agreed on a draw."""
    seen: tuple[str, ...] = ()
    """Where draws by repetition are on: the position at each turn's beginning, as `shape` writes it, in order."""


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card of the own hand was laid face up."""

    card: str


@dataclass(frozen=True)
class VehicleMoved(Event):
    """A vehicle was pushed along its axis: `by` spaces, + right or down."""

    vehicle: str
    by: int


@dataclass(frozen=True)
class PartShifted(Event):
    """The left or the right part was shifted `by` rows, + down."""

    part: str
    by: int


@dataclass(frozen=True)
class TurnEnded(Event):
    """Nothing more is done with the card; a new one was drawn."""


@dataclass(frozen=True)
class DrawAgreed(Event):
    """Both players call the game a draw."""


def prompts(state: State) -> tuple[Prompt, ...]:
    if outcome(state):
        return ()
    chosen = options(state)
    asked = Choose(state.seat, chosen, tuple(map(_role, chosen)))
    if state.options.draw == "agreed":
        return (asked, Choose(None, (DrawAgreed(),), (Role.OTHER,), optional=True, together=True))
    return (asked,)


def _role(option: Event) -> Role:
    """A card that is laid is a beginning: no one press lays it and ends the turn with nothing done."""
    if isinstance(option, CardPlayed):
        return Role.OTHER
    return Role.STOP if isinstance(option, TurnEnded) else Role.GO


@lru_cache(maxsize=64)
def options(state: State) -> tuple[Event, ...]:
    """What the player in turn may do now. Cached: prompts, labels and paths all ask for it."""
    if outcome(state):
        return ()
    if state.card is None:
        return tuple(CardPlayed(card) for card in CARDS)
    ends = (TurnEnded(),) if may_end(state) else ()
    # What wins comes first, then what is few: on the box every entry before it is a press.
    moving = tuple(moves(state))
    own = tuple(move for move in moving if move.vehicle == HEROES[state.seat])
    return (*own, *shifts(state), *moving[len(own) :], *ends)


def moves(state: State) -> Iterator[VehicleMoved]:
    """Each vehicle's distances, a hero car's way out first."""
    limit = farthest(state)
    for vehicle in state.grid.vehicles if limit else ():
        if vehicle.name == opponents_hero(state):
            continue
        for forward in (vehicle.name != "S", vehicle.name == "S"):
            sign = 1 if forward else -1
            reach = state.grid.reach(vehicle, forward, limit)
            spaces = range(1, reach + 1)
            # A slide mostly goes as far as it can.
            far = reversed(spaces) if limit == COLUMNS else spaces
            yield from (VehicleMoved(vehicle.name, sign * by) for by in far)


def shifts(state: State) -> Iterator[PartShifted]:
    """What the card in play may shift now."""
    if not state.shift_left:
        return
    for side in SIDES:
        if state.grid.lock(side) is None:
            rows = sorted(state.grid.shifts(side), key=abs)
            yield from (PartShifted(side, by) for by in rows if may_shift(state, by))


def may_shift(state: State, by: int) -> bool:
    """Whether the card, not the grid, allows to shift by so many rows (R14, R22)."""
    if state.options.pool and _card(state).spaces and abs(by) > state.moves_left:
        return False
    return not loses_spaces(state, by)


def loses_spaces(state: State, by: int) -> bool:
    """R14: where all spaces must be used, a shift may not end a move that has some left."""
    if not state.options.move_all or not is_begun(state) or not state.moves_left:
        return False
    used_up = state.options.pool and abs(by) == state.moves_left
    return not used_up and any(True for _ in moves(state))


def may_end(state: State) -> bool:
    """R14, R20: always, but where all spaces of a MOVE must be used and one of them can be."""
    if not state.options.move_all or _card(state).slides or not state.moves_left:
        return True
    by_rows = state.options.pool and any(True for _ in shifts(state))
    return not by_rows and not any(True for _ in moves(state))


def farthest(state: State) -> int:
    """How many spaces one vehicle may be moved now, if the way is clear."""
    return COLUMNS if state.moves_left and _card(state).slides else state.moves_left


def is_begun(state: State) -> bool:
    """Whether some of the card's spaces have been moved."""
    return state.moves_left < _card(state).spaces


def opponents_hero(state: State) -> str:
    """R8: the one vehicle that the player in turn may not move."""
    return HEROES[1 - state.seat]


def apply(state: State, event: Event) -> State:
    match event:
        case CardPlayed(card):
            return replace(state, card=card, moves_left=CARDS[card].spaces, shift_left=CARDS[card].shifts)
        case VehicleMoved(vehicle, by):
            left = 0 if _card(state).slides else state.moves_left - abs(by)
            return replace(state, grid=state.grid.moved(vehicle, by), moves_left=left)
        case PartShifted(part, by):
            grid = state.grid.shifted(part, by)
            return replace(state, grid=grid, moves_left=_left_after_shift(state, by), shift_left=False)
        case TurnEnded():
            return _end_turn(state)
        case DrawAgreed():
            return replace(state, drawn=True)
    raise AssertionError(f"not an event of this game: {event}")


def _left_after_shift(state: State, by: int) -> int:
    """R22, R26: the shift ends a move that was begun; a shared number pays for the rows."""
    if is_begun(state):
        return 0
    return state.moves_left - abs(by) if state.options.pool and state.moves_left else state.moves_left


def _end_turn(state: State) -> State:
    """R20, R21: the card joins the discards; a draw pile that is spent is made of those before it."""
    assert state.card is not None
    spent = len(state.discards) >= state.options.pile
    ended = replace(
        state,
        seat=Seat(1 - state.seat),
        card=None,
        moves_left=0,
        shift_left=False,
        discards=(state.card,) if spent else (*state.discards, state.card),
    )
    return noted(ended)


def noted(state: State) -> State:
    """R23: the state with its position among those seen, where that counts and a turn begins."""
    if state.options.draw != "third" or state.card is not None:
        return state
    return replace(state, seen=(*state.seen, shape(state)))


def shape(state: State) -> str:
    """Who is to move, the parts and where every vehicle stands: equal for the same position."""
    left, right = state.grid.offsets
    places = " ".join(f"{vehicle.name}{vehicle.row}.{vehicle.col}" for vehicle in state.grid.vehicles)
    return f"{state.seat} {left} {right} {places}"


def occurrences(state: State) -> int:
    """How often the present position has stood there at a turn's beginning; 0 within a turn."""
    return state.seen.count(shape(state)) if state.card is None and state.seen else 0


def outcome(state: State) -> Outcome | None:
    """R1, R13, R23."""
    for seat, hero in enumerate(HEROES):
        if state.grid.named[hero].is_off:
            return Outcome(frozenset({Seat(seat)}))
    return Outcome(frozenset()) if state.drawn or occurrences(state) >= THIRD else None


def begins_again(state: State) -> Seat | None:
    """R2: the winner of the last game; after a draw nobody in particular."""
    ended = outcome(state)
    return next(iter(ended.winners), None) if ended else None


def _card(state: State) -> Card:
    assert state.card is not None
    return CARDS[state.card]
