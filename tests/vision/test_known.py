"""What a calibrated tray tells the reader beforehand."""

import pytest

from tests.vision.scripted import picture_of
from vision.dice import read_dice
from vision.known import Known

DIE_PX = 54.0


@pytest.mark.parametrize("seed", range(5))
def test_four_aces_are_read_where_the_size_of_the_dice_is_known(seed: int) -> None:
    reading = read_dice(picture_of((1, 1, 1, 1), seed), Known(DIE_PX))
    assert (reading.status, reading.values) == ("read", (1, 1, 1, 1))


@pytest.mark.parametrize(("die_px", "scale"), [(18, 2.0), (54, 1.0), (80, 0.5), (108, 1 / 3)])
def test_large_dice_are_shrunk_by_whole_numbers_and_small_ones_enlarged(die_px: float, scale: float) -> None:
    assert Known(die_px).scale() == scale


def test_corners_are_those_of_the_picture_as_given() -> None:
    image = picture_of((4, 5), size=(1280, 960))
    plain, known = read_dice(image), read_dice(image, Known(2 * DIE_PX))
    assert plain.values == known.values == (4, 5)
    for one, other in zip(plain.dice, known.dice, strict=True):
        assert other.center == pytest.approx(one.center, abs=3)
