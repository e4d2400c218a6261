"""What a calibrated tray tells the reader beforehand."""

import numpy as np
import pytest

from tests.vision.scripted import picture_of
from vision.dice import examine, read_dice
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


@pytest.mark.parametrize(("die_px", "levels"), [(18.0, 1), (36.0, 2), (71.0, 3), (600.0, 4)])
def test_pips_are_sought_at_no_more_sizes_than_those_dice_have(die_px: float, levels: int) -> None:
    assert Known(die_px).levels(1.0) == levels


def test_no_die_is_asked_for_where_the_floor_lies_bare() -> None:
    things = np.zeros((60, 80), bool)
    things[30:40, 50:60] = True
    known, size = Known(DIE_PX, things), (320, 240)
    assert known.bare(np.array((100.0, 100.0)), 20, size)
    assert not known.bare(np.array((190.0, 140.0)), 20, size)
    assert not known.bare(np.array((230.0, 110.0)), 20, size)
    assert known.bare(np.array((319.0, 0.0)), 20, size)
    assert not Known(DIE_PX).bare(np.array((100.0, 100.0)), 20, size)


def test_what_lies_on_a_known_floor_and_shows_no_pips_is_asked_for_and_bare_floor_is_not() -> None:
    image = picture_of((4, 5), size=(1280, 960))
    everywhere, nowhere = np.ones((6, 8), bool), np.zeros((6, 8), bool)
    asked = [len(examine(image, known=Known(2 * DIE_PX, things)).guesses) for things in (None, everywhere, nowhere)]
    assert asked[0] == asked[1] > asked[2]
