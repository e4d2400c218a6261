"""Positions and set-ups: what is refused, by name, and what a layout of one's own must be (R24)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import BadPosition, BadSetUp, Seat
from companion.games.rush_hour_shift.cards import CARDS, DECKS
from companion.games.rush_hour_shift.grid import Grid
from companion.games.rush_hour_shift.layouts import findings
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.games.rush_hour_shift.vehicles import vehicles_json
from companion.games.rush_hour_shift.way_out import way_out
from tests.games.rush_hour_shift.grids import GAME, HEROES, across, down, vehicle


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"colour": "red"}, "colour"),
        ({"game": "cant-stop"}, "game"),
        ({"players": ["a"]}, "players"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"offsets": [6, 0]}, "offsets"),
        ({"offsets": [3, -3]}, "no row runs through"),
        ({"offsets": [0]}, "offsets"),
        ({"vehicles": []}, "vehicles"),
        ({"vehicles": {"G": HEROES["G"]}}, "the hero car S is missing"),
        ({"vehicles": {**HEROES, "a": across(0, 0)}}, "capital letter"),
        ({"vehicles": {**HEROES, "A": across(0, 0, 4)}}, "A: its length must be 2 or 3, not 4"),
        ({"vehicles": {**HEROES, "A": vehicle(0, 0, 2, "x")}}, "A: its axis must be h or v, not 'x'"),
        ({"vehicles": {**HEROES, "A": {"row": 0, "col": 0, "length": 2}}}, "A lacks its axis"),
        ({"vehicles": {**HEROES, "A": {**across(0, 0), "hue": 1}}}, "A has no key 'hue'"),
        ({"vehicles": {**HEROES, "A": across(2, 1)}}, "A stands on G"),
        ({"vehicles": {**HEROES, "A": across(0, 13)}}, "A reaches over the end"),
        ({"vehicles": {**HEROES, "A": down(5, 6)}}, "no cell"),
        ({"vehicles": {**HEROES, "A": across(0, 4)}, "offsets": [1, 0]}, "no cell"),
        ({"vehicles": {**HEROES, "G": across(2, -1)}}, "opposite end"),
        ({"vehicles": {**HEROES, "G": across(2, 15)}}, "opposite end"),
        ({"vehicles": {**HEROES, "G": down(2, 0)}}, "lies across and is 2 long, not upright"),
        ({"vehicles": {"G": across(2, 14), "S": across(3, -2)}}, "only one can have won"),
        ({"card": "joker"}, "joker"),
        ({"card": "move-2", "moves_left": 3}, "moves_left"),
        ({"moves_left": 1}, "card is null"),
        ({"shift_left": True}, "card is null"),
        ({"card": "slide", "shift_left": True}, "shift_left"),
        ({"discards": ["joker"]}, "joker"),
        ({"discards": "slide"}, "discards"),
        ({"discards": ["slide"] * 25}, "25 cards cannot lie there: of 32 cards, two hands of 4 leave 24"),
        ({"drawn": 1}, "drawn"),
        ({"seen": [1]}, "seen"),
        ({"options": []}, "options"),
        ({"options": {"moves": "all"}}, "moves"),
        ({"options": {"move": "some"}}, "move must be up-to or all"),
        ({"options": {"draw": "fourth"}}, "draw"),
        ({"options": {"layout": "manual-1"}}, "manual-1"),
        ({"options": {"layout": ["ours-1"]}}, "layout"),
        ({"options": {"layout": {**HEROES, "A": across(2, 1)}}}, "layout: A stands on G"),
        ({"options": {"deck": {"joker": 1}}}, "joker"),
        ({"options": {"deck": {"slide": -1}}}, "deck.slide"),
        ({"options": {"deck": {"slide": 1.5}}}, "deck.slide"),
        ({"options": {"deck": dict.fromkeys(CARDS, 0)}}, "0 cards"),
        ({"options": {"deck": "mine"}}, "list-1"),
    ],
)
def test_an_impossible_position_is_refused_by_name(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        GAME.from_position(keys)


def test_what_a_position_leaves_out_is_that_of_a_fresh_game() -> None:
    assert GAME.from_position({}) == GAME.start(("Gold", "Silver"), {}, Seat(0))


def test_a_kind_that_a_deck_leaves_out_is_as_in_the_first_list() -> None:
    deck = GAME.from_position({"options": {"deck": {"slide": 5}}}).options.deck

    assert dict(deck) == {**DECKS["list-1"], "slide": 5}


def test_both_public_lists_hold_32_cards() -> None:
    assert [sum(deck.values()) for deck in DECKS.values()] == [32, 32]


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (("Ann",), {}, "2 players"),
        (("Ann", "Bo", "Cy"), {}, "2 players"),
        (("Ann", "Bo"), {"layout": "manual-3"}, "layout"),
        (("Ann", "Bo"), {"layout": {"G": HEROES["G"]}}, "silver hero car is missing"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_by_name(players: tuple[str, ...], options: Any, words: str) -> None:
    with pytest.raises(BadSetUp, match=words):
        GAME.start(players, options, Seat(0))


def test_a_layout_of_ones_own_is_played_and_remembered() -> None:
    own = {**HEROES, "A": down(0, 5, 3), "B": down(3, 8, 3)}
    started = GAME.start(("Ann", "Bo"), {"layout": own}, Seat(1))

    assert GAME.position(started)["vehicles"] == own
    assert GAME.from_position(GAME.position(started)) == started


def said(layout: dict[str, object]) -> list[tuple[str, bool, str]]:
    return [(finding.where, finding.refused, finding.reason) for finding in findings({"layout": layout})]


@pytest.mark.parametrize(
    ("layout", "at", "words"),
    [
        ({"S": HEROES["S"]}, "G", "the gold hero car is missing"),
        ({**HEROES, "G": across(2, 1)}, "G", "own end"),
        ({**HEROES, "G": across(2, 0, 3)}, "G", "2 long"),
        ({**HEROES, "G": down(2, 0)}, "G", "lies across"),
        ({**HEROES, "A": across(0, 0, 5)}, "A", "2 or 3"),
        ({**HEROES, "A": across(0, 12, 3)}, "A", "over the end"),
        ({**HEROES, "A": down(4, 0, 3)}, "A", "no cell"),
        ({**HEROES, "A": down(1, 1)}, "A", "stands on G"),
        ({**HEROES, **{n: down(0, c, 3) for n, c in zip("ABCDE", (3, 4, 5, 6, 7), strict=True)}}, "E", "one too many"),
        ({**HEROES, **{n: down(0, c) for n, c in zip("ABCDEFHIJ", range(9), strict=True)}}, "J", "one too many"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_at_the_vehicle(layout: dict[str, object], at: str, words: str) -> None:
    refused = [(vehicle, reason) for vehicle, is_refused, reason in said(layout) if is_refused]

    assert any(vehicle == at and words in reason for vehicle, reason in refused), refused


@pytest.mark.parametrize(
    ("layout", "at", "words"),
    [
        ({**HEROES, "A": down(0, 0)}, "A", "half a turn"),
        ({**HEROES, "A": across(0, 4), "B": across(5, 8)}, "A", "locks the left part"),
        (
            {
                "G": across(2, 0),
                "S": across(3, 12),
                **{n: across(2, c) for n, c in zip("ABCDEF", (2, 4, 6, 8, 10, 12), strict=True)},
            },
            "G",
            "no way out",
        ),
    ],
)
def test_a_layout_that_is_odd_is_warned_of_at_the_vehicle(layout: dict[str, object], at: str, words: str) -> None:
    assert any(vehicle == at and words in reason and not refused for vehicle, refused, reason in said(layout))
    assert GAME.start(("Ann", "Bo"), {"layout": layout}, Seat(0))


def test_each_badly_built_vehicle_is_told_and_hides_no_other_fault() -> None:
    bent = {**across(0, 0), "length": 7}
    layout = {**HEROES, "G": down(2, 0), "A": bent, "B": {"row": 0}, "C": across(3, 11), "D": down(4, 5, 3)}

    assert [(at, words) for at, refused, words in said(layout) if refused] == [
        ("G", "G: a hero car lies across and is 2 long, not upright and 2"),
        ("A", "A: its length must be 2 or 3, not 7"),
        ("B", "B lacks its col"),
        ("C", "C stands on S"),
        ("D", "D stands where the grid has no cell"),
    ]


def test_a_layout_by_name_needs_no_findings() -> None:
    assert not [*findings({"layout": "ours-4"}), *findings({})]


@pytest.mark.parametrize(("name", "fewest"), list(zip(LAYOUTS, (3, 4, 5, 7), strict=True)))
def test_our_own_layouts_are_sound_and_as_hard_as_they_say(name: str, fewest: int) -> None:
    assert not list(findings({"layout": vehicles_json(LAYOUTS[name])}))
    assert len(way_out(Grid(LAYOUTS[name]), "S").actions or ()) == fewest
