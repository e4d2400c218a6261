"""The box: what its buttons do in a game, and what its OLED says of them."""

from __future__ import annotations

import pytest

from companion.devices import HoldSeen, Tray
from companion.ports import Refused
from tests.companion.at_box import Player, nearly_won


def test_a_choice_is_moved_on_by_holding_roll_or_by_choose(at_table: Player) -> None:
    at_table.throw(1, 2, 3, 5)
    assert at_table.press("roll+").screen.at == 1
    assert at_table.press("choose").screen.at == 2
    assert at_table.press("choose").screen.at == 0
    assert at_table.press("choose+").screen.at == 2
    assert at_table.snapshot.choice is not None
    assert at_table.snapshot.choice.highlight == 2


def test_the_bottom_line_tells_of_choose_once_it_was_pressed(at_table: Player) -> None:
    at_table.throw(1, 2, 3, 5)
    assert at_table.snapshot.screen.aside == ("HOLD next", "HOLD>")
    assert at_table.press("choose").screen.aside == ("CHOOSE next",)


def test_roll_reads_on_before_it_looks(at_table: Player) -> None:
    at_table.throw(1, 1, 6, 6)
    told = at_table.press("roll")
    assert told.screen.bottom == "ROLL read dice  STOP stop"
    looks = told.look
    assert at_table.press("roll").look == looks + 1


def test_stop_takes_and_stops_as_one_undo(at_table: Player) -> None:
    rolled = at_table.throw(1, 2, 3, 5)
    assert dict(rolled.announce)["stop"] == ("take+stop", "+stop")
    stopped = at_table.press("stop")
    assert stopped.position["turn"] == 1

    assert at_table.press("stop+").position == rolled.position


def test_a_bust_shows_the_roll_and_passes_on_only_after_a_press(at_table: Player) -> None:
    for pips in ((1, 1, 6, 6), (1, 1, 1, 2)):
        at_table.throw(*pips)
        at_table.press("roll")
    busted = at_table.throw(5, 5, 5, 5)

    assert busted.screen.dice == (5, 5, 5, 5)
    assert busted.screen.text == ("Bust: no pair fits an", "open column")
    assert busted.screen.bottom == "ROLL bust"
    assert busted.position["turn"] == 0
    assert at_table.press("roll").position["turn"] == 1


def test_a_held_stop_fills_a_bar_and_changes_nothing_until_its_end(at_table: Player) -> None:
    version = at_table.snapshot.version
    filling = at_table.table.handle(HoldSeen(0.5))

    assert (filling.screen.bar, filling.version) == (0.5, version)
    assert at_table.table.handle(HoldSeen(0.0)).screen.bar == 0.0


def test_nothing_to_undo_is_said_on_the_oled_and_gone_with_the_next_input(at_table: Player) -> None:
    with pytest.raises(Refused) as refused:
        at_table.press("stop+")
    assert refused.value.snapshot.screen.text == ("There is nothing to", "undo.")

    assert at_table.seen(Tray()).screen.text == ("Throw 4 dice",)


def test_after_the_end_roll_plays_again_and_the_next_seat_begins(at_table: Player) -> None:
    nearly_won(at_table)
    ended = at_table.press("stop")
    assert (ended.screen.big, ended.screen.bottom) == ("Ann wins", "ROLL again  STOP other")

    again = at_table.press("roll")
    assert (again.position["turn"], again.position["tokens"], again.winners) == (1, [{}, {}], None)


def test_after_the_end_stop_leads_to_another_game(at_table: Player) -> None:
    nearly_won(at_table)
    at_table.press("stop")

    assert at_table.press("stop").game == "lobby"


def test_a_won_game_can_still_be_taken_back(at_table: Player) -> None:
    nearly_won(at_table)
    at_table.press("stop")

    assert at_table.press("stop+").winners is None
