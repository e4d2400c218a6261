"""The page in a real browser: the box's own buttons, pressed and held by finger and by key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.devices import Button, ButtonPressed, Device, HoldSeen
from companion.ports import Refused
from tests.web.browser.clock import stop_clock
from tests.web.fake_table import ROLLING, Table

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The page, with a clock that stands still."""
    page = open_page()
    stop_clock(page)
    page.get_by_role("heading", name="Ann's turn").wait_for()
    return page


def pressed(table: Table, page: Page, count: int = 1) -> list[ButtonPressed]:
    """What the table was told was pressed, once that is so much; the page's clock goes on meanwhile."""
    for _ in range(500):
        told = [asked for asked in table.asked if isinstance(asked, ButtonPressed)]
        if len(told) >= count:
            return told
        page.clock.run_for(50)
    raise AssertionError(table.asked)


def test_a_key_is_a_press_of_its_button(table: Table, page: Page) -> None:
    for count, key in enumerate("rsC", 1):
        page.keyboard.press(key)
        pressed(table, page, count)
    assert [told.button for told in pressed(table, page)] == [Button.ROLL, Button.STOP, Button.CHOOSE]
    assert not any(told.held for told in pressed(table, page))


def test_a_finger_that_stays_on_stop_fills_the_bar_and_undoes_once(table: Table, page: Page) -> None:
    page.locator("[data-button=stop]").hover()
    page.mouse.down()
    assert pressed(table, page) == [ButtonPressed(Button.STOP, held=True, version=17)]
    assert isinstance(table.asked[0], HoldSeen)
    page.mouse.up()
    page.keyboard.press("r")
    assert [told.button for told in pressed(table, page, 2)] == [Button.STOP, Button.ROLL]


def test_roll_and_stop_together_are_the_menu(table: Table, page: Page) -> None:
    page.keyboard.down("r")
    page.keyboard.down("s")
    assert pressed(table, page) == [ButtonPressed(Button.MENU, version=17)]


def test_hands_that_the_box_did_not_hear_are_forgotten(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    page.route("**/api/hands", lambda route: route.abort())
    page.keyboard.down("s")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/hands")
    page.clock.run_for(3000)
    page.keyboard.up("s")
    page.keyboard.press("r")
    assert pressed(table, page) == [ButtonPressed(Button.ROLL, version=17, announced="roll")]


def test_what_was_not_heard_is_said_although_a_part_of_the_page_comes_late(open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    late: list[Route] = []
    page.route("**/board.js", lambda route: late.append(route))
    page.route("**/api/hands", lambda route: route.abort())
    page.reload()
    page.get_by_role("heading", name="Ann's turn").wait_for()
    page.keyboard.down("s")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    late[0].continue_()
    expect(page.locator("#board title")).not_to_have_count(0)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_keys_are_letters_while_a_name_or_a_pin_is_typed(table: Table, page: Page) -> None:
    page.evaluate("document.getElementById('pin-form').hidden = false")
    page.get_by_label("PIN", exact=True).press_sequentially("rsc")
    assert page.get_by_label("PIN", exact=True).input_value() == "rsc"
    assert table.asked == []


def test_a_screen_reader_presses_without_edges(table: Table, page: Page) -> None:
    with page.expect_response("**/api/button"):
        page.locator("[data-button=choose]").evaluate("(button) => button.click()")
    assert table.asked == [ButtonPressed(Button.CHOOSE, version=17, announced="")]
    with page.expect_response("**/api/button"):
        page.get_by_role("button", name="Menu", exact=True).click()
    assert table.asked[-1] == ButtonPressed(Button.MENU, version=18, announced="")


def test_what_a_press_is_refused_for_stands_on_the_page(table: Table, page: Page) -> None:
    from playwright.sync_api import expect

    table.refusal = Refused("The table has moved on: look again.", ROLLING)
    page.keyboard.press("r")
    expect(page.get_by_role("alert")).to_have_text("The table has moved on: look again.")


def test_the_picture_of_the_display_is_fetched_with_every_change_and_only_where_it_is_simulated(
    table: Table, page: Page
) -> None:
    from playwright.sync_api import expect

    with page.expect_response("**/api/oled.png**"):
        table.box.put(replace(ROLLING, screen=replace(ROLLING.screen, bar=0.5)))
    table.box.put(replace(ROLLING, version=20, devices={"display": Device("ssd1306")}))
    expect(page.locator("#box-part")).to_be_hidden()
