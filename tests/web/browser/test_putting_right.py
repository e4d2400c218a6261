"""The drawn board is put right, by a finger and by keys; what cannot stand so is refused and drawn as it was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games import GAMES
from tests.web.browser.real_table import real_table
from tests.web.browser.screens import faults, serious
from tests.web.browser.test_every_screen import PLAYERS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def put(page: Page, who: str) -> None:
    if page.locator("#put-done").is_hidden():
        page.get_by_text("Board, ").click()
        page.get_by_role("button", name="Put the board right").click()
    page.get_by_role("button", name=who, exact=True).click()


@pytest.mark.parametrize("game", ["cant-stop", "highway"])
def test_pieces_are_dragged_and_moved_by_keys(tmp_path: Path, open_page: OpenPage, game: str) -> None:
    with real_table(tmp_path) as table:
        table.start(game)
        page = open_page(address=table.address)
        put(page, "Bo")
        assert faults(page) == []
        assert serious(page) == []

        column = page.get_by_role("slider", name="Column 7").locator("rect").first
        column.scroll_into_view_if_needed()
        box = column.bounding_box()
        assert box
        spaces = box["height"] / (13 * 23 + 24) * 23
        page.mouse.move(box["x"] + 5, box["y"] + 12.5 * spaces)
        page.mouse.down()
        page.mouse.move(box["x"] + 5, box["y"] + 9.5 * spaces, steps=3)
        with page.expect_response("**/api/position"):
            page.mouse.up()
        assert table.now.position["tokens"] == [{}, {"7": 4}]

        put(page, "White markers")
        page.get_by_role("slider", name="Column 2").focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        with page.expect_response("**/api/position"):
            page.keyboard.press("Enter")
        assert table.now.position["runners"] == {"2": 2}
        with page.expect_response("**/api/position"):
            page.get_by_role("button", name="Bo's turn").click()
        assert table.now.position["turn"] == 1
        page.get_by_role("button", name="The board stands so").click()
        assert page.get_by_role("slider").count() == 0


def test_what_cannot_stand_so_is_refused_with_the_reason(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("cant-stop")
        page = open_page(address=table.address)
        put(page, "Ann")
        column = page.get_by_role("slider", name="Column 2")
        column.focus()
        for _ in range(3):
            page.keyboard.press("ArrowUp")
        with page.expect_response("**/api/position"):
            page.keyboard.press("Enter")
        expect(column).to_have_attribute("aria-valuenow", "3")
        put(page, "White markers")
        column.focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("column 2 is won by Ann")
        expect(column).to_have_attribute("aria-valuenow", "0")


@pytest.mark.parametrize("game", GAMES)
def test_of_every_game_a_single_thing_is_picked_from_lists(tmp_path: Path, open_page: OpenPage, game: str) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start(game, PLAYERS.get(game, ("Ann", "Bo")))
        page = open_page(address=table.address)
        page.get_by_text("Board, ").click()
        page.get_by_role("button", name="Put the board right").click()
        before, apply = table.now.version, page.get_by_role("button", name="It stands so")
        page.locator("#put-other").evaluate("(part) => (part.open = true)")
        steps = page.locator("#put-lists > *")
        expect(steps).to_have_count(1)
        while apply.count() == 0:
            last, so_far = steps.last.locator("select"), steps.count()
            last.select_option(index=1)
            expect(steps).to_have_count(so_far + 1)
        assert faults(page) == []
        with page.expect_response("**/api/correct"):
            apply.click()
        if table.now.version == before:
            expect(page.get_by_role("alert")).to_contain_text("stands already")
            last = steps.nth(steps.count() - 2).locator("select")
            last.select_option(index=last.locator("option").count() - 1)
            with page.expect_response("**/api/correct"):
                apply.click()
        assert table.now.told == ("The position was put right.",)
