"""Two witnesses, one verdict: what is told, what is doubted, what is dropped."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.faces import Face
from vision.guesses import Guess
from vision.opinion import CLASSES
from vision.verdict import COVERED, LEANS, Verdict, judge
from vision.weighing import posterior

WHITE = (230.0, 230.0, 230.0)
BLACK = (10.0, 10.0, 10.0)
GLARING = (255.0, 255.0, 250.0)
MOTTLED, SMOOTH = 40.0, 4.0
"""Levels over which a face wanders."""


def pattern(value: int, x: float = 100.0, half: float = 20.0) -> Guess:
    u, v = np.array([half / 1.85, 0]), np.array([0, half / 1.85])
    centre = np.array([x, 100.0])
    return Guess(centre, half, value, face=Face(value, centre, u, v, (), 3.0, 0.9, 1.0, 200.0, 80.0, 1.0))


def body(x: float, half: float = 20.0) -> Guess:
    return Guess(np.array([x, 100.0]), half, 0, spot=1)


def says(kind: int, firmly: float = 8.0) -> list[float]:
    return [firmly if index == kind else 0.0 for index in range(CLASSES)]


def judged(*heard: tuple[Guess, list[float], tuple[float, float, float]]) -> list[Verdict]:
    guesses, logits, colours = zip(*heard, strict=True)
    return judge(list(guesses), np.array(logits), np.array(colours), np.full(len(heard), MOTTLED))


def values(verdicts: list[Verdict]) -> list[int]:
    return [verdict.value for verdict in verdicts]


def test_what_pips_and_network_agree_on_is_told() -> None:
    (verdict,) = judged((pattern(5), says(5), WHITE))
    assert verdict.value == 5
    assert verdict.confidence > 0.99
    assert not verdict.doubt


def test_pips_that_the_network_contradicts_mildly_are_not_told() -> None:
    (verdict,) = judged((pattern(5), says(4, firmly=1.2), WHITE))
    assert verdict.value == 0


def test_a_pattern_that_the_network_is_sure_is_nothing_is_dropped() -> None:
    assert judged((pattern(2), says(0), WHITE)) == []


@pytest.mark.parametrize(("kind", "doubt"), [(7, LEANS), (8, COVERED)])
def test_a_die_that_leans_or_is_covered_is_doubted_for_that(kind: int, doubt: str) -> None:
    (verdict,) = judged((pattern(5), says(kind), WHITE))
    assert (verdict.value, verdict.doubt) == (0, doubt)


def test_of_two_guesses_of_one_die_only_one_is_told() -> None:
    assert values(judged((pattern(6), says(6), WHITE), (pattern(2, x=105), says(2), WHITE))) == [6]


def test_dice_that_touch_are_both_told() -> None:
    assert values(judged((pattern(6), says(6), WHITE), (pattern(2, x=140), says(2), WHITE))) == [6, 2]


def test_a_body_like_the_dice_is_doubted_and_its_shadow_is_not() -> None:
    die = (pattern(6), says(6), WHITE)
    assert values(judged(die, (body(200), says(8), WHITE))) == [6, 0]
    assert values(judged(die, (body(200), says(8), BLACK))) == [6]


def test_a_plain_cube_is_no_die_unless_its_pips_may_have_drowned_in_light() -> None:
    guesses, logits = [pattern(6), body(200)], np.array([says(6), says(8)])
    cube = judge(guesses, logits, np.array([WHITE, WHITE]), np.array([MOTTLED, SMOOTH]))
    drowned = judge(guesses, logits, np.array([WHITE, GLARING]), np.array([MOTTLED, SMOOTH]))
    assert values(cube) == [6]
    assert values(drowned) == [6, 0]


def test_a_die_of_another_colour_without_pips_to_count_is_told_only_beyond_doubt() -> None:
    bare = Guess(np.array([200.0, 100.0]), 20.0, 0)
    assert values(judged((pattern(6), says(6), WHITE), (bare, says(3, firmly=3.9), BLACK))) == [6, 0]
    assert values(judged((pattern(6), says(6), WHITE), (bare, says(3), BLACK))) == [6, 3]
    assert values(judged((pattern(6), says(6), WHITE), (bare, says(3, firmly=3.9), WHITE))) == [6, 3]


def test_more_bare_bodies_than_a_roll_may_hide_are_a_tablecloth() -> None:
    squares = [(Guess(np.array([x, 300.0]), 20.0, 0), says(8), WHITE) for x in (100.0, 200.0, 300.0, 400.0)]
    assert values(judged((pattern(6), says(6), WHITE), *squares)) == [6]


def test_a_body_beside_a_die_is_that_dies_side() -> None:
    assert values(judged((pattern(6), says(6), WHITE), (body(138), says(8), WHITE))) == [6]


def test_a_smaller_pattern_right_beside_a_die_is_on_that_dies_side() -> None:
    die, side = (pattern(6), says(6), WHITE), pattern(2, x=136, half=13)
    assert values(judged(die, (side, says(2, firmly=1.6), WHITE))) == [6]
    assert values(judged(die, (pattern(2, x=139), says(2), WHITE))) == [6, 2]


def test_a_die_twice_as_large_as_the_others_is_no_die_of_the_roll() -> None:
    roll = [(pattern(value, x=100.0 * value), says(value), WHITE) for value in (2, 3, 4)]
    assert sorted(values(judged(*roll, (pattern(5, x=800, half=50), says(5), WHITE)))) == [0, 2, 3, 4]


def test_no_guess_is_no_die() -> None:
    assert judge([], np.zeros((0, CLASSES)), np.zeros((0, 3)), np.zeros(0)) == []


def test_odds_add_up() -> None:
    odds: NDArray[np.float64] = posterior([pattern(3), body(300)], np.array([says(3), says(0)]))
    assert odds.sum(axis=1) == pytest.approx(1.0)


def test_a_few_specks_far_smaller_than_the_counted_dice_are_no_die_of_another_size() -> None:
    dice = [(pattern(6, x), says(6), WHITE) for x in (100, 200)]
    speck = (pattern(2, 400, half=6.0), says(2, 12.0), BLACK)
    assert values(judged(*dice, speck)) == [6, 6]
    assert values(judged(dice[0], speck)) == [6, 0]
    assert values(judged(*dice, (pattern(2, 400, half=9.0), says(2, 12.0), BLACK))) == [6, 6, 0]
    assert values(judged(*dice, (pattern(5, 400, half=6.0), says(5, 12.0), BLACK))) == [6, 6, 0]
