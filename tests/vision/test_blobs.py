"""Where things as large as a die stand off from what lies around them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.blobs import MAX_BLOBS, find_blobs
from vision.opinion import View


def tray(*dice: tuple[int, int], colour: tuple[int, int, int] = (230, 230, 230)) -> NDArray[np.uint8]:
    picture = np.full((480, 640, 3), 90, np.uint8)
    for x, y in dice:
        cv2.rectangle(picture, (x - 20, y - 20), (x + 20, y + 20), colour, -1)
    return picture


def nearest(found: list[NDArray[np.float64]], x: float, y: float) -> float:
    return min(float(np.linalg.norm(centre - (x, y))) for centre in found)


@pytest.mark.parametrize("colour", [(230, 230, 230), (10, 10, 10), (90, 60, 130)])
def test_a_die_without_pips_is_found_at_its_middle(colour: tuple[int, int, int]) -> None:
    found = find_blobs(View.of(tray((200, 150), colour=colour)), 20.0, [])
    assert nearest(found, 200, 150) < 8


def test_dice_that_touch_are_both_found() -> None:
    found = find_blobs(View.of(tray((200, 150), (241, 150))), 20.0, [])
    assert nearest(found, 200, 150) < 12
    assert nearest(found, 241, 150) < 12


def test_what_is_known_is_not_found_again() -> None:
    known = np.array([(170.0, 120.0), (230.0, 120.0), (230.0, 180.0), (170.0, 180.0)])
    found = find_blobs(View.of(tray((200, 150), (400, 300))), 20.0, [known])
    assert nearest(found, 400, 300) < 8
    assert nearest(found, 200, 150) > 30


def test_of_a_carpet_only_the_clearest_are_kept() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)
    assert len(find_blobs(View.of(noise), 10.0, [])) <= MAX_BLOBS


def test_a_picture_smaller_than_a_die_has_none() -> None:
    assert find_blobs(View.of(tray()[:20, :20]), 40.0, []) == []
