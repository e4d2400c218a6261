"""A selection of Can't Stop Express is tapped together from the dice, and the page says what is forced or at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.inputs import PositionTyped
from tests.web.browser.clock import stop_clock
from tests.web.browser.express.gestures import confirm, others_choose, own, tap
from tests.web.browser.fits import each_phone, fits

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage
    from tests.web.browser.express.conftest import Begin

pytestmark = pytest.mark.browser


@each_phone
def test_three_taps_and_a_last_one_make_a_selection_that_can_be_taken_back(
    begin: Begin, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    page = open_page(width, height, scheme, address=table.address)
    own(page, 0)
    table.throw(1, 2, 3, 4, 5)
    expect(confirm(page)).to_be_disabled()
    expect(confirm(page)).to_be_in_viewport()
    assert page.locator("#choices .express-sheet rect.possible").count() == 7  # sums from 3 to 9
    fits(page, width)
    tap(page, 2)
    expect(page.get_by_role("button", name="Die 3: 3 fifth")).to_have_attribute("aria-pressed", "true")
    tap(page, 0, 4)
    expect(page.locator("#choices .express-sheet rect.coming")).to_have_count(3)
    expect(confirm(page)).to_have_text("Mark 6 twice, fifth 3")
    confirm(page).tap()

    expect(page.get_by_text("Ann has chosen: 6 twice, fifth 3.")).to_be_visible()
    assert table.now().position["selections"] == [None, None]
    expect(page.locator("#extras rect.coming")).to_have_count(3)
    fits(page, width)
    page.reload()
    expect(page.get_by_text("Ann has chosen: 6 twice, fifth 3.")).to_be_visible()
    page.get_by_role("button", name="Take back").tap()
    tap(page, 4, 0, 1)
    expect(confirm(page)).to_have_text("Mark 3 and 7, fifth 5")
    confirm(page).tap()
    expect(page.get_by_text("Ann has chosen: 3 and 7, fifth 5.")).to_be_visible()
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("#choices").get_by_text("Tap the fifth die.")).to_be_visible()
    tap(page, 4, 0, 1)
    confirm(page).tap()
    expect(page.get_by_text("Ann has chosen: 3 and 7, fifth 5.")).to_be_visible()
    others_choose(table, 1)
    expect(page.locator("#told")).to_contain_text("Ann marks 3 and 7, fifth die 5.")


def test_what_is_forced_is_forced_and_a_free_throw_says_so(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann")
    page = open_page(address=table.address)

    def mark(words: str) -> None:
        expect(confirm(page)).to_have_text(words)
        confirm(page).tap()
        expect(page.locator("#roll")).to_be_visible()

    table.throw(3, 3, 3, 3, 3)
    expect(page.get_by_text("Only one way.")).to_be_visible()
    mark("Mark 6 twice, fifth 3")
    for fifth in (4, 5):
        table.throw(1, 1, 1, 1, fifth)
        expect(confirm(page)).to_be_disabled()
        tap(page, 4)
        mark(f"Mark 2 twice, fifth {fifth}")
    table.throw(1, 1, 2, 2, 3)
    expect(page.get_by_text("The fifth die must be 3. Tap two dice for a pair.")).to_be_visible()
    tap(page, 0, 1)
    mark("Mark 2 and 4, fifth 3")
    table.throw(1, 1, 2, 2, 2)
    expect(page.get_by_text("Free throw: tap the die to leave out.")).to_be_visible()
    tap(page, 0, 1)
    mark("Mark 3 and 4, no fifth die")
    table.throw(1, 2, 3, 4, 6)
    page.locator("#choices .express-dice button").first.tap(force=True)  # it says why it may not be
    expect(page.get_by_text("The fifth die must be 3 or 4.")).to_be_visible()


def test_the_button_says_that_the_eighth_mark_puts_its_player_out(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    position = {**table.now().position, "sheets": [{"fifth": {"1": 7, "2": 6}}, {}]}
    table.service.post(PositionTyped(position, table.now().version)).result()
    page = open_page(address=table.address)
    own(page, 0)
    table.throw(1, 2, 3, 4, 5)
    tap(page, 0, 1, 2)
    expect(confirm(page)).to_have_text("Mark 5 and 9, fifth 1the eighth: you are out")
    expect(confirm(page).locator("small")).to_be_visible()
    expect(confirm(page)).to_be_in_viewport(ratio=1)
    tap(page, 0, 1, 0, 2)
    expect(confirm(page)).to_contain_text("fifth 2")
    expect(confirm(page).locator("small")).to_have_count(0)


def test_where_the_panel_does_not_load_a_list_does(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    page = open_page(address=f"{table.address}static/icon.svg")
    page.route("**/panel.js", lambda route: route.abort())
    page.goto(table.address)
    own(page, 0)
    table.throw(1, 1, 1, 1, 2)
    page.locator("#choices").get_by_role("button", name="2+2 (2)").tap()
    expect(page.locator("#extras").get_by_role("button", name="Take back")).to_be_visible()
    expect(page.locator("#board title")).to_contain_text("Ann: 0 points, has chosen")


def test_the_nudge_is_off_until_wanted_and_only_says_that_time_is_up(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann")
    page = open_page(address=table.address)
    stop_clock(page)
    table.throw(1, 2, 3, 4, 5)
    clock = page.locator("#choices .express-clock")
    expect(confirm(page)).to_be_disabled()
    expect(clock).to_have_text("")
    page.get_by_label("Nudge me when time is up").select_option("30")
    page.clock.run_for(5_000)
    expect(clock).to_have_text("25 s")
    before = table.now().version
    page.clock.run_for(26_000)
    expect(clock).to_have_text("time to mark")
    assert table.now().version == before
