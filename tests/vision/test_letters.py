"""Which vehicle is which: told by colours where they tell it, a doubt where two may have changed places."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board_grid import Stand
from vision.boards.letters import Called, alike, called
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
