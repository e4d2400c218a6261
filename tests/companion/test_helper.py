"""The helper: what it says of a game and of a set-up, on the phone's thread and for the box."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.devices import Button, ButtonPressed
from companion.events import Json
from companion.game import BadSetUp, GoesOn
from companion.games import GAMES
from companion.helper import Helper, HelperOfTheBox
from companion.inputs import HintsFound, Input, PhoneChose
from companion.journal import Journal
from companion.options import Finding
from companion.search import Found, Search
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table


def at_once(work: Callable[[], None]) -> None:
    work()


HELPER = Helper(GAMES, run=at_once)
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
    said = found(HELPER.hints(Snapshot(4, "rush-hour-shift", "", {"players": ["Ann", "Bo"]}, (), None)))  # type: ignore[arg-type]

    assert said[0] == NO_CARD
    assert said[1].startswith("If Bo stood still, Ann could be out with 2 cards")


def test_a_game_without_a_helper_and_the_lobby_have_nothing_to_say(journal: Journal) -> None:
    assert found(HELPER.hints(table_of("cant-stop", journal).snapshot())) == ()
    assert found(HELPER.hints(Snapshot(1, "lobby", "", {}, (), None))) == ()  # type: ignore[arg-type]


def test_a_layout_is_judged_at_the_vehicle_and_a_deck_as_a_whole() -> None:
    crash = {**_opening("ours-1"), "A": {"row": 1, "col": 2, "length": 3, "axis": "h"}}
    crashed = found(HELPER.findings("rush-hour-shift", {"layout": crash}))

    assert [(one.where, one.refused) for one in crashed] == [("D", True)]
    assert found(HELPER.findings("rush-hour-shift", {"layout": "ours-1"})) == ()
    (deck,) = found(HELPER.findings("rush-hour-shift", {"deck": {"move-1": 1000}}))
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
    assert thinking.screen.text == ("Still searching...", "You may play on.")

    told: list[Input] = []
    box = HelperOfTheBox(HELPER, told.append, run=at_once)
    box.show(thinking)
    box.show(thinking)
    first = table.handle(told[-1])
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

    assert late.screen.text == ("Still searching...", "You may play on.")
    assert late.hints_asked == 2


def test_a_fault_of_the_helper_does_not_leave_the_box_thinking(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    thinking = asked_on_the_box(table)
    told: list[Input] = []
    HelperOfTheBox(Broken({}), told.append, run=at_once).show(thinking)
    failed = table.handle(told[0])

    assert failed.screen.text == ("The helper failed:", "ask again.")
    assert "no hints for version" in caplog.text


class Broken(Helper):
    def hints(self, snapshot: Snapshot) -> Search[str]:
        raise ZeroDivisionError


def found(search: Search[Any]) -> tuple[Any, ...]:
    return search.more_than(MANY, patience_s=10).all


MANY = 1000


# --- what takes long ---


class Endless:
    """A game whose helper says one thing at once and then searches until it is told to stop."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.game = replace(GAMES["rush-hour-shift"], hints=self.hints, findings=self.findings)
        self.helper = Helper({self.game.name: self.game})

    def hints(self, state: object, goes_on: GoesOn) -> Iterator[str]:
        yield "At once."
        while goes_on():
            pass
        self.ended.set()
        yield "Too late."

    def findings(self, options: Json, goes_on: GoesOn) -> Iterator[Finding]:
        yield from (Finding("", False, sentence) for sentence in self.hints(None, goes_on))


def test_what_is_known_at_once_is_said_before_the_search_ends(table: Table) -> None:
    endless, now = Endless(), table.snapshot()
    first = endless.helper.hints(now).more_than(0, patience_s=10)

    assert (first.all, first.searching) == (("At once.",), True)
    assert endless.helper.hints(now).more_than(1, patience_s=0).searching
    endless.helper.moved_on(table.handle(PhoneChose({"event": "CardPlayed", "card": "slide"}, now.version)))
    assert endless.ended.wait(10)


def test_a_search_is_given_up_when_the_table_moves_on_and_not_when_it_stays(table: Table) -> None:
    endless, now = Endless(), table.snapshot()
    search = endless.helper.hints(now)
    endless.helper.moved_on(now)
    assert not search.more_than(1, patience_s=0).given_up
    HelperOfTheBox(endless.helper, lambda asked: None).show(
        table.handle(PhoneChose({"event": "CardPlayed", "card": "slide"}, now.version))
    )
    assert endless.ended.wait(10)
    ended = search.more_than(1, patience_s=10)
    assert (ended.all, ended.given_up) == (("At once.",), True)


def test_a_phone_that_asks_of_another_draft_gives_up_the_one_before_and_no_other_phones() -> None:
    endless = Endless()
    name = endless.game.name
    first = endless.helper.findings(name, {"layout": "ours-1"}, "phone 1")
    second = endless.helper.findings(name, {"layout": "ours-1"}, "phone 2")
    assert endless.helper.findings(name, {"layout": "ours-1"}, "phone 1") is first
    latest = endless.helper.findings(name, {"layout": "ours-2"}, "phone 1")

    assert first.more_than(MANY, patience_s=10).given_up
    assert not second.more_than(1, patience_s=0).given_up
    for phone in range(3, 8):
        endless.helper.findings(name, {}, f"phone {phone}").give_up()
    assert second.more_than(MANY, patience_s=10).given_up
    assert latest.more_than(MANY, patience_s=10).given_up


def test_the_box_says_what_is_found_and_on_its_last_page_that_it_still_searches(table: Table) -> None:
    asked = asked_on_the_box(table)
    table.handle(HintsFound(asked.version, ("One.",), searching=True))
    assert table.snapshot().screen.text == ("One.",)
    assert table.snapshot().hints_asked
    waiting = table.handle(ButtonPressed(Button.ROLL))
    assert waiting.screen.text == ("Still searching...", "You may play on.")
    assert waiting.screen.page == (2, 2)
    more = table.handle(HintsFound(asked.version, ("One.", "Two."), searching=True))
    assert (more.screen.text, more.screen.page) == (("Two.",), (2, 3))
    ended = table.handle(HintsFound(asked.version, ("One.", "Two."), searching=False))
    assert (ended.screen.text, ended.screen.page, ended.hints_asked) == (("Two.",), (2, 2), 0)


# --- how long ---


class Counted:
    """A clock that goes on by so many seconds each time somebody looks."""

    def __init__(self, step_s: float) -> None:
        self.now_s, self.step_s = 0.0, step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


def steps(goes_on: GoesOn) -> Iterator[int]:
    """A search of twenty steps, if it is let."""
    for step in range(20):
        if not goes_on():
            return
        yield step


def searched(clock_step_s: float, processor_step_s: float) -> Found[int]:
    search: Search[int] = Search(Counted(clock_step_s), Counted(processor_step_s))
    search.run(steps)
    return search.more_than(0, patience_s=0)


def test_a_search_that_hardly_gets_the_processor_is_not_given_up() -> None:
    starved = searched(clock_step_s=10, processor_step_s=0.1)

    assert (len(starved.all), starved.ran_out) == (20, False)


@pytest.mark.parametrize(("clock_step_s", "processor_step_s"), [(0.1, 10), (50, 0.1)])
def test_a_search_ends_with_its_time_and_says_so(clock_step_s: float, processor_step_s: float) -> None:
    ended = searched(clock_step_s, processor_step_s)

    assert 0 < len(ended.all) < 20
    assert (ended.searching, ended.ran_out, ended.given_up) == (False, True, False)


def test_what_ran_out_of_time_is_searched_anew_when_it_is_asked_again(table: Table) -> None:
    endless, now = Endless(), table.snapshot()
    hurried = Helper({endless.game.name: endless.game}, search=lambda: Search(Counted(50), Counted(0)))
    first = hurried.hints(now)
    assert endless.ended.wait(10)
    assert first.more_than(MANY, patience_s=10).ran_out

    assert hurried.hints(now) is not first
    whole = HELPER.hints(now)
    assert HELPER.hints(now) is whole
