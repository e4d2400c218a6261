"""Why the rules refuse something: one sentence for a player. `Rn` names a rule of RULES.md."""

from __future__ import annotations

from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import COLUMNS, SIDES, Vehicle, part_at
from companion.games.rush_hour_shift.rules import (
    HEROES,
    CardPlayed,
    DrawAgreed,
    PartShifted,
    State,
    TurnEnded,
    VehicleMoved,
)
from companion.games.rush_hour_shift.words import counted, named, rows_towards, towards


def explain(state: State, event: Event) -> str:
    """Why `event`, which nothing awaits, is not allowed."""
    if rules.outcome(state):
        return "The game is over: start a new one, or undo."
    match event:
        case CardPlayed(card) if card not in CARDS:
            return f"There is no card {card!r}; there are {', '.join(CARDS)}."
        case CardPlayed() if state.card is not None:
            return f"{CARDS[state.card].title} is in play: one card a turn. End the turn first."
        case DrawAgreed():
            return "This table plays without draws by agreement."
        case VehicleMoved() | PartShifted() | TurnEnded() if state.card is None:
            return "Play a card first."
        case VehicleMoved(vehicle, by):
            return _why_not_moved(state, vehicle, by)
        case PartShifted(part, by):
            return _why_not_shifted(state, part, by)
        case TurnEnded():
            return f"All spaces of {_title(state)} must be used, and {state.moves_left} can still be."
    return "That is not awaited now."


def _why_not_moved(state: State, name: str, by: int) -> str:
    if name not in state.grid.named:
        return f"There is no vehicle {name!r} on the grid; there are {', '.join(state.grid.named)}."
    vehicle = state.grid.named[name]
    what = named(vehicle)
    if name == rules.opponents_hero(state):
        return f"{_upper(what)} is {state.players[HEROES.index(name)]}'s: nobody else may move it."
    if not by:
        return "A move goes at least one space."
    if not state.moves_left:
        return _no_spaces_left(state)
    limit = rules.farthest(state)
    forward = by > 0
    reach = state.grid.reach(vehicle, forward, COLUMNS)
    # What stands in the way sooner than the card ends is what a finger has met.
    if reach >= limit and limit < COLUMNS:
        return f"{_title(state)} has {counted(limit, 'space')} left: {what} can go no further than that."
    where = towards(vehicle, by)
    so_far = f"can go no further than {counted(reach, 'space')}" if reach else "cannot go"
    return f"{_upper(what)} {so_far} {where}: {_stop(state, vehicle, reach + 1 if forward else -reach - 1)}."


def _no_spaces_left(state: State) -> str:
    card = CARDS[state.card or ""]
    if not card.spaces:
        return f"{card.title} moves no vehicle, it shifts a part."
    if card.slides:
        return "SLIDE moves one vehicle once, and that is done: end the turn."
    # The one way to end a move without having used it up is the shift after it.
    return f"{card.title} has no spaces left{'' if card.shifts and state.shift_left else ': end the turn'}."


def _stop(state: State, vehicle: Vehicle, by: int) -> str:
    """What stands at the end of its way."""
    cell = vehicle.ahead(by)
    col = cell[1]
    if cell in state.grid.standing:
        return f"{named(state.grid.standing[cell])} is in the way"
    if vehicle.axis == "v":
        return "its part of the grid ends there"
    if 0 <= col < COLUMNS:
        return f"the {part_at(col)} part has no row beside it"
    if not vehicle.is_hero:
        return "only the hero cars may leave the grid"
    if (col < 0) == (vehicle.name == "S"):
        return "then it is completely off, which is all that it takes"
    return "a hero car leaves over the opposite end only"


def _why_not_shifted(state: State, part: str, by: int) -> str:
    grid = state.grid
    if part == "centre":
        return "The centre stays where it is: only the left and the right part shift."
    if part not in SIDES:
        return f"There is no part {part!r}; there are left and right that shift, and the centre that stays."
    card = CARDS[state.card or ""]
    if not card.shifts:
        return f"{card.title} shifts no part."
    if not state.shift_left:
        return f"The shift of {card.title} is used up: one part, once."
    if lock := grid.lock(part):
        return f"{_upper(named(lock))} lies across the seam and locks the {part} part."
    if not by:
        return "A shift goes at least one row."
    if by not in grid.shifts(part):
        farthest = (min(0, *grid.shifts(part)), max(0, *grid.shifts(part)))
        ways = " or ".join(rows_towards(rows) for rows in farthest if rows)
        return f"One row must run through all three parts: the {part} part can go at most {ways}."
    if rules.loses_spaces(state, by):
        return f"All spaces of {card.title} must be used, and a shift would end the move that was begun."
    left = counted(state.moves_left, "row") if state.moves_left else "no row"
    return f"{card.title} counts spaces and rows together: {left} can still be shifted."


def _title(state: State) -> str:
    return CARDS[state.card or ""].title


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
