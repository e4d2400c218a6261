"""A hand that covers dice is seen, and dice seen from near are no fingers."""

from pathlib import Path

import numpy as np

from vision.dice import examine, read_dice
from vision.guesses import Guess
from vision.hands import HAND, MODEL, there_is_a_hand
from vision.known import Known
from vision.opinion import View
from vision.photo import load_photo
from vision.verdict import Verdict

RENDERS = Path(__file__).parent / "renders"


def test_where_a_hand_covers_dice_the_others_are_no_whole_roll() -> None:
    reading = read_dice(load_photo(RENDERS / "dark-tray-under-a-hand.jpg"))
    assert reading.status == "unsure"
    assert reading.dice
    assert reading.reasons == (HAND,)


def test_a_tray_without_a_hand_has_none() -> None:
    seen = examine(load_photo(RENDERS / "white-on-green-felt.jpg"))
    assert not there_is_a_hand(View.of(seen.working), seen.verdicts)


def test_dice_that_fill_the_picture_are_not_taken_for_fingers() -> None:
    view = View.of(load_photo(RENDERS / "dark-tray-under-a-hand.jpg"))
    near = Verdict(Guess(np.array([100.0, 100.0]), 60.0, 3), 3, 0.99)
    assert not there_is_a_hand(view, [near])


def test_over_a_calibrated_tray_the_watcher_looks_out_for_hands() -> None:
    seen = examine(load_photo(RENDERS / "dark-tray-under-a-hand.jpg"), known=Known(21.0))
    assert HAND not in seen.reasons


def test_the_network_for_hands_weighs_a_tenth_of_the_second_opinion() -> None:
    assert MODEL.stat().st_size < 200_000
