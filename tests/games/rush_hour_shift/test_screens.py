"""The words on every screen: short enough, and of what has just happened."""

from __future__ import annotations

from random import Random

import pytest

from companion.events import Event
from companion.games.rush_hour_shift.cards import CARDS, HAND
from companion.games.rush_hour_shift.moving import also
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, PartShifted, TurnEnded, VehicleMoved, options
from companion.games.rush_hour_shift.screens import FEW, effect, label, path, view
from companion.games.rush_hour_shift.telling import pile_left, tell
from companion.view import OLED_SIGNS
from tests.games.rush_hour_shift.grids import GAME, across, down, played, state
from tests.games.rush_hour_shift.play import random_game, random_options


def told(start: object, *events: Event) -> str:
    """What is said of the last of these events."""
    before = played(start, *events[:-1])  # type: ignore[arg-type]
    return " ".join(tell(before, events[-1], played(before, events[-1])))


def test_labels_and_lists_fit_and_no_two_options_read_the_same() -> None:
    chance = Random(3)
    for seed in range(6):
        for _, now in random_game(random_options(chance), Random(seed)):
            offered = options(now)
            shown = [(*path(now, option), label(now, option)) for option in offered]
            assert len(set(shown)) == len(offered)
            assert all(len(words) <= OLED_SIGNS for entry in shown for words in entry)
            assert all(len(entry[-1]) <= 10 for entry in shown)
            lists = {entry[:-1] for entry in shown}
            assert len(offered) <= FEW or all(len(one) == 1 for one in lists if one)


def test_lines_and_moves_fit_the_oled() -> None:
    chance = Random(4)
    for seed in range(6):
        for event, now in random_game(random_options(chance), Random(seed)):
            screen = view(now, event)
            assert len(screen.number) <= 8
            assert all(len(words[-1]) <= OLED_SIGNS for words in screen.move)
            assert screen.title


def test_cards_are_listed_by_kind() -> None:
    now = state()

    assert [(*path(now, o), label(now, o)) for o in options(now)] == [
        ("MOVE", "MOVE 1"),
        ("MOVE", "MOVE 2"),
        ("MOVE", "MOVE 3"),
        ("MOVE", "MOVE 4"),
        ("SHIFT",),
        ("SLIDE",),
        ("MOVE & SHIFT", "M&SHIFT 1"),
        ("MOVE & SHIFT", "M&SHIFT 2"),
        ("MOVE & SHIFT", "M&SHIFT 3"),
    ]


def test_a_short_list_names_the_vehicle_in_the_option_itself() -> None:
    few = state(card="move-1", moves_left=1)
    many = state({"A": across(0, 6)}, card="move-4", moves_left=4)

    assert [label(few, o) for o in options(few)] == ["G 1 right", "End turn"]
    assert (path(many, VehicleMoved("A", -2)), label(many, VehicleMoved("A", -2))) == (("Car A",), "2 left")


def test_what_happened_is_told_with_what_to_move() -> None:
    cars = {"A": across(0, 4), "D": down(0, 6, 3)}
    start = state({**cars, "G": across(2, 11)}, card="move-4", moves_left=4)

    assert told(start, VehicleMoved("D", 2)) == "Gold: move the truck D 2 spaces down."
    assert "The left part is free to shift." in told(start, VehicleMoved("A", -1))
    assert "half off: one space more wins" in told(start, VehicleMoved("G", 2))
    assert "off the grid: Gold wins." in told(start, VehicleMoved("G", 3))
    assert "It locks the left part." in told(
        state({"A": across(0, 3)}, card="slide", moves_left=1), VehicleMoved("A", 1)
    )


def test_a_card_is_told_with_what_it_allows() -> None:
    for options_, card, words in (
        ({}, "move-3", "up to 3 spaces, split as you like"),
        ({"move": "all"}, "move-1", "exactly 1 space"),
        ({}, "slide", "one vehicle as far as the way is clear"),
        ({}, "move-and-shift-2", "up to 2 spaces, and shift a side part; the shift ends a move that was begun"),
        ({"move_and_shift": "pool"}, "move-and-shift-2", "2 spaces and rows together"),
    ):
        assert words in told(state(options=options_), CardPlayed(card))


def test_a_shift_says_what_it_costs() -> None:
    start = state(card="move-and-shift-3", moves_left=3, shift_left=True)

    assert told(start, PartShifted("left", -2)) == "Gold: shift the left part 2 rows up."
    assert "2 spaces stay unused" in told(start, VehicleMoved("G", 1), PartShifted("left", 1))


def test_an_option_says_what_it_brings_besides_its_label() -> None:
    start = state({"A": across(0, 4), "G": across(2, 12)}, card="move-and-shift-3", moves_left=2, shift_left=True)

    assert effect(state(), CardPlayed("shift")) == "Shift the left or the right part."
    assert effect(start, VehicleMoved("A", 1)) == "The left part is free to shift."
    assert effect(start, VehicleMoved("G", 2)) == "The gold hero car is off the grid: Gold wins."
    assert effect(start, PartShifted("right", 1)) == "The shift ends the move: 2 spaces stay unused."
    assert effect(start, TurnEnded()) == effect(start, VehicleMoved("G", -1)) == ""


def test_the_end_of_a_turn_says_who_draws_and_when_to_shuffle() -> None:
    last = state(card="slide", discards=["move-1"] * 23)
    spent = played(last, TurnEnded())
    shuffling = (CardPlayed("shift"), TurnEnded())
    anew = played(spent, *shuffling)

    assert told(state(card="slide"), TurnEnded()) == "Gold draws a card. Silver's turn."
    assert told(last, TurnEnded()).endswith("That was the last card of the draw pile.")
    assert told(spent, *shuffling).startswith(
        "The draw pile is spent: shuffle the discards into a new one. SHIFT stays behind alone. Silver draws a card."
    )
    assert view(spent, TurnEnded()).number == "pile 0"
    assert view(anew, TurnEnded()).number == "pile 23"
    assert also(last, TurnEnded(), spent) == ()
    ((*_, narrow),) = also(played(spent, CardPlayed("shift")), TurnEnded(), anew)
    assert narrow == "Shuffle, then draw"
    assert len(narrow) <= OLED_SIGNS


@pytest.mark.parametrize("deck", ["list-1", "list-2", {**dict.fromkeys(CARDS, 1)}, {**dict.fromkeys(CARDS, 7)}])
def test_pile_discards_and_hands_always_make_the_deck(deck: object) -> None:
    now = state(options={"deck": deck})
    whole, spent = sum(count for _, count in now.options.deck), 0
    for _ in range(2 * whole):
        for event in (CardPlayed("slide"), TurnEnded()):
            now = played(now, event)
            assert pile_left(now) + len(now.discards) + 2 * HAND == whole
            again = GAME.from_position(GAME.position(now))
            assert pile_left(again) == pile_left(now) >= 0
        spent += not pile_left(now)
    assert spent >= 2


def test_more_of_a_card_than_the_deck_has_is_said_on_every_screen() -> None:
    now = state(discards=["slide"] * 3)
    played_on = played(now, CardPlayed("slide"))
    doubt = "SLIDE: 4 played, 3 in the deck. A slip, or miscounted?"

    assert not any("SLIDE" in line for line in view(now, None).lines)
    assert view(played_on, None).lines[0] == doubt
    assert view(state(discards=["slide"] * 4), None).lines[0] == doubt
    assert (doubt, "Deck: only 3 of these") in view(played_on, CardPlayed("slide")).move


def test_a_draw_is_told() -> None:
    repeating = state(options={"draw": "third"})
    twice = played(repeating, *(CardPlayed("slide"), TurnEnded()) * 2)
    thrice = played(twice, *(CardPlayed("slide"), TurnEnded()), CardPlayed("slide"))

    assert "a third time is a draw" in told(repeating, *(CardPlayed("slide"), TurnEnded()) * 2)
    assert "the game is a draw" in told(thrice, TurnEnded())
    assert told(state(options={"draw": "agreed"}), DrawAgreed()) == "Both players agree: the game is a draw."
    assert view(played(thrice, TurnEnded()), TurnEnded()).title == "A draw"


def test_a_screen_says_what_is_left_of_the_card_and_how_the_parts_lie() -> None:
    now = state({"A": across(0, 4)}, card="move-and-shift-2", moves_left=1, shift_left=True, offsets=[0, -2])

    assert view(now, None).lines == (
        "MOVE & SHIFT 2: 1 space and a shift left",
        "Gold: 14 spaces to go",
        "Silver: 14 spaces to go",
        "Left part: in line, locked by A",
        "Right part: 2 up",
    )
    assert view(played(state(), CardPlayed("slide")), None).lines[0] == "SLIDE: one slide left"
    assert view(state(card="shift"), None).lines[0] == "SHIFT: used up"


def test_the_number_on_the_box_says_that_a_shift_is_left_as_well() -> None:
    both = state(card="move-and-shift-2", moves_left=2, shift_left=True)
    shared = state(card="move-and-shift-2", moves_left=2, shift_left=True, options={"move_and_shift": "pool"})
    last = state(card="move-and-shift-2", shift_left=True)

    assert [view(now, None).number for now in (both, shared, last)] == ["2+shift", "2/shift", "shift"]
    assert view(played(both, PartShifted("left", 1)), None).number == "2 left"


def test_every_card_has_its_words() -> None:
    for card in CARDS:
        now = played(state(), CardPlayed(card))
        title, meaning, *_ = view(now, CardPlayed(card)).move
        assert title[-1] == CARDS[card].title
        assert len(meaning[-1]) <= OLED_SIGNS
