"""The hand of a seat that the companion plays: dealt in secret, drawn as it is played, and the same after an undo."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.events import Undone
from companion.game import Seat
from companion.games.rush_hour_shift import RUSH_HOUR_SHIFT
from companion.games.rush_hour_shift.cards import CARDS, DECKS, HAND
from companion.games.rush_hour_shift.rules import CardPlayed, TurnEnded, VehicleMoved, options
from companion.history import History, begin
from companion.start import new_game

SEAT = Seat(1)


@pytest.fixture
def game() -> History[Any]:
    return begin(RUSH_HOUR_SHIFT, new_game(RUSH_HOUR_SHIFT, ("Ann", "Companion"), {}, 1, strengths=("", "strong")))


def hand(game: History[Any], seed: str = "7") -> list[str]:
    moments = [(moment.event, moment.state) for moment in game.moments]
    every = tuple(CardPlayed(card) for card in CARDS)
    return [event.card for event in RUSH_HOUR_SHIFT.in_hand(moments, SEAT, Random(seed).shuffle, every)]  # type: ignore[attr-defined]


def turn(game: History[Any], card: str) -> History[Any]:
    return game.after(CardPlayed(card)).after(TurnEnded())


def test_it_has_up_to_four_kinds_of_card_and_each_deal_others(game: History[Any]) -> None:
    hands = [hand(game, str(seed)) for seed in range(40)]

    assert all(1 <= len(kinds) <= HAND for kinds in hands)
    assert len({tuple(kinds) for kinds in hands}) > 20


def test_a_card_that_others_play_is_none_of_its(game: History[Any]) -> None:
    mine = hand(game)
    after = turn(turn(game, mine[0]), mine[0])

    assert hand(after) == hand(turn(game, mine[0]))


def test_it_plays_through_its_whole_deck_and_then_through_what_it_played(game: History[Any]) -> None:
    played: Counter[str] = Counter()
    for _ in range(sum(DECKS["list-1"].values()) - HAND):
        card = hand(game)[0]
        played[card] += 1
        game = turn(turn(game, card), "move-1")
    left = hand(game)
    assert all(played[card] <= count for card, count in DECKS["list-1"].items())
    assert all(played[card] < DECKS["list-1"][card] for card in left)

    for _ in range(10):
        game = turn(turn(game, hand(game)[0]), "move-1")
    assert hand(game)


def test_an_undo_gives_the_card_back(game: History[Any]) -> None:
    mine = hand(game)
    after = turn(game, mine[0])

    assert hand(after.after(Undone()).after(Undone())) == mine


def test_once_a_card_lies_there_it_may_do_all_that_the_card_allows(game: History[Any]) -> None:
    lying = game.after(CardPlayed("move-2"))
    moments = [(moment.event, moment.state) for moment in lying.moments]
    every = options(lying.state)

    assert any(isinstance(option, VehicleMoved) for option in every)
    assert RUSH_HOUR_SHIFT.in_hand(moments, SEAT, Random("7").shuffle, every) == every
