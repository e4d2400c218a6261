"""Another board than the printed one is learned from one photo, found by its art, and read like ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board import RUNNER, TOKEN, CannotLearn, Ends, Expected, Piece, Taps, differences
from companion.games.cant_stop import looks
from tools.board_designs import design
from vision.boards.figures import Figure
from vision.boards.forms import PAINTS, cone
from vision.boards.reader import BoardReader
from vision.boards.scene import Shot, photograph

PLAN = looks.plan()
OTHER = design("wood", 1)
RED, BLUE, WHITE = Piece(TOKEN, "red"), Piece(TOKEN, "blue"), Piece(RUNNER, "white")
FORMS = {TOKEN: cone(6.5, 20.0), RUNNER: cone(5.5, 16.0)}
SIZE = (1280, 960)
BOARD: Expected = {"7.5": (BLUE,), "7.6": (WHITE,), "6.4": (RED,), "3.2": (BLUE,), "9.9": (RED,)}

Picture = NDArray[np.uint8]


def shot(lying: Expected, seed: int, tilts: tuple[float, float] = (25.0, 35.0), difficulty: str = "normal") -> Shot:
    figures = [
        Figure(FORMS[piece.kind], PAINTS[piece.look], OTHER.plan.spot(name).x, OTHER.plan.spot(name).y)
        for name, pieces in lying.items()
        for piece in pieces
    ]
    return photograph(OTHER.picture, figures, seed, SIZE, tilts, difficulty)


def taps_in(photo: Shot) -> Taps:
    middles = np.array([(OTHER.plan.spot(name).x, OTHER.plan.spot(name).y, 0.0) for name in PLAN.taps])
    return [(float(x) + 1, float(y) - 1) for x, y in photo.camera.project(middles)]


@cache
def empty() -> Shot:
    return shot({}, 1, (0.0, 5.0), "easy")


def ends_of(reader: BoardReader, image: Picture, taps: Taps) -> Ends:
    straight = reader.straighten(image, PLAN, taps)
    return tuple((straight.parts(line[0]), straight.parts(line[-1])) for line in PLAN.lines)


def taught(folder: Path | None = None) -> BoardReader:
    reader, taps = BoardReader(folder), taps_in(empty())
    reader.teach(empty().image, PLAN, taps, ends_of(reader, empty().image, taps))
    return reader


@cache
def knowing() -> BoardReader:
    reader, laid_out = taught(), looks.set_up(("red", "blue"))
    reader.learn(shot(laid_out, 2).image, PLAN, laid_out)
    return reader


def test_a_learned_board_is_found_by_itself_and_what_lies_otherwise_is_told() -> None:
    assert differences(BOARD, knowing().read(shot(BOARD, 3, (35.0, 40.0)).image, PLAN, BOARD)) == ()
    other = {**BOARD, "6.4": (), "6.5": (RED,), "10.2": (BLUE,)}
    told = differences(BOARD, knowing().read(shot(other, 4, (0.0, 10.0)).image, PLAN, BOARD))
    assert {(one.spot, one.take, one.put) for one in told} == {
        ("6.4", (), (RED,)),
        ("6.5", (RED,), ()),
        ("10.2", (BLUE,), ()),
    }


def test_taps_that_are_a_finger_off_are_put_right_by_the_art() -> None:
    photo = shot(BOARD, 5)
    aside = [(x + 6, y - 5) for x, y in taps_in(photo)]
    assert differences(BOARD, knowing().read(photo.image, PLAN, BOARD, aside)) == ()


def test_another_board_than_the_learned_one_is_not_taken_for_it() -> None:
    stranger = photograph(design("narrow", 2).picture, [], 6, SIZE, (0.0, 15.0), "easy")
    for image in (stranger.image, np.full((600, 800, 3), 120, np.uint8)):
        reading = knowing().read(image, PLAN, BOARD)
        assert (reading.status, dict(reading.seen)) == ("no board", {})
        assert reading.reasons


def blurred(image: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 5), np.uint8)


def darkened(image: Picture) -> Picture:
    return np.asarray(image // 5, np.uint8)


def lit_up(image: Picture) -> Picture:
    return np.asarray(np.clip(image.astype(np.uint16) * 3, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [(blurred, "blurred"), (darkened, "too dark"), (lit_up, "too bright")],
    ids=["blurred", "dark", "too bright"],
)
def test_a_bad_photo_is_refused_in_one_sentence(spoilt: Callable[[Picture], Picture], says: str) -> None:
    with pytest.raises(CannotLearn, match=says):
        BoardReader().straighten(spoilt(empty().image), PLAN, taps_in(empty()))


def test_taps_that_are_no_board_seen_from_above_are_refused() -> None:
    taps, reader = list(taps_in(empty())), BoardReader()
    crossed, mirrored = [taps[0], taps[2], taps[1], taps[3]], [taps[0], taps[3], taps[2], taps[1]]
    for wrong in (crossed, mirrored):
        with pytest.raises(CannotLearn, match="four points"):
            reader.straighten(empty().image, PLAN, wrong)
    far = shot({}, 7, (38.0, 40.0))
    with pytest.raises(CannotLearn):
        reader.straighten(far.image, PLAN, taps_in(far))
    small = np.asarray(cv2.resize(empty().image, (320, 240), interpolation=cv2.INTER_AREA), np.uint8)
    with pytest.raises(CannotLearn, match="nearer"):
        reader.straighten(small, PLAN, [(x / 4, y / 4) for x, y in taps])


def test_ends_that_are_nowhere_change_nothing() -> None:
    reader = BoardReader()
    with pytest.raises(CannotLearn, match="upon each other"):
        reader.teach(empty().image, PLAN, taps_in(empty()), [((0.5, 0.5), (0.5, 0.5))] * len(PLAN.lines))
    assert not reader.taught("cant-stop")


def test_what_was_taught_outlives_a_restart_and_is_forgotten_with_its_pieces(tmp_path: Path) -> None:
    laid_out = looks.set_up(("red", "blue"))
    reader = taught(tmp_path)
    reader.learn(shot(laid_out, 2).image, PLAN, laid_out)

    again = BoardReader(tmp_path)
    assert again.taught("cant-stop")
    assert again.learnt("cant-stop") == {RED, BLUE, WHITE}
    assert again.plan(PLAN) == reader.plan(PLAN) != PLAN
    assert differences(BOARD, again.read(shot(BOARD, 3).image, PLAN, BOARD)) == ()

    again.teach(empty().image, PLAN, taps_in(empty()), ends_of(again, empty().image, taps_in(empty())))
    assert again.learnt("cant-stop") == frozenset(), "on another picture pieces look otherwise"
    again.forget_board("cant-stop")
    assert not BoardReader(tmp_path).taught("cant-stop")
    assert again.plan(PLAN) == PLAN


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 9}'], ids=["empty", "torn", "a list", "another version"])
def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "cant-stop.board.json").write_text(text)
    assert BoardReader(tmp_path).plan(PLAN) == PLAN


def test_a_file_whose_picture_is_of_another_size_counts_as_none(tmp_path: Path) -> None:
    taught(tmp_path)
    file = tmp_path / "cant-stop.board.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "width": 99.0}))
    assert not BoardReader(tmp_path).taught("cant-stop")
