"""The page of a German table in a real browser: the lobby, from the game to its start."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser.fits import each_phone, fits
from tests.web.browser.real_table import real_table

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


@each_phone
def test_a_game_is_agreed_on_in_german(
    german: None, tmp_path: Path, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        page = open_page(width, height, scheme, table.address)
        expect(page.get_by_role("heading", name="Spieler")).to_be_visible()
        expect(page.get_by_text("Wählt ein Spiel.", exact=True)).to_be_visible()
        page.get_by_role("button", name=re.compile("^Can't Stop ?1 bis 4 Spieler$")).click()
        for name in ("Jörg", "Änne"):
            page.get_by_label("Noch ein Name").fill(name)
            page.get_by_role("button", name="Dazu").click()
            expect(page.locator("#players .name", has_text=name)).to_be_visible()
        page.get_by_role("button", name="Jörg spielt blau: andere Farbe").click()
        page.get_by_role("button", name="lila").click()
        expect(page.get_by_role("button", name="Jörg spielt lila: andere Farbe")).to_be_visible()
        expect(page.get_by_text("Sagt, wer beginnt.", exact=True)).to_be_visible()
        page.get_by_role("button", name="Jörg beginnt").click()
        expect(page.get_by_text("Hausregeln: keine")).to_be_visible()
        assert page.locator("html").get_attribute("lang") == "de"
        fits(page, width)
        page.get_by_role("button", name="Can't Stop starten").click()
        expect(page.locator("#lobby")).to_be_hidden()
        assert table.now.position["players"] == ["Jörg", "Änne"]
