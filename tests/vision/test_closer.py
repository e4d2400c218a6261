"""A die that was not met squarely is found from beside it; where none lies nothing is."""

from pathlib import Path

import numpy as np
import pytest

from vision.closer import closer
from vision.dice import read_dice
from vision.guesses import Guess
from vision.opinion import View, logits_of
from vision.photo import load_photo

PICTURE = load_photo(Path(__file__).parent / "renders" / "white-on-green-felt.jpg")
VIEW = View.of(PICTURE)
HALF = 23.0


def from_beside(centre: tuple[float, float], aside: tuple[float, float], zoom: float) -> list[Guess]:
    guess = Guess(np.array(centre) + HALF * np.array(aside), HALF * zoom, 0)
    return closer(VIEW, [guess], logits_of(VIEW, [guess]))


@pytest.mark.parametrize("aside", [(0.5, 0.0), (0.0, -0.5), (-0.4, 0.3)])
@pytest.mark.parametrize("zoom", [0.85, 1.2])
def test_the_place_of_a_die_is_found_from_beside_it(aside: tuple[float, float], zoom: float) -> None:
    die = read_dice(PICTURE).dice[0]
    (found,) = from_beside(die.center, aside, zoom)
    assert np.linalg.norm(found.centre - die.center) < 0.35 * HALF


def test_on_bare_felt_nothing_is_found() -> None:
    assert from_beside((60.0, 60.0), (0.0, 0.0), 1.0) == []


def test_of_no_guess_nothing_comes() -> None:
    assert closer(VIEW, [], logits_of(VIEW, [])) == []
