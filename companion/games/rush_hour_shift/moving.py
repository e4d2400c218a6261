"""What people are to do on the real grid: as a sentence, and shorter for the OLED.

The law of this file: the last width of each fits a line of 21 signs, in every language.
"""

from __future__ import annotations

from collections import Counter

from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import SIDES
from companion.games.rush_hour_shift.rules import (
    CardPlayed,
    PartShifted,
    State,
    TurnEnded,
    VehicleMoved,
)
from companion.games.rush_hour_shift.telling import SHUFFLE, gist, meaning, pile_left
from companion.games.rush_hour_shift.words import (
    far,
    named,
    part_named,
    part_short,
    rows_far,
    rows_towards,
    short,
    towards,
)
from companion.language import capital, say
from companion.view import Words


def to_move(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case CardPlayed(card):
            meant: Words = (capital(meaning(after)), gist(after))
            title = CARDS[card].title
            return ((say("{card} is played", card=title), title), meant, *too_many(after), *_missing(after))
        case VehicleMoved(vehicle, by):
            moved = after.grid.named[vehicle]
            car = named(moved)
            where = say("{count} {direction}", count=abs(by), direction=towards(moved, by))
            words: Words = (
                say("Move {vehicle} {where}", vehicle=car, where=where),
                f"{short(moved)} {far(moved, by)}",
            )
            if moved.is_off:
                off = say("{vehicle} is off the grid", vehicle=capital(car))
                return (words, (off, say("{vehicle} is off", vehicle=short(moved))))
            if moved.is_half_off:
                return (words, (say("{vehicle} is half off", vehicle=capital(car)), say("Half off: no win yet")))
            locks = moved.axis == "h" and after.shift_left
            return (words, *(_locked(after) if locks else ()))
        case PartShifted(part, by):
            whole = say("Shift {part} {rows}", part=part_named(part), rows=rows_towards(by))
            return ((whole, f"{part_short(part)} {rows_far(by)}"),)
        case TurnEnded():
            drawer = after.players[1 - after.seat]
            return (
                (
                    say("{name} draws a card", name=drawer),
                    say("{name} draws", name=drawer[:14]),
                    say("Draw one card"),
                ),
            )
    return ()


def also(before: State, event: Event, after: State) -> tuple[Words, ...]:
    """A shuffle before the draw: of the state after it nothing tells that it was one."""
    shuffled = isinstance(event, TurnEnded) and not pile_left(before) and not rules.outcome(after)
    return ((say(SHUFFLE), say("Shuffle, then draw")),) if shuffled else ()


def too_many(state: State) -> tuple[Words, ...]:
    """The kinds of which more were played than the deck has: a slip, or a deck that was counted wrongly (R25)."""
    played = Counter((*state.discards, *([state.card] if state.card else [])))
    return tuple(
        (
            say(
                "{card}: {count} played, {deck} in the deck. A slip, or miscounted?",
                card=CARDS[card].title,
                count=count,
                deck=deck,
            ),
            say("Deck: only {count} of these", count=deck),
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
    said: Words = (
        say("Blocked: {letters}", letters=", ".join(letters)),
        say("Blocked: {letters}", letters=" ".join(letters)),
        say("Stuck: {letters}", letters="".join(letters)),
    )
    return (*((said,) if stuck else ()), *_locked(state))


def _locked(state: State) -> tuple[Words, ...]:
    """The parts that the card could shift and a vehicle holds."""
    held = [(side, lock) for side in SIDES if state.shift_left and (lock := state.grid.lock(side))]
    return tuple(
        (
            say("{vehicle} lies across the seam and locks {part}", vehicle=capital(named(lock)), part=part_named(side)),
            say("{letter} locks the left", letter=lock.name)
            if side == "left"
            else say("{letter} locks the right", letter=lock.name),
        )
        for side, lock in held
    )
