"""What the helper says when asked, against plain search through every option."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.game import Seat
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.hints import hints
from companion.games.rush_hour_shift.plan import in_cards, plan
from companion.games.rush_hour_shift.rules import (
    HEROES,
    CardPlayed,
    Options,
    PartShifted,
    State,
    TurnEnded,
    VehicleMoved,
    apply,
    options,
    outcome,
)
from companion.games.rush_hour_shift.search import winning_cards, winning_line
from companion.games.rush_hour_shift.setups import LAYOUTS, seen_in
from companion.games.rush_hour_shift.vehicles import vehicles_json
from companion.games.rush_hour_shift.way_out import way_out
from tests.games.rush_hour_shift.grids import across, down, played, random_grid, state, with_grid
from tests.shared import SHARED, needs_numbers


def can_be_won(start: State) -> bool:
    """Whether any order of the options of this turn ends the game: every one is tried."""
    waiting, seen = [start], {start}
    while waiting:
        now = waiting.pop()
        if outcome(now):
            return True
        for option in options(now):
            if not isinstance(option, TurnEnded):
                after = apply(now, option)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return False


@pytest.mark.parametrize("seed", range(4))
def test_a_card_wins_exactly_when_some_order_of_its_options_does(seed: int) -> None:
    chance = Random(seed)
    won = 0
    for _ in range(60):
        chosen = {"move": chance.choice(("up-to", "all")), "move_and_shift": chance.choice(("each", "pool"))}
        now = with_grid(nearly_out(chance), turn=chance.randrange(2), options=chosen)
        card = chance.choice(list(CARDS))
        line = winning_line(now, card)
        won += line is not None

        assert (line is not None) == can_be_won(apply(now, CardPlayed(card))), (now, card)
        if line is not None:
            ended = outcome(played(now, *line))
            assert ended
            assert ended.winners == {now.seat}
    assert 10 < won < 50


def nearly_out(chance: Random) -> Grid:
    """A small random grid, the hero cars a few spaces from their ends more often than not."""
    while True:
        grid = random_grid(chance, blocking=4)
        gold, silver = grid.named["G"].col, grid.named["S"].col
        if chance.random() < 0.1 or gold >= 9 or silver <= 3:
            return grid


@pytest.mark.parametrize("seed", range(3))
def test_within_a_turn_what_is_left_of_the_card_counts(seed: int) -> None:
    chance = Random(seed)
    for _ in range(60):
        card = chance.choice(list(CARDS))
        left = chance.randint(0, CARDS[card].spaces)
        shift = CARDS[card].shifts and chance.random() < 0.5
        now = with_grid(nearly_out(chance), card=card, moves_left=left, shift_left=shift)

        assert (winning_line(now, card) is not None) == can_be_won(now)


def test_the_line_says_what_to_do_in_as_few_moves_as_it_goes() -> None:
    near = state({"G": across(2, 11), "A": down(1, 13), "S": across(5, 2)})

    assert winning_line(near, "move-4") == (CardPlayed("move-4"), VehicleMoved("A", -1), VehicleMoved("G", 3))
    assert winning_cards(near) == ("move-4",)


def test_every_card_that_wins_is_named() -> None:
    at_the_edge = state({"G": across(2, 12), "S": across(5, 2)})

    assert winning_cards(at_the_edge) == (
        *("move-2", "move-3", "move-4", "slide"),
        *("move-and-shift-2", "move-and-shift-3"),
    )
    assert winning_cards(played(at_the_edge, CardPlayed("move-1"))) == ()


def test_a_slide_needs_the_whole_way_clear() -> None:
    open_way = state()
    shut_way = state({"A": down(2, 9)})

    assert winning_line(open_way, "slide") == (CardPlayed("slide"), VehicleMoved("G", 14))
    assert winning_line(shut_way, "slide") is None


def test_no_card_is_asked_of_after_the_end() -> None:
    assert winning_cards(state({"G": across(2, 14)})) == ()


@pytest.mark.parametrize("seed", range(3))
def test_no_way_out_is_shorter_than_the_one_found(seed: int) -> None:
    chance = Random(seed)
    found = 0
    for _ in range(20):
        grid, hero = random_grid(chance, blocking=4), chance.choice(HEROES)
        way = way_out(grid, hero)
        plain = by_breadth(grid, hero, deepest=2)
        if plain is None:
            assert way.actions is None or len(way.actions) > 2
        else:
            found += 1
            assert way.actions is not None
            assert len(way.actions) == plain
    assert found > 8


def by_breadth(grid: Grid, hero: str, deepest: int) -> int | None:
    """The fewest slides and shifts off the grid, by trying all of them; None: more than `deepest`."""
    reached, seen = [grid], {grid.places}
    for cards in range(deepest + 1):
        if any(now.named[hero].is_off for now in reached):
            return cards
        further = []
        for now in reached if cards < deepest else ():
            for after in _after_a_card(now, hero):
                if after.places not in seen:
                    seen.add(after.places)
                    further.append(after)
        reached = further
    return None


def _after_a_card(grid: Grid, hero: str) -> list[Grid]:
    seat = HEROES.index(hero)
    slid = with_grid(grid, turn=seat, card="slide", moves_left=1)
    shifted = with_grid(grid, turn=seat, card="shift", shift_left=True)
    return [apply(now, o).grid for now in (slid, shifted) for o in options(now) if not isinstance(o, TurnEnded)]


@pytest.mark.parametrize("seed", range(2))
def test_a_way_out_can_be_played_with_slides_and_shifts(seed: int) -> None:
    chance = Random(seed)
    for _ in range(10):
        grid, seat = random_grid(chance, blocking=8), chance.randrange(2)
        way = way_out(grid, HEROES[seat])
        now = with_grid(grid, turn=seat)
        for action in way.actions or ():
            card = "slide" if isinstance(action, VehicleMoved) else "shift"
            now = played(now, CardPlayed(card), action)
            if not outcome(now):
                now = played(now, TurnEnded(), CardPlayed("slide"), TurnEnded())
        assert way.actions is None or outcome(now)


@needs_numbers
def test_the_ways_out_of_all_known_layouts_are_as_long_as_others_counted() -> None:
    known = json.loads((SHARED / "rules" / "rush_hour_setups.json").read_text())
    layouts = [*known["ours"], *known["transcribed"]]
    ways = {one["name"]: way_out(Grid(seen_in(tuple(one["rows"]))), "G") for one in layouts}

    assert len(ways) == 14
    assert {name: len(way.actions or ()) for name, way in ways.items()} == {
        one["name"]: one["solo_distance"] for one in layouts
    }


def test_head_on_at_the_own_end_there_is_proven_to_be_no_way_out() -> None:
    way = way_out(state({"S": across(2, 3), "A": down(0, 6, 3)}).grid, "G")

    assert (way.actions, way.proven) == (None, True)


@pytest.mark.parametrize("seed", range(3))
def test_a_plan_can_be_played_card_by_card_and_is_no_longer_than_its_way(seed: int) -> None:
    chance = Random(seed)
    for _ in range(10):
        chosen = {"move": chance.choice(("up-to", "all")), "move_and_shift": chance.choice(("each", "pool"))}
        seat = Seat(chance.randrange(2))
        now = with_grid(random_grid(chance, blocking=7), turn=seat, options=chosen)
        found, way = plan(now, seat), way_out(now.grid, HEROES[seat])
        assert (found.turns is None) == (way.actions is None)
        assert len(found.turns or ()) <= len(way.actions or ())
        for turn in found.turns or ():
            now = played(now, CardPlayed(turn.card), *turn.actions)
            if not outcome(now):
                now = played(now, TurnEnded(), CardPlayed("slide"), TurnEnded())
        assert found.turns is None or outcome(now)


def test_what_fits_on_one_card_is_played_with_one() -> None:
    two = (VehicleMoved("A", 1), VehicleMoved("B", -2))
    shift = PartShifted("left", 2)

    assert [turn.card for turn in in_cards(two, Options())] == ["move-3"]
    assert len(in_cards((*two, shift), Options())) == 2
    assert [turn.card for turn in in_cards((shift, VehicleMoved("A", 2)), Options())] == ["move-and-shift-2"]
    assert [turn.card for turn in in_cards((VehicleMoved("A", 9),), Options())] == ["slide"]
    assert [turn.card for turn in in_cards((shift, VehicleMoved("A", 2)), Options(pool=True))] == ["shift", "slide"]


def test_the_helper_says_what_wins_now_and_how_far_everybody_is() -> None:
    near = state({"G": across(2, 11), "A": down(1, 13), "S": across(5, 2)}, players=["Ann", "Bo"])

    assert tuple(hints(near)) == (
        "Ann wins now with MOVE 4: the car A 1 space up, then the gold hero car 3 spaces right.",
        "If Bo stood still, Ann could be out with 1 card: MOVE 4.",
        "If Ann stood still, Bo could be out with 1 card: MOVE 4.",
    )
    assert next(hints(played(near, CardPlayed("move-1")))) == "MOVE 1 cannot win now."
    assert "what is left of MOVE 4" in next(hints(played(near, CardPlayed("move-4"))))
    assert tuple(hints(state({"G": across(2, 14)}))) == ()
    assert "there is no way out for Gold." in tuple(hints(state({"S": across(2, 3)})))[1]


def test_the_helper_promises_no_fewer_cards_than_it_has_proven() -> None:
    two, more = (list(hints(state(vehicles_json(LAYOUTS[name]))))[1] for name in ("ours-1", "ours-4"))

    assert "Gold could be out with 2 cards, no fewer: " in two
    assert "Gold could be out with at most 5 cards: " in more


def test_a_card_that_is_not_in_the_deck_gets_nobody_out() -> None:
    near = {"G": across(2, 11), "A": down(1, 13), "S": across(5, 2)}
    found = plan(state(near, options={"deck": {"move-4": 0}}), Seat(0))

    assert found.turns is not None
    assert len(found.turns) == 2


def test_why_no_way_out_is_told_is_said_as_it_is() -> None:
    hardest = state(vehicles_json(LAYOUTS["ours-4"]))
    stopped = list(hints(hardest, lambda: False))

    assert stopped[1:] == [
        "If Silver stood still: no way out for Gold was found in the time there was; ask again.",
        "If Gold stood still: no way out for Silver was found in the time there was; ask again.",
    ]
