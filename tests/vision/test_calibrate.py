"""Advice on a tray: what is wrong with the place is said in words."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli import main
from vision.calibrate import advise
from vision.dice import read_dice
from vision.photo import load_photo
from vision.reading import DiceReading, Die

RENDERS = Path(__file__).parent / "renders"
GRAY = np.full((480, 640, 3), 120, np.uint8)


def roll(edge: float) -> DiceReading:
    corners = ((100.0, 100.0), (100.0 + edge, 100.0), (100.0 + edge, 100.0 + edge), (100.0, 100.0 + edge))
    return DiceReading("read", (Die(4, 0.99, (100 + edge / 2, 100 + edge / 2), corners),))


def test_a_good_place_needs_no_advice() -> None:
    assert advise(GRAY, roll(40)).hints == ()


@pytest.mark.parametrize(
    ("image", "reading", "said"),
    [
        (GRAY // 5, roll(40), "too dark"),
        (np.where(np.arange(640)[None, :, None] > 600, 255, GRAY).astype(np.uint8), roll(40), "glare at the right"),
        (GRAY, roll(12), "too small, 12 pixels: move the camera closer"),
        (GRAY, roll(25), "are small, 25 pixels"),
        (GRAY, DiceReading("empty"), "no die was read"),
    ],
)
def test_each_fault_of_a_place_is_named(image: NDArray[np.uint8], reading: DiceReading, said: str) -> None:
    (hint,) = advise(image, reading).hints
    assert said in hint


def test_the_size_of_the_dice_is_that_of_their_top_faces() -> None:
    image = load_photo(RENDERS / "white-on-green-felt.jpg")
    assert advise(image, read_dice(image)).die_px == pytest.approx(40, abs=12)


def test_a_photo_is_calibrated_from_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["calibrate", str(RENDERS / "white-on-green-felt.jpg"), "--json"], play=lambda asked: 0) == 0
    assert '"hints"' in capsys.readouterr().out
    assert main(["calibrate", str(tmp_path / "gone.jpg")], play=lambda asked: 0) == 1
