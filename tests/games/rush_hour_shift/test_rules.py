"""Rush Hour Shift, by the shared rule cases and rule by rule; each case names its rule of RULES.md."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.cases import failures, read_cases
from companion.events import Event
from companion.game import IllegalEvent, Seat
from companion.games import GAMES
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import share_a_row
from companion.games.rush_hour_shift.rules import (
    CardPlayed,
    DrawAgreed,
    PartShifted,
    TurnEnded,
    VehicleMoved,
    options,
    outcome,
    prompts,
)
from companion.prompts import Choose, Role
from tests.games.rush_hour_shift.grids import (
    GAME,
    across,
    distances,
    down,
    played,
    random_grid,
    refuses,
    rows,
    state,
    with_grid,
)
from tests.games.rush_hour_shift.play import check, random_game, random_options, undone_and_redone
from tests.shared import SHARED, needs_cases

SLIDE = {"card": "slide", "moves_left": 1}
SHIFT = {"card": "shift", "shift_left": True}

FREE = [*range(-5, 0), *range(1, 6)]
"""By how many rows a part shifts while the other one is in line with the centre."""


@needs_cases
def test_the_shared_rule_cases_all_pass() -> None:
    cases = read_cases(SHARED / "cases" / "rush-hour-shift.json", GAMES)

    assert len(cases) >= 100
    assert [f"{case['name']}: {wrong}" for case in cases for wrong in failures(case, GAME)] == []


@pytest.mark.parametrize(
    ("case", "vehicles", "keys", "name", "expected"),
    [
        ("R8 not the opponent's hero", {}, SLIDE, "S", []),
        ("R9 up and down", {"A": down(1, 6, 3)}, SLIDE, "A", [-1, 1, 2]),
        ("R9 stops before a vehicle", {"A": across(5, 0), "B": across(5, 4)}, SLIDE, "A", [1, 2]),
        ("R10 no row beside it", {"A": across(-2, 3)}, {**SLIDE, "offsets": [-2, 0]}, "A", [-3, -2, -1]),
        (
            "R10 a row of the centre, none of the right",
            {"A": across(0, 5)},
            {**SLIDE, "offsets": [0, 2]},
            "A",
            [*range(-5, 0), 1, 2],
        ),
        ("R10 a truck on two parts", {"A": across(5, 3, 3)}, {**SLIDE, "offsets": [0, -2]}, "A", [-3, -2, -1, 1, 2, 3]),
        ("R11 stays on the grid", {"A": across(5, 12)}, {"card": "move-1", "moves_left": 1}, "A", [-1]),
        ("R12 not over the own end", {}, SLIDE, "G", [*range(1, 15)]),
        (
            "R13 off takes two from the edge",
            {"G": across(2, 12)},
            {"card": "move-4", "moves_left": 4},
            "G",
            [-4, -3, -2, -1, 1, 2],
        ),
        ("R13 half off may go back", {"G": across(2, 13)}, {"card": "move-2", "moves_left": 2}, "G", [-2, -1, 1]),
        ("R14 as many as are left", {}, {"card": "move-4", "moves_left": 3}, "G", [1, 2, 3]),
        ("R19 nothing after the one move", {}, {"card": "slide"}, "G", []),
        ("R20 nothing before a card", {}, {}, "G", []),
    ],
)
def test_distances(
    case: str, vehicles: dict[str, object], keys: dict[str, Any], name: str, expected: list[int]
) -> None:
    assert distances(state(vehicles, **keys), name) == expected, case


@pytest.mark.parametrize(
    ("case", "vehicles", "keys", "left", "right"),
    [
        ("R15 any number of rows", {}, SHIFT, FREE, FREE),
        (
            "R16 a row through all three",
            {"G": across(7, 0)},
            {**SHIFT, "offsets": [5, 0]},
            [*range(-10, 0)],
            [*range(1, 6)],
        ),
        ("R17 locked by a car", {"A": across(0, 8)}, SHIFT, FREE, []),
        ("R17 locked by one cell of a truck", {"A": across(0, 2, 3)}, SHIFT, FREE, FREE),
        ("R17 both locked", {"A": across(0, 4), "B": across(0, 7, 3)}, SHIFT, [], []),
        ("R17 half off locks nothing", {"G": across(2, 13)}, SHIFT, FREE, FREE),
        ("R15 once", {}, {"card": "shift"}, [], []),
        ("R14 not with a MOVE", {}, {"card": "move-2", "moves_left": 2}, [], []),
    ],
)
def test_shifts(
    case: str, vehicles: dict[str, object], keys: dict[str, Any], left: list[int], right: list[int]
) -> None:
    now = state(vehicles, **keys)

    assert (rows(now, "left"), rows(now, "right")) == (left, right), case


def test_the_options_of_many_grids_are_those_of_the_naive_rules() -> None:
    chance = Random(1)
    for _ in range(400):
        grid = random_grid(chance)
        card = chance.choice(list(CARDS))
        left = chance.randint(0, CARDS[card].spaces)
        shift = CARDS[card].shifts and chance.random() < 0.8
        check(with_grid(grid, turn=chance.randrange(2), card=card, moves_left=left, shift_left=shift))


@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_what_must_hold(seed: int) -> None:
    chance = Random(seed)
    chosen = random_options(chance)
    game = list(random_game(chosen, chance))
    for _, now in game:
        check(now)

    undone_and_redone(chosen, game, chance)


def test_every_shift_that_is_offered_leaves_a_common_row_and_no_other_does() -> None:
    for left in range(-5, 6):
        for right in range(-5, 6):
            common = set(range(left, left + 6)) & set(range(6)) & set(range(right, right + 6))
            assert share_a_row(left, right) == bool(common)


def test_a_half_off_hero_rides_with_its_part_and_wins_from_there() -> None:
    start = state({"G": across(2, 13)}, card="move-and-shift-1", moves_left=1, shift_left=True)
    ridden = played(start, PartShifted("right", -2))

    assert (ridden.grid.named["G"].row, ridden.grid.named["G"].col) == (0, 13)
    assert outcome(played(ridden, VehicleMoved("G", 1)))


def test_a_move_is_split_and_may_go_there_and_back() -> None:
    cars = {"A": down(0, 6), "B": down(4, 7)}
    split = played(state(cars), CardPlayed("move-4"), VehicleMoved("A", 2), VehicleMoved("B", -1), VehicleMoved("B", 1))

    assert split.moves_left == 0
    assert [v.row for v in split.grid.vehicles if v.name in "AB"] == [2, 4]
    assert options(split) == (TurnEnded(),)


def test_a_card_may_be_played_for_nothing() -> None:
    passed = played(state(), CardPlayed("slide"), TurnEnded())

    assert (passed.seat, passed.discards, passed.card) == (1, ("slide",), None)


def test_any_card_may_be_played_whatever_the_deck_holds() -> None:
    offered = prompts(state(options={"deck": {"slide": 0}}))[0]

    assert isinstance(offered, Choose)
    assert offered.options == tuple(CardPlayed(card) for card in CARDS)


def test_stop_ends_the_turn_and_all_else_goes_on() -> None:
    asked = prompts(played(state(), CardPlayed("move-and-shift-1")))[0]

    assert isinstance(asked, Choose)
    assert [role for role in asked.roles if role is not Role.GO] == [Role.STOP]
    assert asked.options[asked.roles.index(Role.STOP)] == TurnEnded()


def test_the_shift_of_a_combined_card_ends_a_move_that_was_begun() -> None:
    start = state({"A": down(0, 6)}, card="move-and-shift-3", moves_left=3, shift_left=True)

    assert played(start, VehicleMoved("A", 1), PartShifted("left", 2)).moves_left == 0
    assert played(start, PartShifted("left", 2)).moves_left == 3


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (VehicleMoved("D", 1), "truck D cannot go right: the car B is in the way"),
        (VehicleMoved("S", -1), "silver hero car is Silver's"),
        (VehicleMoved("Z", 1), "no vehicle 'Z'"),
        (VehicleMoved("G", 0), "at least one space"),
        (VehicleMoved("G", -1), "opposite end only"),
        (VehicleMoved("G", 30), "3 spaces left: the gold hero car can go no further than that"),
        (VehicleMoved("D", 30), "truck D cannot go right: the car B is in the way"),
        (VehicleMoved("A", -1), "its part of the grid ends there"),
        (VehicleMoved("C", 1), "only the hero cars may leave the grid"),
        (PartShifted("left", 1), "The truck D lies across the seam and locks the left part."),
        (PartShifted("centre", 1), "The centre stays where it is"),
        (PartShifted("top", 1), "no part 'top'"),
        (PartShifted("right", 0), "at least one row"),
        (PartShifted("right", 6), "One row must run through all three parts: .* 5 rows up or 5 rows down"),
        (CardPlayed("shift"), "one card a turn"),
        (CardPlayed("joker"), "no card 'joker'"),
        (DrawAgreed(), "without draws"),
    ],
)
def test_a_refusal_says_what_stands_against_it(event: Event, words: str) -> None:
    cars = {"D": across(5, 3, 3), "B": across(5, 6), "A": down(0, 6), "C": across(0, 12)}
    with pytest.raises(IllegalEvent, match=words):
        played(state(cars, card="move-and-shift-3", moves_left=3, shift_left=True), event)


@pytest.mark.parametrize(
    ("keys", "event", "words"),
    [
        ({}, VehicleMoved("G", 1), "Play a card first"),
        ({}, TurnEnded(), "Play a card first"),
        ({"card": "shift", "shift_left": True}, VehicleMoved("G", 1), "SHIFT moves no vehicle"),
        ({"card": "slide"}, VehicleMoved("G", 1), "that is done"),
        ({"card": "slide", "moves_left": 1}, PartShifted("left", 1), "SLIDE shifts no part"),
        ({"card": "shift"}, PartShifted("left", 1), "used up"),
        ({"card": "slide", "moves_left": 1}, VehicleMoved("G", 15), "completely off, which is all"),
        ({"vehicles": {"G": across(2, 14), "S": across(3, 12)}}, CardPlayed("slide"), "is over"),
    ],
)
def test_a_refusal_says_what_comes_first(keys: dict[str, Any], event: Event, words: str) -> None:
    start = GAME.from_position(keys) if "vehicles" in keys else state(**keys)

    assert words in refuses(start, event)


def test_either_seat_may_begin() -> None:
    assert GAME.start(("Ann", "Bo"), {}, Seat(1)).seat == 1


def test_the_winner_begins_the_next_game() -> None:
    hero = {"length": 2, "axis": "h"}
    vehicles = {"G": {"row": 4, "col": 0, **hero}, "S": {"row": 1, "col": -2, **hero}}
    won = GAME.from_position({"players": ["Ann", "Bo"], "vehicles": vehicles})

    assert GAME.outcome(won) is not None
    assert GAME.begins_again(won) == 1
