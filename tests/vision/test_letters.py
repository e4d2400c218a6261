"""Which vehicle is which: told by colours where they tell it, a doubt where two may have changed places."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board_grid import Stand
from vision.boards.letters import Called, alike, called, named
from vision.boards.stands import in_lane
from vision.grids.garage import Paint

LEARNT = {
    "A": (-0.1, -0.1, -0.1),
    "B": (-0.5, -0.4, -0.35),
    "C": (-2.5, -2.4, -0.8),
    "D": (-0.6, -1.5, -2.6),
    "E": (-2.2, -1.0, -2.4),
}
"""Logarithms of what cars reflect, BGR: a white one, one in beige, red, blue and green."""
STANDS = {look: Stand(nth, 1, 2, "h") for nth, look in enumerate(LEARNT)}


def seen(places: dict[str, tuple[float, float, float]]) -> Called:
    """A photo in which the place of each car shows such a colour."""
    colour, labels = np.zeros((20 * len(LEARNT), 40, 3), np.float32), np.zeros((20 * len(LEARNT), 40), np.int16)
    for nth, look in enumerate(LEARNT):
        colour[20 * nth : 20 * nth + 20] = places[look]
        labels[20 * nth + 2 : 20 * nth + 18, 3:37] = nth + 1
    names = [("car", look) for look in LEARNT]
    paints = {
        ("car", look): Paint(np.array(mean, np.float32), 0.001 * np.eye(3, dtype=np.float32))
        for look, mean in LEARNT.items()
    }
    stands = {("car", look): stand for look, stand in STANDS.items()}
    return called(stands, labels, names, colour, paints, stands)


def test_cars_in_the_colours_that_were_learnt_are_no_doubt() -> None:
    told = seen(LEARNT)
    assert (told.standing[("car", "A")], told.doubtful) == (STANDS["A"], frozenset())


def test_two_clearly_seen_in_each_others_colours_have_changed_places() -> None:
    told = seen({**LEARNT, "C": LEARNT["D"], "D": LEARNT["C"]})
    assert told.standing[("car", "C")] == STANDS["D"]
    assert told.doubtful == frozenset()


@pytest.mark.parametrize(
    ("white", "beige"),
    [((-0.1, -0.1, -0.1), (-0.12, -0.12, -0.12)), ((-0.3, -0.25, -0.25), (-0.1, -0.1, -0.1))],
    ids=["a bright photo shows both alike", "the darker one stands where the white one should"],
)
def test_two_pale_ones_that_may_have_changed_places_are_a_doubt(
    white: tuple[float, float, float], beige: tuple[float, float, float]
) -> None:
    assert {("car", "A"), ("car", "B")} <= seen({**LEARNT, "A": white, "B": beige}).doubtful


def test_a_white_one_and_a_beige_one_are_not_of_one_paint() -> None:
    paints = {("car", look): Paint(np.array(LEARNT[look], np.float32), np.eye(3, dtype=np.float32)) for look in "AB"}
    assert alike(paints)["car", "B"] == ("car", "B")


def mirroring(colour: tuple[float, float, float], white: float) -> tuple[float, float, float]:
    """The same that mirrors so much white light, of what is reflected."""
    blue, green, red = np.log(np.exp(colour) + white)
    return float(blue), float(green), float(red)


def test_cars_whose_roofs_mirror_the_sky_are_still_themselves() -> None:
    told = seen({**LEARNT, "C": mirroring(LEARNT["C"], 0.12), "D": mirroring(LEARNT["D"], 0.2)})
    assert (told.standing[("car", "C")], told.doubtful) == (STANDS["C"], frozenset())


def test_two_of_one_paint_are_so_where_one_of_them_mirrored_the_sky_when_they_were_learnt() -> None:
    means = {"C": LEARNT["C"], "F": mirroring(LEARNT["C"], 0.12)}
    paints = {
        ("car", look): Paint(np.array(mean, np.float32), np.eye(3, dtype=np.float32)) for look, mean in means.items()
    }
    assert alike(paints)["car", "F"] == ("car", "C")
    assert alike(paints, frozenset("F"))["car", "F"] == ("car", "F"), "unless it is said to be like no other"


def test_one_that_stands_where_another_should_that_is_gone_is_told_by_its_colour() -> None:
    cars = {("car", look): np.array(colour, np.float32) for look, colour in LEARNT.items()}
    should = {("car", look): stand for look, stand in STANDS.items()}
    there = {stand: cars[name] for name, stand in should.items() if name[1] not in "CD"} | {
        STANDS["C"]: cars["car", "D"]
    }
    found = {name: stand for name, stand in should.items() if name[1] != "D"}
    told = named(found, there, cars, should, {name: name for name in cars})
    assert (told.standing["car", "D"], ("car", "C") in told.standing, told.doubtful) == (
        STANDS["C"],
        False,
        frozenset(),
    )


def test_of_two_in_nearly_one_colour_the_one_that_seems_pushed_was_pushed() -> None:
    near = np.array((-2.38, -2.28, -0.74), np.float32)
    cars = {**{("car", look): np.array(colour, np.float32) for look, colour in LEARNT.items()}, ("car", "F"): near}
    should = {("car", look): stand for look, stand in STANDS.items()} | {("car", "F"): Stand(3, 6, 2, "h")}
    found = {**should, ("car", "F"): Stand(3, 5, 2, "h")}
    told = named(
        found, {stand: cars[name] for name, stand in found.items()}, cars, should, {name: name for name in cars}
    )
    assert (told.standing, told.doubtful) == (found, frozenset())


def test_a_lane_ends_where_a_vehicle_would_turn_or_leave_its_row() -> None:
    truck = Stand(2, 4, 3, "v")
    assert [in_lane(truck, one, 2) for one in (Stand(4, 4, 3, "v"), Stand(5, 4, 3, "v"), truck)] == [True, False, False]
    assert not in_lane(truck, Stand(3, 4, 3, "h"), 2)
    assert not in_lane(truck, Stand(2, 5, 3, "v"), 2)
