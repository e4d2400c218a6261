"""What a photo of the board comes to, with readings given as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.board import BoardReading, Piece
from companion.board_report import lay_out, may_be_taught, report, stand_alone
from companion.events import PositionCorrected
from companion.game import Game, Seat
from companion.games import GAMES
from companion.history import begin
from companion.start import new_game

ANN, BO, WHITE = Piece("token", "blue"), Piece("token", "red"), Piece("runner", "white")
COLOURS = ("blue", "red")
CLIMB = {"tokens": [{"6": 4, "9": 3}, {"7": 5}], "runners": {"7": 3, "8": 2}}


def reading(game: Game[Any], state: Any, **otherwise: tuple[Piece, ...] | None) -> BoardReading:
    """The board as it should be, but for these spots (`_7_3`); None: it cannot be seen."""
    check = game.board
    assert check is not None
    should = check.expected(state, COLOURS)
    seen: dict[str, tuple[Piece, ...] | None] = {
        spot.name: should.get(spot.name, ()) for spot in check.plan(state).spots
    }
    seen.update({name[1:].replace("_", "."): pieces for name, pieces in otherwise.items()})
    return BoardReading("unsure" if None in seen.values() else "read", seen)


def told(position: Mapping[str, Any] = CLIMB, **otherwise: tuple[Piece, ...] | None) -> dict[str, Any]:
    game = GAMES["cant-stop"]
    state = game.from_position({"players": ["Ann", "Bo"], **position})
    return report(game, state, COLOURS, reading(game, state, **otherwise))


def sentences(said: dict[str, Any]) -> list[str]:
    return [sentence for one in said["differences"] for sentence in one["say"]]


def test_a_board_as_it_should_be_has_nothing_to_take_or_put() -> None:
    assert told() == {
        "status": "read",
        "differences": [],
        "unseen": [],
        "change": None,
        "prevented": "",
        "decides": True,
        "reasons": [],
    }


def test_a_token_that_was_moved_is_to_be_taken_and_put_or_believed() -> None:
    said = told(_6_4=(), _6_5=(ANN,))
    assert sentences(said) == [
        "Column 6, space 4: put Ann's token there.",
        "Column 6, space 5: take Ann's token away.",
    ]
    assert said["change"] == {"tokens": [{"6": 5, "9": 3}, {"7": 5}], "runners": {"7": 3, "8": 2}}
    x, y, edge = said["differences"][0]["at"]
    assert 0.35 < x < 0.45
    assert 0 < y < 1
    assert 0 < edge < 0.1


def test_what_the_board_says_is_put_right_as_every_correction_is_and_can_be_undone() -> None:
    game = GAMES["cant-stop"]
    history = begin(game, new_game(game, ("Ann", "Bo"), {}, 0, COLOURS)).after(PositionCorrected(CLIMB))
    seen = reading(game, history.state, _8_2=(), _8_3=(WHITE,))
    change = report(game, history.state, COLOURS, seen)["change"]

    corrected = history.after(PositionCorrected({**game.position(history.state), **change}))
    assert corrected.state.runners == {7: 3, 8: 3}
    assert report(game, corrected.state, COLOURS, seen)["differences"] == []
    assert corrected.can_undo


def test_what_only_points_at_places_is_never_sure_of_a_difference_nor_taken_over() -> None:
    game = GAMES["cant-stop"]
    state = game.from_position({"players": ["Ann", "Bo"], **CLIMB})
    moved = report(game, state, COLOURS, replace(reading(game, state, _6_4=(), _6_5=(ANN,)), decides=False))
    same = report(game, state, COLOURS, replace(reading(game, state), decides=False))

    assert (moved["status"], moved["change"], len(moved["differences"])) == ("unsure", None, 2)
    assert "look at each place" in moved["prevented"]
    assert (same["status"], same["prevented"]) == ("read", "")


@pytest.mark.parametrize(
    ("otherwise", "why"),
    [
        ({"_6_4": (), "_6_7": None}, "Column 6, space 7 could not be seen."),
        ({"_6_4": None, "_6_7": (ANN,)}, "Column 6, space 4 could not be seen."),
        ({"_6_7": (ANN,)}, "Column 6, space 7: that cannot lie there."),
        ({"_6_7": (Piece("token", "green"),)}, "Column 6, space 7: that cannot lie there."),
        ({"_7_3": (), "_7_13": (WHITE, WHITE)}, "Column 7, space 13: that cannot lie there."),
        (
            {"_6_4": (), "_6_11": (ANN,), "_6_3": (BO,)},
            "What was seen cannot be: tokens[1]: column 6 is won by Ann.",
        ),
        (
            {"_9_1": (WHITE,)},
            "What was seen cannot be: runners: in column 9 space 1 is not above the player's own token.",
        ),
    ],
)
def test_what_cannot_be_put_down_says_what_prevents_it(otherwise: dict[str, Any], why: str) -> None:
    said = told(**otherwise)
    assert said["differences"]
    assert (said["change"], said["prevented"]) == (None, why)


def test_a_piece_that_may_stand_where_nothing_is_seen_is_left_where_it_stood() -> None:
    said = told(_6_4=None, _7_5=(), _7_6=(BO,))
    assert said["change"] == {"tokens": [{"6": 4, "9": 3}, {"7": 6}], "runners": {"7": 3, "8": 2}}
    assert [one["say"] for one in said["unseen"]] == ["Column 6, space 4"]


def test_several_pieces_on_a_space_are_told_apart() -> None:
    said = told({"tokens": [{"7": 5}, {"7": 5}]}, _7_5=(BO,), _7_6=(ANN,))
    assert sentences(said) == [
        "Column 7, space 5: put Ann's token there.",
        "Column 7, space 6: take Ann's token away.",
    ]
    assert said["change"]["tokens"] == [{"7": 6}, {"7": 5}]


def lies(position: Mapping[str, Any], **otherwise: tuple[Piece, ...] | None) -> dict[str, Any]:
    """On a Highway board whose tiles lie on the table."""
    game = GAMES["highway"]
    whole = {"players": ["Ann", "Bo"], "options": {"tiles": "table"}, **position}
    state = game.from_position(whole)
    return report(game, state, COLOURS, reading(game, state, **otherwise))


def tile(look: str) -> Piece:
    return Piece("tile", look)


TILES = {"board": {"7.4": {"face": "flood", "up": True}, "7.5": {"face": None, "up": False}}, "tokens": [{"7": 2}, {}]}


def test_a_tile_that_lies_otherwise_is_named_and_may_be_believed() -> None:
    said = lies(TILES, _7_4=(), _7_5=(tile("map"),), _6_1=(tile("back"),))
    assert sentences(said) == [
        "Column 6, space 1: take a face-down tile away.",
        "Column 7, space 4: put the tile Flood there.",
        "Column 7, space 5: turn the tile face down again.",
    ]
    assert said["change"] == {
        "tokens": [{"7": 2}, {}],
        "runners": {},
        "board": {"6.1": {"face": None, "up": False}, "7.5": {"face": "map", "up": True}},
    }


def test_a_tile_with_another_face_or_the_wrong_way_up_says_which_it_should_be() -> None:
    assert sentences(lies(TILES, _7_4=(tile("back"),), _7_2=(ANN, tile("lost")))) == [
        "Column 7, space 2: take the tile Lost away.",
        "Column 7, space 4: turn the tile up, it should show Flood.",
    ]
    assert sentences(lies(TILES, _7_4=(tile("accident"), BO))) == [
        "Column 7, space 4: the tile should show Flood, not Accident.",
        "Column 7, space 4: take Bo's token away.",
    ]


def test_no_tile_is_looked_for_where_the_companion_holds_them_and_none_is_told() -> None:
    game = GAMES["highway"]
    state = game.from_position(
        {"players": ["Ann", "Bo"], "board": {"7.4": {"face": "flood", "up": False}}, "tokens": [{"7": 2}, {}]}
    )
    check = game.board
    assert check is not None
    assert not any(spot.tile for spot in check.plan(state).spots)
    assert check.expected(state, COLOURS) == {"7.2": (ANN,)}


def test_white_markers_stay_where_they_stand_while_they_are_checked() -> None:
    stop = {"runners": {"6": 3}, "resolving": [6], "path": ["7.5"], "rested": ["9.2"], **TILES}
    assert lies(stop)["differences"] == []
    said = lies(stop, _6_3=(), _6_4=(WHITE,))
    assert said["prevented"] == "Column 6, space 3: while white markers are checked, they stay where they stand."
    said = lies(stop, _7_2=(), _7_3=(ANN,))
    assert said["change"]["tokens"] == [{"7": 3}, {}]


@pytest.mark.parametrize(
    ("name", "options", "spaces"), [("cant-stop", {}, (3, 5, 7)), ("highway", {"tiles": "table"}, (5, 9, 5))]
)
def test_the_board_is_laid_out_to_learn_one_of_each_piece(
    name: str, options: dict[str, Any], spaces: tuple[int, int, int]
) -> None:
    game = GAMES[name]
    state = game.start(("Ann", "Bo"), options, Seat(0))
    ann, bo, white = spaces
    assert [(one["say"], one["look"]) for one in lay_out(game, state, COLOURS)] == [
        (f"Column 3, space {ann}: put Ann's token there.", "blue"),
        (f"Column 5, space {bo}: put Bo's token there.", "red"),
        (f"Column 7, space {white}: put a white runner there.", "white"),
    ]


@pytest.mark.parametrize(
    ("name", "options", "reads"),
    [
        ("cant-stop", {}, True),
        ("highway", {"tiles": "companion"}, True),
        ("highway", {"tiles": "table"}, False),
        ("express", {}, False),
        ("rush-hour-shift", {}, False),
    ],
)
def test_only_boards_whose_pieces_can_be_read_are_offered(name: str, options: dict[str, Any], reads: bool) -> None:
    game = GAMES[name]
    assert game.reads_board(game.start(("Ann", "Bo"), options, Seat(0))) is reads


@pytest.mark.parametrize(
    ("position", "may"),
    [
        (CLIMB, True),
        ({**CLIMB, "runners": {}}, False),
        ({"tokens": [{"7": 5}, {"7": 5}], "runners": {"8": 2}}, False),
        ({"tokens": [{"7": 5, "2": 1}, {"7": 5, "3": 1}], "runners": {"8": 2}}, True),
    ],
)
def test_nothing_has_to_be_laid_out_where_one_of_each_stands_alone(position: dict[str, Any], may: bool) -> None:
    game = GAMES["cant-stop"]
    assert stand_alone(game, game.from_position({"players": ["Ann", "Bo"], **position}), COLOURS) is may


@pytest.mark.parametrize(
    ("game", "options", "may"),
    [
        ("cant-stop", {}, True),
        ("highway", {"tiles": "companion"}, True),
        ("highway", {"tiles": "table"}, False),
    ],
)
def test_another_board_can_be_taught_where_no_tiles_lie_on_it(game: str, options: dict[str, str], may: bool) -> None:
    state = GAMES[game].from_position({"game": game, "players": ["Ann", "Bo"], "options": options})
    board = GAMES[game].board
    assert board is not None
    assert may_be_taught(board.plan(state)) == may
