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
from companion.games.rush_hour_shift.words import (
    far,
    named,
    part_named,
    part_short,
    rows_far,
    rows_towards,
    short,
    spaces,
    towards,
    upper,
)
from companion.language import later, say, say_count, say_of
from companion.view import View, Words

FEW: Final = 6
"""Options that fit in one list; more of them become a tree (DESIGN section 4)."""

SHUFFLE: Final = later("The draw pile is spent: shuffle the discards into a new one")


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    lines, drawn = _lines(state)
    return View(title=_title(state), number=_number(state), lines=lines, move=_moves(event, state), drawn=drawn)


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
    doubts = tuple(words[0] for words in _too_many(state))
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


def pile_left(state: State) -> int:
    """Cards of the draw pile: the deck less two hands and the discards. The card in play is of a hand (R20)."""
    return state.options.pile - len(state.discards)


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the real grid."""
    name = before.players[before.seat]
    match event:
        case CardPlayed(card):
            return (say("{name} plays {card}: {meaning}.", name=name, card=CARDS[card].title, meaning=_meaning(after)),)
        case VehicleMoved(vehicle, by):
            moved = before.grid.named[vehicle]
            words = {"vehicle": named(moved), "spaces": spaces(abs(by)), "where": towards(moved, by)}
            told = say("{name}: move {vehicle} {spaces} {where}.", name=name, **words)
            return (told, *_heros_news(after, vehicle), *_locks(before, after))
        case PartShifted(part, by):
            told = say("{name}: shift {part} {rows}.", name=name, part=part_named(part), rows=rows_towards(by))
            unused = _unused(before, by, after)
            return (told, unused) if unused else (told,)
        case TurnEnded():
            return _turn_ended(before, after)
        case DrawAgreed():
            return (say("Both players agree: the game is a draw."),)
    raise AssertionError(f"no words for {event}")


def _meaning(state: State, brief: bool = False) -> str:
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


def _gist(state: State) -> str:
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


def _heros_news(state: State, name: str) -> tuple[str, ...]:
    vehicle = state.grid.named[name]
    car = upper(named(vehicle))
    if vehicle.is_off:
        winner = state.players[HEROES.index(name)]
        return (say("{vehicle} is off the grid: {name} wins.", vehicle=car, name=winner),)
    return (say("{vehicle} is half off: one space more wins.", vehicle=car),) if vehicle.is_half_off else ()


def _locks(before: State, after: State) -> tuple[str, ...]:
    """The side parts that came free or were locked."""
    told = []
    for side in SIDES:
        was, now = before.grid.lock(side), after.grid.lock(side)
        if now and not was:
            told.append(say("It locks {part}.", part=part_named(side)))
        if was and not now:
            told.append(say("{part} is free to shift.", part=upper(part_named(side))))
    return tuple(told)


def _unused(before: State, by: int, after: State) -> str:
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


def _moves(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case CardPlayed(card):
            meant: Words = (upper(_meaning(after)), _gist(after))
            title = CARDS[card].title
            return ((say("{card} is played", card=title), title), meant, *_too_many(after), *_missing(after))
        case VehicleMoved(vehicle, by):
            moved = after.grid.named[vehicle]
            car = named(moved)
            where = say("{count} {direction}", count=abs(by), direction=towards(moved, by))
            words: Words = (
                say("Move {vehicle} {where}", vehicle=car, where=where),
                f"{short(moved)} {far(moved, by)}",
            )
            if moved.is_off:
                off = say("{vehicle} is off the grid", vehicle=upper(car))
                return (words, (off, say("{vehicle} is off", vehicle=short(moved))))
            if moved.is_half_off:
                return (words, (say("{vehicle} is half off", vehicle=upper(car)), say("Half off: no win yet")))
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


def _too_many(state: State) -> tuple[Words, ...]:
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
            say("{vehicle} lies across the seam and locks {part}", vehicle=upper(named(lock)), part=part_named(side)),
            say("{letter} locks the left", letter=lock.name)
            if side == "left"
            else say("{letter} locks the right", letter=lock.name),
        )
        for side, lock in held
    )


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
            return say("{meaning}.", meaning=upper(_meaning(after, brief=True)))
        case VehicleMoved(vehicle):
            return " ".join((*_heros_news(after, vehicle), *_locks(state, after)))
        case PartShifted(_, by):
            return _unused(state, by, after)
        case DrawAgreed():
            return say("Both players call the game a draw.")
    return ""
