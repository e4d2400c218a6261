"""A game of Can't Stop Express ends in its score table, which also goes on paper."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.inputs import SeatClaimed
from tests.web.browser.express.gestures import confirm
from tests.web.browser.fits import fits

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage
    from tests.web.browser.express.conftest import Begin

pytestmark = pytest.mark.browser


def tap_at_random(page: Page, chance: Random) -> None:
    """Dice of the first seat until its selection stands."""
    dice = page.locator("#choices .express-dice").first.locator("button")
    page.locator("#choices .express-dice").first.wait_for()
    if page.locator("#choices .express-dice button.fifth").count() == 0:
        dice.and_(page.locator('[aria-disabled="false"]')).nth(0).tap()
    for nth in chance.sample(range(5), 5):
        if confirm(page).is_enabled():
            return
        if dice.nth(nth).get_attribute("aria-pressed") == "false":
            dice.nth(nth).tap()


def test_a_whole_game_is_played_through_the_page_to_its_score_table_and_paper(
    begin: Begin, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    chance = Random(11)
    table = begin("Ann", "Bo")
    for seat in (0, 1):
        table.service.post(SeatClaimed(seat, False, "nobody")).result()
    page = open_page(address=table.address)
    while table.now().winners is None:
        table.throw(*chance.choices((1, 2, 2, 3, 5, 6), k=5))
        while table.now().winners is None and table.now().awaited_roll is None:
            before = table.now().version
            tap_at_random(page, chance)
            with page.expect_response("**/api/choose"):
                confirm(page).tap()
            assert table.now().version == before + 1
            waits = table.now().winners is None and table.now().awaited_roll is None
            shown = page.get_by_role("button", name="Take back") if waits else page.locator("#roll, #winner")
            expect(shown.filter(visible=True).first).to_be_visible()

    expect(page.locator("#winner")).to_be_visible()
    scores = table.now().scores
    assert scores
    assert page.locator(".express-scores tfoot td").all_inner_texts() == [
        str(points).replace("-", "−") for points in sorted(scores, reverse=True)
    ]
    rows = page.locator(".express-scores tbody tr").all_inner_texts()
    parts = [[int(cell.replace("−", "-")) for cell in row.split()] for row in rows]
    assert [row[0] for row in parts] == list(range(2, 13))
    assert [sum(column) for column in list(zip(*parts, strict=True))[1:]] == sorted(scores, reverse=True)
    fits(page, 360)

    page.goto(f"{table.address}print")
    expect(page.locator(".express-sheets svg")).to_have_count(2)
    expect(page.locator(".express-scores tfoot td")).to_have_count(2)
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_the_paper_of_ten_players_scrolls_in_its_own_box_on_a_phone(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin(*(f"Player {letter}" for letter in "ABCDEFGHIJ"))
    page = open_page(address=f"{table.address}print")
    expect(page.locator(".express-scores tfoot td")).to_have_count(10)
    page.wait_for_load_state("networkidle")
    fits(page, 360)
    wide = page.locator(".express-wide")
    assert wide.evaluate("(box) => box.scrollWidth > box.clientWidth")
    over = "(all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)"
    assert page.locator(".express-scores :is(td, th)").evaluate_all(over) == []
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})
    assert wide.evaluate("(box) => box.scrollWidth <= box.clientWidth")
