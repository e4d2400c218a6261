"""Which face a patch shows, also where it lies askew over the tile; and what a run without an error still allows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.laid_tiles import GAME, printed
from vision.tiles.accuracy import at_most
from vision.tiles.faces import Faces, faces_of
from vision.tiles.match import match


@pytest.fixture(scope="module")
def faces() -> Faces:
    return faces_of(GAME)


@pytest.mark.parametrize(("face", "way"), [("shield-4", 1), ("shield-4", -1), ("shield-5", -1)])
def test_a_patch_askew_is_compared_with_all_that_look_like_it_once_it_fits(faces: Faces, face: str, way: int) -> None:
    # So askew two corners were found of a tile that lay white on a dotted floor: other shields looked more like it.
    image = np.full((300, 300, 3), (170, 200, 205), np.uint8)
    image[100:200, 100:200] = cv2.resize(printed(face, False), (100, 100), interpolation=cv2.INTER_AREA)
    off = np.array([(-1, 9), (26, -5), (-20, 15), (-2, 6)], np.float64) * way
    corners = np.array([(100, 100), (200, 100), (200, 200), (100, 200)], np.float64) + off

    found = match(np.asarray(image, np.uint8), corners, faces)

    assert found is not None
    assert (found.name, found.explained > 0.9) == (face, True)


@pytest.mark.parametrize(("wrong", "of", "rate"), [(0, 3000, 0.0010), (0, 59, 0.0495), (1, 300, 0.0157), (3, 3, 1.0)])
def test_few_errors_leave_a_highest_rate_that_is_known(wrong: int, of: int, rate: float) -> None:
    assert at_most(wrong, of) == pytest.approx(rate, abs=1e-4)
