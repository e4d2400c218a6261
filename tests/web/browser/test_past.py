"""Looking back on a phone: all that happened, the way back to any of it, and the games of earlier evenings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.inputs import DiceTyped, PhoneChose
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults, serious
from tests.web.browser.test_every_screen import PICTURES, SCHEMES

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def play(table: RealTable) -> None:
    """Ann climbs and stops, Bo rolls."""
    table.start("cant-stop")
    for asked in (
        DiceTyped((1, 3, 4, 6), table.now.version),
        {"event": "SplitChosen", "columns": [5, 9]},
        {"event": "Stopped"},
        DiceTyped((2, 2, 6, 6), 0),
    ):
        version = table.now.version
        made = PhoneChose(asked, version) if isinstance(asked, dict) else DiceTyped(asked.values, version)
        table.service.post(made).result(timeout=10)


def test_what_happened_is_read_and_gone_back_to(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        play(table)
        page = open_page(address=table.address)
        page.get_by_text("All that happened").click()
        expect(page.locator("#moves li")).to_have_count(5)
        assert faults(page) == []
        page.get_by_role("button", name="Back to here: Ann rolled 1 3 4 6.").click()
        expect(page.locator("#sure-words")).to_contain_text("This takes back 3 steps")
        page.get_by_role("button", name="Take back").click()
        expect(page.get_by_role("heading", name="Ann's turn")).to_be_visible()
        expect(page.locator("#moves li")).to_have_count(2)
        assert table.now.view.roll == (1, 3, 4, 6)


def test_a_game_of_an_earlier_evening_is_replayed_move_by_move_and_exported(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        play(table)
        page = open_page(address=f"{table.address}past")
        page.get_by_role("button", name="Ann, Bo: unfinished").click()
        expect(page.locator("#told")).to_have_text("Bo rolled 2 2 6 6.")
        expect(page.get_by_role("button", name="Back", exact=True)).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator("#told")).to_contain_text("Ann stopped")
        page.get_by_label("Move").fill("1")
        expect(page.locator("#told")).to_have_text("Ann, Bo begin.")
        expect(page.locator("#board title")).to_contain_text("Ann: nowhere yet.")
        page.get_by_role("button", name="On", exact=True).click()
        expect(page.locator("#told")).to_have_text("Ann rolled 1 3 4 6.")
        expect(page.locator("#players tbody tr")).to_have_count(2)
        with page.expect_download() as started:
            page.get_by_role("link", name="Export").click()
        assert Path(started.value.path()).read_text().count("\n") == 5
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=PICTURES / f"past-{scheme}.png", full_page=True)
            assert faults(page) == []
            assert serious(page) == []


def test_sheets_are_replayed_in_their_whole_size_with_the_way_through_them_in_sight(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("express")
        page = open_page(address=f"{table.address}past")
        page.get_by_role("button", name="Can't Stop Express").click()
        expect(page.locator("#board title")).to_contain_text("Bo: 0 points")
        assert faults(page) == []
        expect(page.get_by_role("button", name="On", exact=True)).to_be_in_viewport(ratio=1)


def test_before_the_first_game_there_is_one_sentence_and_no_empty_statistics(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        page = open_page(address=f"{table.address}past")
        expect(page.locator("#games")).to_have_text("No game has been played yet.")
        expect(page.get_by_role("heading", name="The dice")).to_be_hidden()
        assert faults(page) == []
