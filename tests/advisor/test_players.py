"""The companion as a player: in every game that it plays it keeps to the rules and says why; strong beats beginner."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import Any

import pytest

from companion.advisor import PLAYERS, REASONS
from companion.advisor.players import progress
from companion.events import DiceRolled, Event
from companion.game import Game, Seat, step
from companion.games import GAMES
from companion.games.cant_stop.position import from_position
from companion.prompts import Choose, RevealTile, RollDice, Shuffle
from companion.strengths import Strength

each_player = pytest.mark.parametrize(
    ("game", "strength"), [(GAMES[name], strength) for name, levels in PLAYERS.items() for strength in levels]
)


LATE: dict[str, dict[str, Any]] = {
    "rush-hour-shift": {
        "G": {"row": 2, "col": 5, "length": 2, "axis": "h"},
        "S": {"row": 3, "col": 7, "length": 2, "axis": "h"},
        "A": {"row": 4, "col": 3, "length": 2, "axis": "v"},
        "B": {"row": 0, "col": 11, "length": 2, "axis": "v"},
    }
}
"""Where a game begins near its end: two strong players with any card at any time hinder each other for ever."""


def played(game: Game[Any], strengths: tuple[Strength, ...], seed: int, most: int = 2000) -> tuple[Any, list[str]]:
    """A whole game, one seat for each strength, and all that was said."""
    chance, said = Random(seed), []
    players = [f"P{seat}" for seat in range(len(strengths))]
    state = game.start(players, {}, Seat(0))
    if vehicles := LATE.get(game.name):
        state = game.from_position({"players": players, "vehicles": vehicles})
    for _ in range(most):
        if not (prompts := game.prompts(state)):
            break
        event, why = decided(game, state, prompts, strengths, chance)
        state = step(game, state, event)
        said += [why] if why else []
    return state, said


def decided(
    game: Game[Any], state: Any, prompts: tuple[Any, ...], strengths: tuple[Strength, ...], chance: Random
) -> tuple[Event, str]:
    """What happens next, and the sentence where a player says one."""
    for prompt in prompts:
        if isinstance(prompt, Shuffle):
            return game.shuffled(state, chance.shuffle), ""
        if isinstance(prompt, RevealTile):
            return chance.choice(prompt.options), ""
        if isinstance(prompt, Choose) and prompt.seat is not None and not prompt.optional:
            seat, strength = prompt.seat, strengths[prompt.seat]
            position = (game.shown or game.position)(state)
            event = PLAYERS[game.name][strength](position, seat, prompt.options, chance)
            why = REASONS[game.name](position, seat, event, strength)
            if event is not None:
                assert event in prompt.options
                return event, why
            assert any(isinstance(other, RollDice) for other in prompts), "to roll is not open"
            return rolled(prompts, chance), why
    return rolled(prompts, chance), ""


def rolled(prompts: tuple[Any, ...], chance: Random) -> DiceRolled:
    (count,) = (prompt.count for prompt in prompts if isinstance(prompt, RollDice))
    return DiceRolled(tuple(chance.randint(1, 6) for _ in range(count)))


@each_player
def test_it_plays_a_whole_game_by_the_rules_and_says_each_time_what_it_does(
    game: Game[Any], strength: Strength
) -> None:
    state, said = played(game, (strength,) * min(2, game.seats.stop - 1), seed=7)

    assert game.outcome(state)
    assert said
    for sentence in said:
        assert sentence.startswith(("P0 ", "P1 "))
        assert sentence.endswith(".")
        assert len(sentence) <= 125, "too long for the OLED's five small lines"


@pytest.mark.parametrize("game", PLAYERS)
def test_every_game_that_it_plays_has_both_levels_and_reasons(game: str) -> None:
    assert set(PLAYERS[game]) == set(Strength)
    assert game in REASONS


def test_the_rule_of_28_counts_as_its_author_does() -> None:
    state = from_position({"players": ["a"], "tokens": [{"7": 2}], "runners": {"4": 2, "7": 5, "12": 1}})

    assert progress(state) == 3 * 4 + 4 * 1 + 2 * 6


def test_in_express_the_strong_level_ends_hundreds_of_points_above_the_beginner() -> None:
    express = GAMES["express"]
    points = {
        strength: mean(express.scores(played(express, (strength,), seed)[0])[0] for seed in range(30))  # type: ignore[index]
        for strength in Strength
    }

    assert points[Strength.STRONG] > points[Strength.BEGINNER] + 150
