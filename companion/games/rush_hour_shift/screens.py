"""What the screens of Rush Hour Shift hold: the table at a glance, and how its options are called.

The law of this file: what was done stands in telling.py, what to move in moving.py, why something is refused in
refusals.py; here is only what is there.
"""

from __future__ import annotations

from typing import Final

from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import EXITS, SIDES, Grid
from companion.games.rush_hour_shift.moving import to_move, too_many
from companion.games.rush_hour_shift.rules import (
    HEROES,
    CardPlayed,
    DrawAgreed,
    PartShifted,
    State,
    TurnEnded,
    VehicleMoved,
)
from companion.games.rush_hour_shift.telling import heros_news, locks, meaning, pile_left, unused
from companion.games.rush_hour_shift.words import (
    far,
    part_short,
    rows_far,
    short,
    spaces,
)
from companion.language import capital, say, say_of
from companion.view import View

FEW: Final = 6
"""Options that fit in one list; more of them become a tree (DESIGN section 4)."""


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    lines, drawn = _lines(state)
    return View(title=_title(state), number=_number(state), lines=lines, move=to_move(event, state), drawn=drawn)


def _title(state: State) -> str:
    ended = rules.outcome(state)
    if ended is None:
        return state.players[state.seat]
    winners = [state.players[seat] for seat in ended.winners]
    return say("{name} wins", name=winners[0]) if winners else say("A draw")


def _number(state: State) -> str:
    """What is left of a card; between turns, of the draw pile."""
    if rules.outcome(state):
        return ""
    if not state.card:
        return say("pile {count}", count=pile_left(state))
    if state.moves_left:
        if state.shift_left:
            shift = say("shift")
            return f"{state.moves_left}{'/' if state.options.pool else '+'}{shift}"
        return say("1 slide") if CARDS[state.card].slides else say("{count} left", count=state.moves_left)
    return say("shift") if state.shift_left else say_of("a number", "used up")


def _lines(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All lines, and those of them that stand in the drawn grid."""
    if rules.outcome(state):
        return (), ()
    to_go = tuple(_to_go(state, hero) for hero in HEROES)
    parts = tuple(f"{part_short(side)}: {_standing_of(state.grid, side)}" for side in SIDES)
    doubts = tuple(words[0] for words in too_many(state))
    allowed = (_allowed(state),) if state.card else ()
    return (*doubts, *allowed, *to_go, *parts), (*allowed, *parts)


def _to_go(state: State, hero: str) -> str:
    left = spaces(abs(EXITS[hero] - state.grid.named[hero].col))
    return say("Gold: {spaces} to go", spaces=left) if hero == "G" else say("Silver: {spaces} to go", spaces=left)


def _standing_of(grid: Grid, side: str) -> str:
    offset = grid.offsets[SIDES.index(side)]
    where = rows_far(offset) if offset else say("in line")
    lock = grid.lock(side)
    return say("{where}, locked by {letter}", where=where, letter=lock.name) if lock else where


def _allowed(state: State) -> str:
    """What the card in play still allows."""
    assert state.card is not None
    card = CARDS[state.card]
    left = say("one slide") if card.slides else spaces(state.moves_left)
    can = [*([left] if state.moves_left else []), *([say("a shift")] if state.shift_left else [])]
    if not can:
        return say("{card}: used up", card=card.title)
    between = say(" or ") if state.options.pool and state.shift_left else say(" and ")
    return say("{card}: {what} left", card=card.title, what=between.join(can))


def label(state: State, event: Event) -> str:
    """At most ten signs: with the piece's name only where no list above it says that."""
    alone = not path(state, event)
    match event:
        case CardPlayed(card):
            return CARDS[card].title.replace("MOVE & SHIFT", "M&SHIFT")  # in no language
        case VehicleMoved(vehicle, by):
            where = far(state.grid.named[vehicle], by)
            return f"{vehicle} {where}" if alone else where
        case PartShifted(part, by):
            where = rows_far(by)
            # L or R in English and in German.
            return f"{part[0].upper()} {where}" if alone else where
        case TurnEnded():
            return say("End turn")
        case DrawAgreed():
            return say("Draw game")
    raise AssertionError(f"no label for {event}")


def path(state: State, event: Event) -> tuple[str, ...]:
    """The kind of card, the vehicle or the part, where that makes a long list shorter."""
    if len(rules.options(state)) <= FEW:
        return ()
    match event:
        case CardPlayed(card) if CARDS[card].spaces and not CARDS[card].slides:
            return ("MOVE & SHIFT" if CARDS[card].shifts else "MOVE",)  # in no language
        case VehicleMoved(vehicle):
            return (short(state.grid.named[vehicle]),)
        case PartShifted(part):
            return (part_short(part),)
    return ()


def effect(state: State, event: Event) -> str:
    """What an option brings besides what its label says."""
    after = rules.apply(state, event)
    match event:
        case CardPlayed():
            # How a move ends is told once the card lies there: an OLED has two small lines for this.
            return say("{meaning}.", meaning=capital(meaning(after, brief=True)))
        case VehicleMoved(vehicle):
            return " ".join((*heros_news(after, vehicle), *locks(state, after)))
        case PartShifted(_, by):
            return unused(state, by, after)
        case DrawAgreed():
            return say("Both players call the game a draw.")
    return ""
