"""Advice for Can't Stop Express: what is best on clear sheets, never against the rules, and far above simple play."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.advisor import BadQuestion, answer, in_words
from companion.advisor.express import advise_on
from companion.advisor.express.advice import advise
from companion.advisor.express.throws import CHANCES, THROWS, as_numbers
from companion.advisor.express.worth import ahead, network, score
from companion.events import DiceRolled, decode
from companion.game import Seat, step
from companion.games.express import EXPRESS
from companion.games.express.position import from_position, position
from companion.games.express.rules import SelectionMade, State, options
from companion.games.express.scoring import sheet_score
from companion.games.express.sheets import Sheet
from tests.games.express.positions import STRAIGHT, game
from tools.sheets import Sheets, advised, allowed, greedy, marked, play


def asked(*sheets: dict[str, Any], **keys: Any) -> dict[str, Any]:
    names = ["Ann", "Bo", "Cid"][: len(sheets)]
    return answer(json.dumps({"game": "express", "players": names, "sheets": list(sheets), **keys}))


def pairs(found: dict[str, Any]) -> list[int]:
    return list(found["best"]["pairs"])


OPEN = {"1": 3, "3": 3, "6": 3}


@pytest.mark.parametrize("penalty", [200, 150])
def test_rows_that_are_open_are_marked_rather_than_new_ones(penalty: int) -> None:
    found = asked(
        {"pairs": {"6": 4, "7": 4, "8": 4}, "fifth": OPEN}, pips=[1, 2, 5, 4, 3], options={"penalty": penalty}
    )
    assert set(pairs(found)) <= {6, 7, 8}


def test_a_row_is_brought_out_of_its_penalty_at_the_last_throw() -> None:
    found = asked({"pairs": {"6": 8, "12": 4, "8": 8}, "fifth": {"1": 7, "2": 7, "3": 7}}, pips=[6, 6, 4, 2, 1])
    assert pairs(found) == [6, 12]
    assert found["actions"][0]["points"] == 4 * 40 + 3 * 40


def test_who_need_not_go_out_with_open_penalties_stays_in() -> None:
    found = asked({"pairs": {"5": 4, "6": 4, "7": 4, "8": 4}, "fifth": {"1": 7, "3": 2, "5": 2}}, pips=[1, 3, 2, 4, 4])
    assert found["best"]["fifth"] == 3
    assert "You stay in the game" in found["why"] or "fifth die 3" in found["why"]


def test_a_forced_eighth_fifth_die_is_counted_to_the_point() -> None:
    """RULES.md R8: the pairs of that throw count."""
    found = asked({"pairs": {"7": 9}, "fifth": {"1": 7, "2": 7, "3": 1}}, pips=[1, 3, 4, 2, 5])
    ends = [one for one in found["actions"] if one["action"]["fifth"] in (1, 2)]
    state = from_position({"game": "express", "players": ["Ann"], "sheets": [{"pairs": {"7": 9}}]})
    for one in ends:
        first, second = one["action"]["pairs"]
        expected = sheet_score(state.sheets[0].marked(decode(one["action"], (SelectionMade,)).selection), 200)  # type: ignore[attr-defined]
        assert one["points"] == expected, (first, second)


def test_in_a_free_throw_no_fifth_die_is_named() -> None:
    found = asked({"pairs": {"7": 3}, "fifth": {"1": 2, "2": 2, "3": 2}}, pips=[4, 4, 5, 6, 6])
    assert "no fifth die" in found["why"]
    assert found["actions"][0]["label"].endswith(" free")


def test_only_one_way_is_said_to_be_the_only_one() -> None:
    found = asked({}, pips=[2, 2, 2, 2, 2])
    assert found["why"].startswith("Mark 4 twice, fifth die 2: there is no other way.")


def test_the_first_seat_that_is_to_choose_is_advised_by_name() -> None:
    found = asked({"pairs": {"3": 1, "7": 1}, "fifth": {"5": 1}}, {}, pips=list(STRAIGHT), done=[0])
    assert found["best"]["seat"] == 1
    assert found["why"].startswith("Bo: Mark ")


def test_what_another_put_aside_in_secret_is_not_advised() -> None:
    """R13 and R15 together: the screens do not show what the first one chose, the open options do."""
    state = from_position(
        {"game": "express", "players": ["Ann", "Bo"], "options": {"different_start": True}, "pips": list(STRAIGHT)}
    )
    for value in STRAIGHT:
        first = next(one for one in options(state, Seat(0)) if one.fifth == value)
        now = step(EXPRESS, state, first)
        assert EXPRESS.shown is not None
        found = advise_on(EXPRESS.shown(now), 1, options(now, Seat(1)))
        assert value not in {one["action"]["fifth"] for one in found["actions"]}


def test_where_nothing_is_to_be_decided_it_says_so() -> None:
    with pytest.raises(BadQuestion, match="no throw waits"):
        asked({})
    with pytest.raises(BadQuestion, match="the game is over"):
        asked({"fifth": {"1": 8}})
    with pytest.raises(BadQuestion, match="does not wait for seat 0"):
        advise_on(position(game({"pairs": {"3": 1, "7": 1}, "fifth": {"5": 1}}, {}, pips=list(STRAIGHT), done=[0])), 0)
    with pytest.raises(BadQuestion, match="advice for cant-stop, express, highway, rush-hour-shift only"):
        answer('{"game": "go", "players": ["Ann"]}')


def test_people_read_a_selection_a_line_the_best_first() -> None:
    text = json.dumps({"game": "express", "players": ["Ann"], "pips": [1, 1, 1, 1, 6]})
    first, second, why = in_words(text).split("\n")
    assert {first.split(" ")[0], second.split(" ")[0]} == {"2+2", "2+7"}
    assert "points at the end" in first
    assert why.startswith("Mark 2 ")


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_ever_advised_that_the_rules_forbid(seed: int) -> None:
    """Games of three with other options, in which the others choose anything."""
    chance = Random(seed)
    state: State = from_position(
        {
            "game": "express",
            "players": ["Ann", "Bo", "Cid"],
            "options": {"penalty": chance.choice((150, 200)), "different_start": seed % 2 == 0},
        }
    )
    while state.still_in:
        state = EXPRESS.apply(state, _throw(chance))
        while state.pips is not None:
            seat = chance.choice(state.undecided)
            ranked = advise(state, seat)
            possible = options(state, seat)
            assert {one.event for one in ranked} == set(possible)
            state = step(EXPRESS, state, ranked[0].event if seat == 0 else chance.choice(possible))


def _throw(chance: Random) -> DiceRolled:
    return DiceRolled(tuple(chance.choices(range(1, 7), k=5)))


def test_looking_a_throw_ahead_is_the_mean_over_all_throws_of_the_best_selection() -> None:
    net = network(200)
    sheets = [
        Sheet({6: 2, 7: 1}, {4: 1}),
        Sheet({5: 3, 7: 6, 9: 2}, {1: 7, 3: 2, 6: 3}),
        Sheet({2: 10, 7: 9}, {2: 7, 4: 7, 5: 7}),
    ]
    for sheet in sheets:
        expected = 0.0
        for pips, likely in zip(THROWS, CHANCES.tolist(), strict=True):
            state = State(("Ann",), (sheet,), pips=pips)
            expected += likely * advise(state)[0].points
        marks, fifth = as_numbers(sheet)
        assert ahead(net, marks[None], fifth[None])[0] == pytest.approx(expected, abs=0.05)


def test_sheets_played_in_numbers_obey_the_rules_of_the_game() -> None:
    chance = np.random.default_rng(4)
    sheets, twin = Sheets.blank(1), Sheet()
    while not twin.out:
        throw = np.array([chance.integers(len(THROWS))])
        may = np.flatnonzero(allowed(sheets, throw)[0])
        assert len(may) == len(twin.selections(THROWS[throw[0]]))
        nth = int(chance.integers(len(may)))
        sheets, out = marked(sheets, throw, may[[nth]])
        twin = twin.marked(twin.selections(THROWS[throw[0]])[nth])
        assert bool(out[0]) is twin.out
        assert sheets.marks[0].tolist() == as_numbers(twin)[0].tolist()
    assert score(sheets.marks, 200)[0] == sheet_score(twin, 200)


def test_sixty_games_end_far_above_those_of_the_simple_player() -> None:
    strong, _ = play(advised(network(200)), 60, 200, np.random.default_rng(1))
    simple, _ = play(greedy(np.random.default_rng(2)), 60, 200, np.random.default_rng(1))
    assert strong.mean() > simple.mean() + 150
    assert strong.mean() > 60
