"""The drawings of the tiles: all are there, no two are alike however they lie, and each has a code of its own."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import marks
from companion.drawings import BadDrawing, drawings, read_drawing
from companion.games.highway.names import name
from companion.games.highway.tiles import BOX
from vision.art import draw

DRAWN = drawings("highway")


def turned(image: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    return [np.asarray(np.rot90(image, turns), np.uint8) for turns in range(4)]


def apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """The part of the picture in which the two clearly differ."""
    return float((np.abs(one.astype(int) - other).max(axis=2) > 60).mean())


def test_every_face_and_the_back_are_drawn_and_named() -> None:
    assert set(DRAWN) == {*BOX, "back"}
    assert {face: DRAWN[face].title for face in BOX} == {face: name(face) for face in BOX}


def test_no_two_faces_are_alike_however_they_lie() -> None:
    pictures = {face: draw(DRAWN[face], 48) for face in BOX}
    alike = [
        (one, other)
        for one, other in combinations(BOX, 2)
        if min(apart(pictures[one], picture) for picture in turned(pictures[other])) < 0.05
    ]
    assert alike == []


def test_no_two_faces_are_alike_to_who_sees_no_colours() -> None:
    grey = {
        face: np.asarray(
            cv2.cvtColor(cv2.cvtColor(draw(DRAWN[face], 48), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
        )
        for face in BOX
    }
    for one, other in combinations(BOX, 2):
        assert min(apart(grey[one], picture) for picture in turned(grey[other])) > 0.03


def test_a_back_lies_the_same_either_way_up_and_bears_no_code() -> None:
    back = draw(DRAWN["back"], 256)
    assert apart(back, turned(back)[2]) < 0.01
    assert "back" not in marks.faces_coded("highway")


def test_each_face_has_a_code_that_no_tray_and_no_board_has() -> None:
    codes = marks.faces_coded("highway")
    assert set(codes) == set(BOX)
    assert len(set(codes.values())) == len(BOX)
    assert not set(codes.values()) & {*marks.TRAY, *marks.BOARD}
    assert max(codes.values()) < len(marks.CODES)


def test_any_two_codes_differ_in_five_modules_however_they_are_turned() -> None:
    inside = [np.array([list(row[1:-1]) for row in marks.modules(code)[1:-1]]) for code in range(len(marks.CODES))]
    for (nth, one), (other_nth, other) in combinations(enumerate(inside), 2):
        assert min(int((one != np.rot90(other, turns)).sum()) for turns in range(4)) >= marks.APART, (nth, other_nth)
    for one in inside:
        assert min(int((one != np.rot90(one, turns)).sum()) for turns in (1, 2, 3)) >= marks.APART


@pytest.mark.parametrize(
    ("svg", "says"),
    [
        ("<svg", "no SVG"),
        ('<svg viewBox="0 0 10 10"/>', "viewBox"),
        ('<svg viewBox="0 0 100 100"><g id="sign"/></svg>', "two groups"),
        ('<svg viewBox="0 0 100 100"><g id="ground"><text/></g><g id="sign"/></svg>', "text is not read"),
        ('<svg viewBox="0 0 100 100"><g id="ground"><path d="M1 1h5"/></g><g id="sign"/></svg>', "M, L, C and Z"),
        ('<svg viewBox="0 0 100 100"><g id="ground"><path d="M1"/></g><g id="sign"/></svg>', "lacks a number"),
        ('<svg viewBox="0 0 100 100"><g id="ground"><rect rx="3"/></g><g id="sign"/></svg>', "rx is not read"),
        ('<svg viewBox="0 0 100 100"><g id="ground"><rect fill="red"/></g><g id="sign"/></svg>', "#rrggbb"),
    ],
)
def test_a_drawing_that_would_look_otherwise_in_print_is_refused(svg: str, says: str) -> None:
    with pytest.raises(BadDrawing, match=says):
        read_drawing(svg)
