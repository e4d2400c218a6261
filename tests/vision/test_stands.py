"""How two vehicles may take the same spaces of a grid in another way."""

from __future__ import annotations

from companion.board_grid import Stand
from vision.boards.stands import otherwise


def test_two_cars_that_fill_a_square_may_stand_across_it() -> None:
    upper, lower = Stand(3, 4, 2, "h"), Stand(4, 4, 2, "h")
    left, right = Stand(3, 4, 2, "v"), Stand(3, 5, 2, "v")
    assert set(otherwise(upper, lower)) == {(left, right), (right, left)}


def test_a_car_and_a_truck_in_a_line_may_stand_the_other_way_round() -> None:
    car, truck = Stand(0, 0, 2, "h"), Stand(0, 2, 3, "h")
    assert otherwise(car, truck) == ((Stand(0, 3, 2, "h"), Stand(0, 0, 3, "h")),)


def test_a_truck_and_a_car_around_a_corner_may_have_the_corner_in_the_car_or_in_the_truck() -> None:
    truck, car = Stand(0, 0, 3, "h"), Stand(1, 2, 2, "v")
    assert (Stand(0, 2, 3, "v"), Stand(0, 0, 2, "h")) in otherwise(truck, car)


def test_two_of_one_length_in_a_line_and_two_apart_fill_their_spaces_in_no_other_way() -> None:
    assert otherwise(Stand(0, 0, 2, "h"), Stand(0, 2, 2, "h")) == ()
    assert otherwise(Stand(0, 0, 2, "h"), Stand(3, 0, 3, "h")) == ()
