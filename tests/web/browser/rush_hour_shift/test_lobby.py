"""Before Rush Hour Shift starts, its layout, its deck and its colours are seen and chosen in the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browser.real_table import RealTable
from tests.web.browser.rush_hour_shift.gestures import button

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_every_layout_is_picked_in_one_place_and_the_house_rules_are_of_the_rules(real: RealTable, lobby: Page) -> None:
    from playwright.sync_api import expect

    for words in ("1, easiest", "2", "3", "4, hardest"):
        expect(button(lobby, f"Play layout {words}").locator("svg")).to_be_visible()
    expect(button(lobby, "Play layout 1, easiest")).to_have_attribute("aria-pressed", "true")
    button(lobby, "Play layout 4, hardest").click()
    expect(button(lobby, "Play layout 4, hardest")).to_have_attribute("aria-pressed", "true")
    assert real.now.position["options"]["layout"] == "ours-4"
    lobby.get_by_text("House rules: none").click()
    expect(lobby.locator("#options select")).to_have_count(3)
    expect(lobby.locator("#option-layout, #option-deck")).to_have_count(0)


def test_the_deck_is_unconfirmed_until_somebody_counts(real: RealTable, lobby: Page) -> None:
    from playwright.sync_api import expect

    lobby.get_by_text("Deck: 32 cards, unconfirmed").click()
    for _ in range(3):
        button(lobby, "One SLIDE more").click()
    button(lobby, "One MOVE 1 less").click()
    expect(lobby.get_by_text("Deck: 34 cards, counted")).to_be_visible()
    deck = real.now.position["options"]["deck"]
    assert (deck["slide"], deck["move-1"]) == (6, 5)
    button(lobby, "As in the list with 19 MOVE cards").click()
    expect(lobby.get_by_text("Deck: 32 cards, unconfirmed")).to_be_visible()


def test_seats_are_shown_in_the_colours_of_their_hero_cars(real: RealTable, lobby: Page, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    for name in ("Ann", "Bo"):
        lobby.get_by_label("Add a name").fill(name)
        button(lobby, "Add").click()
    expect(lobby.locator("#order-hint")).to_have_text(
        "The first one plays gold, the next one silver: ↑ and ↓ change that."
    )
    expect(lobby.locator("#players .piece").nth(1).locator("> *")).to_have_css("fill", "rgb(207, 214, 222)")
    expect(button(lobby, "Bo plays red")).to_have_count(0)
    real.start("rush-hour-shift")
    tv = open_page(address=f"{real.address}tv")
    for page in (lobby, tv):
        expect(page.locator("#turn-piece .piece circle")).to_have_css("fill", "rgb(240, 180, 41)")
    assert real.now.colours == ("gold", "silver")
