"""How a game went: start, luck, choices and what was seen only later make the result; luck is nothing on average."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.advisor import COURSES
from companion.advisor.course import Turn
from companion.advisor.express.throws import CHANCES, THROWS
from companion.course import Course, Step, Unit, luckiest, mistakes, sums
from companion.events import DiceRolled, Event, GameStarted, PositionCorrected
from companion.game import Game
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen, Stopped
from companion.games.express.rules import SelectionMade, SelectionTakenBack
from companion.prompts import Question, RollDice

NAMES = ["Ann", "Bo", "Cy", "Di"]
STARTED = GameStarted("cant-stop", (), {}, 0, {})

Moments = list[tuple[Any, Event]]

HIGH = {"2": 2, "3": 4, "4": 6, "5": 8, "6": 10, "7": 12, "8": 10, "9": 8, "10": 6, "11": 4, "12": 2}
"""Every token one space below its top: a turn has few nodes then, and a game few turns."""


def begin(game: str, position: dict[str, Any]) -> Moments:
    return [(GAMES[game].from_position(position), STARTED)]


def go_on(game: Game[Any], moments: Moments, event: Event) -> None:
    moments.append((game.apply(moments[-1][0], event), event))


def at_random(game: Game[Any], moments: Moments, chance: Random) -> Moments:
    """Played to its end, with every option as likely as any."""
    while game.outcome(state := moments[-1][0]) is None:
        asked = game.prompts(state)
        possible: list[Event] = [event for one in asked if isinstance(one, Question) for event in one.options]
        rolls = [one.count for one in asked if isinstance(one, RollDice)]
        if rolls and (not possible or chance.random() < 0.5):
            possible = [DiceRolled(tuple(chance.choices(range(1, 7), k=rolls[0])))]
        go_on(game, moments, chance.choice(possible))
    return moments


def players_of(game: str, moments: Moments) -> int:
    names = GAMES[game].position(moments[0][0])["players"]
    assert isinstance(names, list)
    return len(names)


def weighed(game: str, moments: Moments) -> Course:
    weigher = COURSES[game]
    return Course(weigher.unit(players_of(game, moments)), tuple(weigher.weigh(moments)))


def explained(steps: tuple[Step, ...], seat: int) -> float:
    changes = (step.choice[seat] + step.luck[seat] + step.hindsight[seat] for step in steps)
    return steps[0].worth[seat] + sum(changes)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_start_luck_choices_and_hindsight_make_the_result_of_cant_stop(players: int) -> None:
    opening = {"players": NAMES[:players], "tokens": [HIGH] * players, "options": {"columns_to_win": 2}}
    moments = at_random(GAMES["cant-stop"], begin("cant-stop", opening), Random(players))
    course = weighed("cant-stop", moments)

    assert len(course.steps) == len(moments)
    ended = moments[-1][0]
    if players == 1:
        assert course.steps[-1].worth == (ended.turns,)
    else:
        winners = GAMES["cant-stop"].outcome(ended).winners  # type: ignore[union-attr]
        assert course.steps[-1].worth == tuple(float(seat in winners) for seat in range(players))
        assert all(sum(step.worth) == pytest.approx(1) for step in course.steps)
    for seat in range(players):
        assert explained(course.steps, seat) == pytest.approx(course.steps[-1].worth[seat], abs=1e-9)
        own, luck, rest = sums(course)[seat]
        made = course.steps[-1].worth[seat] - course.steps[0].worth[seat]
        assert own + luck + rest == pytest.approx(made, abs=1e-9)


def test_no_choice_is_better_than_the_best_for_whom_it_is_made() -> None:
    opening = {"players": NAMES[:2], "tokens": [HIGH, HIGH]}
    moments = at_random(GAMES["cant-stop"], begin("cant-stop", opening), Random(9))
    course = weighed("cant-stop", moments)

    assert all(course.gain(step.choice, step.seat) <= 0 for step in course.steps if step.seat is not None)
    assert any(course.gain(step.choice, step.seat) < 0 for step in course.steps if step.seat is not None)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("runners", [{}, {"6": 11, "7": 13}, {"2": 3, "6": 11, "12": 3}])
def test_the_luck_of_all_rolls_of_cant_stop_is_nothing_on_average(players: int, runners: dict[str, int]) -> None:
    opening = {"players": NAMES[:players], "tokens": [HIGH] * players, "runners": runners}
    state = GAMES["cant-stop"].from_position(opening)
    turn, luck = Turn(state), 0.0
    expected = turn.expected(state)[0]
    for roll, ways in Counter(tuple(sorted(pips)) for pips in product(range(1, 7), repeat=4)).items():
        rolled = GAMES["cant-stop"].apply(state, DiceRolled(roll))
        luck += ways * (turn.seen(turn.worth(rolled))[0] - expected)
    assert luck / 6**4 == pytest.approx(0, abs=1e-6)


def test_stopping_too_early_and_rolling_on_too_long_are_mistakes_of_who_did_it() -> None:
    game = GAMES["cant-stop"]
    opening = {"players": NAMES[:2], "tokens": [HIGH, HIGH], "runners": {"6": 11, "7": 13, "8": 11}}
    won = begin("cant-stop", opening)
    go_on(game, won, DiceRolled((1, 1, 1, 1)))
    course = weighed("cant-stop", won)
    assert course.steps[1].better == Stopped()
    assert course.steps[1].choice[0] < -0.3

    early = begin("cant-stop", {"players": NAMES[:2], "tokens": [{}, HIGH], "runners": {"7": 1}})
    go_on(game, early, Stopped())
    course = weighed("cant-stop", early)
    assert course.steps[1].better is None
    assert mistakes(course) == ((1, 0),)


def test_a_board_that_is_put_right_is_nobodys_luck_and_nobodys_mistake() -> None:
    moments = begin("cant-stop", {"players": NAMES[:2], "tokens": [HIGH, {}]})
    right = {"players": NAMES[:2], "tokens": [{}, HIGH]}
    moments.append((GAMES["cant-stop"].from_position(right), PositionCorrected(right)))
    step = weighed("cant-stop", moments).steps[1]

    assert step.choice == step.luck == (0, 0)
    assert step.hindsight[0] < -0.3


def test_the_luckiest_roll_is_that_which_helped_most_whoever_rolled_it() -> None:
    moments = begin("cant-stop", {"players": NAMES[:2], "tokens": [HIGH, HIGH], "options": {"columns_to_win": 1}})
    for event in (DiceRolled((1, 1, 1, 1)), SplitChosen((2,)), Stopped()):
        go_on(GAMES["cant-stop"], moments, event)
    course = weighed("cant-stop", moments)

    assert course.unit is Unit.WIN
    assert course.steps[-1].worth == (1, 0)
    assert all(seat == 0 for _, seat in luckiest(course))


BOARD = {
    "7.9": {"face": None, "up": False},
    "6.4": {"face": "fast-lane-2", "up": True},
    "8.2": {"face": "map", "up": True},
    "5.5": {"face": "detour-left", "up": True},
    "9.6": {"face": "shield-4", "up": True},
    "10.3": {"face": "flood", "up": True},
}


@pytest.mark.parametrize("players", [2, 3])
def test_start_luck_choices_and_hindsight_make_the_result_of_highway(players: int) -> None:
    game = GAMES["highway"]
    opening = {"players": NAMES[:players], "tokens": [HIGH] * players, "board": BOARD, "shields": [[3]] * players}
    course = weighed("highway", at_random(game, begin("highway", opening), Random(players)))

    assert sorted(course.steps[-1].worth) == [0.0] * (players - 1) + [1.0]
    assert all(sum(step.worth) == pytest.approx(1) for step in course.steps)
    assert all(course.gain(step.choice, step.seat) <= 0 for step in course.steps if step.seat is not None)
    for seat in range(players):
        assert explained(course.steps, seat) == pytest.approx(course.steps[-1].worth[seat], abs=1e-9)


@pytest.mark.parametrize("players", [1, 3])
def test_start_luck_choices_and_hindsight_make_the_points_of_express(players: int) -> None:
    game = GAMES["express"]
    moments = at_random(game, begin("express", {"players": NAMES[:players]}), Random(players))
    course = weighed("express", moments)

    assert course.unit is Unit.POINTS
    assert course.steps[-1].worth == game.scores(moments[-1][0])
    for seat in range(players):
        assert explained(course.steps, seat) == pytest.approx(course.steps[-1].worth[seat], abs=1e-6)


def test_the_luck_of_all_throws_of_express_is_nothing_on_average() -> None:
    game = GAMES["express"]
    sheets = [{"pairs": {"7": 3, "12": 1}, "fifth": {"1": 4, "3": 2, "6": 1}}, {}]
    start = begin("express", {"players": NAMES[:2], "sheets": sheets})
    luck = [0.0, 0.0]
    for pips, chance in zip(THROWS, CHANCES.tolist(), strict=True):
        step = weighed("express", [*start, (game.apply(start[0][0], DiceRolled(pips)), DiceRolled(pips))]).steps[1]
        luck = [so_far + chance * one for so_far, one in zip(luck, step.luck, strict=True)]
    assert luck == pytest.approx([0, 0], abs=0.01)


def test_a_selection_that_was_taken_back_is_no_mistake() -> None:
    game = GAMES["express"]
    moments = begin("express", {"players": NAMES[:2]})
    go_on(game, moments, DiceRolled((1, 1, 2, 6, 6)))
    worst = SelectionMade(0, (2, 12), 2)
    for event in (worst, SelectionTakenBack(0), worst):
        go_on(game, moments, event)
    steps = weighed("express", moments).steps

    assert steps[2].choice == (0, 0)
    assert steps[4].choice[0] < 0
    assert steps[4].better is not None


def test_what_is_made_of_a_card_is_a_choice_and_all_else_of_rush_hour_shift_is_hindsight() -> None:
    game, chance = GAMES["rush-hour-shift"], Random(3)
    moments = begin("rush-hour-shift", {"players": NAMES[:2]})
    while len(moments) < 7:
        asked = game.prompts(moments[-1][0])
        go_on(
            game, moments, chance.choice([event for one in asked if isinstance(one, Question) for event in one.options])
        )
    course = weighed("rush-hour-shift", moments)

    assert all(step.luck == (0, 0) for step in course.steps)
    assert all(course.gain(step.choice, step.seat) <= 0 for step in course.steps if step.seat is not None)
    assert any(step.seat is None for step in course.steps[1:])
    for seat in range(2):
        assert explained(course.steps, seat) == pytest.approx(course.steps[-1].worth[seat], abs=1e-9)
