"""Advice for Rush Hour Shift: it wins where it can, stops what it can, and knows no more than lies open."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.advisor import PLAYERS, BadQuestion, answer, in_words
from companion.advisor.rush_hour_shift.advice import advise, unseen
from companion.advisor.rush_hour_shift.exits import nearest_exit
from companion.advisor.rush_hour_shift.grids import Grids, as_arrays
from companion.advisor.rush_hour_shift.line import as_grid, line_to
from companion.advisor.rush_hour_shift.plays import Ends, ends, with_card
from companion.events import Json, decode
from companion.game import step
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import EXITS, Grid
from companion.games.rush_hour_shift.position import position
from companion.games.rush_hour_shift.rules import CardPlayed, PartShifted, State, TurnEnded, VehicleMoved
from companion.games.rush_hour_shift.search import winning_cards
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.games.rush_hour_shift.way_out import way_out
from companion.strengths import Strength
from tests.games.rush_hour_shift.grids import GAME, across, down, random_grid, state, with_grid
from tools.strength_rush_hour_shift import greedy


def asked(vehicles: Json | None = None, **keys: object) -> dict[str, Any]:
    return answer(json.dumps(position(state(vehicles, players=["Ann", "Bo"], **keys))))


def after(*cards: str, seed: int, **options: object) -> State:
    """A random grid and one of these cards in play."""
    chance = Random(seed)
    grid = random_grid(chance)
    while any(vehicle.is_off for vehicle in grid.vehicles):
        grid = random_grid(chance)
    return rules.apply(with_grid(grid, turn=seed % 2, options=options), CardPlayed(chance.choice(cards)))


def reached(now: State) -> Ends:
    """Every grid in which the turn may end, as the advisor finds it."""
    assert now.card
    begun = with_card(as_arrays(now.grid), np.zeros(1, dtype=int), now.card)
    return ends(begun, now.seat, now.options, lambda grids, _: np.zeros(len(grids), dtype=np.float32))


def by_the_rules(now: State) -> set[Grid]:
    found, seen, waiting = set(), set(), [now]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if rules.outcome(here):
            found.add(here.grid)
        for event in rules.options(here):
            if isinstance(event, TurnEnded):
                found.add(here.grid)
            else:
                waiting.append(rules.apply(here, event))
    return found


@pytest.mark.parametrize("move", ["up-to", "all"])
@pytest.mark.parametrize("move_and_shift", ["each", "pool"])
@pytest.mark.parametrize("seed", range(4))
def test_every_grid_in_which_a_turn_may_end_is_found_and_no_other(seed: int, move: str, move_and_shift: str) -> None:
    cards = ("move-2", "slide", "shift", "move-and-shift-1")
    now = after(cards[seed], seed=seed, move=move, move_and_shift=move_and_shift)
    found = reached(now).grids

    assert {as_grid(now, found[nth : nth + 1]) for nth in range(len(found))} == by_the_rules(now)


@pytest.mark.parametrize("seed", range(8))
def test_it_wins_wherever_a_card_wins_and_says_how(seed: int) -> None:
    chance = Random(seed)
    now = with_grid(random_grid(chance, blocking=5), turn=seed % 2)
    while not winning_cards(now):
        now = with_grid(random_grid(chance, blocking=5), turn=seed % 2)
    while not rules.outcome(now):
        best = advise(now)[0]
        assert best.win == 1
        now = step(GAME, now, best.event)


def test_it_says_of_a_win_that_it_is_one() -> None:
    found = asked({"G": across(2, 9)}, card="slide", moves_left=1)

    assert found["why"] == "The gold hero car 5 spaces right: that wins."
    assert found["actions"][0] == {
        "action": {"event": "VehicleMoved", "vehicle": "G", "by": 5},
        "win": 1.0,
        "turns": None,
        "label": "G 5 right",
    }


def test_it_stops_a_sure_loss_if_it_can() -> None:
    """Silver is on a clear way, a space or two from off the grid; a truck can be pushed before it."""
    now = state({"G": across(2, 4), "S": across(3, 1), "A": down(0, 0, 3)}, card="move-2", moves_left=2)
    best = advise(now)[0]

    assert best.event in (VehicleMoved("A", 1), VehicleMoved("A", 2))
    assert best.loses == 0
    assert "Silver could win at once with " in in_words(json.dumps(position(now)))


def test_where_a_loss_cannot_be_stopped_it_says_so() -> None:
    found = asked({"S": across(3, -1)}, card="move-1", moves_left=1)

    assert "Even so Bo wins at once with " in found["why"]


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_ever_advised_that_the_rules_forbid(seed: int) -> None:
    chance = Random(seed)
    options = {"move": chance.choice(("up-to", "all")), "move_and_shift": chance.choice(("each", "pool"))}
    now = after(*CARDS, seed=seed, **options)
    before = with_grid(now.grid, turn=seed % 2, options=options)
    for moment in (before, now):
        found = advise(moment)
        possible = [
            event
            for event in rules.options(moment)
            if not isinstance(event, CardPlayed) or dict(moment.options.deck)[event.card]
        ]
        assert {one.event for one in found} == set(possible)
        assert len(found) == len(possible)
        assert all(0 <= one.win <= 1 for one in found)


def test_only_cards_in_hand_are_advised_where_the_hand_is_known() -> None:
    hand = [CardPlayed("move-1"), CardPlayed("shift")]

    assert {one.event for one in advise(state(), hand)} == set(hand)


def test_no_more_is_known_of_the_other_ones_hand_than_that_it_is_none_of_the_cards_that_lie_open() -> None:
    """A state holds no hand, and the cards that may be in one are the deck less what lies open and the own ones."""
    now = state(discards=["slide", "slide"], card="shift", shift_left=True)
    left = unseen(now, ["move-4"])

    assert (left["slide"], left["shift"], left["move-4"], left["move-1"]) == (1, 3, 2, 6)
    assert "hand" not in str(position(now))


def test_a_card_that_is_not_in_the_deck_is_not_advised() -> None:
    assert "move-and-shift-3" not in {one["action"]["card"] for one in asked()["actions"]}
    other = asked(options={"deck": "list-2"})
    assert "move-and-shift-1" not in {one["action"]["card"] for one in other["actions"]}


def test_a_turn_that_gains_nothing_is_ended_and_nothing_is_moved_for_nothing() -> None:
    found = asked({"A": down(0, 2)}, card="move-1", moves_left=0)
    assert found["best"] == {"event": "TurnEnded"}
    assert found["why"].startswith("End the turn: nothing that MOVE 1 still allows is better.")


def test_where_nothing_is_to_be_decided_it_says_so() -> None:
    with pytest.raises(BadQuestion, match="the game is over"):
        asked({"G": across(2, 14)})


def test_people_read_an_action_a_line_and_why_last() -> None:
    text = json.dumps(position(state({"A": down(1, 6)}, card="move-1", moves_left=1)))
    *lines, why, approximate = in_words(text).split("\n")

    assert len(lines) == len(rules.options(state({"A": down(1, 6)}, card="move-1", moves_left=1)))
    assert all(line.endswith("% to win") for line in lines)
    assert any(line.startswith("A 1 up") for line in lines)
    assert why.startswith("The ")
    assert approximate == "Silver's cards are unknown; what comes after the next one is estimated."


@pytest.mark.usefixtures("german")
def test_it_speaks_german() -> None:
    found = asked({"A": down(1, 6)})

    assert found["why"].startswith("Spielt von euren Karten die mit der besten Chance; ")
    assert found["approximate"] == "Die Karten von Bo sind unbekannt; was nach der nächsten kommt, ist geschätzt."


@pytest.mark.parametrize("seed", range(6))
def test_what_a_turn_has_to_do_leads_to_its_grid(seed: int) -> None:
    now = after("move-2", "slide", "shift", "move-and-shift-1", seed=seed)
    found = reached(now).grids
    chosen = Random(seed).sample(range(len(found)), min(20, len(found)))
    straight = 0
    for target in (as_grid(now, found[nth : nth + 1]) for nth in chosen):
        line = line_to(now, target)
        here = now
        for event in line or ():
            here = step(GAME, here, event)
        assert line is None or here.grid == target
        straight += line is not None
    assert straight > 0.8 * len(chosen)


def test_the_fewest_cards_to_the_exit_are_those_of_the_search_in_the_rules() -> None:
    for layout in ("ours-1", "ours-2", "ours-3"):
        grid = Grid(LAYOUTS[layout])
        for seat, hero in enumerate(EXITS):
            actions = way_out(grid, hero).actions
            found = nearest_exit(as_arrays(grid), seat)
            assert actions is not None
            assert (found.cards, found.proven) == (len(actions), True)


def test_of_several_grids_the_nearest_to_the_exit_is_named() -> None:
    far, near = as_arrays(Grid(LAYOUTS["ours-1"])), as_arrays(Grid(LAYOUTS["ours-1"]).moved("G", 0).moved("B", 1))
    both = Grids(far.fleet, np.concatenate((far.cells, near.cells)), np.concatenate((far.offsets, near.offsets)))

    assert nearest_exit(both, 0).source == 1


@pytest.mark.parametrize("strength", Strength)
def test_a_seat_is_played_with_the_cards_it_holds(strength: Strength) -> None:
    player, chance = PLAYERS["rush-hour-shift"][strength], Random(3)
    now: State = state({"A": down(1, 6), "B": across(0, 3, 3)})
    hand = (CardPlayed("move-and-shift-1"), CardPlayed("move-1"))
    event = player(position(now), 0, hand, chance)
    assert event in hand
    while not isinstance(event, TurnEnded):
        assert event
        assert isinstance(event, CardPlayed | VehicleMoved | PartShifted)
        now = step(GAME, now, decode({"event": type(event).__name__, **vars(event)}, GAME.events))
        event = player(position(now), 0, rules.options(now), chance)


def test_the_greedy_player_goes_the_shortest_way() -> None:
    """The rival of the measurement: out in as many turns as it needs cards, where nobody hinders it."""
    now: State = state({"B": down(1, 6)}, options={"move": "up-to"})
    for _ in range(2):
        card, end = greedy(now, ["slide", "move-1"], Random(1))
        now = replace(now, grid=as_grid(now, end))
    assert card == "slide"
    assert rules.outcome(now)
