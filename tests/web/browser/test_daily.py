"""The day's solitaire on a phone: what today's is, a name, the way to the table, and the results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.inputs import DiceTyped, PhoneChose
from tests.web.browser.english_left import english_left
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults, serious
from tests.web.browser.test_every_screen import PICTURES, SCHEMES

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000


def finish(table: RealTable) -> None:
    """In one turn, from a board put right."""
    table.put_right({**table.now.position, "tokens": [{"2": 3, "3": 5, "12": 2}]})
    for asked in ({"event": "SplitChosen", "columns": [10, 12]}, {"event": "Stopped"}):
        if table.now.awaited_roll and asked["event"] == "SplitChosen":
            table.service.post(DiceTyped((6, 6, 5, 5), table.now.version)).result(timeout=10)
        table.service.post(PhoneChose(asked, table.now.version)).result(timeout=10)


def test_the_solitaire_of_the_day_is_begun_by_a_name_and_its_result_is_kept(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("cant-stop", ("Cy", "Di"))
        page = open_page(address=table.address)
        page.goto(f"{table.address}daily")
        cards = page.locator("#dailies > section")
        expect(cards).to_have_count(2, timeout=PATIENCE_MS)
        expect(cards.first).to_contain_text("the advisor's average")
        expect(page.get_by_label("Who plays?")).to_have_value("Cy")
        page.get_by_label("Who plays?").fill("Ann")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=PICTURES / f"daily-{scheme}.png", full_page=True)
            assert faults(page) == []
            assert serious(page) == []
        page.get_by_role("button", name="Play Can't Stop", exact=True).click()
        expect(page.locator("#sure-words")).to_contain_text("Can't Stop with Cy, Di is not finished.")
        page.get_by_role("button", name="Set it aside").click()
        expect(page.locator("#apart-words")).to_contain_text("Solitaire of the day")
        assert table.now.position["players"] == ["Ann"]
        page.screenshot(path=PICTURES / "daily-table.png")
        assert faults(page) == []
        finish(table)
        page.get_by_role("link", name="Results").click()
        expect(page.locator("#dailies li")).to_have_text(["Ann: 1 turn"], timeout=PATIENCE_MS)


def test_the_solitaire_of_the_day_is_german(german: None, tmp_path: Path, open_page: OpenPage) -> None:
    with real_table(tmp_path) as table:
        page = open_page(address=f"{table.address}daily")
        page.locator("#dailies > section").first.wait_for(timeout=PATIENCE_MS)
        page.screenshot(path=PICTURES / "german-daily.png", full_page=True)
        assert english_left(page, "main") == []
        assert faults(page) == []
