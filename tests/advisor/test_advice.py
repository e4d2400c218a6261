"""What the advisor says: every open action with its worth, the best first, in words that a player would use."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.advisor import BadQuestion, answer, in_words
from companion.advisor.advice import advise
from companion.advisor.told import SLOPE, TOO_SLOW, told
from companion.advisor.worth import among
from companion.events import DiceRolled
from companion.game import Seat
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.position import start
from companion.games.cant_stop.rules import State, apply, outcome, splits


def asked(**keys: object) -> dict[str, Any]:
    return answer(json.dumps({"players": ["Ann", "Bo"], **keys}))


def actions(found: dict[str, Any]) -> list[object]:
    return [action["action"] for action in found["actions"]]


STOP = {"event": "Stopped"}


def test_a_turn_begins_with_a_roll_and_nothing_else() -> None:
    found = asked()
    assert actions(found) == ["roll"]
    assert found["bust"] == 0
    assert found["why"] == "Roll: a turn begins with a roll, and no roll can bust."


def test_who_begins_is_ahead_but_not_by_far() -> None:
    """Of equals 54 % win who begin."""
    assert 0.51 < asked()["actions"][0]["win"] < 0.58


def test_alone_there_are_turns_and_no_chance_to_win() -> None:
    found = asked(players=["Ann"], runners={"6": 3, "7": 3, "8": 3})
    assert all(action["win"] is None and action["turns"] > 1 for action in found["actions"])
    assert found["bust"] == pytest.approx(1 - 1192 / 1296, abs=1e-4)


def test_a_stop_that_wins_is_taken() -> None:
    found = asked(tokens=[{"6": 11, "7": 13}, {}], runners={"8": 11})
    assert found["best"] == STOP
    assert found["actions"][0]["win"] == 1
    assert found["why"] == "Stop: that wins."
    alone = asked(players=["Ann"], tokens=[{"6": 11, "7": 13}], runners={"8": 11})
    assert alone["best"] == STOP
    assert alone["actions"][0]["turns"] == 1


def test_three_bad_columns_are_no_place_to_go_on_from_far_up() -> None:
    found = asked(runners={"2": 2, "3": 4, "12": 2})
    assert found["best"] == STOP
    assert found["bust"] == pytest.approx(1 - 568 / 1296, abs=1e-4)
    assert found["why"].startswith("Stop: 56 in 100 rolls bust and lose 8 steps;")


def test_three_good_columns_are_rolled_on_from_the_foot() -> None:
    found = asked(runners={"6": 1, "7": 1, "8": 1})
    assert found["best"] == "roll"
    assert found["why"].startswith("Roll: 8 in 100 rolls bust;")


def test_a_roll_that_waits_offers_the_engines_splits() -> None:
    found = asked(pips=[2, 3, 4, 5], runners={"2": 1, "3": 1})
    columns = [action["action"]["columns"] for action in found["actions"]]
    assert sorted(columns) == [(5,), (6,), (7, 7), (8,), (9,)]
    assert found["best"] == actions(found)[0]
    assert found["why"].startswith("Take ")


def test_a_roll_that_fits_nothing_is_a_bust() -> None:
    found = asked(pips=[1, 1, 1, 1], runners={"7": 2, "8": 2, "9": 2})
    assert actions(found) == [{"event": "BustAccepted"}]
    assert found["bust"] == 1


def test_no_stop_is_offered_on_anothers_token_where_that_blocks() -> None:
    found = asked(options={"same_space": "blocking"}, tokens=[{}, {"6": 3}], runners={"6": 3})
    assert actions(found) == ["roll"]
    assert found["why"] == "Roll: no stop is allowed on another player's token (column 6)."


def test_a_blocked_stop_within_the_turn_costs_something() -> None:
    free, bound = (
        asked(options={"same_space": same}, tokens=[{}, {"2": 2, "3": 3, "12": 2}], runners={"2": 1, "3": 2, "12": 1})
        for same in ("share", "blocking")
    )
    rolls = [next(a["win"] for a in found["actions"] if a["action"] == "roll") for found in (free, bound)]
    assert rolls[0] > rolls[1]


def test_with_more_at_the_table_there_is_less_to_win() -> None:
    wins = [asked(players=list("abcd"[:n]))["actions"][0]["win"] for n in (2, 3, 4)]
    assert wins == sorted(wins, reverse=True)
    assert 1 / 4 < wins[2] < 0.34


@pytest.mark.parametrize("others", [1, 2, 3])
def test_what_is_decided_to_be_better_is_told_to_be_better_and_what_is_certain_stays_certain(others: int) -> None:
    found = told(np.linspace(0, 1, 201), others)
    assert found[0] == 0
    assert found[-1] == 1
    assert (np.diff(found) > 0).all()


def test_players_who_are_even_are_told_so_however_many_they_are() -> None:
    """Where each would win half of the games against any other."""
    even = 1 / (1 + np.exp(-TOO_SLOW / SLOPE))
    for others in (1, 2, 3):
        assert told(among([np.array(even)] * others), others) == pytest.approx(1 / (1 + others))


def test_the_game_may_be_longer() -> None:
    found = asked(options={"columns_to_win": 5}, tokens=[{"6": 11, "7": 13, "8": 11, "5": 9}, {}])
    assert found["actions"][0]["win"] > 0.9
    turns = [asked(players=["a"], options={"columns_to_win": n})["actions"][0]["turns"] for n in (1, 2, 3, 4, 5, 11)]
    assert turns == sorted(turns)


def test_two_ways_that_look_alike_are_told_apart_by_a_digit() -> None:
    found = asked(pips=[1, 2, 5, 6], tokens=[{}, {}])
    best, other = (action["win"] for action in found["actions"][:2])
    assert f"{100 * best:.1f} % to win" in found["why"]
    assert f"{100 * other:.1f}" in found["why"]


def test_in_words_an_action_has_a_line_and_the_reason_is_last() -> None:
    lines = in_words('{"players": ["Ann"], "runners": {"7": 2}}').splitlines()
    assert len(lines) == 3
    assert {line.split()[0] for line in lines[:2]} == {"Roll", "Stop"}
    assert "turns to go" in lines[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("xx", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "a position is a JSON object"),
        ('{"game": "go"}', "there is advice for cant-stop, express, highway, rush-hour-shift only, not for 'go'"),
        ('{"players": ["Ann"], "runners": {"7": 14}}', "column 7"),
        ('{"players": ["Ann"], "tokens": [{"2": 3, "3": 5, "4": 7}]}', "the game is over"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadQuestion, match=sentence.replace("(", r"\(")) as found:
        answer(text)
    assert "\n" not in str(found.value)


def test_advice_on_every_position_of_a_game_is_whole_and_legal() -> None:
    """Whoever follows it plays to the end; a chance is a chance, and the best is the first."""
    dice = Random(3)
    state = start(("Ann", "Bo", "Cy"), {"same_space": "blocking"}, Seat(1))
    state = State(
        state.players, ({6: 9, 7: 11, 8: 11}, {6: 8, 5: 9, 4: 5}, {2: 3, 9: 8, 10: 6}), state.options, Seat(1)
    )
    steps = 0
    while not outcome(state) and steps < 60:
        advice = advise(state)
        wins = [action.win for action in advice.actions if action.win is not None]
        assert len(wins) == len(advice.actions)
        assert all(0 <= win <= 1 for win in wins)
        assert wins == sorted(wins, reverse=True)
        assert 0 <= advice.bust <= 1
        event = advice.best.event
        if state.pips is not None:
            assert {a.event for a in advice.actions} >= set(splits(state))
        if event is None:
            event = DiceRolled(tuple(dice.choices(range(1, 7), k=4)))
        state, steps = apply(state, event), steps + 1
    assert steps > 5


def test_from_the_top_of_everything_there_is_an_answer_too() -> None:
    closed = {str(c): LENGTHS[c] for c in range(2, 10)}
    found = answer(
        json.dumps(
            {
                "players": ["Ann"],
                "options": {"columns_to_win": 11},
                "tokens": [closed],
                "runners": {"10": 7, "11": 5, "12": 3},
            }
        )
    )
    assert found["best"] == STOP
    assert found["bust"] == 1
