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
from companion.games.rush_hour_shift.words import counted, named, no_way_out, rows_towards, towards


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
        return f"{CARDS[state.card].title} cannot win now." if state.card else f"No card wins now for {name}."
    line = winning_line(state, cards[0])
    assert line is not None
    how = _in_words(state.grid, line)
    if state.card:
        return f"{name} wins with what is left of {CARDS[state.card].title}: {how}."
    first, *others = (CARDS[card].title for card in cards)
    also = f" {_listed(others, 'or')} would do as well." if others else ""
    return f"{name} wins now with {first}: {how}.{also}"


def _in_words(grid: Grid, line: tuple[Event, ...]) -> str:
    said = []
    for event in line:
        match event:
            case VehicleMoved(vehicle, by):
                moved = grid.named[vehicle]
                said.append(f"{named(moved)} {counted(abs(by), 'space')} {towards(moved, by)}")
            case PartShifted(part, by):
                said.append(f"the {part} part {rows_towards(by)}")
    return ", then ".join(said)


def _few(state: State, seat: Seat, goes_on: GoesOn) -> str:
    name, other = state.players[seat], state.players[1 - seat]
    found = plan(state, seat, goes_on)
    if found.turns is None:
        return f"If {other} stood still: {no_way_out(found.proven, found.in_time, name)}."
    cards = _listed([CARDS[turn.card].title for turn in found.turns], "then")
    number = counted(len(found.turns), "card")
    few = f"{number}, no fewer" if found.proven and len(found.turns) > 1 else number
    return f"If {other} stood still, {name} could be out with {few if found.proven else f'at most {number}'}: {cards}."


def _listed(names: list[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else names[0]
