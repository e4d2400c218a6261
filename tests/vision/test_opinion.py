"""The second opinion: it is small, it is asked square by square, and the reader works without it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.dice import examine
from vision.guesses import Guess
from vision.opinion import CLASSES, MODEL, SIDE_PX, View, logits_of
from vision.photo import load_photo

RENDERS = Path(__file__).parent / "renders"
PLAIN = RENDERS / "white-on-green-felt.jpg"
PICTURE = load_photo(PLAIN)


def test_the_network_weighs_less_than_two_megabytes() -> None:
    assert MODEL.stat().st_size < 2_000_000


def test_every_guess_gets_its_odds_wherever_it_lies() -> None:
    view = View.of(PICTURE)
    guesses = [Guess(np.array([x, 100.0]), half, 0) for x in (-50.0, 10.0, 5000.0) for half in (3.0, 40.0, 900.0)]
    logits = logits_of(view, guesses)
    assert logits.shape == (len(guesses), CLASSES)
    assert np.isfinite(logits).all()


def test_no_guess_is_no_question() -> None:
    assert logits_of(View.of(PICTURE), []).shape == (0, CLASSES)


@pytest.mark.parametrize("half", [4.0, 20.0, 150.0])
def test_a_square_is_centred_on_its_guess(half: float) -> None:
    rows, columns = np.mgrid[:960, :1280]
    picture = np.zeros((960, 1280, 3), np.uint8)
    picture[(rows - 500) ** 2 + (columns - 700) ** 2 < (half / 2) ** 2] = 255
    square = View.of(picture).square(np.array([700.0, 500.0]), half).mean(axis=2)
    row, column = (float((np.indices(square.shape)[axis] * square).sum() / square.sum()) for axis in (0, 1))
    assert (row, column) == pytest.approx((SIDE_PX / 2 - 0.5, SIDE_PX / 2 - 0.5), abs=0.6)


def test_without_a_second_opinion_the_classical_stages_read_alone() -> None:
    alone = examine(PICTURE, second_opinion=False)
    assert alone.guesses == ()
    assert alone.reading.values == examine(PICTURE).reading.values


@pytest.mark.parametrize("missing", [("hands.onnx", "slants.npz"), ("*.onnx", "*.npz")])
def test_the_reader_works_without_the_files_of_the_networks(missing: tuple[str, ...], tmp_path: Path) -> None:
    rooms = Path(__file__).parents[2]
    shutil.copytree(rooms / "vision", tmp_path / "vision", ignore=shutil.ignore_patterns("__pycache__", *missing))
    read = "from pathlib import Path; from sys import argv; from vision import dice, photo"
    told = subprocess.run(
        [sys.executable, "-c", f"{read}; print(*dice.read_dice(photo.load_photo(Path(argv[1]))).values)", PLAIN],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, rooms)))},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == [str(value) for value in examine(PICTURE).reading.values]
