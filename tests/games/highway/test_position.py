"""Positions: those in the middle of a chain go on, and what is none is refused by name."""

from __future__ import annotations

import pytest

from companion.game import BadPosition
from companion.games.highway import HIGHWAY
from tests.games.highway.positions import part, tokens


def test_positions_in_the_middle_of_a_chain_go_on_to_where_somebody_acts() -> None:
    middle = {
        "players": ["Ann", "Bo"],
        "runners": {"9": 2},
        "resolving": [9],
        "path": ["6.4", "6.3"],
        "board": {"6.4": {"face": "traffic-delay-1", "up": True}, "6.3": {"face": "fast-lane-1", "up": False}},
    }
    state = HIGHWAY.from_position(middle)

    assert tokens(state) == {6: 4, 9: 2}
    assert part(state, "turn") == {"turn": 1}


def test_a_hazard_roll_that_waits_and_passes_is_carried_out() -> None:
    state = HIGHWAY.from_position(
        {
            "players": ["Ann", "Bo"],
            "resolving": [],
            "path": ["7.6"],
            "pips": [1, 6, 1, 1],
            "board": {"7.6": {"face": "flood", "up": True}},
        }
    )

    assert tokens(state) == {7: 6}


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"players": ["Ann"]}, "2 to 4"),
        ({"options": {"hazard": "none"}}, "hazard must be sum, die, split or agreed"),
        ({"options": {"shields_per_roll": 2}}, "shields_per_roll must be null or 1"),
        ({"options": {"shields_per_roll": True}}, "shields_per_roll"),
        ({"options": {"roundabout_discarded": 1}}, "roundabout_discarded"),
        ({"options": {"same_space": "blocking"}}, "same_space"),
        ({"options": {"speed": 3}}, "speed"),
        ({"board": {"7.13": {"face": "map", "up": False}}}, "7.13"),
        ({"board": {"7.1": {"face": "toll", "up": False}}}, "toll"),
        ({"board": {"7.1": {"face": None, "up": True}}}, "face up"),
        ({"board": {"7.1": None}}, "7.1"),
        ({"shields": [[7], []]}, "shields"),
        ({"shields": [[1]]}, "shields"),
        ({"maps": [4, 0]}, "maps"),
        ({"markers": 6}, "markers"),
        ({"runners": {"2": 1, "3": 1, "4": 1, "5": 1}}, "runners"),
        ({"pips": [1, 2, 3, 7]}, "shields_used"),
        ({"path": ["7.1"]}, "path"),
        ({"resolving": [7], "runners": {"6": 1}}, "resolving"),
        ({"resolving": [], "path": ["7.14"]}, "path"),
        ({"resolving": [], "rested": ["7.1", "7.2", "7.3", "7.4"]}, "resolving"),
        ({"resolving": [], "taken": [3]}, "taken"),
        ({"resolving": [], "path": ["7.1"], "pips": [1, 1, 1, 1], "board": {}}, "pips"),
        ({"gone": {"toll": 1}}, "toll"),
        ({"options": {"tiles": "table"}, "board": None}, "board"),
        ({"hand": []}, "hand"),
    ],
)
def test_what_is_no_position_is_refused_and_named(given: dict[str, object], word: str) -> None:
    with pytest.raises(BadPosition, match=word):
        HIGHWAY.from_position({"players": ["Ann", "Bo"], **given})


def test_a_fourth_marker_where_a_map_pushes_is_a_push() -> None:
    state = HIGHWAY.from_position(
        {"players": ["Ann", "Bo"], "options": {"map": "push"}, "markers": 4, "runners": {"7": 1}}
    )

    assert part(state, "markers", "pushes") == {"markers": 3, "pushes": 1}
