"""What a photo of the grid comes to, with readings given as data."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board import PART, BoardReading, Piece
from companion.board_grid import plan_of
from companion.board_report import lay_out, report, stand_alone
from companion.events import PositionCorrected
from companion.games import GAMES
from companion.games.rush_hour_shift import looks
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.rules import State
from companion.history import begin
from companion.start import new_game

GAME = GAMES["rush-hour-shift"]
K = Piece("car", "K", "v")


def state(**keys: Any) -> State:
    given: State = GAME.from_position({"players": ["Ann", "Bo"], **keys})
    return given


def told(before: State, lies: Grid, **otherwise: tuple[Piece, ...] | None) -> dict[str, Any]:
    """Of a grid that lies so, but for these spots (`_2_11`); None: it cannot be seen."""
    plan = plan_of(looks.learned_as(before), looks.grid_plan(*lies.offsets))
    lying = looks.on_grid(lies)
    seen: dict[str, tuple[Piece, ...] | None] = {
        spot.name: lying.get(spot.name, ()) for spot in plan.spots if spot.kinds
    }
    seen.update({name[1:].replace("_", "."): pieces for name, pieces in otherwise.items()})
    reading = BoardReading("unsure" if None in seen.values() else "read", seen, plan=plan)
    return report(GAME, before, ("gold", "silver"), reading)


def sentences(said: dict[str, Any]) -> list[str]:
    return [sentence for one in said["differences"] for sentence in one["say"]]


def test_a_vehicle_that_was_pushed_is_to_be_taken_and_put_or_believed() -> None:
    before = state()
    said = told(before, before.grid.moved("K", 1))
    assert sentences(said) == [
        "Right part, row 2, column 11: put the car K from there downwards.",
        "Right part, row 3, column 11: take the car K away.",
    ]
    assert said["change"]["vehicles"]["K"] == {"row": 2, "col": 10, "length": 2, "axis": "v"}
    put, take = (one["at"] for one in said["differences"])
    assert (put[0], round(take[1] - put[1], 3)) == (take[0], round(20 / 140, 3)), "marked in their middles"


def test_a_part_that_was_shifted_is_one_difference_and_what_stands_on_it_rides_along() -> None:
    before = state()
    said = told(before, before.grid.shifted("right", -2))
    assert sentences(said) == ["Right part: shift it 2 rows down."]
    assert said["change"]["offsets"] == [0, -2]
    assert GAME.from_position({**GAME.position(before), **said["change"]}).grid == before.grid.shifted("right", -2)


def test_what_is_believed_is_one_correction_of_the_game() -> None:
    history = begin(GAME, new_game(GAME, ("Ann", "Bo"), {}, 0))
    before: State = history.now.state
    change = told(before, before.grid.shifted("left", 1).moved("J", 1))["change"]
    after: State = history.after(PositionCorrected({**GAME.position(before), **change})).now.state
    assert (after.grid.offsets, after.grid.named["J"].row) == ((1, 0), 5)


def test_a_vehicle_that_is_nowhere_is_put_back_first() -> None:
    before = state()
    said = told(before, before.grid, _2_11=())
    assert sentences(said) == ["Right part, row 2, column 11: put the car K from there downwards."]
    assert (said["change"], said["prevented"]) == (None, "The car K was seen nowhere: put it back first.")


def test_one_that_may_stand_where_nothing_was_seen_is_not_believed_away() -> None:
    before = state()
    said = told(before, before.grid, _2_11=(), _5_1=None)
    assert said["prevented"] == "Left part, row 5, column 1 could not be seen."
    covered = told(before, before.grid.moved("J", 1), _2_11=None)
    assert covered["change"]["vehicles"]["K"]["row"] == 1, "it stands where it stood"


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ("1.7", "Middle part, row 1, column 7"),
        ("3.0", "Left part, row 3, half off"),
        ("right", "Right part"),
        ("left.top", "Left part (gold begins there): its upper outer corner"),
    ],
)
def test_places_are_named_as_one_sees_them(spot: str, words: str) -> None:
    assert GAME.board is not None
    assert GAME.board.where(spot) == words


def test_a_hero_car_that_is_half_off_or_gone_is_where_it_should_be() -> None:
    half = state(
        vehicles={
            "G": {"row": 2, "col": 13, "length": 2, "axis": "h"},
            "S": {"row": 1, "col": -1, "length": 2, "axis": "h"},
        }
    )
    assert {spot for spot, (piece,) in looks.on_grid(half.grid).items() if piece.kind != PART} == {"3.14", "2.0"}
    assert told(half, half.grid)["differences"] == []
    off = state(
        vehicles={
            "G": {"row": 2, "col": 14, "length": 2, "axis": "h"},
            "S": {"row": 1, "col": 0, "length": 2, "axis": "h"},
        }
    )
    assert all(pieces[0].look != "G" for pieces in looks.on_grid(off.grid).values())


def test_its_pieces_are_learned_as_they_stand_and_anew_for_another_layout() -> None:
    first, second = state(), state(options={"layout": "ours-2"})
    assert lay_out(GAME, first, ()) == []
    assert not stand_alone(GAME, first, ())
    assert looks.learned_as(first) != looks.learned_as(second)
    own = state(options={"layout": GAME.position(first)["vehicles"]})
    assert looks.learned_as(own).startswith("rush-hour-shift-own-")
