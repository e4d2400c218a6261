"""A Rush Hour Shift grid as a photo shows it: in words, and as the position that it would be.

The law of this file: vehicles ride with their part, so a part that was shifted is one difference; and a vehicle that
was not seen is not taken off the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.board import PART, BoardReading, Difference, Expected, Piece
from companion.board_check import BoardCheck, NotSure, hidden, never, take
from companion.board_grid import columns, part_of, stand_at
from companion.events import Json
from companion.games.rush_hour_shift import looks
from companion.games.rush_hour_shift.grid import SIDES, Vehicle, in_order
from companion.games.rush_hour_shift.rules import State
from companion.games.rush_hour_shift.vehicles import vehicles_json
from companion.games.rush_hour_shift.words import named, part_short, rows_towards
from companion.language import capital, later, say

CORNERS: Final = {
    "left.top": later("Left part (gold begins there): its upper outer corner"),
    "right.top": later("Right part: its upper outer corner"),
    "right.bottom": later("Right part: its lower outer corner"),
    "left.bottom": later("Left part: its lower outer corner"),
}


def where(spot: str) -> str:
    """Rows are counted on their part, as one sees them."""
    if spot in SIDES:
        return part_short(spot)
    if spot in CORNERS:
        return say(CORNERS[spot])
    row, column = map(int, spot.split("."))
    grid = looks.grid_plan()
    part = part_of(grid, column - 1).name
    on = part_short(part) if part else say("Middle part")
    if not 0 < column <= columns(grid):
        return say("{part}, row {row}, half off", part=on, row=row)
    return say("{part}, row {row}, column {column}", part=on, row=row, column=column)


def words(state: State, colours: Sequence[str], one: Difference) -> tuple[str, ...]:
    there = where(one.spot)
    if one.spot in SIDES:
        return tuple(_shift(there, one))
    taken = (take(there, _called(state, piece)) for piece in one.take)
    return (*taken, *(_put(there, _called(state, piece), piece) for piece in one.put))


def _shift(there: str, one: Difference) -> list[str]:
    lies, should = ([int(piece.look) for piece in pieces] for pieces in (one.take, one.put))
    if not lies or not should:  # to be learned it need not be said
        return []
    return [say("{part}: shift it {rows}.", part=there, rows=rows_towards(should[0] - lies[0]))]


def _put(there: str, vehicle: str, piece: Piece) -> str:
    if piece.way == "h":
        return say("{where}: put {vehicle} from there to the right.", where=there, vehicle=vehicle)
    return say("{where}: put {vehicle} from there downwards.", where=there, vehicle=vehicle)


def _called(state: State, piece: Piece) -> str:
    """As the object of a sentence."""
    return named(state.grid.named[piece.look])


def seen(state: State, colours: Sequence[str], reading: BoardReading) -> Json:
    """The parts as they lie, and each vehicle where it was seen, or where it stood unseen.

    Raises:
        NotSure: one was seen nowhere, and need not stand where it stood.
    """
    offsets = [_lies(state, side, reading) for side in SIDES]
    lies = looks.grid_plan(*offsets)
    on = {
        piece.look: (spot, piece)
        for spot, pieces in reading.seen.items()
        for piece in pieces or ()
        if piece.kind != PART
    }
    stood = {
        piece.look: spot for spot, pieces in looks.on_grid(state.grid).items() for piece in pieces if piece.kind != PART
    }
    after: list[Vehicle] = []
    for vehicle in state.grid.vehicles:
        if vehicle.name in on:
            stand = stand_at(lies, *on[vehicle.name])
            after.append(replace(vehicle, row=stand.row, col=stand.column, axis=stand.way))
        elif vehicle.name not in stood:
            after.append(vehicle)  # it is off: the game is won
        elif reading.seen.get(stood[vehicle.name]) is None:
            stand = stand_at(lies, stood[vehicle.name], looks.piece(vehicle))
            after.append(replace(vehicle, row=stand.row))
        else:
            raise NotSure(_nowhere(vehicle, reading))
    return {"offsets": offsets, "vehicles": vehicles_json(in_order(after))}


def _lies(state: State, side: str, reading: BoardReading) -> int:
    """How many rows down a part was seen to lie."""
    seen = reading.seen.get(side)
    if seen:
        return int(seen[0].look)
    return state.grid.offsets[SIDES.index(side)]


def _nowhere(vehicle: Vehicle, reading: BoardReading) -> str:
    if reading.unseen:
        return hidden(where(reading.unseen[0]))
    return say("{vehicle} was seen nowhere: put it back first.", vehicle=capital(named(vehicle)))


def expected(state: State, colours: Sequence[str]) -> Expected:
    return looks.on_grid(state.grid)


# Of grids the reader is wrong too often yet (docs/board-accuracy.md).
BOARD: BoardCheck[State] = BoardCheck(looks.plan, expected, expected, where, words, seen, ready=never)
