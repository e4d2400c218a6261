"""How a board should look, and how that differs from what is seen."""

from companion import marks
from companion.board import BoardReading, Difference, Piece, differences, marks_of
from companion.game import Seat
from companion.games.cant_stop import looks
from companion.games.cant_stop.poster import poster
from companion.games.cant_stop.rules import State
from web.paper.tray import corners

RED, BLUE = Piece("token", "red"), Piece("token", "blue")


def test_what_is_to_be_taken_and_put_is_told_spot_by_spot() -> None:
    seen = {"7.3": (BLUE, RED), "7.4": (), "8.1": (RED, RED)}
    expected = {"7.3": (RED,), "7.4": (RED,), "8.1": (RED, RED)}
    assert differences(expected, BoardReading("read", seen)) == (
        Difference("7.3", (BLUE,), ()),
        Difference("7.4", (), (RED,)),
    )


def test_of_a_spot_that_cannot_be_seen_nothing_is_told() -> None:
    reading = BoardReading("unsure", {"7.3": None, "7.4": ()})
    assert differences({"7.3": (RED,)}, reading) == ()
    assert reading.unseen == ("7.3",)


def test_the_marks_of_a_plan_are_where_they_are_printed() -> None:
    printed = poster(20.0)
    rims = corners(printed.width, printed.height, printed.mark_module, printed.mark_inset)
    for mark, rim in zip(marks_of(printed), rims, strict=True):
        assert mark.corners[0] == (rim[0] + printed.mark_module, rim[1] + printed.mark_module)
        assert mark.corners[2][0] - mark.corners[0][0] == marks.SIDE * printed.mark_module


def test_tokens_and_runners_stand_where_the_state_says() -> None:
    state = State(("Ann", "Ben"), ({7: 3, 2: 1}, {7: 3}), seat=Seat(1), runners={7: 4})
    assert looks.expected(state, ("red", "blue")) == {
        "7.3": (BLUE, RED),
        "2.1": (RED,),
        "7.4": (looks.WHITE,),
    }


def test_a_plan_names_every_space_once_and_knows_those_that_are_tapped() -> None:
    plan = looks.plan()
    assert len({spot.name for spot in plan.spots}) == len(plan.spots) == 83
    middles = [plan.spot(name) for name in plan.taps]
    assert middles[0].y < middles[1].y < middles[2].y
    assert middles[3].x < plan.width / 2 < middles[1].x
