"""Random games with every option at random; and random stops, resolved a second time in the plainest way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from companion.events import DiceRolled
from companion.game import step
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import BustAccepted, Stopped
from companion.games.highway import HIGHWAY
from companion.games.highway.events import DirectionChosen, HazardJudged, MarkerPicked
from companion.games.highway.options import OPTIONS
from companion.games.highway.position import from_position, position
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX, TILE_SPACES
from companion.prompts import Choose, RollDice
from tests.games.highway.naive import ended
from tests.games.highway.random_games import check_game, fresh, played, random_options

RANDOM = 120
"""Games in which each value of an option is drawn twenty times and more; `make soak` plays ten thousand."""

MOVING = ("detour-left", "detour-right", "fast-lane-1", "fast-lane-2", "traffic-delay-1", "roundabout")


@pytest.mark.parametrize("seed", range(RANDOM))
def test_random_games_hold_what_must_hold(seed: int) -> None:
    events, _ = check_game(seed)

    assert events


def test_the_random_games_come_to_each_event_each_tile_each_option_and_an_end() -> None:
    options = {(one.name, value) for one in OPTIONS for value in one.values}
    missing: set[object] = {*HIGHWAY.events, *BOX, *options, "an end"}
    for seed in range(RANDOM):
        start = fresh(seed)
        missing -= {*asdict(start.options).items()}
        for _, event, after in played(start, seed):
            missing -= {type(event), getattr(event, "face", None), "an end" if HIGHWAY.outcome(after) else None}
        if not missing:
            return
    raise AssertionError(f"{RANDOM} games never came to {missing}")


def before_a_stop(chance: Random) -> State:
    """A position full of tiles that move markers, some columns won: chains are long, and meet each other."""
    seats = chance.choice(HIGHWAY.seats)
    won = dict.fromkeys(chance.sample(list(LENGTHS), 3))
    tokens: list[dict[str, int]] = [{} for _ in range(seats)]
    for column, length in LENGTHS.items():
        owner = chance.randrange(seats) if column in won else None
        for seat in range(seats):
            if owner is None and chance.random() < 0.5:
                tokens[seat][str(column)] = chance.randint(1, length - 1)
        if owner is not None:
            tokens[owner][str(column)] = length
    turn = chance.randrange(seats)
    open_ones = [column for column in LENGTHS if column not in won]
    runners = {
        str(column): chance.randint(tokens[turn].get(str(column), 0) + 1, LENGTHS[column])
        for column in chance.sample(open_ones, chance.randint(1, 4))
    }
    faces = [*BOX, *MOVING, *MOVING]
    board = {
        f"{column}.{space}": {"face": chance.choice(faces), "up": chance.random() < 0.5}
        for column, space in TILE_SPACES
        if chance.random() < 0.7
    }
    options = {**random_options(chance), "columns_to_win": 4, "tiles": "companion"}
    names = [f"P{seat}" for seat in range(seats)]
    given = {"players": names, "options": options, "turn": turn, "tokens": tokens, "runners": runners, "board": board}
    return from_position({**given, "markers": 4, "pushes": 0})


def resolved(state: State, chance: Random) -> tuple[State, list[Any]]:
    """The state after a stop at random, and the answers that were given on the way."""
    turns = state.climb.turns
    answers: list[Any] = []
    state = step(HIGHWAY, state, Stopped())
    while state.climb.turns == turns:
        (prompt,) = HIGHWAY.prompts(state)
        if isinstance(prompt, RollDice):
            pips = tuple(chance.randint(1, 6) for _ in range(4))
            answers.append(pips)
            state = step(HIGHWAY, state, DiceRolled(pips))
            continue
        assert isinstance(prompt, Choose)
        event = chance.choice(prompt.options)
        match event:
            case MarkerPicked(column):
                answers.append(column)
            case DirectionChosen(direction):
                answers.append(direction)
            case HazardJudged(passed):
                answers.append(passed)
            case _:
                assert event == BustAccepted()
        state = step(HIGHWAY, state, event)
    return state, answers


@pytest.mark.parametrize("seed", range(40))
def test_random_stops_end_as_the_plainest_resolution_says(seed: int) -> None:
    chance = Random(seed)
    for _ in range(25):
        before = before_a_stop(chance)
        if HIGHWAY.outcome(before):
            continue
        after, answers = resolved(before, chance)
        was = json.loads(json.dumps(position(before)))
        asked: Iterator[Any] = iter(answers)
        expected = ended(was, asked)

        seat = before.seat
        assert after.board is not None
        assert [dict(own) for own in after.climb.tokens] == expected["tokens"], was
        assert {at: tile.face for at, tile in after.board.items()} == expected["tiles"], was
        assert (list(after.shields[seat]), after.maps[seat], after.lost[seat]) == expected["held"]
        assert (HIGHWAY.outcome(after) is not None) is expected["won"]
        assert next(asked, None) is None
