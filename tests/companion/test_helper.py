"""The helper: what it says of a game and of a set-up, on the phone's thread and for the box."""

from __future__ import annotations

import pytest

from companion.game import BadSetUp
from companion.games import GAMES
from companion.helper import Helper, HelperOfTheBox
from companion.inputs import Button, ButtonPressed, HintsFound, Input, PhoneChose
from companion.journal import Journal
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table

HELPER = Helper(GAMES)
NO_CARD = "No card wins now for Ann."


def table_of(game: str, journal: Journal) -> Table:
    return Table(GAMES, journal, start_game(GAMES[game], new_game(GAMES[game], ("Ann", "Bo"), {}, 0), journal))


@pytest.fixture
def table(journal: Journal) -> Table:
    return table_of("rush-hour-shift", journal)


def asked_on_the_box(table: Table) -> Snapshot:
    table.handle(ButtonPressed(Button.MENU))
    while table.snapshot().screen.entries[table.snapshot().screen.at] != "Hints":
        table.handle(ButtonPressed(Button.CHOOSE))
    return table.handle(ButtonPressed(Button.ROLL))


def test_hints_are_said_of_a_snapshot() -> None:
    said = HELPER.hints(Snapshot(4, "rush-hour-shift", "", {"players": ["Ann", "Bo"]}, (), None))  # type: ignore[arg-type]

    assert said[0] == NO_CARD
    assert said[1].startswith("If Bo stood still, Ann could be out with 2 cards")


def test_a_game_without_a_helper_and_the_lobby_have_nothing_to_say(journal: Journal) -> None:
    assert HELPER.hints(table_of("cant-stop", journal).snapshot()) == ()
    assert HELPER.hints(Snapshot(1, "lobby", "", {}, (), None)) == ()  # type: ignore[arg-type]


def test_a_layout_is_judged_at_the_vehicle_and_a_deck_as_a_whole() -> None:
    crash = {**_opening("ours-1"), "A": {"row": 1, "col": 2, "length": 3, "axis": "h"}}
    found = HELPER.findings("rush-hour-shift", {"layout": crash})

    assert [(one.where, one.refused) for one in found] == [("D", True)]
    assert HELPER.findings("rush-hour-shift", {"layout": "ours-1"}) == ()
    (deck,) = HELPER.findings("rush-hour-shift", {"deck": {"move-1": 1000}})
    assert deck.refused
    assert deck.where == ""


def _opening(layout: str) -> dict[str, object]:
    vehicles = HELPER.opening("rush-hour-shift", {"layout": layout})["vehicles"]
    assert isinstance(vehicles, dict)
    return vehicles


def test_an_opening_is_the_position_with_which_a_game_begins(table: Table) -> None:
    assert _opening("ours-1") == table.snapshot().position["vehicles"]
    with pytest.raises(BadSetUp, match="there is no game 'chess'"):
        HELPER.opening("chess", {})
    with pytest.raises(BadSetUp, match="layout must be"):
        HELPER.opening("rush-hour-shift", {"layout": "ours-9"})


def test_the_box_thinks_and_then_says_it_in_pages(table: Table) -> None:
    thinking = asked_on_the_box(table)
    assert thinking.screen.text == ("Thinking...",)

    told: list[Input] = []
    box = HelperOfTheBox(HELPER, told.append, run=lambda work: work())
    box.show(thinking)
    box.show(thinking)
    (found,) = told
    first = table.handle(found)
    assert first.screen.text == ("No card wins now for", "Ann.")
    assert first.hints_asked == 0
    pages = first.screen.page[1]
    for _ in range(pages):
        first = table.handle(ButtonPressed(Button.ROLL))
    assert first.screen.entries[0] == "MOVE"


def test_a_stop_while_it_thinks_ends_the_wait(table: Table) -> None:
    thinking = asked_on_the_box(table)
    table.handle(ButtonPressed(Button.STOP))
    late = table.handle(HintsFound(thinking.version, (NO_CARD,)))

    assert late.screen.entries[0] == "MOVE"


def test_what_was_found_for_a_table_that_has_moved_on_is_dropped(table: Table) -> None:
    thinking = asked_on_the_box(table)
    table.handle(PhoneChose({"event": "CardPlayed", "card": "slide"}, thinking.version))
    asked_on_the_box(table)
    late = table.handle(HintsFound(thinking.version, (NO_CARD,)))

    assert late.screen.text == ("Thinking...",)
    assert late.hints_asked == 2


def test_a_fault_of_the_helper_does_not_leave_the_box_thinking(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    thinking = asked_on_the_box(table)
    told: list[Input] = []
    HelperOfTheBox(Broken({}), told.append, run=lambda work: work()).show(thinking)
    failed = table.handle(told[0])

    assert failed.screen.text == ("The helper failed:", "ask again.")
    assert "no hints for version" in caplog.text


class Broken(Helper):
    def hints(self, snapshot: Snapshot) -> tuple[str, ...]:
        raise ZeroDivisionError
