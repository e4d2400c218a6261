"""Can the player in turn win with a card? Searched to the end, over all that the card allows.

Only what happens within one turn is looked at: whether the other player can answer does not matter, since getting off
the grid ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import COLUMNS, EXITS, Grid, Vehicle
from companion.games.rush_hour_shift.rules import HEROES, CardPlayed, State, VehicleMoved


def winning_cards(state: State) -> tuple[str, ...]:
    """The cards with which the player in turn wins at once, of all kinds; within a turn only the one in play counts."""
    cards = CARDS if state.card is None else (state.card,)
    return tuple(card for card in cards if winning_line(state, card) is not None)


def winning_line(state: State, card: str) -> tuple[Event, ...] | None:
    """What to do with `card`, from the present moment, to be off the grid with it; None: it cannot be done.

    Within a turn `card` is the one in play, and the rest of it counts.
    """
    if rules.outcome(state):
        return None
    if state.card is None:
        line = winning_line(rules.apply(state, CardPlayed(card)), card)
        return None if line is None else (CardPlayed(card), *line)
    if CARDS[card].slides:
        return _slid_off(state)
    line = _line(state, set())
    return None if line is None else _joined(line)


def _slid_off(state: State) -> tuple[Event, ...] | None:
    hero = _hero(state)
    off = EXITS[hero.name] - hero.col
    return (VehicleMoved(hero.name, off),) if VehicleMoved(hero.name, off) in rules.moves(state) else None


def _line(state: State, tried: set[tuple[tuple[int, ...], int, bool]]) -> tuple[Event, ...] | None:
    """One space at a time: a longer move is made of these, so nothing is missed."""
    if rules.outcome(state):
        return ()
    here = (state.grid.places, state.moves_left, state.shift_left)
    if here in tried:
        return None
    tried.add(here)
    if _needed(state.grid, _hero(state)) <= state.moves_left:
        for step in _steps(state):
            line = _line(rules.apply(state, step), tried)
            if line is not None:
                return (step, *line)
    # A shift ends a move that was begun (R22), so it helps only before it.
    if not rules.is_begun(state):
        for shift in rules.shifts(state):
            line = _line(rules.apply(state, shift), tried)
            if line is not None:
                return (shift, *line)
    return None


def _steps(state: State) -> Iterator[VehicleMoved]:
    """Every move by one space, the own hero car's first."""
    grid = state.grid
    forward = 1 if _hero(state).name == "G" else -1
    for vehicle in sorted(grid.vehicles, key=lambda vehicle: vehicle != _hero(state)):
        if vehicle.name != rules.opponents_hero(state):
            yield from (VehicleMoved(vehicle.name, by) for by in (forward, -forward) if grid.may_enter(vehicle, by))


def _needed(grid: Grid, hero: Vehicle) -> int:
    """Spaces that it takes at least: the hero car's own, and one for each vehicle ahead of it."""
    ahead = range(hero.col + 2, COLUMNS) if hero.name == "G" else range(hero.col)
    if not all(grid.has((hero.row, col)) for col in ahead):
        return COLUMNS
    in_the_way = {grid.standing[hero.row, col] for col in ahead if (hero.row, col) in grid.standing}
    if any(vehicle.axis == "h" for vehicle in in_the_way):
        return COLUMNS  # it stays in this row however far it goes
    return abs(EXITS[hero.name] - hero.col) + len(in_the_way)


def _hero(state: State) -> Vehicle:
    return state.grid.named[HEROES[state.seat]]


def _joined(line: Iterable[Event]) -> tuple[Event, ...]:
    """Spaces that one vehicle goes in a row, in one direction, as one move."""
    joined: list[Event] = []
    for event in line:
        last = joined[-1] if joined else None
        match last, event:
            case VehicleMoved(name, by), VehicleMoved(same, more) if name == same and by * more > 0:
                joined[-1] = replace(last, by=by + more)
            case _:
                joined.append(event)
    return tuple(joined)
