"""Faces are found for their pattern alone, many at once."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.faces import find_faces
from vision.pips import find_spots

PATTERNS = {
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def drawn(*dice: tuple[int, float, float, float]) -> NDArray[np.uint8]:
    """White squares on green (value, x, y, turn in degrees), grey levels (300, 400)."""
    picture = np.full((300, 400), 90, np.uint8)
    for value, x, y, turn in dice:
        corners = cv2.boxPoints(((x, y), (60, 60), turn))
        cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (230,))
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        for across, down in PATTERNS[value]:
            at = (x + 16 * (cos * across - sin * down), y + 16 * (sin * across + cos * down))
            cv2.circle(picture, (round(at[0] * 16), round(at[1] * 16)), 5 * 16, (20,), -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize("value", PATTERNS)
@pytest.mark.parametrize("turn", [0.0, 20.0, 45.0, 70.0])
def test_each_pattern_is_a_face_however_it_is_turned(value: int, turn: float) -> None:
    picture = drawn((value, 200, 150, turn))
    faces = find_faces(picture, find_spots(picture))
    best = max(faces, key=lambda face: len(face.spots))
    assert best.value == value
    assert best.centre == pytest.approx((200, 150), abs=1.5)
    assert len(best.spots) == value


def test_a_plain_picture_has_no_faces() -> None:
    plain = np.full((200, 200), 128, np.uint8)
    assert find_faces(plain, find_spots(plain)) == []
