"""One camera sees one table: the top faces of dice that lie flat agree, whatever the camera's tilt and lens."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.beside import MODEL, NETWORKS, said_of
from vision.guesses import Guess
from vision.lean import AGREED, along, leanings, normals_of, upright
from vision.opinion import View
from vision.slants import SIDE_PX, bilinear, points, seen
from vision.verdict import Verdict

SIZE = (1280, 960)
PLACES = np.array([(200.0, 180.0), (1000.0, 240.0), (640.0, 500.0), (300.0, 800.0)])
CLEARLY = 4.4
"""Errors by which few flat dice of the visible pictures are off the others."""
PLAIN = View.of(np.full((480, 640, 3), 90, np.uint8))


def tilted(degrees: float, turn: float = 0.7) -> NDArray[np.float64]:
    """A normal, towards a camera that looks along +z, off its axis by so many degrees."""
    off = np.radians(degrees)
    return np.array([np.sin(off) * np.cos(turn), np.sin(off) * np.sin(turn), -np.cos(off)])


def slants(normals: list[NDArray[np.float64]], focal: float = 0.83) -> NDArray[np.float64]:
    """How faces with these normals are seen at PLACES by a lens of this focal length, in longer sides."""
    off = (PLACES - (np.array(SIZE) - 1) / 2) / (focal * SIZE[0])
    return along(np.array(normals), off[: len(normals)])


def told(x: float, y: float) -> Verdict:
    """A die that only the network found: its face's edges are not known."""
    return Verdict(Guess(np.array([x, y]), 20.0, 0), 3, 0.99)


def test_a_normal_is_found_again_from_how_its_face_is_seen() -> None:
    normals, rays = np.array([tilted(25), tilted(5, 3.0)]), np.array([(0.3, -0.2), (0.0, 0.5)])
    assert normals_of(along(normals, rays), rays) == pytest.approx(normals)


@pytest.mark.parametrize("focal", [0.65, 0.83, 1.2, 2.5])
@pytest.mark.parametrize("tilt", [0, 15, 35])
def test_flat_dice_agree_under_any_camera(focal: float, tilt: float) -> None:
    assert leanings(slants([tilted(tilt)] * 4, focal), PLACES, SIZE).max() < AGREED


@pytest.mark.parametrize("tilt", [0, 15, 35])
def test_the_one_that_leans_is_off_the_others(tilt: float) -> None:
    off = leanings(slants([tilted(tilt), tilted(tilt), tilted(tilt + 25), tilted(tilt)]), PLACES, SIZE)
    assert (off > CLEARLY).tolist() == [False, False, True, False]


def test_among_dice_that_are_measured_badly_none_leans() -> None:
    off = leanings(slants([tilted(15, 0.0), tilted(15, 2.1), tilted(15, 4.2), tilted(15, 1.0)]), PLACES, SIZE)
    assert off.max() < CLEARLY


def test_of_two_that_disagree_none_is_known_to_lean() -> None:
    assert not leanings(slants([tilted(5), tilted(40)]), PLACES[:2], SIZE).any()


def test_dice_whose_edges_are_not_known_are_left_as_they_were_told() -> None:
    dice = [told(100, 100), told(300, 200), told(500, 300)]
    assert upright(PLAIN, dice) == dice


def test_a_die_that_shows_no_edge_is_not_measured() -> None:
    found = seen(PLAIN, [told(-50, 3), told(320, 240), told(5000, 100)])
    assert np.isnan(found.odd).all()
    assert not found.whole.any()


def test_how_a_die_is_seen_is_measured_wherever_it_lies() -> None:
    picture = np.full((480, 640, 3), 60, np.uint8)
    dice = [told(100, 100), told(320, 240), told(638, 470)]
    for die in dice:
        square = cv2.boxPoints(((float(die.centre[0]), float(die.centre[1])), (44, 44), 30))
        cv2.fillConvexPoly(picture, np.rint(square).astype(np.int32), (230, 230, 230))
    found = seen(View.of(picture), dice)
    assert np.isfinite(found.odd).all()
    assert found.slants.shape == (3, 2)


@pytest.mark.parametrize("network", NETWORKS)
def test_which_die_is_the_odd_one_does_not_hang_on_their_order(network: str) -> None:
    chance = np.random.default_rng(0)
    lines, ways, places = (chance.normal(0, 1, shape).astype(np.float32) for shape in ((4, 8, 360), (4, 2, 2), (4, 2)))
    slants, odds = said_of(network, lines, ways, places)
    order = [2, 0, 3, 1]
    slants_too, odds_too = said_of(network, lines[order], ways[order], places[order])
    assert odds_too == pytest.approx(odds[order], abs=1e-4)
    assert slants_too == pytest.approx(slants[order], abs=1e-4)


def test_a_die_alone_has_none_to_be_compared_with() -> None:
    lines, ways, places = np.zeros((1, 8, 360), np.float32), np.eye(2, dtype=np.float32)[None], np.zeros((1, 2))
    slants, odds = said_of("first", lines, ways, places.astype(np.float32))
    assert slants == pytest.approx(0, abs=1e-6)
    assert np.isfinite(odds).all()


def test_a_face_turned_by_half_a_turn_is_sampled_at_the_same_places_from_the_other_end() -> None:
    frame = np.array([[[30, 30], [10, 2], [-2, 10]]], np.float32)
    turned = frame * np.array([1, -1, -1], np.float32)[:, None]
    there, back = (points(one)[0, :960].reshape(8, -1, 2) for one in (frame, turned))
    assert back == pytest.approx(there[[2, 3, 0, 1, 6, 7, 4, 5]])


def test_colours_between_pixels_are_between_their_colours() -> None:
    ramp = np.repeat(np.arange(0, 4 * SIDE_PX, 4, dtype=np.uint8)[None, :, None], 3, axis=2).repeat(SIDE_PX, axis=0)
    assert bilinear(ramp, np.array([(10.25, 7.5), (-3, 2)], np.float32))[:, 0].tolist() == [41.0, 0.0]


def test_each_of_the_networks_that_measure_weighs_a_tenth_of_the_second_opinion() -> None:
    assert MODEL.stat().st_size < len(NETWORKS) * 185_000
