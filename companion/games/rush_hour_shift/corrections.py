"""What may stand otherwise on a real grid, for putting it right on the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.game import Correction
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import COLUMNS, SIDES, Grid, Vehicle, in_order, part_at
from companion.games.rush_hour_shift.rules import State
from companion.games.rush_hour_shift.vehicles import faults, vehicles_json
from companion.games.rush_hour_shift.words import part_short, rows_towards, short
from companion.language import say


def corrections(state: State) -> Iterator[Correction]:
    """Vehicles, parts, whose turn it is, the card in play and the draw pile."""
    for vehicle in state.grid.vehicles:
        yield from _of_vehicle(state.grid, vehicle)
    for side in SIDES:
        if state.grid.lock(side) is None:
            yield from _of_part(state.grid, side)
    for seat, name in enumerate(state.players):
        yield Correction((say("Whose turn"), name), {"turn": seat, **_nothing_in_play()})
    yield Correction((say("Card in play"), say("none yet")), _nothing_in_play())
    for name, card in CARDS.items():
        for spaces in range(card.spaces, -1, -1):
            for shift in (True, False) if card.shifts else (False,):
                left = say("{count} left", count=spaces)
                if card.shifts:
                    rest = say("shift") if shift else say("no shift")
                    left = f"{left}, {rest}"
                change = {"card": name, "moves_left": spaces, "shift_left": shift}
                yield Correction((say("Card in play"), card.title, left), change)
    yield Correction((say("Draw pile"), say("just shuffled")), {"discards": []})


def _of_vehicle(grid: Grid, vehicle: Vehicle) -> Iterator[Correction]:
    """Every place that is free for it: people may have lifted it. Rows are counted on its part, as one sees them."""
    others = tuple(other for other in grid.vehicles if other is not vehicle)
    for col in range(-1, COLUMNS):
        rows = grid.rows(part_at(col))
        for row in rows:
            placed = replace(vehicle, row=row, col=col)
            if placed == vehicle or any(faults(Grid((*others, placed), grid.offsets))):
                continue
            where = say("half off") if placed.is_half_off else say("column {column}", column=col + 1)
            change = {"vehicles": vehicles_json(in_order((*others, placed)))}
            yield Correction((short(vehicle), where, say("row {row}", row=row - rows.start + 1)), change)


def _of_part(grid: Grid, side: str) -> Iterator[Correction]:
    """The part elsewhere, and what stands on it with it."""
    here = grid.offsets[SIDES.index(side)]
    for by in grid.shifts(side):
        shifted = grid.shifted(side, by)
        where = rows_towards(here + by) if here + by else say("in line")
        change = {"offsets": list(shifted.offsets), "vehicles": vehicles_json(shifted.vehicles)}
        yield Correction((part_short(side), where), change)


def _nothing_in_play() -> Mapping[str, Any]:
    return {"card": None, "moves_left": 0, "shift_left": False}
