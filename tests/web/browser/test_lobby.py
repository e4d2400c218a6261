"""The page in a real browser: agreeing on the next game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.inputs import LookAsked, PhoneChose
from companion.ports import Refused
from companion.prompts import RollDice
from companion.snapshot import OpenPrompt, Snapshot
from tests.web.browser.fits import each_phone, fits
from tests.web.evening import EMPTY_LOBBY, LOBBY
from tests.web.fake_table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def with_position(snapshot: Snapshot, **changes: Any) -> Snapshot:
    return replace(snapshot, version=snapshot.version + 1, position={**snapshot.position, **changes})


DECIDING = replace(
    with_position(LOBBY, begins="dice", first=None, rolls={"Ann": 9}),
    prompts=(OpenPrompt(RollDice(2, 1), since=32),),
)


def tap(page: Page, table: Table, button: Locator) -> Any:
    """Tap it: the event that the table was told."""
    with page.expect_response("**/api/choose"):
        button.click()
    asked = table.asked[-1]
    assert isinstance(asked, PhoneChose)
    return asked.event


@pytest.fixture
def page(table: Table, open_page: OpenPage) -> Page:
    table.box.put(LOBBY)
    return open_page()


@each_phone
def test_the_lobby_fits_a_phone_with_everything_open(
    table: Table, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    table.box.put(EMPTY_LOBBY)
    page = open_page(width, height, scheme)
    expect(page.get_by_role("button", name="Rush Hour Shift")).to_be_visible()
    fits(page, width)
    table.box.put(LOBBY)
    page.get_by_role("button", name="Charlotte-Marie plays white").click()
    page.get_by_role("button", name="more").click()
    page.get_by_text("House rules: 1 changed").click()
    fits(page, width)
    table.box.put(DECIDING)
    expect(page.locator("#roll")).to_be_visible()
    fits(page, width)


def test_each_thing_that_is_agreed_on_is_one_tap(table: Table, page: Page) -> None:
    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name, exact=True)

    told = [tap(page, table, button(name)) for name in ("Rush Hour Shift 2 players", "Eve plays", "Di up", "Di leaves")]
    told.append(tap(page, table, button("Start Can't Stop")))
    assert told == [
        {"event": "GamePicked", "game": "rush-hour-shift"},
        {"event": "PlayerJoined", "name": "Eve", "colour": ""},
        {"event": "PlayerMoved", "name": "Di", "to": 1},
        {"event": "PlayerLeft", "name": "Di"},
        {"event": "SetUpDone"},
    ]


def test_a_new_name_is_typed_in(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    page.get_by_label("Add a name").fill("  Zoë ")
    told = tap(page, table, page.get_by_role("button", name="Add", exact=True))
    assert told == {"event": "PlayerJoined", "name": "Zoë", "colour": ""}
    expect(page.get_by_label("Add a name")).to_have_value("")


def test_a_colour_that_another_has_cannot_be_picked(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    page.get_by_role("button", name="Ann plays green").click()
    expect(page.get_by_role("button", name="white", exact=True)).to_be_disabled()
    told = tap(page, table, page.get_by_role("button", name="orange", exact=True))
    assert told == {"event": "ColourPicked", "name": "Ann", "colour": "orange"}
    expect(page.get_by_role("button", name="white", exact=True)).to_be_hidden()


def test_an_option_says_what_it_does_and_is_changed_on_every_phone(
    table: Table, page: Page, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    other = open_page()
    page.get_by_text("House rules: 1 changed").click()
    expect(page.get_by_text("The turn stops by itself")).to_be_visible()
    expect(page.get_by_label("Columns to win")).to_have_value("4")
    with page.expect_response("**/api/choose"):
        page.get_by_label("Stop when won").select_option("yes")
    asked = table.asked[-1]
    assert isinstance(asked, PhoneChose)
    assert asked.event == {"event": "OptionPicked", "name": "stop_when_won", "value": True}
    table.box.put(with_position(LOBBY, options={"columns_to_win": 5, "stop_when_won": True}))
    expect(other.get_by_text("House rules: 2 changed")).to_be_visible()
    expect(page.get_by_label("Columns to win")).to_have_value("5")


def test_a_name_that_is_typed_before_the_last_one_is_answered_stays_and_one_that_is_refused_comes_back(
    table: Table, page: Page
) -> None:
    from playwright.sync_api import expect

    waiting: list[Route] = []
    page.route("**/api/choose", lambda route: waiting.append(route))
    field = page.get_by_label("Add a name")
    with page.expect_request("**/api/choose"):
        field.fill("Eve")
        field.press("Enter")
    expect(field).to_have_value("")
    field.press_sequentially("Fl")
    with page.expect_response("**/api/choose"):
        waiting.pop().continue_()
    field.press_sequentially("o")
    expect(field).to_have_value("Flo")

    page.unroute("**/api/choose")
    table.refusal = Refused("Flo is taken.", LOBBY)
    field.press("Enter")
    expect(page.get_by_text("Flo is taken.")).to_be_visible()
    expect(field).to_have_value("Flo")


def test_the_youngest_begins_once_somebody_says_who_that_is(table: Table, page: Page) -> None:
    page.get_by_role("button", name="Youngest").click()
    assert table.asked == []
    told = tap(page, table, page.get_by_role("button", name="Di begins"))
    assert told == {"event": "StartPicked", "begins": "youngest", "name": "Di"}


def test_the_dice_say_who_begins_with_the_usual_roll(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    assert tap(page, table, page.get_by_role("button", name="Dice", exact=True)) == {
        "event": "StartPicked",
        "begins": "dice",
        "name": "",
    }
    table.box.put(DECIDING)
    expect(page.get_by_text("Charlotte-Marie: roll 2 dice")).to_be_visible()
    expect(page.get_by_text("Ann threw 9.")).to_be_visible()
    expect(page.get_by_role("button", name="Start Can't Stop")).to_be_disabled()
    with page.expect_response("**/api/look"):
        page.locator("#roll").click()
    assert table.asked[-1] == LookAsked(32)


def test_an_unfinished_game_goes_on_with_one_tap_and_is_said_to_stay(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    expect(page.get_by_text("it stays on record")).to_be_visible()
    told = tap(page, table, page.get_by_role("button", name="Go on with Rolling Down the Highway"))
    assert told == {"event": "GameResumed", "number": 7}


LACKING: list[tuple[str, dict[str, Any]]] = [
    ("Choose a game.", {"chosen": None}),
    ("Who plays?", {"players": [], "colours": [], "first": None}),
    ("Rush Hour Shift takes 2 players at most.", {"chosen": "rush-hour-shift"}),
    ("Rolling Down the Highway needs 2 players.", {"chosen": "highway", "players": ["Ann"], "colours": ["red"]}),
    ("Say who begins.", {"first": None}),
]


def test_what_is_lacking_for_a_start_is_said(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    for words, changes in LACKING:
        table.box.put(with_position(LOBBY, **changes))
        expect(page.locator("#lacks")).to_have_text(words)
        expect(page.locator("#start")).to_be_disabled()
    table.box.put(with_position(LOBBY))
    expect(page.locator("#start")).to_be_enabled()


def test_the_focus_stays_on_a_button_that_is_drawn_anew(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    page.get_by_role("button", name="Di up").focus()
    table.box.put(with_position(LOBBY, players=["Ann", "Di", "Charlotte-Marie"]))
    expect(page.locator("#players li").nth(1)).to_contain_text("Di")
    expect(page.get_by_role("button", name="Di up")).to_be_focused()
