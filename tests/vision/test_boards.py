"""A board is compared right with what should lie there, or it is said where it cannot be seen."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion import marks
from companion.board import RUNNER, TILE, TOKEN, BoardReading, CannotLearn, Expected, Piece, differences
from companion.drawings import drawings
from companion.games.cant_stop import looks
from companion.games.highway import looks as highway_looks
from vision import art, board_print
from vision.board_figures import Figure
from vision.board_forms import CARD, PAINTS, card, cone, disc
from vision.board_place import by_marks, by_taps
from vision.board_reader import BoardReader
from vision.board_scene import TEXTURE, Shot, photograph

PLAN = looks.plan()
RED, BLUE, WHITE = Piece(TOKEN, "red"), Piece(TOKEN, "blue"), Piece(RUNNER, "white")
FORMS = {TOKEN: cone(6.5, 20.0), RUNNER: cone(5.5, 16.0)}
SIZE = (1024, 768)

BOARD: Expected = {"7.5": (BLUE, RED), "7.6": (WHITE,), "6.4": (RED,), "3.2": (BLUE,), "9.9": (RED,), "5.1": (WHITE,)}


def shot(lying: Expected, seed: int, tilts: tuple[float, float] = (25.0, 35.0), difficulty: str = "normal") -> Shot:
    figures = []
    for name, pieces in lying.items():
        spot = PLAN.spot(name)
        for nth, piece in enumerate(pieces):
            aside = (nth - (len(pieces) - 1) / 2) * 13
            figures.append(Figure(FORMS[piece.kind], PAINTS[piece.look], spot.x + aside, spot.y + 1))
    return photograph(board_print.draw(PLAN, TEXTURE), figures, seed, SIZE, tilts, difficulty)


@cache
def learned() -> BoardReader:
    reader = BoardReader()
    laid_out = looks.set_up(("red", "blue"))
    reader.learn(shot(laid_out, 1).image, PLAN, laid_out)
    return reader


@cache
def as_it_should() -> Shot:
    return shot(BOARD, 5)


def read(
    lying: Expected, seed: int, expected: Expected = BOARD, tilts: tuple[float, float] = (25.0, 35.0)
) -> BoardReading:
    return learned().read(shot(lying, seed, tilts).image, PLAN, expected)


def without(name: str, **others: tuple[Piece, ...]) -> Expected:
    return {spot: pieces for spot, pieces in BOARD.items() if spot != name}


@pytest.mark.parametrize(("seed", "tilts"), [(3, (0.0, 5.0)), (4, (35.0, 40.0))])
def test_a_board_that_is_right_has_no_differences(seed: int, tilts: tuple[float, float]) -> None:
    reading = read(BOARD, seed, tilts=tilts)
    assert reading.status == "read"
    assert differences(BOARD, reading) == ()


@pytest.mark.parametrize(
    ("lying", "spots"),
    [
        (without("6.4"), {"6.4"}),
        ({**without("6.4"), "6.5": (RED,)}, {"6.4", "6.5"}),
        ({**BOARD, "10.2": (BLUE,)}, {"10.2"}),
        ({**BOARD, "6.4": (BLUE,)}, {"6.4"}),
        ({**without("7.6"), "8.6": (WHITE,)}, {"7.6", "8.6"}),
    ],
    ids=["missing", "moved", "added", "another colour", "runner moved"],
)
def test_what_lies_otherwise_is_told(lying: Expected, spots: set[str]) -> None:
    told = differences(BOARD, read(lying, 5))
    assert {one.spot for one in told} == spots
    for one in told:
        assert one.take == lying.get(one.spot, ())
        assert one.put == BOARD.get(one.spot, ())


def test_where_the_photo_ends_nothing_is_said() -> None:
    image = as_it_should().image.copy()
    place = by_marks(image, PLAN)
    assert place is not None
    x, y = place.pixels(np.array([(PLAN.spot("9.9").x, PLAN.spot("9.9").y)]))[0]
    image[round(y) - 36 : round(y) + 36, round(x) - 36 : round(x) + 36] = (60, 200, 90)
    reading = learned().read(image, PLAN, BOARD)
    assert reading.status == "unsure"
    assert "9.9" in reading.unseen
    assert differences(BOARD, reading) == ()


def test_one_disc_upon_another_is_no_missing_one_and_never_told_for_sure_from_above() -> None:
    high = disc(6.5, 5.0)
    spot = PLAN.spot("7.7")

    def of(seed: int, tilts: tuple[float, float]) -> Shot:
        figures = [Figure(high, PAINTS["red"], spot.x, spot.y), Figure(high, PAINTS["blue"], spot.x, spot.y, z=5.0)]
        return photograph(board_print.draw(PLAN, TEXTURE), figures, seed, SIZE, tilts, "normal")

    reader, laid_out = BoardReader(), looks.set_up(("red", "blue"))
    figures = [
        Figure(high, PAINTS[piece.look], PLAN.spot(name).x, PLAN.spot(name).y) for name, (piece,) in laid_out.items()
    ]
    flat = board_print.draw(PLAN, TEXTURE)
    reader.learn(photograph(flat, figures, 2, SIZE, (25.0, 35.0), "normal").image, PLAN, laid_out)
    for tilts in ((0.0, 3.0), (30.0, 40.0)):
        reading = reader.read(of(8, tilts).image, PLAN, {"7.7": (BLUE, RED)})
        assert reading.seen["7.7"] in (None, (BLUE, RED))


def test_a_board_without_marks_is_read_by_four_taps() -> None:
    photo = as_it_should()
    middles = np.array([(PLAN.spot(name).x, PLAN.spot(name).y, 0.0) for name in PLAN.taps])
    taps = [(float(x) + 2, float(y) - 2) for x, y in photo.camera.project(middles)]
    assert by_taps(taps, PLAN, photo.image.shape) is not None
    assert differences(BOARD, learned().read(photo.image, PLAN, BOARD, taps)) == ()
    assert learned().read(photo.image, PLAN, BOARD, [(0.0, 0.0)] * 4).status == "no board"


def test_a_picture_of_anything_else_is_no_board() -> None:
    reading = learned().read(np.full((600, 800, 3), 120, np.uint8), PLAN, BOARD)
    assert (reading.status, dict(reading.seen)) == ("no board", {})
    assert reading.reasons


def test_pieces_that_were_not_learnt_are_asked_for() -> None:
    reading = learned().read(as_it_should().image, PLAN, {"7.5": (Piece(TOKEN, "green"),)})
    assert reading.status == "no board"
    assert reading.reasons


@pytest.mark.parametrize("laid_out", [looks.set_up(("red", "blue", "green"))], ids=["one too few"])
def test_pieces_are_learnt_only_where_all_are_seen(laid_out: Expected) -> None:
    reader = BoardReader()
    with pytest.raises(CannotLearn):
        reader.learn(shot({"7.7": (WHITE,), "3.3": (RED,), "5.5": (BLUE,)}, 1).image, PLAN, laid_out)
    assert reader.learnt("cant-stop") == frozenset()


def test_tiles_are_told_and_what_stands_on_them() -> None:
    plan = highway_looks.plan(tiles=True)
    back = {spot.name: (Piece(TILE, "back"),) for spot in plan.spots if spot.tile}
    laid_out = {**back, "5.9": (RED,), "7.13": (BLUE,), "9.9": (WHITE,)}
    should: Expected = {**back, "7.5": (RED, Piece(TILE, "back")), "4.3": (Piece(TILE, "map"),), "6.2": ()}
    lying: Expected = {**should, "7.5": (Piece(TILE, "back"),), "7.6": (RED, Piece(TILE, "back")), "6.2": back["6.2"]}

    def photo(lying: Expected, seed: int) -> Shot:
        figures = []
        for name, pieces in lying.items():
            spot = plan.spot(name)
            for piece in pieces:
                if piece.kind == TILE:
                    face = art.draw(drawings("highway")[piece.look], 160, marks.faces_coded("highway").get(piece.look))
                    figures.append(Figure(card(spot.tile, 1.6), CARD, spot.x, spot.y, top=face))
                else:
                    figures.append(Figure(FORMS[piece.kind], PAINTS[piece.look], spot.x, spot.y, z=1.6))
        return photograph(board_print.draw(plan, TEXTURE), figures, seed, (1280, 960), (25.0, 35.0), "normal")

    reader = BoardReader()
    reader.learn(photo(laid_out, 4).image, plan, laid_out)
    reading = reader.read(photo(lying, 2).image, plan, should)
    told = {(one.spot, one.take, one.put) for one in differences(should, reading)}
    assert told | {("7.6", (RED,), ())} == {("7.5", (), (RED,)), ("7.6", (RED,), ()), ("6.2", back["6.2"], ())}
    assert set(reading.unseen) <= {"7.6"}
