"""What just happened in Rush Hour Shift, in sentences.

The law of this file: a sentence is made of the states before and after an event, and of nothing that was said before.
"""

from __future__ import annotations

from typing import Final

from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import SIDES
from companion.games.rush_hour_shift.rules import (
    HEROES,
    CardPlayed,
    DrawAgreed,
    PartShifted,
    State,
    TurnEnded,
    VehicleMoved,
)
from companion.games.rush_hour_shift.words import (
    named,
    part_named,
    rows_towards,
    spaces,
    towards,
)
from companion.language import capital, later, say, say_count

SHUFFLE: Final = later("The draw pile is spent: shuffle the discards into a new one")


def pile_left(state: State) -> int:
    """Cards of the draw pile: the deck less two hands and the discards. The card in play is of a hand (R20)."""
    return state.options.pile - len(state.discards)


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the real grid."""
    name = before.players[before.seat]
    match event:
        case CardPlayed(card):
            return (say("{name} plays {card}: {meaning}.", name=name, card=CARDS[card].title, meaning=meaning(after)),)
        case VehicleMoved(vehicle, by):
            moved = before.grid.named[vehicle]
            words = {"vehicle": named(moved), "spaces": spaces(abs(by)), "where": towards(moved, by)}
            told = say("{name}: move {vehicle} {spaces} {where}.", name=name, **words)
            return (told, *heros_news(after, vehicle), *locks(before, after))
        case PartShifted(part, by):
            told = say("{name}: shift {part} {rows}.", name=name, part=part_named(part), rows=rows_towards(by))
            lost = unused(before, by, after)
            return (told, lost) if lost else (told,)
        case TurnEnded():
            return _turn_ended(before, after)
        case DrawAgreed():
            return (say("Both players agree: the game is a draw."),)
    raise AssertionError(f"no words for {event}")


def meaning(state: State, brief: bool = False) -> str:
    """What the card that was just played allows; `brief`: without what ends a move."""
    assert state.card is not None
    card = CARDS[state.card]
    if card.slides:
        return say("push one vehicle as far as the way is clear")
    if not card.spaces:
        return say("shift the left or the right part")
    if state.options.pool and card.shifts:
        both = say_count("{count} space or row", "{count} spaces and rows together", card.spaces, count=card.spaces)
        much = _every(state, both)
        return much if brief else say("{much}; the shift ends a move that was begun", much=much)
    much = _every(state, spaces(card.spaces))
    if card.shifts and brief:
        return say("{much}, and shift a side part", much=much)
    if card.shifts:
        return say("{much}, and shift a side part; the shift ends a move that was begun", much=much)
    return say("{much}, split as you like", much=much) if card.spaces > 1 else much


def _every(state: State, count: str) -> str:
    return say("exactly {count}", count=count) if state.options.move_all else say("up to {count}", count=count)


def gist(state: State) -> str:
    """The same for the OLED's width."""
    assert state.card is not None
    card = CARDS[state.card]
    if card.slides:
        return say("Slide one vehicle")
    if not card.spaces:
        return say("One part, any rows")
    if not card.shifts:
        return spaces(card.spaces)
    if state.options.pool:
        return say("{count} for spaces, rows", count=card.spaces)
    return say("{spaces} and a shift", spaces=spaces(card.spaces))


def heros_news(state: State, name: str) -> tuple[str, ...]:
    vehicle = state.grid.named[name]
    car = capital(named(vehicle))
    if vehicle.is_off:
        winner = state.players[HEROES.index(name)]
        return (say("{vehicle} is off the grid: {name} wins.", vehicle=car, name=winner),)
    return (say("{vehicle} is half off: one space more wins.", vehicle=car),) if vehicle.is_half_off else ()


def locks(before: State, after: State) -> tuple[str, ...]:
    """The side parts that came free or were locked."""
    told = []
    for side in SIDES:
        was, now = before.grid.lock(side), after.grid.lock(side)
        if now and not was:
            told.append(say("It locks {part}.", part=part_named(side)))
        if was and not now:
            told.append(say("{part} is free to shift.", part=capital(part_named(side))))
    return tuple(told)


def unused(before: State, by: int, after: State) -> str:
    """What is lost by a shift that ends a move."""
    lost = before.moves_left - after.moves_left - (abs(by) if before.options.pool else 0)
    if not rules.is_begun(before) or lost <= 0:
        return ""
    return say_count(
        "The shift ends the move: {count} space stays unused.",
        "The shift ends the move: {count} spaces stay unused.",
        lost,
        count=lost,
    )


def _turn_ended(before: State, after: State) -> tuple[str, ...]:
    if rules.outcome(after):
        return (say("The same position with the same player, for the third time: the game is a draw."),)
    name, other = before.players[before.seat], after.players[after.seat]
    told: tuple[str, ...] = (say("{name} draws a card. {other}'s turn.", name=name, other=other),)
    if not pile_left(before):
        alone = say("{card} stays behind alone.", card=CARDS[after.discards[-1]].title)
        told = (f"{say(SHUFFLE)}.", alone, *told)
    if not pile_left(after):
        told = (*told, say("That was the last card of the draw pile."))
    return (*told, say("This position has been there before: a third time is a draw.")) if repeated(after) else told


def repeated(state: State) -> bool:
    """Whether the next occurrence of this position ends the game."""
    return rules.occurrences(state) == rules.THIRD - 1
