"""All seats of Can't Stop Express choose at once and in secret, each on its own sheet, on one phone or on several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browser.express.gestures import confirm, others_choose, own, tap
from tests.web.browser.fits import fits

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage
    from tests.web.browser.express.conftest import Begin

pytestmark = pytest.mark.browser


def test_what_another_phone_chose_is_not_on_this_one(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    anns, bos = (open_page(address=table.address) for _ in range(2))
    own(anns, 0)
    own(bos, 1)
    table.throw(1, 1, 1, 1, 6)
    expect(confirm(anns)).to_be_disabled()
    tap(anns, 4)
    expect(confirm(anns)).to_have_text("Mark 2 twice, fifth 6")
    confirm(anns).tap()
    expect(anns.get_by_text("Ann has chosen: 2 twice, fifth 6.")).to_be_visible()

    expect(bos.locator("#todo")).to_have_text("Bo: choose")
    assert "2 twice" not in bos.locator("main").inner_text()
    expect(bos.locator("#board title")).to_contain_text("Ann: 0 points, has chosen. Marks: none.")


def test_what_was_tapped_stays_while_others_choose_unless_they_took_that_value(
    begin: Begin, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo", "Cy", different_start=True)
    page = open_page(address=table.address)
    own(page, 0)
    table.throw(1, 2, 3, 4, 5)
    expect(confirm(page)).to_be_disabled()
    tap(page, 2, 0)
    others_choose(table, 1)
    expect(page.locator("#todo")).to_have_text("Ann, Cy: choose")
    expect(page.get_by_role("button", name="Die 3: 3 fifth")).to_be_visible()
    expect(page.get_by_role("button", name="Die 1: 1 pair 1")).to_be_visible()
    tap(page, 2, 1)
    expect(page.get_by_role("button", name="Die 2: 2 fifth")).to_be_visible()
    others_choose(table, 2)
    expect(page.get_by_text("Somebody has put that value aside: it must be 3 or 4 or 5.")).to_be_visible()


def test_several_seats_on_one_phone_choose_each_on_their_own_sheet(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo", "Cy")
    page = open_page(address=table.address)
    own(page, 0)
    own(page, 2)
    table.throw(1, 2, 3, 4, 5)
    folded = page.locator("#choices > details")
    expect(folded).to_have_count(2)
    tap(page, 0, 1)  # Ann leaves a 1 and begins a pair
    folded.nth(1).locator("summary").tap()
    cys = folded.nth(1).locator(".express-dice button")
    for nth in (4, 0, 1):
        cys.nth(nth).tap()
    folded.nth(1).get_by_role("button", name="Mark 3 and 7, fifth 5").tap()
    secret = page.get_by_text("Cy has chosen: 3 and 7, fifth 5.")
    expect(secret).to_be_hidden()
    page.get_by_text("Cy has chosen: tap to see").tap()
    expect(secret).to_be_visible()
    # What Ann had tapped is where she left it.
    expect(page.get_by_role("button", name="Die 1: 1 fifth")).to_be_visible()
    tap(page, 4)
    expect(confirm(page)).to_have_text("Mark 7 twice, fifth 1")
    fits(page, 360)


def test_on_a_low_screen_the_dice_lie_above_the_dock_and_the_whole_sheet_scrolls_out_from_under_them(
    begin: Begin, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo", "Cy")
    page = open_page(360, 640, address=table.address)
    table.throw(1, 2, 3, 4, 5)
    expect(page.locator("#choices > details")).to_have_count(3)
    pick, dock = page.locator("#choices .express-pick").first, page.locator("#dock")
    # Both in one look: between two the page may still be scrolling.
    page.wait_for_function(
        "() => document.querySelector('#choices .express-pick').getBoundingClientRect().bottom"
        " <= document.querySelector('#dock').getBoundingClientRect().top + 1"
    )
    expect(pick.get_by_role("button", name="Mark")).to_be_in_viewport(ratio=1)
    expect(dock).to_be_in_viewport(ratio=1)
    page.evaluate("document.querySelector('#choices details').scrollIntoView({block: 'end'})")
    page.wait_for_function(
        "() => document.querySelector('#choices .express-pick').getBoundingClientRect().top"
        " >= document.querySelector('#choices .express-sheet').getBoundingClientRect().bottom"
    )
