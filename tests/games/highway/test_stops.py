"""A stop that is resolved: chains, loops, falls, won columns, and how the options meet there."""

from __future__ import annotations

import pytest

from companion.games.highway import HIGHWAY
from companion.games.highway.events import (
    DirectionChosen,
    MarkerPicked,
)
from tests.games.highway.positions import after, at, kinds, options, part, rolled, split, stopped, tokens

LOOP = {"6.3": "fast-lane-1", "6.4": "traffic-delay-1"}


@pytest.mark.parametrize(
    ("case", "chosen", "expected"),
    [
        ("it stays", {}, {4: 3, 5: 2}),
        ("it travels", {"token": "travels"}, {4: 3}),
    ],
)
def test_r24_the_token_of_the_column_left_behind(
    case: str, chosen: dict[str, object], expected: dict[int, int]
) -> None:
    state = at({"5": 4}, board={"5.4": "detour-left"}, tokens=[{"5": 2}, {}], options=chosen)

    assert tokens(stopped(state)) == expected, case


@pytest.mark.parametrize(
    ("case", "board", "runners", "given", "expected"),
    [
        ("back in its column", {"6.4": "detour-right", "7.5": "detour-left"}, {"6": 4}, {"6": 2}, {6: 4}),
        (
            "over a column with a token",
            {"5.3": "detour-right", "6.4": "detour-right"},
            {"5": 3},
            {"5": 1, "6": 1},
            {6: 1, 7: 5},
        ),
        ("off the bottom: it stays", {"5.2": "traffic-delay-2"}, {"5": 2}, {"5": 1}, {5: 1}),
        ("into a won column: it stays", {"5.3": "detour-left"}, {"5": 3}, {"4": 7, "5": 1}, {4: 7, 5: 1}),
    ],
)
def test_r24_a_travelling_token_goes_only_where_its_marker_rests(
    case: str, board: dict[str, str], runners: dict[str, int], given: dict[str, int], expected: dict[int, int]
) -> None:
    state = at(runners, board=board, tokens=[given, {}], options={"token": "travels"})

    assert tokens(stopped(state)) == expected, case


def test_r24_of_two_markers_in_a_column_only_the_higher_brings_its_token() -> None:
    state = at(
        {"5": 3, "7": 2},
        board={"5.3": "detour-right", "7.2": "detour-left"},
        tokens=[{"5": 1, "7": 1}, {}],
        options={"token": "travels"},
    )

    assert tokens(stopped(state, MarkerPicked(5))) == {6: 4, 7: 1}


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("marker", {6: 1, 7: 1, 9: 3}), ("token", {6: 1, 9: 3}), ("turn", {6: 1, 7: 1})],
)
def test_r31_what_is_lost_below_the_bottom(chosen: str, expected: dict[int, int]) -> None:
    state = at(
        {"7": 2, "9": 3},
        board={"7.2": "traffic-delay-2"},
        tokens=[{"6": 1, "7": 1}, {}],
        options={"off_bottom": chosen},
    )
    ended = stopped(state, MarkerPicked(9))

    assert tokens(ended) == expected
    assert part(ended, "turn", "resolving", "rested") == {"turn": 1, "resolving": None, "rested": []}


def test_r31_the_whole_turn_is_lost_but_tiles_taken_are_kept() -> None:
    state = at(
        {"7": 1, "9": 3, "12": 3},
        board={"7.1": "traffic-delay-2", "9.3": "shield-4"},
        options={"off_bottom": "turn"},
    )
    ended = stopped(state, MarkerPicked(12), MarkerPicked(9))

    assert tokens(ended) == {}  # nor is column 12 won
    assert part(ended, "shields", "runners", "turn") == {"shields": [[4], []], "runners": {}, "turn": 1}


@pytest.mark.parametrize(("chosen", "shields"), [("acts", [[3], []]), ("removed", [[], []])])
def test_r29_a_tile_in_a_won_column(chosen: str, shields: list[list[int]]) -> None:
    state = at(
        {"5": 4},
        board={"5.4": "detour-left", "4.3": "shield-3"},
        tokens=[{}, {"4": 7}],
        options={"won_column": chosen},
    )
    ended = stopped(state)

    assert tokens(ended) == {}
    assert part(ended, "shields") == {"shields": shields}


def test_r29_a_hazard_in_a_won_column_still_needs_its_roll() -> None:
    state = stopped(at({"5": 4}, board={"5.4": "detour-left", "4.3": "flood"}, tokens=[{}, {"4": 7}]))
    assert kinds(state) == ["RollDice"]
    ended = after(state, rolled(1, 3, 6, 6))

    assert tokens(ended) == {}
    assert part(ended, "board") == {"board": {"5.4": {"face": "detour-left", "up": True}}}


def test_r29_a_loop_that_ends_in_a_won_column_removes_the_marker() -> None:
    board = {"5.4": "detour-left", "4.3": "fast-lane-1", "4.4": "traffic-delay-1"}

    assert tokens(stopped(at({"5": 4}, board=board, tokens=[{}, {"4": 7}]))) == {}


def test_r36_a_marker_waiting_in_a_column_that_the_stop_has_won_still_triggers_its_tile() -> None:
    state = at({"5": 8, "4": 2}, board={"5.8": "detour-left", "4.2": "shield-2"})
    ended = stopped(state, MarkerPicked(5))

    assert tokens(ended) == {4: 7}
    assert part(ended, "shields") == {"shields": [[2], []]}


def test_r29_only_one_of_two_markers_wins_a_column() -> None:
    state = at({"4": 7, "5": 8}, board={"5.8": "detour-left"})

    for first in (4, 5):
        assert tokens(stopped(state, MarkerPicked(first))) == {4: 7}


@pytest.mark.parametrize(("chosen", "expected"), [("wins", {6: 11}), ("exact", {6: 10})])
def test_r17_past_the_top(chosen: str, expected: dict[int, int]) -> None:
    state = at({"6": 10}, board={"6.10": "fast-lane-2"}, options={"overshoot": chosen})

    assert tokens(stopped(state)) == expected


def test_r14_on_board_a_roundabout_does_not_lead_below_the_bottom() -> None:
    for chosen, ways in (("any", ["up", "down", "left", "right"]), ("on-board", ["up", "left"])):
        state = stopped(at({"10": 1}, board={"10.1": "roundabout"}, options={"roundabout": chosen}))
        assert options(state) == [DirectionChosen(way) for way in ways]


def test_r14_two_roundabouts_make_a_loop_that_asks_once_each() -> None:
    state = at({"8": 3}, board={"8.3": "roundabout", "8.4": "roundabout"})
    ended = stopped(state, DirectionChosen("up"), DirectionChosen("down"))

    assert tokens(ended) == {8: 3}


def test_r14_a_discarded_roundabout_is_gone_but_its_space_still_ends_a_loop() -> None:
    state = at(
        {"8": 3},
        board={"8.3": "roundabout", "8.4": "traffic-delay-1"},
        options={"roundabout_discarded": True, "loop": "loses"},
    )
    ended = stopped(state, DirectionChosen("up"))

    assert tokens(ended) == {}
    assert part(ended, "board", "gone") == {
        "board": {"8.4": {"face": "traffic-delay-1", "up": True}},
        "gone": {"roundabout": 1},
    }


def test_r33_a_loop_is_one_of_this_chain_only() -> None:
    """A second marker may come over the same tiles."""
    state = at({"5": 4, "6": 4}, board={"6.4": "fast-lane-1", "5.4": "fast-lane-1", "5.5": "detour-right"})
    ended = stopped(state, MarkerPicked(6))

    assert tokens(ended) == {6: 6}


@pytest.mark.parametrize(("chosen", "expected"), [("stays", {6: 3}), ("loses", {6: 1})])
def test_r33_where_a_loop_ends(chosen: str, expected: dict[int, int]) -> None:
    state = at({"6": 3}, board=LOOP, tokens=[{"6": 1}, {}], options={"loop": chosen})

    assert tokens(stopped(state)) == expected


def test_r35_the_third_column_ends_the_game_at_once_and_what_was_checked_is_not_placed() -> None:
    state = at({"2": 3, "3": 5, "7": 4, "8": 2}, tokens=[{"12": 3}, {"2": 2}], markers=4)
    ended = stopped(state, MarkerPicked(7), MarkerPicked(2), MarkerPicked(3))

    assert HIGHWAY.prompts(ended) == ()
    assert tokens(ended) == {2: 3, 3: 5, 12: 3}
    assert tokens(ended, 1) == {}
    assert part(ended, "turn", "resolving", "runners") == {"turn": 0, "resolving": None, "runners": {}}


def test_r35_a_token_travels_with_the_marker_that_wins_the_game() -> None:
    state = at(
        {"5": 8},
        board={"5.8": "detour-left"},
        tokens=[{"3": 5, "5": 2, "12": 3}, {}],
        options={"token": "travels"},
    )

    assert tokens(stopped(state)) == {3: 5, 4: 7, 12: 3}


def test_r35_finish_the_other_markers_are_still_checked() -> None:
    state = at(
        {"2": 3, "7": 4},
        board={"7.4": "shield-4"},
        tokens=[{"3": 5, "12": 3}, {}],
        options={"third_column": "finish"},
    )
    ended = stopped(state, MarkerPicked(2))

    assert tokens(ended) == {2: 3, 3: 5, 7: 4, 12: 3}
    assert part(ended, "shields") == {"shields": [[4], []]}
    assert HIGHWAY.outcome(ended) is not None


def test_r37_stop_when_won_wins_with_the_split_before_any_tile_acts() -> None:
    state = at(
        {"2": 2, "7": 4},
        board={"7.4": "traffic-delay-1"},
        tokens=[{"3": 5, "12": 3}, {}],
        options={"stop_when_won": True},
    )
    ended = after(state, rolled(1, 1, 6, 6), split(2))

    assert HIGHWAY.outcome(ended) is not None
    assert part(ended, "board") == {"board": {"7.4": {"face": "traffic-delay-1", "up": False}}}


def test_r37_the_order_is_not_asked_where_it_cannot_matter() -> None:
    def asks(runners: dict[str, int], board: dict[str, str]) -> bool:
        return HIGHWAY.unasked(stopped(at(runners, board=board))) is None

    assert not asks({"6": 3, "7": 2}, {})
    assert not asks({"6": 3, "7": 2}, {"7.2": "detour-left"})
    assert not asks({"6": 11, "7": 2}, {})
    assert asks({"6": 11, "7": 2}, {"7.2": "detour-left"})
    assert asks({"6": 3, "7": 2}, {"6.3": "map", "7.2": "detour-left"})


def test_whatever_the_table_picks_by_itself_any_order_ends_the_same() -> None:
    state = stopped(at({"6": 3, "7": 2, "9": 4}, board={"7.2": "fast-lane-2", "7.4": "detour-left"}))
    picked = HIGHWAY.unasked(state)
    assert picked is not None
    ends = [after(state, first, second) for first in options(state) for second in options(after(state, first))]

    assert len(ends) == 6
    assert all(end == ends[0] for end in ends)


def test_a_tile_is_gone_for_a_later_marker() -> None:
    state = at({"6": 1, "7": 2, "8": 1}, board={"6.1": "detour-right", "7.2": "lost", "8.1": "detour-left"})
    ended = stopped(state, MarkerPicked(6), MarkerPicked(7))

    assert part(ended, "lost", "maps") == {"lost": [1, 0], "maps": [0, 0]}
    assert tokens(ended) == {7: 2}
