"""When the panel dims, goes dark and shifts its picture: by time stamps alone."""

from itertools import pairwise

import pytest

from hardware.rest import PLACES, Light, Rest
from tests.hardware.display_bench import DEFAULT, DIM_S, OFF_S, SHIFT_S


@pytest.mark.parametrize(
    ("idle_s", "light"),
    [(0, Light.AWAKE), (119.9, Light.AWAKE), (120, Light.DIM), (599.9, Light.DIM), (600, Light.OFF), (1e6, Light.OFF)],
)
def test_it_dims_after_2_minutes_and_goes_dark_after_10(idle_s: float, light: Light) -> None:
    assert Rest(1000.0, DEFAULT).update(1000.0 + idle_s) is light


@pytest.mark.parametrize("idle_s", [10, 300, 9000])
def test_whatever_somebody_does_wakes_it_for_another_2_minutes(idle_s: float) -> None:
    rest = Rest(0.0, DEFAULT)
    assert rest.update(idle_s, acted=True) is Light.AWAKE
    assert rest.update(idle_s + DIM_S - 1) is Light.AWAKE
    assert rest.update(idle_s + DIM_S) is Light.DIM


def test_looking_at_the_clock_is_not_doing_something() -> None:
    rest = Rest(0.0, DEFAULT)
    assert [rest.update(float(now_s)) for now_s in range(0, 700, 50)][-1] is Light.OFF


def test_the_picture_moves_by_one_pixel_a_minute_in_a_small_cycle() -> None:
    rest = Rest(500.0, DEFAULT)
    places = [rest.place(500.0 + minute * SHIFT_S) for minute in range(2 * len(PLACES) + 1)]
    assert rest.place(500.0 + SHIFT_S - 0.1) == places[0] == (0, 0)
    for (right, down), (right_then, down_then) in pairwise(places):
        assert abs(right - right_then) + abs(down - down_then) == 1
    assert set(places) == set(PLACES)
    assert all(-1 <= right <= 1 and 0 <= down <= 1 for right, down in places)


def test_what_changes_by_itself_is_waited_for_and_no_longer() -> None:
    rest, now_s, changes = Rest(0.0, DEFAULT), 0.0, []
    while (wait_s := rest.next_s(now_s)) is not None:
        before = rest.update(now_s), rest.place(now_s)
        assert (rest.update(now_s + wait_s - 0.01), rest.place(now_s + wait_s - 0.01)) == before
        now_s += wait_s
        changes.append((rest.update(now_s), rest.place(now_s)))
        assert changes[-1] != before
    assert now_s == OFF_S
    assert Light.DIM in {light for light, _ in changes}


def test_a_dark_panel_waits_for_somebody() -> None:
    rest = Rest(0.0, DEFAULT)
    assert rest.next_s(OFF_S) is None
    rest.update(OFF_S + 5, acted=True)
    assert rest.next_s(OFF_S + 5) is not None
