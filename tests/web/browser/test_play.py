"""The page in a real browser: a game under way, seats, and the way to the next one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from companion.inputs import DiceTyped, LobbyAsked, LookAsked, OddsAsked, PhoneChose, PlayAgainAsked, SeatClaimed
from companion.levels import Level
from companion.snapshot import Snapshot
from tests.web.browser.clock import take_clock
from tests.web.browser.fits import each_phone, fits
from tests.web.evening import EXPRESS, LOBBY, ODDS, TILE
from tests.web.fake_table import ROLLING, Table
from web import create_app, serve

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def device_of(table: Table, page: Page) -> str:
    """The id by which the table knows the phone with this page."""
    page.evaluate(
        "fetch('/api/seat', {method: 'POST', body: JSON.stringify({seat: 0, claim: true})}).then(r => r.json())"
    )
    claimed = table.asked.pop()
    assert isinstance(claimed, SeatClaimed)
    return claimed.device


def test_a_page_whose_box_is_gone_says_that_it_is_not_live_and_asks_for_the_pin_before_that(
    table: Table, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table.keys = replace(table.keys, pin="4711")
    own = serve(create_app(table.ports()), "127.0.0.1", 0)
    page = open_page(address=f"http://127.0.0.1:{own.port}/")
    take_clock(page)
    page.get_by_role("button", name="5 and 9").click()
    expect(page.get_by_role("alert")).to_contain_text("PIN")
    page.get_by_label("PIN", exact=True).fill("4711")
    page.get_by_role("button", name="Let me play").click()
    expect(page.get_by_label("PIN", exact=True)).to_be_hidden()
    page.get_by_role("button", name="6 and 8").click()
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_text("Not live")).to_be_hidden()
    own.close()
    page.clock.fast_forward(10_000)
    expect(page.get_by_text("Not live")).to_be_visible()


def test_the_roll_is_corrected_with_three_taps_and_the_next_game_begins_with_one(
    table: Table, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    page = open_page()
    expect(page.get_by_role("heading", name="Ann's turn")).to_be_visible()
    expect(page.locator("#board rect").first).to_be_visible()
    page.get_by_role("button", name="Type the roll").click()
    page.get_by_role("button", name="6", exact=True).click()
    with page.expect_response("**/api/dice"):
        page.get_by_role("button", name="Use this roll").click()
    with page.expect_response("**/api/look"):
        page.locator("#roll").click()

    table.box.put(replace(ROLLING, version=19, winners=(1,)))
    expect(page.get_by_text("Bo wins!")).to_be_visible()
    with page.expect_response("**/api/again"):
        page.get_by_role("button", name="Play again").click()
    with page.expect_response("**/api/lobby"):
        page.get_by_role("button", name="Other game or players").click()
    assert table.asked == [DiceTyped((2, 3, 4, 6), 17), LookAsked(18), PlayAgainAsked(19), LobbyAsked(19)]


@each_phone
def test_a_game_fits_a_phone_with_everything_open(
    table: Table, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    page = open_page(width, height, scheme)
    for snapshot in (ROLLING, ODDS, EXPRESS, TILE):
        table.box.put(replace(snapshot, told=(f"This is {snapshot.version}.",)))
        expect(page.locator("#told")).to_have_text(f"This is {snapshot.version}.")
        page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
        fits(page, width)


def test_a_board_as_tall_as_the_screen_stands_below_what_is_to_be_done(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    for height, board_first in ((640, True), (300, False)):
        page = open_page(360, height)
        expect(page.locator("#board rect").first).to_be_attached()
        board, roll = page.locator("#board").bounding_box(), page.locator("#roll").bounding_box()
        assert board
        assert roll
        assert (board["y"] < roll["y"]) is board_first
    page.set_viewport_size({"width": 360, "height": 640})
    tops = "['#board', '#roll'].map((one) => document.querySelector(one).getBoundingClientRect().y)"
    # A function: of a text each further look would be an `eval`, which the page forbids.
    page.wait_for_function(f"() => (([board, roll]) => board < roll)({tops})")


def test_a_die_that_a_rule_made_an_eight_shows_its_number(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(replace(ROLLING, view=replace(ROLLING.view, roll=(1, 3, 5, 8))))
    expect(open_page().locator("#roll-dice text")).to_have_text("8")


def test_a_game_that_begins_is_seen_from_its_top(table: Table, open_page: OpenPage) -> None:
    table.box.put(LOBBY)
    page = open_page()
    page.get_by_text("All that happened").wait_for(state="hidden")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    table.box.put(replace(ROLLING, version=LOBBY.version + 1))
    page.get_by_text("All that happened").wait_for()
    assert page.evaluate("scrollY") == 0


def test_an_answer_that_is_tapped_twice_is_sent_once(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    with page.expect_response("**/api/choose"):
        page.get_by_role("button", name="6 and 8").evaluate("(button) => (button.click(), button.click())")
    page.evaluate("fetch('/api/snapshot')")
    assert sum(isinstance(asked, PhoneChose) for asked in table.asked) == 1
    with page.expect_response("**/api/choose"):
        page.get_by_role("button", name="6 and 8").click()


def test_leaving_a_game_that_is_not_over_is_asked_once(table: Table, open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_text("Board, new game").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert table.asked == []
    page.get_by_text("Board, new game").click()
    page.get_by_role("button", name="New game").click()
    with page.expect_response("**/api/lobby"):
        page.get_by_role("dialog").get_by_role("button", name="New game").click()
    assert table.asked == [LobbyAsked(17)]


def test_the_odds_are_said_where_somebody_asked_for_them(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    def offering_odds(snapshot: Snapshot) -> Snapshot:
        return replace(snapshot, levels_offered=(Level.OFF, Level.ODDS), levels=(Level.ODDS,) * 4)

    table.box.put(offering_odds(ROLLING))
    page = open_page()
    page.get_by_text("Board, odds, new game").click()
    with page.expect_response("**/api/odds"):
        page.get_by_role("button", name="Show the odds").click()
    assert table.asked == [OddsAsked(True)]
    table.box.put(offering_odds(replace(ODDS, version=18)))
    expect(page.get_by_role("button", name="6 and 8")).to_contain_text("8% bust")
    expect(page.locator("#roll")).to_contain_text("24% bust")
    expect(page.get_by_role("button", name="Hide the odds")).to_be_visible()


def test_pieces_have_the_colours_of_their_seats(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(replace(EXPRESS, colours=("black", "white", "sky", "blue")))
    page = open_page()
    expect(page.get_by_role("heading", name="Everybody chooses")).to_be_visible()
    colours = page.evaluate("[0, 1].map((n) => document.documentElement.style.getPropertyValue(`--seat-${n}`))")
    assert colours == ["var(--black)", "var(--white)"]


def test_a_phone_claims_a_seat_gives_it_away_and_takes_one_over_after_asking(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(EXPRESS)
    page = open_page()
    device = device_of(table, page)
    page.get_by_text("Who plays on this phone?").click()
    with page.expect_response("**/api/seat"):
        page.get_by_role("button", name="I play Bo").click()
    table.box.put(replace(EXPRESS, claims=("somebody", device, "", "")))
    expect(page.get_by_text("This phone plays Bo")).to_be_visible()
    with page.expect_response("**/api/seat"):
        page.get_by_role("button", name="Give Bo away").click()
    page.get_by_role("button", name="Take Ann over").click()
    with page.expect_response("**/api/seat"):
        page.get_by_role("dialog").get_by_role("button", name="Take over").click()
    assert table.asked == [
        SeatClaimed(1, True, device),
        SeatClaimed(1, False, device),
        SeatClaimed(0, True, device, take=True),
    ]


def test_a_phone_with_a_seat_shows_its_own_choices_and_folds_the_others_away(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    device = device_of(table, page)
    table.box.put(replace(EXPRESS, claims=("", device, "", "")))
    expect(page.get_by_text("For others: Ann, Cy, Di")).to_be_visible()
    own = page.locator("#choices")
    expect(own.get_by_role("heading")).to_have_text(
        ["Bo", "fifth die 1", "fifth die 2", "fifth die 3"], use_inner_text=True
    )
    expect(page.locator("#others").get_by_role("button", name="3 + 7").first).to_be_hidden()
    with page.expect_response("**/api/choose"):
        own.get_by_role("button", name="4 + 6").nth(2).click()
    assert table.asked == [
        PhoneChose({"event": "SelectionMade", "seat": 1, "pairs": [4, 6], "fifth": 3}, 40, device),
    ]


def test_a_phone_without_a_seat_shows_every_seat_with_the_first_list_open(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(EXPRESS)
    page = open_page()
    lists = page.locator("#choices details")
    expect(lists).to_have_count(3)
    assert lists.evaluate_all("(all) => all.map((one) => one.open)") == [True, False, False]
    page.locator("#choices summary").nth(2).click()
    table.box.put(replace(EXPRESS, version=41))
    expect(page.locator("#choices details[open]")).to_have_count(2)
    expect(page.locator("#extras").get_by_role("button", name="Take back")).to_be_visible()


def test_a_turned_tile_is_asked_for_by_its_space(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(TILE)
    page = open_page()
    expect(page.get_by_role("heading", name="What does the tile on 7.4 show?")).to_be_visible()
    with page.expect_response("**/api/choose"):
        page.get_by_role("button", name="flood").click()
    asked = table.asked[-1]
    assert isinstance(asked, PhoneChose)
    assert asked.event == {"event": "TileRevealed", "face": "flood"}


@pytest.mark.parametrize("path", ["", "tv", "print"])
@pytest.mark.parametrize("snapshot", [LOBBY, ROLLING])
def test_a_page_asks_a_game_for_no_part_that_it_does_not_bring(
    table: Table, open_page: OpenPage, served: tuple[Table, str], path: str, snapshot: Snapshot
) -> None:
    from playwright.sync_api import expect

    table.box.put(replace(snapshot, version=60))
    page = open_page(address=served[1] + path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.reload()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(re.compile("Waiting|The table"))
    of_games = [address for address in asked if address.startswith("/games/")]
    phone = create_app(table.ports()).test_client()
    assert [address for address in of_games if phone.get(address).status_code != 200] == []
    assert bool(of_games) == (snapshot.game == "cant-stop")
