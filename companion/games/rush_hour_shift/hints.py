"""What the helper says when it is asked: can I win now, and how far is everybody from the exit?

All cards are looked at, since hands are private: what it says gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.events import Event
from companion.game import GoesOn, Seat, always
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.plan import plan
from companion.games.rush_hour_shift.rules import PartShifted, State, VehicleMoved
from companion.games.rush_hour_shift.search import winning_cards, winning_line
from companion.games.rush_hour_shift.words import cards as counted
from companion.games.rush_hour_shift.words import named, no_way_out, part_named, rows_towards, spaces, towards
from companion.language import later, listed, say


def hints(state: State, goes_on: GoesOn = always) -> Iterator[str]:
    """Whether a card wins now and how, at once; then how few cards each seat needs, the one in turn first."""
    if rules.outcome(state):
        return
    yield _win_now(state)
    for seat in (state.seat, Seat(1 - state.seat)):
        yield _few(state, seat, goes_on)


def _win_now(state: State) -> str:
    name, cards = state.players[state.seat], winning_cards(state)
    if not cards:
        if state.card:
            return say("{card} cannot win now.", card=CARDS[state.card].title)
        return say("No card wins now for {name}.", name=name)
    line = winning_line(state, cards[0])
    assert line is not None
    how = spelled(state.grid, line)
    if state.card:
        words = {"name": name, "card": CARDS[state.card].title, "how": how}
        return say("{name} wins with what is left of {card}: {how}.", **words)
    first, *others = (CARDS[card].title for card in cards)
    words = {"name": name, "card": first, "how": how}
    if not others:
        return say("{name} wins now with {card}: {how}.", **words)
    also = listed(others, later(" or "))
    return say("{name} wins now with {card}: {how}. {others} would do as well.", others=also, **words)


def spelled(grid: Grid, line: tuple[Event, ...]) -> str:
    """What to do, as the middle of a sentence."""
    said = []
    for event in line:
        match event:
            case VehicleMoved(vehicle, by):
                moved = grid.named[vehicle]
                words = {"vehicle": named(moved), "spaces": spaces(abs(by)), "where": towards(moved, by)}
                said.append(say("{vehicle} {spaces} {where}", **words))
            case PartShifted(part, by):
                said.append(say("{part} {rows}", part=part_named(part), rows=rows_towards(by)))
    return say(", then ").join(said)


def _few(state: State, seat: Seat, goes_on: GoesOn) -> str:
    name, other = state.players[seat], state.players[1 - seat]
    found = plan(state, seat, goes_on)
    if found.turns is None:
        why = no_way_out(found.proven, found.in_time, name)
        return say("If {other} stood still: {why}.", other=other, why=why)
    cards = listed([CARDS[turn.card].title for turn in found.turns], later(" then "))
    few = counted(len(found.turns))
    if not found.proven:
        few = say("at most {cards}", cards=few)
    elif len(found.turns) > 1:
        few = say("{cards}, no fewer", cards=few)
    words = {"other": other, "name": name, "few": few, "cards": cards}
    return say("If {other} stood still, {name} could be out with {few}: {cards}.", **words)
