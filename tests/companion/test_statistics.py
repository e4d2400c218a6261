"""What is said of dice and players over all evenings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import DiceRolled, Event, PositionCorrected, Undone
from companion.games import GAMES
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped
from companion.history import History, begin
from companion.start import new_game
from companion.statistics import GameInNumbers, chi_square, chi_square_chance, fairness, in_numbers, report, sums

PLAYERS = ("Ann", "Bo")


def game(*events: Event, **position: Any) -> History[Any]:
    """A game of Can't Stop from a position, after these events."""
    started = new_game(GAMES["cant-stop"], PLAYERS, {}, 0)
    history = begin(GAMES["cant-stop"], started)
    if position:
        history = history.after(PositionCorrected(position))
    for event in events:
        history = history.after(event)
    return history


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(11.0705, 5, 0.05), (15.0863, 5, 0.01), (3.8415, 1, 0.05), (5.9915, 2, 0.05), (18.307, 10, 0.05)],
)
def test_chances_of_chi_square_are_those_of_the_printed_table(value: float, freedom: int, chance: float) -> None:
    assert chi_square_chance(value, freedom) == pytest.approx(chance, rel=1e-3)


def test_chi_square_adds_up_what_was_seen_too_often_or_too_seldom() -> None:
    assert chi_square([12, 8], [10, 10]) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ([3, 3, 3, 3, 3, 3], "18 dice are too few to say whether they are fair."),
        ([20, 19, 21, 20, 18, 22], "120 dice fell as fair ones do."),
        (
            [15, 15, 15, 20, 20, 35],
            "120 dice fell a little unevenly, most often a 6: fair ones do so once in 97 such counts.",
        ),
        ([10, 10, 10, 10, 10, 60], "110 dice fell very unevenly, most often a 6: fair ones do so once in"),
    ],
)
def test_dice_are_said_to_be_fair_uneven_or_too_few(faces: list[int], words: str) -> None:
    assert fairness(faces).startswith(words)


def test_fair_dice_make_a_seven_in_so_many_rolls_as_is_published() -> None:
    chances = {row["sum"]: row["expected"] for row in sums([(1, 1, 1, 1)] * 1000)}
    assert chances[7] == pytest.approx(644, abs=1)  # 64 % of rolls, 13 % for 2 and 12
    assert chances[2] == chances[12] == pytest.approx(132, abs=1)


def test_a_bust_says_what_it_was_worth_and_how_near_it_was() -> None:
    threes = {"runners": {"2": 1, "3": 1, "12": 1}}
    numbers = in_numbers(game(DiceRolled((4, 4, 4, 4)), BustAccepted(), **threes))
    (bust,) = numbers.busts
    assert bust.saved_by == 0
    assert bust.words.startswith("Ann busted with 4 4 4 4, at ")
    assert bust.words.endswith(": no single pip would have saved it.")

    (near,) = in_numbers(game(DiceRolled((1, 3, 4, 4)), BustAccepted(), **threes)).busts
    assert near.words.endswith(": one way to save it by one pip on one die.")  # the 3 as a 2 makes a 3


def test_a_game_counts_rolls_runs_and_winners_without_what_was_undone() -> None:
    near = {"tokens": [{"2": 3, "3": 5}, {}], "runners": {"12": 2}}
    history = game(
        DiceRolled((1, 1, 2, 2)), Undone(), DiceRolled((6, 6, 5, 5)), SplitChosen((10, 12)), Stopped(), **near
    )
    numbers = in_numbers(history)
    assert numbers.rolls == ((5, 5, 6, 6),)
    assert numbers.winners == ("Ann",)
    assert numbers.longest == {"Ann": 1}


def test_players_are_counted_over_all_games() -> None:
    one = GameInNumbers(("Ann", "Bo"), ("Ann",), ((1, 2, 3, 4),), (), {"Ann": 4})
    other = GameInNumbers(("Ann", "Cy"), ("Cy",), (), (), {"Ann": 6, "Cy": 2})
    left = GameInNumbers(("Ann", "Bo"), None, (), ())
    assert report([one, other, left])["players"] == [
        {"name": "Ann", "games": 2, "wins": 1, "busts": 0, "longest": 6},
        {"name": "Bo", "games": 1, "wins": 0, "busts": 0, "longest": 0},
        {"name": "Cy", "games": 1, "wins": 1, "busts": 0, "longest": 2},
    ]


def test_games_with_the_companion_are_none_among_people_but_their_dice_were_thrown() -> None:
    threes = {"runners": {"2": 1, "3": 1, "12": 1}}
    started = new_game(GAMES["cant-stop"], PLAYERS, {}, 0, strengths=("beginner", ""))
    history = begin(GAMES["cant-stop"], started).after(PositionCorrected(threes))
    played = in_numbers(history.after(DiceRolled((4, 4, 4, 4))).after(BustAccepted()))
    found = report([played])

    assert (found["players"], found["busts"]) == ([], [])
    assert found["dice"]["rolls"] == 1
    alone = GameInNumbers(("Companion",), ("Companion",), ((1, 2, 3, 4),), (), own=frozenset({"Companion"}))
    assert report([alone])["dice"]["rolls"] == 0
