"""The reader on our own renders, on the shared photos where they lie beside the repository, and on what is no photo."""

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.shared import PHOTOS, needs_photos
from vision.accuracy import outcomes, share
from vision.dice import examine, read_dice
from vision.doubts import CUT
from vision.explain import write_stages
from vision.labelled import labelled_photos
from vision.photo import load_photo
from vision.reading import DiceReading, Die

RENDERS = Path(__file__).parent / "renders"
GOLDEN = list(csv.DictReader((RENDERS / "expected.csv").read_text().splitlines()))
"""Each with what it guards, in its last column."""


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["file"] for golden in GOLDEN])
def test_our_renders_are_read_as_listed(golden: dict[str, str]) -> None:
    reading = read_dice(load_photo(RENDERS / golden["file"]))
    assert reading.status == golden["status"]
    if reading.status == "read":
        assert reading.values == tuple(int(value) for value in golden["values"].split())


@needs_photos
@pytest.mark.timeout(300)
def test_the_shared_photos_are_read_within_the_bounds() -> None:
    done = list(outcomes(labelled_photos(PHOTOS)))
    use_like = [outcome for outcome in done if "use-like" in outcome.picture.groups]
    assert share(done, "exact") >= 88
    assert share(use_like, "exact") >= 93
    assert share(done, "silently_wrong") <= 0.6


@pytest.mark.parametrize("shape", [(1, 1), (1, 700), (700, 1), (2, 3), (31, 33), (480, 640)])
def test_a_plain_picture_of_any_size_is_empty(shape: tuple[int, int]) -> None:
    assert read_dice(np.full((*shape, 3), 128, np.uint8)) == DiceReading("empty")


def test_a_doubt_about_two_dice_is_said_once() -> None:
    image = load_photo(RENDERS / "white-on-green-felt.jpg")
    # Through the six on the left, with half of a white cube at the right edge.
    cut = np.ascontiguousarray(image[:, 671:])
    cut[855:897, -33:] = (205, 215, 218)
    assert read_dice(cut).reasons == (CUT,)


def test_noise_is_never_told_as_a_roll() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)
    assert read_dice(noise).status != "read"


def test_the_same_picture_is_read_the_same_twice_and_left_as_it_was() -> None:
    image = load_photo(RENDERS / "white-on-green-felt.jpg")
    before = image.copy()
    assert read_dice(image) == read_dice(image)
    assert np.array_equal(image, before)


def test_values_are_in_ascending_order() -> None:
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    dice = tuple(Die(value, 0.9, (0.5, 0.5), square) for value in (6, 1, 4))
    assert DiceReading("read", dice).values == (1, 4, 6)


def test_corners_run_clockwise_around_the_centre_in_pixels_of_the_file() -> None:
    image = load_photo(RENDERS / "yellow-soft-vga.jpg")
    for die in read_dice(image).dice:
        corners = np.array(die.corners)
        assert _turns_right(corners)
        assert cv2.pointPolygonTest(corners.astype(np.float32), die.center, False) > 0
        assert (corners > -1).all()
        assert (corners < np.array(image.shape[1::-1])).all()


def test_an_unsure_reading_says_why() -> None:
    assert read_dice(load_photo(RENDERS / "hand-over-the-dice.jpg")).reasons


def test_a_die_with_a_pip_painted_over_is_not_told() -> None:
    image = load_photo(RENDERS / "white-on-green-felt.jpg")
    six = next(die for die in read_dice(image).dice if die.value == 6)
    x, y = (six.center[0] + six.corners[0][0]) / 2, (six.center[1] + six.corners[0][1]) / 2
    painted = cv2.circle(image.copy(), (round(x), round(y)), 7, (235, 235, 235), -1)
    reading = read_dice(np.asarray(painted, np.uint8))
    assert reading.status == "unsure"
    assert 6 not in reading.values


def test_every_stage_is_written_as_a_picture(tmp_path: Path) -> None:
    examination = examine(load_photo(RENDERS / "white-on-black-felt.jpg"))
    paths = write_stages(examination, tmp_path / "stages", "roll")
    assert [path.name for path in paths] == [
        "roll-0-working.png",
        "roll-1-spots.png",
        "roll-2-faces.png",
        "roll-3-tops.png",
    ]
    assert all(load_photo(path).shape == examination.working.shape for path in paths)


def _turns_right(corners: NDArray[np.float64]) -> bool:
    """In an image y points down, so clockwise corners have positive cross products."""
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    return bool((edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0).all())
