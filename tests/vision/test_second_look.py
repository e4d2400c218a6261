"""A second look tells a die whose pips were not counted, or what is none; it never tells what wavers."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bare import is_a_token, is_flawless, of_one_colour
from vision.bodies import outline
from vision.dice import examine
from vision.doubts import leftovers, stray_pips
from vision.faces import EDGE, Face
from vision.guesses import Guess
from vision.opinion import View
from vision.photo import load_photo
from vision.pips import find_spots
from vision.planes import brightness
from vision.recount import FEWEST, recounted
from vision.second_look import is_a_side, looked_again, stretched
from vision.tops import Top
from vision.verdict import COVERED, LEANS, UNTOLD, Verdict

PICTURE = load_photo(Path(__file__).parent / "renders" / "white-on-green-felt.jpg")
SEEN = examine(PICTURE)
SEEN_VIEW = View.of(SEEN.working)
FELT = (40, 90, 30)


def uncounted(verdict: Verdict, value: int = 0) -> Verdict:
    """A die that was told, as if nobody had counted its pips."""
    return Verdict(replace(verdict.guess, value=0, top=None, face=None), value, 0.9, "" if value else UNTOLD)


def looked(picture: NDArray[np.uint8], first: Verdict) -> Verdict:
    """The first die, the others as they were told."""
    return looked_again(View.of(picture), [first, *SEEN.verdicts[1:]])[0]


@pytest.mark.parametrize("value", [0, 3])
def test_a_die_that_is_plain_to_see_is_told_whatever_was_made_of_it_first(value: int) -> None:
    first = SEEN.verdicts[0]
    assert looked(SEEN.working, uncounted(first, value)).value == first.value


@pytest.mark.parametrize("index", range(len(SEEN.verdicts)))
def test_a_die_that_wavers_is_told_where_three_pips_and_more_are_counted_from_near(
    index: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.second_look.STEADY", 1.1)
    monkeypatch.setattr("vision.second_look.AMONG", (1.1, 1.1))
    die, others = SEEN.verdicts[index], [*SEEN.verdicts[:index], *SEEN.verdicts[index + 1 :]]
    (again, *_) = looked_again(SEEN_VIEW, [uncounted(die), *others])
    assert again.value == (die.value if die.value >= FEWEST else 0)
    assert not looked_again(SEEN_VIEW, [uncounted(die), others[0]])[0].value


def test_to_count_the_same_pips_again_vouches_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.second_look.STEADY", 1.1)
    monkeypatch.setattr("vision.second_look.AMONG", (1.1, 1.1))
    die = max(SEEN.verdicts, key=lambda one: one.value)
    others = [one for one in SEEN.verdicts if one is not die]
    assert not looked_again(SEEN_VIEW, [die.withdrawn(), *others])[0].value


def test_pips_that_the_whole_picture_does_not_show_are_counted_from_near() -> None:
    faint, die = SEEN.working.copy(), max(SEEN.verdicts, key=lambda one: one.value)
    reach = round(2.5 * die.half)
    x, y = np.rint(die.centre).astype(int)
    part = np.s_[y - reach : y + reach, x - reach : x + reach]
    faint[part] = np.rint(200 + (faint[part].astype(np.float64) - 200) * 0.06)
    assert not any(np.hypot(*(top.centre - die.centre)) < die.half for top in examine(faint, False).looks[0].tops)
    top = recounted(View.of(faint), uncounted(die).guess)
    assert top is not None
    assert top.value == die.value
    assert np.hypot(*(top.centre - die.centre)) < 0.2 * die.half
    assert 0.8 < top.half / die.half < 1.25


def test_on_the_floor_nothing_is_counted_from_near() -> None:
    assert recounted(SEEN_VIEW, Guess(np.array([90.0, 90.0]), SEEN.verdicts[0].half, 0)) is None


def test_a_die_whose_face_is_smeared_is_not_told() -> None:
    first, smeared = SEEN.verdicts[0], SEEN.working.copy()
    (left, top), (right, bottom) = (np.rint(first.centre + sign * first.half).astype(int) for sign in (-1, 1))
    smeared[top:bottom, left:right] = cv2.blur(smeared[top:bottom, left:right], (31, 31))
    assert not looked(smeared, uncounted(first, first.value)).value


def test_a_washed_out_die_is_told_by_the_faint_levels_that_are_left_of_its_pips() -> None:
    first, pale = SEEN.verdicts[0], SEEN.working.copy()
    (left, top), (right, bottom) = (np.rint(first.centre + sign * first.half).astype(int) for sign in (-1, 1))
    part = pale[top:bottom, left:right].astype(np.float64)
    pale[top:bottom, left:right] = 255 - (255 - part) * 0.3
    assert looked(pale, uncounted(first)).value == first.value


def test_beside_a_die_that_leans_nothing_is_looked_at_again() -> None:
    first, second, *others = SEEN.verdicts
    leaning = replace(second, value=0, doubt=LEANS)
    assert looked_again(SEEN_VIEW, [uncounted(first), leaning, *others])[0].value == 0


def test_where_no_pips_were_counted_nothing_is_told() -> None:
    assert not any(one.value for one in looked_again(SEEN_VIEW, [uncounted(one) for one in SEEN.verdicts]))


def test_a_token_beside_counted_dice_is_no_die_and_one_beside_a_single_die_may_be() -> None:
    picture, place = SEEN.working.copy(), np.array([120.0, 120.0])
    cv2.circle(picture, (120, 120), 24, (235, 235, 235), -1, cv2.LINE_AA)
    token = Verdict(replace(SEEN.verdicts[0].guess, centre=place, value=0, top=None, face=None), 0, 0.0, COVERED)
    assert len(looked_again(View.of(picture), [token, *SEEN.verdicts])) == len(SEEN.verdicts)
    assert len(looked_again(View.of(picture), [token, SEEN.verdicts[0]])) == 2


def test_what_is_stretched_fills_the_levels_and_cuts_off_what_is_around_it() -> None:
    square = np.full((48, 48, 3), 20, np.uint8)
    square[8:40, 8:40] = 240
    square[20:28, 20:28] = 250
    drawn = stretched(square)
    assert np.ptp(drawn[24, 24].astype(int) - drawn[12, 24]) == 0
    assert int(drawn[24, 24, 0]) - int(drawn[16, 24, 0]) > 100
    assert drawn.min() > 20


def felt() -> NDArray[np.uint8]:
    grain = np.random.default_rng(0).normal(0, 2, (200, 200, 3))
    return np.asarray(np.clip(np.array(FELT) + grain, 0, 255), np.uint8)


MIDDLE = np.array([100.0, 100.0])
WHITE = np.full(3, 240.0)


@pytest.mark.parametrize("axes", [(30, 30), (30, 24), (16, 16)])
def test_a_round_thing_on_the_floor_is_a_token(axes: tuple[int, int]) -> None:
    picture = felt()
    cv2.ellipse(picture, (100, 100), axes, 30, 0, 360, (240, 240, 240), -1, cv2.LINE_AA)
    assert is_a_token(picture, MIDDLE, 25.0, WHITE)


@pytest.mark.parametrize("turn", [0, 20, 45])
def test_a_square_face_is_no_token(turn: int) -> None:
    picture = felt()
    corners = cv2.boxPoints(((100, 100), (50, 50), turn))
    cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], (240, 240, 240), cv2.LINE_AA)
    assert not is_a_token(picture, MIDDLE, 25.0, WHITE)


@pytest.mark.parametrize("radius", [2, 5, 8])
@pytest.mark.parametrize("glint", [False, True])
def test_a_pip_in_the_middle_of_a_face_is_no_token(radius: int, glint: bool) -> None:
    picture = felt()
    cv2.rectangle(picture, (75, 75), (125, 125), (240, 240, 240), -1)
    cv2.circle(picture, (100, 100), radius, (30, 30, 30), -1, cv2.LINE_AA)
    if glint:
        picture[100, 100] = 240
    assert not is_a_token(picture, MIDDLE, 25.0, WHITE)


def test_a_round_top_on_a_red_die_is_no_token() -> None:
    picture = felt()
    cv2.rectangle(picture, (66, 66), (134, 134), (30, 30, 170), -1)
    cv2.circle(picture, (100, 100), 25, (240, 240, 240), -1, cv2.LINE_AA)
    assert not is_a_token(picture, MIDDLE, 25.0, WHITE)


@pytest.mark.parametrize(
    ("level", "pip", "flawless"), [(200, None, True), (200, 60, False), (200, 185, False), (253, None, False)]
)
def test_a_face_is_flawless_without_a_pip_and_where_light_has_not_drowned_it(
    level: int, pip: int | None, flawless: bool
) -> None:
    picture, colour = felt(), np.full(3, float(level))
    cv2.rectangle(picture, (75, 75), (125, 125), (level,) * 3, -1)
    if pip is not None:
        cv2.circle(picture, (100, 100), 6, (pip,) * 3, -1)
    body = outline(picture, MIDDLE + 8, colour, 75.0, np.zeros((0, 2)), 0.0)
    assert is_flawless(picture, body, colour, 10.0) is flawless


def die(corners: NDArray[np.float64], aspect: float = 0.9) -> Guess:
    """One whose pips were counted."""
    centre = corners.mean(axis=0)
    return Guess(centre, 20.0, 3, Top(3, centre, corners, 20.0, 3.0, 1.0, aspect, np.zeros(3), 80.0, 0.9, (1, 2)))


def pattern(centre: tuple[float, float], half_wide: float, half_high: float, turn: float = 0.0) -> Guess:
    """Six pips without a body, flattened as much as high."""
    u = half_wide * np.array([np.cos(turn), np.sin(turn)]) / EDGE
    v = half_high * np.array([-np.sin(turn), np.cos(turn)]) / EDGE
    place = np.array(centre)
    face = Face(6, place, u, v, (3, 4), 2.0, 0.9 * half_high / half_wide, 1.0, 90.0, 80.0, 1.0)
    return Guess(place, face.half, 6, face=face)


SQUARE = 100 + 20.0 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


@pytest.mark.parametrize(
    ("what", "guess", "side"),
    [
        ("below the top, as wide, less high", pattern((101, 137), 20, 14), True),
        ("beside it, turned", pattern((137, 99), 20, 14, np.pi / 2), True),
        ("as high as wide: a die that touches", pattern((100, 141), 20, 20), False),
        ("askew: a die that leans", pattern((101, 137), 20, 14, 0.5), False),
        ("to one side", pattern((110, 137), 20, 14), False),
        ("farther off", pattern((100, 155), 20, 14), False),
        ("smaller", pattern((100, 137), 14, 9), False),
    ],
)
def test_a_pattern_edge_to_edge_with_a_top_is_on_the_dies_side(what: str, guess: Guess, side: bool) -> None:
    assert is_a_side(guess, die(SQUARE)) is side, what


def test_what_sticks_out_of_one_die_may_be_under_it_and_of_three_one_way_are_their_sides() -> None:
    told = [Verdict(die(SQUARE + np.array([x, 0.0])), 3, 0.99) for x in (0.0, 100.0, 200.0, 300.0)]
    below = [one.centre + np.array([4.0, 36.0]) for one in told[:3]]
    around = [told[0].centre + 36.0 * np.array(way) for way in ((0, 1), (0, -1), (-1, 0))]
    size = (600, 400)

    def some(place: NDArray[np.float64], half: float) -> bool:
        return False

    assert leftovers(below[:1], told, size, some)
    assert leftovers(below[:2], told, size, some)
    assert not leftovers(below, told, size, some)
    assert leftovers(around, told, size, some)


def test_where_the_network_sees_no_top_at_all_a_piece_beside_a_die_is_its_side() -> None:
    told, size = [Verdict(die(SQUARE), 3, 0.99)], (600, 400)
    side, other = told[0].centre + np.array([4.0, 36.0]), told[0].centre + np.array([36.0, 4.0])
    assert not leftovers([side], told, size, lambda place, half: True)
    assert leftovers([side, other], told, size, lambda place, half: bool(place is side))


@pytest.mark.parametrize(
    ("colours", "a_set"),
    [
        ([(200, 200, 200), (215, 210, 212), (252, 252, 252)], True),
        ([(252, 252, 252), (200, 200, 200), (215, 210, 212)], True),
        ([(200, 200, 200), (215, 210, 212)], False),
        ([(240, 240, 240), (30, 30, 250), (250, 60, 20)], False),
    ],
)
def test_three_dice_alike_are_a_set_though_one_lies_in_glare_and_vivid_ones_are_none(
    colours: list[tuple[int, int, int]], a_set: bool
) -> None:
    assert of_one_colour(np.array(colours, np.float64)) is a_set


@pytest.mark.parametrize(("body", "nothing", "stray"), [(235, False, True), (235, True, False), (40, False, False)])
def test_two_spots_are_a_die_beside_a_set_only_if_they_lie_on_its_colour_and_the_network_does_not_refute_it(
    body: int, nothing: bool, stray: bool
) -> None:
    picture, half = SEEN.working.copy(), float(np.median([one.half for one in SEEN.verdicts]))
    radius = round(0.2 * half)
    cv2.rectangle(picture, (60, 60), (60 + round(2 * half), 60 + round(2 * half)), (body,) * 3, -1)
    for step in (0.5, 1.5):
        cv2.circle(picture, (60 + round(step * half),) * 2, radius, (140,) * 3, -1, cv2.LINE_AA)
    spots = find_spots(brightness(picture))
    assert stray_pips(View.of(picture), spots, SEEN.verdicts, lambda place, half: nothing) is stray


@pytest.mark.parametrize(("off", "flat", "stray"), [(2.0, 1.0, True), (2.0, 0.6, False), (1.3, 1.0, False)])
def test_round_pips_beside_a_die_may_be_of_one_that_touches_it_and_flat_ones_are_on_its_side(
    off: float, flat: float, stray: bool
) -> None:
    one = die(SQUARE, aspect=1.0)
    picture = np.full((300, 300, 3), 230, np.uint8)
    for x in (-9.0, 9.0):
        place = (round(one.centre[0] + off * one.half), round(one.centre[1] + x))
        cv2.ellipse(picture, place, (max(2, round(4 * flat)), 4), 0, 0, 360, (20, 20, 20), -1, cv2.LINE_AA)
    told = [Verdict(one, 3, 0.99)]
    spots = find_spots(brightness(picture))
    assert stray_pips(View.of(picture), spots, told, lambda place, half: False) is stray
    assert not stray_pips(View.of(picture), spots, told, lambda place, half: True)
