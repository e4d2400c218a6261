"""Rush Hour Shift in words: everything that its screens say, but for refusals."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import EXITS, SIDES, Grid
from companion.games.rush_hour_shift.rules import (
    HEROES,
    CardPlayed,
    DrawAgreed,
    PartShifted,
    State,
    TurnEnded,
    VehicleMoved,
)
from companion.games.rush_hour_shift.words import HEROES as COLOURS
from companion.games.rush_hour_shift.words import counted, named, rows_towards, short, towards
from companion.view import View, Words

FEW: Final = 6
"""Options that fit in one list; more of them become a tree (DESIGN section 4)."""

SHUFFLE: Final = "The draw pile is spent: shuffle the discards into a new one"


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    return View(title=_title(state), number=_number(state), lines=_lines(state), move=_moves(event, state))


def _title(state: State) -> str:
    ended = rules.outcome(state)
    if ended is None:
        return state.players[state.seat]
    return next((f"{state.players[seat]} wins" for seat in ended.winners), "A draw")


def _number(state: State) -> str:
    """What is left of a card; between turns, of the draw pile."""
    if rules.outcome(state):
        return ""
    if not state.card:
        return f"pile {pile_left(state)}"
    if state.moves_left:
        if state.shift_left:
            return f"{state.moves_left}{'/' if state.options.pool else '+'}shift"
        return "1 slide" if CARDS[state.card].slides else f"{state.moves_left} left"
    return "shift" if state.shift_left else "used up"


def _lines(state: State) -> tuple[str, ...]:
    if rules.outcome(state):
        return ()
    to_go = tuple(
        f"{COLOURS[hero].title()}: {counted(abs(EXITS[hero] - state.grid.named[hero].col), 'space')} to go"
        for hero in HEROES
    )
    parts = tuple(f"{side.title()} part: {_standing_of(state.grid, side)}" for side in SIDES)
    doubts = tuple(words[0] for words in _too_many(state))
    return (*doubts, *((_allowed(state),) if state.card else ()), *to_go, *parts)


def _standing_of(grid: Grid, side: str) -> str:
    offset = grid.offsets[SIDES.index(side)]
    where = f"{abs(offset)} {'down' if offset > 0 else 'up'}" if offset else "in line"
    lock = grid.lock(side)
    return f"{where}, locked by {lock.name}" if lock else where


def _allowed(state: State) -> str:
    """What the card in play still allows."""
    assert state.card is not None
    card = CARDS[state.card]
    left = "one slide" if card.slides else counted(state.moves_left, "space")
    can = [*([left] if state.moves_left else []), *(["a shift"] if state.shift_left else [])]
    between = " or " if state.options.pool and state.shift_left else " and "
    return f"{card.title}: {between.join(can) + ' left' if can else 'used up'}"


def pile_left(state: State) -> int:
    """Cards of the draw pile: the deck less two hands and the discards. The card in play is of a hand (R20)."""
    return state.options.pile - len(state.discards)


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the real grid."""
    name = before.players[before.seat]
    match event:
        case CardPlayed(card):
            return (f"{name} plays {CARDS[card].title}: {_meaning(after)}.",)
        case VehicleMoved(vehicle, by):
            moved = before.grid.named[vehicle]
            told = f"{name}: move {named(moved)} {counted(abs(by), 'space')} {towards(moved, by)}."
            return (told, *_heros_news(after, vehicle), *_locks(before, after))
        case PartShifted(part, by):
            told = f"{name}: shift the {part} part {rows_towards(by)}."
            unused = _unused(before, by, after)
            return (told, unused) if unused else (told,)
        case TurnEnded():
            return _turn_ended(before, after)
        case DrawAgreed():
            return ("Both players agree: the game is a draw.",)
    raise AssertionError(f"no words for {event}")


def _meaning(state: State) -> str:
    """What the card that was just played allows."""
    assert state.card is not None
    card = CARDS[state.card]
    if card.slides:
        return "push one vehicle as far as the way is clear"
    every = "exactly" if state.options.move_all else "up to"
    split = ", split as you like" if card.spaces > 1 else ""
    spaces = f"{every} {counted(card.spaces, 'space')}{split}"
    if not card.shifts:
        return spaces
    if not card.spaces:
        return "shift the left or the right part"
    if state.options.pool:
        both = "1 space or row" if card.spaces == 1 else f"{card.spaces} spaces and rows together"
        return f"{every} {both}; the shift ends a move that was begun"
    return f"{every} {counted(card.spaces, 'space')}, and shift a side part; the shift ends a move that was begun"


def _gist(state: State) -> str:
    """The same for the OLED's width."""
    assert state.card is not None
    card = CARDS[state.card]
    if card.slides:
        return "Slide one vehicle"
    if not card.spaces:
        return "One part, any rows"
    if not card.shifts:
        return counted(card.spaces, "space")
    return f"{card.spaces} for spaces, rows" if state.options.pool else f"{counted(card.spaces, 'space')} and a shift"


def _heros_news(state: State, name: str) -> tuple[str, ...]:
    vehicle = state.grid.named[name]
    if vehicle.is_off:
        return (f"{_upper(named(vehicle))} is off the grid: {state.players[HEROES.index(name)]} wins.",)
    return (f"{_upper(named(vehicle))} is half off: one space more wins.",) if vehicle.is_half_off else ()


def _locks(before: State, after: State) -> tuple[str, ...]:
    """The side parts that came free or were locked."""
    told = []
    for side in SIDES:
        was, now = before.grid.lock(side), after.grid.lock(side)
        if now and not was:
            told.append(f"It locks the {side} part.")
        if was and not now:
            told.append(f"The {side} part is free to shift.")
    return tuple(told)


def _unused(before: State, by: int, after: State) -> str:
    """What is lost by a shift that ends a move."""
    lost = before.moves_left - after.moves_left - (abs(by) if before.options.pool else 0)
    if not rules.is_begun(before) or lost <= 0:
        return ""
    return f"The shift ends the move: {counted(lost, 'space')} {'stays' if lost == 1 else 'stay'} unused."


def _turn_ended(before: State, after: State) -> tuple[str, ...]:
    if rules.outcome(after):
        return ("The same position with the same player, for the third time: the game is a draw.",)
    name, other = before.players[before.seat], after.players[after.seat]
    told: tuple[str, ...] = (f"{name} draws a card. {other}'s turn.",)
    if not pile_left(before):
        told = (f"{SHUFFLE}.", f"{CARDS[after.discards[-1]].title} stays behind alone.", *told)
    if not pile_left(after):
        told = (*told, "That was the last card of the draw pile.")
    return (*told, "This position has been there before: a third time is a draw.") if repeated(after) else told


def repeated(state: State) -> bool:
    """Whether the next occurrence of this position ends the game."""
    return rules.occurrences(state) == rules.THIRD - 1


def _moves(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case CardPlayed(card):
            meant: Words = (_upper(_meaning(after)), _gist(after))
            return ((f"{CARDS[card].title} is played", CARDS[card].title), meant, *_too_many(after), *_missing(after))
        case VehicleMoved(vehicle, by):
            moved = after.grid.named[vehicle]
            where = f"{abs(by)} {towards(moved, by)}"
            words: Words = (f"Move {named(moved)} {where}", f"{short(moved)} {where}")
            if moved.is_off:
                return (words, (f"{_upper(named(moved))} is off the grid", f"{short(moved)} is off"))
            if moved.is_half_off:
                return (words, (f"{_upper(named(moved))} is half off", "Half off: no win yet"))
            locks = moved.axis == "h" and after.shift_left
            return (words, *(_locked(after) if locks else ()))
        case PartShifted(part, by):
            where = f"{abs(by)} {'down' if by > 0 else 'up'}"
            return ((f"Shift the {part} part {rows_towards(by)}", f"{part.title()} part {where}"),)
        case TurnEnded():
            drawer = after.players[1 - after.seat]
            return ((f"{drawer} draws a card", f"{drawer[:14]} draws", "Draw one card"),)
    return ()


def also(before: State, event: Event, after: State) -> tuple[Words, ...]:
    """A shuffle before the draw: of the state after it nothing tells that it was one."""
    shuffled = isinstance(event, TurnEnded) and not pile_left(before) and not rules.outcome(after)
    return ((SHUFFLE, "Shuffle, then draw"),) if shuffled else ()


def _too_many(state: State) -> tuple[Words, ...]:
    """The kinds of which more were played than the deck has: a slip, or a deck that was counted wrongly (R25)."""
    played = Counter((*state.discards, *([state.card] if state.card else [])))
    return tuple(
        (
            f"{CARDS[card].title}: {count} played, {deck} in the deck. A slip, or miscounted?",
            f"Deck: only {deck} of these",
        )
        for card, deck in state.options.deck
        if (count := played[card]) > deck
    )


def _missing(state: State) -> tuple[Words, ...]:
    """What people look for in vain in the list of what the card allows, and why."""
    if rules.outcome(state):
        return ()
    going = {move.vehicle for move in rules.moves(state)} | {rules.opponents_hero(state)}
    stuck = [vehicle for vehicle in state.grid.vehicles if vehicle.name not in going] if state.moves_left else []
    letters = [vehicle.name for vehicle in stuck]
    # All thirteen that a player may move fit an OLED's line without spaces.
    said: Words = (f"Blocked: {', '.join(letters)}", f"Blocked: {' '.join(letters)}", f"Stuck: {''.join(letters)}")
    return (*((said,) if stuck else ()), *_locked(state))


def _locked(state: State) -> tuple[Words, ...]:
    """The parts that the card could shift and a vehicle holds."""
    held = [(side, lock) for side in SIDES if state.shift_left and (lock := state.grid.lock(side))]
    return tuple(
        (f"{_upper(named(lock))} lies across the seam and locks the {side} part", f"{lock.name} locks the {side}")
        for side, lock in held
    )


def label(state: State, event: Event) -> str:
    """At most ten signs: with the piece's name only where no list above it says that."""
    alone = not path(state, event)
    match event:
        case CardPlayed(card):
            return CARDS[card].title.replace("MOVE & SHIFT", "M&SHIFT")
        case VehicleMoved(vehicle, by):
            where = f"{abs(by)} {towards(state.grid.named[vehicle], by)}"
            return f"{vehicle} {where}" if alone else where
        case PartShifted(part, by):
            where = f"{abs(by)} {'down' if by > 0 else 'up'}"
            return f"{part[0].upper()} {where}" if alone else where
        case TurnEnded():
            return "End turn"
        case DrawAgreed():
            return "Draw game"
    raise AssertionError(f"no label for {event}")


def path(state: State, event: Event) -> tuple[str, ...]:
    """The kind of card, the vehicle or the part, where that makes a long list shorter."""
    if len(rules.options(state)) <= FEW:
        return ()
    match event:
        case CardPlayed(card) if CARDS[card].spaces and not CARDS[card].slides:
            return ("MOVE & SHIFT" if CARDS[card].shifts else "MOVE",)
        case VehicleMoved(vehicle):
            return (short(state.grid.named[vehicle]),)
        case PartShifted(part):
            return (f"{part.title()} part",)
    return ()


def effect(state: State, event: Event) -> str:
    """What an option brings besides what its label says."""
    after = rules.apply(state, event)
    match event:
        case CardPlayed():
            # What the semicolon adds is told once the card lies there: an OLED has two small lines for this.
            return f"{_upper(_meaning(after).split(';')[0])}."
        case VehicleMoved(vehicle):
            return " ".join((*_heros_news(after, vehicle), *_locks(state, after)))
        case PartShifted(_, by):
            return _unused(state, by, after)
        case DrawAgreed():
            return "Both players call the game a draw."
    return ""


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
