"""Shadow, a lamp and what may lie under a piece are doubts where something of them is seen, and only there."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.board import RUNNER, TOKEN, Piece, Spot
from companion.games.cant_stop import looks as cant_stop
from vision.boards.doubts import perhaps_pale
from vision.boards.flat import Flat, Frame
from vision.boards.ground import Print, likely, print_of
from vision.boards.looks import Form, Look
from vision.boards.pieces import Evidence, Found
from vision.boards.said import Said, unless_hardly_seen
from vision.boards.tiles import tiles_on
from vision.boards.upon import another_shows, may_lie_under

PLAN = cant_stop.plan()
ABOVE = np.array((PLAN.width / 2, PLAN.height / 2, -600.0))
RED, BLUE, WHITE = Piece(TOKEN, "red"), Piece(TOKEN, "blue"), Piece(RUNNER, "white")
CONE = Form(6.5, 2.0, 20.0)
DISC = Form(6.5, 6.5, 5.0)
COLOURS = {RED: (-2.6, -2.7, -0.6), BLUE: (-0.8, -1.9, -2.6), WHITE: (0.05, 0.12, 0.12)}
LOOKS = {
    piece: Look(CONE, np.array(colour, np.float32), np.eye(3, dtype=np.float32) * 0.01)
    for piece, colour in COLOURS.items()
}


@cache
def printed() -> Print:
    return print_of(PLAN)


def bare() -> Flat:
    drawn = printed().drawn
    none = np.zeros(drawn.shape, bool)
    return Flat(np.nan_to_num(drawn), np.isfinite(drawn[:, :, 0]), none[:, :, 0], none, drawn)


def disc(spot: Spot, radius: float, x: float = 0.0, y: float = 0.0) -> NDArray[np.bool_]:
    """Pixels within so many mm of a point beside the middle of a spot."""
    down, across = np.indices(printed().silent.shape)
    return np.asarray(np.hypot(across - Frame.px(spot.x + x), down - Frame.px(spot.y + y)) < 2 * radius, bool)


def evidence(flat: Flat) -> Evidence:
    silent = printed().silent
    return Evidence(flat, likely(flat, printed()), silent, LOOKS, np.zeros(silent.shape, bool))


def test_a_shadow_is_no_white_piece_and_what_is_brighter_in_it_may_be_one() -> None:
    shaded, white = PLAN.spot("5.5"), PLAN.spot("9.5")
    flat = bare()
    for spot in (shaded, white):
        flat.colour[disc(spot, 6.0)] -= 0.4
    flat.colour[disc(white, 3.0)] += 0.5
    stands: dict[str, list[Piece]] = {spot.name: [] for spot in PLAN.spots}
    expected = {"5.5": (WHITE,), "9.5": (WHITE,)}
    assert set(perhaps_pale(flat, evidence(flat), stands, PLAN, expected, LOOKS, ())) == {"9.5"}


def test_a_white_piece_too_bright_to_be_told_is_not_said_to_be_missing() -> None:
    white, other = PLAN.spot("9.5"), PLAN.spot("5.5")
    flat = bare()
    for spot in (white, other):
        flat.colour[disc(spot, 4.0, x=-4.0)] -= 0.4  # the shadow of one
    flat.clipped[disc(white, 4.0)] = True
    stands: dict[str, list[Piece]] = {spot.name: [] for spot in PLAN.spots}
    expected = {"5.5": (WHITE,), "9.5": (WHITE,)}
    assert set(perhaps_pale(flat, evidence(flat), stands, PLAN, expected, LOOKS, ())) == {"9.5"}


def test_a_lamp_misleads_where_the_board_beside_it_is_whiter_too() -> None:
    flat, lamp = bare(), PLAN.spot("7.7")
    flat.colour[disc(lamp, 10.0)] = 0.5
    flat.clipped[disc(lamp, 20.0)] = True
    silent = printed().silent
    told = tiles_on(flat, likely(flat, printed()), silent, PLAN, {}, LOOKS, ABOVE).lamp
    assert {"7.6", "7.7", "7.8"} <= told
    assert not told & {"7.5", "7.9", "5.5", "9.5"}


def alone(spot: Spot, crescent: float, eye: NDArray[np.float64] = ABOVE) -> tuple[Evidence, Found]:
    """A blue cone; so many mm of red show at its foot, on the phone's side."""
    flat = bare()
    one = Found(BLUE, spot.name, spot.x, spot.y, 0.9)
    flat.colour[disc(spot, 6.5, x=crescent)] = COLOURS[RED]
    flat.colour[CONE.cover(spot.x, spot.y, eye, flat.shown.shape) > 0] = COLOURS[BLUE]
    return evidence(flat), one


def test_a_cone_lies_under_another_only_if_it_shows_at_its_foot() -> None:
    aside = PLAN.spot("2.1")  # 12 degrees from where the phone is
    for crescent in (0.0, 1.6):
        seen, one = alone(aside, crescent)
        assert may_lie_under(seen, [one], [RED], LOOKS, ABOVE, unseen=True) is (crescent > 0)


def test_a_dark_rim_is_no_piece_under_another_of_which_more_would_show() -> None:
    spot = PLAN.spot("5.5")
    eye = np.array((spot.x + 350, spot.y, -600.0))
    for crescent, lies in ((1.4, False), (4.0, True)):
        seen, one = alone(spot, crescent, eye)
        assert another_shows(seen, one, LOOKS, eye) is lies


def test_what_nothing_would_show_of_may_always_lie_under_a_piece() -> None:
    seen, one = alone(PLAN.spot("7.7"), 0.0)  # right below the phone
    assert may_lie_under(seen, [one], [RED], LOOKS, ABOVE, unseen=True)
    flat = {piece: replace(look, form=DISC) for piece, look in LOOKS.items()}  # a disc may be laid down beside
    seen, one = alone(PLAN.spot("2.1"), 0.0)
    assert may_lie_under(seen, [one], [RED], flat, ABOVE, unseen=True)


def test_one_of_the_same_colour_may_lie_under_a_piece_that_another_should_lie_under() -> None:
    flat = {piece: replace(look, form=DISC) for piece, look in LOOKS.items()}
    spot = PLAN.spot("5.5")
    for aside, lies in ((180.0, True), (400.0, False)):  # 17 and 34 degrees from where the phone is
        eye = np.array((spot.x + aside, spot.y, -600.0))
        seen, one = alone(spot, 0.0, eye)
        assert may_lie_under(seen, [one], [RED], flat, eye, unseen=True) is lies


def test_an_arm_over_half_the_board_says_nothing_against_the_rest_of_it() -> None:
    names = [spot.name for spot in PLAN.spots]
    covered = frozenset(names[: len(names) // 2])
    said = {name: Said(None, "covered") if name in covered else Said(()) for name in names}
    assert unless_hardly_seen(said, covered=covered) == said
    assert all(one.why for one in unless_hardly_seen(said).values())
