"""The companion as a player, on a phone: let in, spoken of, and done for by one tap."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.inputs import DiceTyped
from companion.prompts import Decide
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults, serious

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def throw(table: RealTable, *pips: int) -> None:
    table.service.post(DiceTyped(pips, table.now.version)).result(timeout=10)


def agreed(page: Page) -> None:
    """Ann, and the companion, which begins."""
    page.get_by_role("button", name="Can't Stop 1 to 4 players").click()
    page.get_by_label("Add a name").fill("Ann")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Strong").click()
    page.get_by_role("button", name="Companion begins").click()


def test_it_is_let_in_in_the_lobby_and_its_turn_goes_by_taps(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        page = open_page(address=table.address)
        agreed(page)
        expect(page.locator("#players")).to_contain_text("plays by itself: strong")
        expect(page.locator("#own-hint")).to_contain_text("People roll for it")
        assert serious(page) == []
        page.get_by_role("button", name="Start Can't Stop").click()
        expect(page.get_by_role("heading", name="Companion's turn")).to_be_visible()
        throw(table, 3, 3, 4, 4)
        expect(page.locator("#why")).to_have_text(re.compile(r"^Companion takes .* bust\.$"))
        assert faults(page) == []
        page.locator("#choices button").click()
        expect(page.locator("#why")).to_have_text(re.compile(r"^Companion rolls on with 2 steps"))
        expect(page.get_by_role("button", name="Roll", exact=True).first).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#why")).to_have_text(re.compile(r"^Companion takes "))
        page.get_by_text("Who plays on this phone?").click()
        expect(page.locator("#seats li")).to_have_count(1)
        assert not any(isinstance(one.prompt, Decide) for one in table.now.prompts)


def test_a_game_against_it_is_on_record_by_name_and_level(tmp_path: Path, open_page: OpenPage) -> None:
    with real_table(tmp_path) as table:
        page = open_page(address=table.address)
        agreed(page)
        page.get_by_role("button", name="Start Can't Stop").click()
        page = open_page(address=f"{table.address}past")
        page.get_by_role("button", name="Ann, Companion (strong): unfinished").click()
