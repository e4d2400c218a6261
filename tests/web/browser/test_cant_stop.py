"""Can't Stop in a real browser over a real table: a whole game by the page alone, and what its board shows ahead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser.real_table import RealTable, real_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

ANN = (
    ((1, 1, 1, 1), "2 twice"),
    ((1, 1, 1, 1), "2"),
    ((6, 6, 6, 6), "12 twice"),
    ((6, 6, 6, 6), "12"),
    ((1, 1, 2, 2), "3 twice"),
    ((1, 1, 2, 2), "3 twice"),
    ((1, 2, 2, 3), "3 + 5"),
)
"""What she rolls and chooses; with each two columns more she stops, and after the last."""

STOPS = (1, 3, 6)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RealTable]:
    with real_table(tmp_path) as table:
        yield table


def tap(page: Page, control: Locator) -> None:
    """Tap it, and wait until the table has answered."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as came:
        control.tap()
    assert came.value.status == 200


def roll(page: Page, pips: tuple[int, ...]) -> None:
    page.get_by_role("button", name="Type the roll").tap()
    for value in pips:
        page.locator("#picker-keys").get_by_role("button", name=str(value), exact=True).tap()
    tap(page, page.get_by_role("button", name="Use this roll"))


def choose(page: Page, label: str) -> None:
    tap(page, page.locator("#choices").get_by_role("button", name=label, exact=True))


def stop(page: Page) -> None:
    tap(page, page.locator("#choices").get_by_role("button", name="Stop", exact=True))


def test_a_whole_game_is_played_on_one_phone(table: RealTable, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.start("cant-stop")
    page = open_page(address=table.address)
    for nth, (pips, label) in enumerate(ANN):
        expect(page.get_by_role("heading", name="Ann's turn")).to_be_visible()
        roll(page, pips)
        choose(page, label)
        if nth not in STOPS:
            continue
        stop(page)
        if nth != STOPS[-1]:
            roll(page, (3, 3, 4, 4))
            choose(page, "7 twice")
            stop(page)
    expect(page.locator("#winner")).to_have_text("Ann wins!")
    assert table.now.winners == (0,)
    tap(page, page.get_by_role("button", name="Play again"))
    expect(page.get_by_role("heading", name="Bo's turn")).to_be_visible()


def test_a_split_shows_on_the_board_where_it_leads_and_a_die_is_corrected_by_a_tap(
    table: RealTable, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table.start("cant-stop")
    page = open_page(address=table.address)
    roll(page, (1, 3, 4, 6))
    ahead = page.locator("#board [data-reach=strong] rect")
    expect(page.locator("#board [data-reach=''] rect")).to_have_count(5)  # 4 + 10, 5 + 9, 7 twice
    page.get_by_role("button", name="5 + 9").focus()
    expect(ahead).to_have_count(2)
    page.get_by_role("button", name="7 twice").focus()
    expect(ahead).to_have_count(1)
    page.get_by_role("button", name="Undo Ann rolled 1 3 4 6.").focus()
    expect(ahead).to_have_count(0)

    page.get_by_role("button", name="Die 2 shows 3: correct it").tap()
    page.locator("#picker-keys").get_by_role("button", name="2", exact=True).tap()
    expect(page.get_by_role("button", name="Die 2 shows 2: correct it")).to_be_visible()
    assert table.now.view.roll == (1, 2, 4, 6)
