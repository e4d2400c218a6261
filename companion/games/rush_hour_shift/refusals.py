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
from companion.games.rush_hour_shift.words import named, part_named, rows, rows_towards, spaces, towards
from companion.language import capital, say


def explain(state: State, event: Event) -> str:
    """Why `event`, which nothing awaits, is not allowed."""
    if rules.outcome(state):
        return say("The game is over: start a new one, or undo.")
    match event:
        case CardPlayed(card) if card not in CARDS:
            return say("There is no card {card}; there are {cards}.", card=repr(card), cards=", ".join(CARDS))
        case CardPlayed() if state.card is not None:
            return say("{card} is in play: one card a turn. End the turn first.", card=CARDS[state.card].title)
        case DrawAgreed():
            return say("This table plays without draws by agreement.")
        case VehicleMoved() | PartShifted() | TurnEnded() if state.card is None:
            return say("Play a card first.")
        case VehicleMoved(vehicle, by):
            return _why_not_moved(state, vehicle, by)
        case PartShifted(part, by):
            return _why_not_shifted(state, part, by)
        case TurnEnded():
            left = state.moves_left
            return say("All spaces of {card} must be used, and {count} can still be.", card=_title(state), count=left)
    return say("That is not awaited now.")


def _why_not_moved(state: State, name: str, by: int) -> str:
    if name not in state.grid.named:
        known = ", ".join(state.grid.named)
        return say("There is no vehicle {name} on the grid; there are {names}.", name=repr(name), names=known)
    vehicle = state.grid.named[name]
    what = named(vehicle)
    if name == rules.opponents_hero(state):
        owner = state.players[HEROES.index(name)]
        return say("{vehicle} is {name}'s: nobody else may move it.", vehicle=capital(what), name=owner)
    if not by:
        return say("A move goes at least one space.")
    if not state.moves_left:
        return _no_spaces_left(state)
    limit = rules.farthest(state)
    forward = by > 0
    reach = state.grid.reach(vehicle, forward, COLUMNS)
    # What stands in the way sooner than the card ends is what a finger has met.
    if reach >= limit and limit < COLUMNS:
        return say(
            "{card} has {spaces} left: {vehicle} can go no further than that.",
            card=_title(state),
            spaces=spaces(limit),
            vehicle=what,
        )
    stop = _stop(state, vehicle, reach + 1 if forward else -reach - 1)
    words = {"vehicle": capital(what), "where": towards(vehicle, by), "why": stop}
    if reach:
        return say("{vehicle} can go no further than {spaces} {where}: {why}.", spaces=spaces(reach), **words)
    return say("{vehicle} cannot go {where}: {why}.", **words)


def _no_spaces_left(state: State) -> str:
    card = CARDS[state.card or ""]
    if not card.spaces:
        return say("{card} moves no vehicle, it shifts a part.", card=card.title)
    if card.slides:
        return say("SLIDE moves one vehicle once, and that is done: end the turn.")
    # The one way to end a move without having used it up is the shift after it.
    if card.shifts and state.shift_left:
        return say("{card} has no spaces left.", card=card.title)
    return say("{card} has no spaces left: end the turn.", card=card.title)


def _stop(state: State, vehicle: Vehicle, by: int) -> str:
    """What stands at the end of its way."""
    cell = vehicle.ahead(by)
    col = cell[1]
    if cell in state.grid.standing:
        return say("{vehicle} is in the way", vehicle=named(state.grid.standing[cell]))
    if vehicle.axis == "v":
        return say("its part of the grid ends there")
    if 0 <= col < COLUMNS:
        if part_at(col) == "centre":
            return say("the centre part has no row beside it")
        return say("{part} has no row beside it", part=part_named(part_at(col)))
    if not vehicle.is_hero:
        return say("only the hero cars may leave the grid")
    if (col < 0) == (vehicle.name == "S"):
        return say("then it is completely off, which is all that it takes")
    return say("a hero car leaves over the opposite end only")


def _why_not_shifted(state: State, part: str, by: int) -> str:
    grid = state.grid
    if part == "centre":
        return say("The centre stays where it is: only the left and the right part shift.")
    if part not in SIDES:
        return say(
            "There is no part {name}; there are left and right that shift, and the centre that stays.", name=repr(part)
        )
    card = CARDS[state.card or ""]
    if not card.shifts:
        return say("{card} shifts no part.", card=card.title)
    if not state.shift_left:
        return say("The shift of {card} is used up: one part, once.", card=card.title)
    if lock := grid.lock(part):
        words = {"vehicle": capital(named(lock)), "part": part_named(part)}
        return say("{vehicle} lies across the seam and locks {part}.", **words)
    if not by:
        return say("A shift goes at least one row.")
    if by not in grid.shifts(part):
        farthest = (min(0, *grid.shifts(part)), max(0, *grid.shifts(part)))
        ways = say(" or ").join(rows_towards(far) for far in farthest if far)
        words = {"part": part_named(part), "ways": ways}
        return say("One row must run through all three parts: {part} can go at most {ways}.", **words)
    if rules.loses_spaces(state, by):
        return say("All spaces of {card} must be used, and a shift would end the move that was begun.", card=card.title)
    left = rows(state.moves_left) if state.moves_left else say("no row")
    return say("{card} counts spaces and rows together: {rows} can still be shifted.", card=card.title, rows=left)


def _title(state: State) -> str:
    return CARDS[state.card or ""].title
