"""The way to the page: a code that may carry the PIN, and the wall on which everybody sees the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pytest

from companion.games import GAMES
from companion.ports import WayIn
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults, serious
from tests.web.browser.test_every_screen import MIDDLE, PICTURES, PLAYERS, go_on, put_middle
from tests.web.fake_table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.browser.conftest import OpenPage

SMALLEST = """Math.min(...[...document.querySelectorAll('#turn-part *')]
  .filter((one) => one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
"""Pixels of the smallest text beside the board."""

pytestmark = pytest.mark.browser


def test_a_pin_behind_the_address_is_posted_taken_off_and_never_sent_in_an_address(
    table: Table, served: tuple[Table, str], open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table.keys = replace(table.keys, pin="4711")
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("about:blank")
    page.goto(f"{served[1]}#pin=4711")
    expect(page.get_by_label("PIN", exact=True)).to_be_hidden()
    page.get_by_role("button", name="5 and 9").click()
    expect(page.get_by_role("alert")).to_be_hidden()
    assert page.url == served[1]
    assert not any("4711" in address.partition("#")[0] for address in asked)
    assert len(table.asked) == 1


def test_a_wrong_pin_behind_the_address_is_told_and_the_right_one_may_be_typed(
    table: Table, served: tuple[Table, str], open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table.keys = replace(table.keys, pin="4711")
    page = open_page(address=f"{served[1]}#pin=0000")
    expect(page.get_by_role("alert")).to_contain_text("not the PIN")
    expect(page.get_by_label("PIN", exact=True)).to_be_visible()


def test_another_phone_is_shown_the_address(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    page.get_by_text("Another phone joins").click()
    expect(page.locator("#door-address")).to_contain_text("127.0.0.1:")
    expect(page.locator("#door-other")).to_be_hidden()
    assert table.asked == []


def test_a_name_that_the_network_knows_stands_before_the_address(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.way_in = WayIn("192.168.1.23:8000", "companion.local:8000")
    page = open_page()
    page.get_by_text("Another phone joins").click()
    expect(page.locator("#door p")).to_have_text(
        "Scan this with its camera, or type companion.local:8000 or 192.168.1.23:8000"
    )


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    with real_table(tmp_path_factory.mktemp("wall")) as table:
        yield table


@pytest.mark.parametrize("game", GAMES)
def test_the_wall_is_read_from_four_metres(chromium: Browser, real: RealTable, game: str) -> None:
    real.start(game, PLAYERS.get(game, ("Ann", "Bo", "Charlotte-Marie")))
    if game in MIDDLE:
        put_middle(real, game)
    go_on(real)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        screen = chromium.new_context(viewport={"width": 1920, "height": 1080}, color_scheme=scheme)
        page = screen.new_page()
        page.goto(f"{real.address}tv")
        page.locator("#board > *").first.wait_for(state="attached")
        page.screenshot(path=PICTURES / f"tv-{game}-{scheme}.png")
        assert faults(page) == []
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate(SMALLEST) >= 44
        screen.close()


def test_ten_sheets_on_the_wall_stand_in_two_columns(chromium: Browser, real: RealTable) -> None:
    real.start("express", tuple(f"Player {nth}" for nth in range(10)))
    screen = chromium.new_context(viewport={"width": 1920, "height": 1080})
    page = screen.new_page()
    page.goto(f"{real.address}tv")
    page.locator("#board > *").first.wait_for(state="attached")
    page.screenshot(path=PICTURES / "tv-express-ten.png")
    assert page.evaluate("document.querySelector('#board').getScreenCTM().a") > 1.4  # of letters 15 units high
    names = page.locator("#board text").filter(has_text="Player ").all()
    assert len({round(name.bounding_box()["x"]) for name in names}) == 2  # type: ignore[index]
    screen.close()
