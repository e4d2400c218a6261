"""How a game went, on a phone: the plot, a tap on it, its mistakes and its luck by name."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.inputs import DiceTyped, PhoneChose
from companion.journal import Journal
from tests.companion.test_courses import OPENING, put_on_record
from tests.web.browser.english_left import english_left
from tests.web.browser.real_table import real_table
from tests.web.browser.screens import faults, serious
from tests.web.browser.test_every_screen import PICTURES, SCHEMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

PATIENCE_MS = 60_000

BROKEN = """(cells) => cells.filter((cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return words.getClientRects().length > 1;
}).map((cell) => cell.textContent)"""

pytestmark = pytest.mark.browser


def record(folder: Path, players: tuple[str, ...] = ("Ann", "Bo")) -> int:
    """A whole game of two turns, put on record."""
    with closing(Journal(folder / "journal.sqlite")) as journal:
        return put_on_record(journal, players)


def names_broken(page: Page) -> list[str]:
    """The names in the tables that take more than one line."""
    found: list[str] = page.locator(":is(#made, #players) tbody th").evaluate_all(BROKEN)
    return found


def told(page: Page) -> None:
    from playwright.sync_api import expect

    expect(page.locator("#made tbody tr")).to_have_count(2, timeout=PATIENCE_MS)


def board_in_sight(page: Page) -> None:
    """All of it, not under the way through the game, and the plot above it."""
    from playwright.sync_api import expect

    expect(page.locator("#plot")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    board, way = page.locator("#board").bounding_box(), page.locator("#way").bounding_box()
    assert board
    assert way
    assert board["y"] + board["height"] <= way["y"] + 1


def test_a_game_is_plotted_and_told_and_a_tap_on_a_mistake_shows_where_it_was_decided(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    number = record(tmp_path)
    with real_table(tmp_path) as table:
        page = open_page(address=f"{table.address}past?game={number}")
        told(page)
        expect(page.locator("#plot polyline.worth")).to_have_count(2)
        expect(page.locator("#worths li")).to_have_text(["Ann 0 %", "Bo 100 %"])
        expect(page.locator("#course-words")).to_have_text("The chance to win of each, move by move")
        page.get_by_role("button", name="Ann chose 4 + 5").click()
        expect(page.locator("#step-of")).to_have_text("2 of 7")
        expect(page.locator("#told")).to_contain_text("Ann rolled")
        board_in_sight(page)
        page.mouse.wheel(0, -300)
        page.locator("#plot").click(position={"x": 50, "y": 40})
        expect(page.locator("#step-of")).to_have_text("1 of 7")
        expect(page.locator("#board title")).to_contain_text("column 12 at 2 of 3")
        board_in_sight(page)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=PICTURES / f"course-{scheme}.png", full_page=True)
            assert faults(page) == []
            assert serious(page) == []


def test_a_course_is_told_in_german(german: None, tmp_path: Path, open_page: OpenPage) -> None:
    number = record(tmp_path, ("Companion", "Ann"))
    with real_table(tmp_path) as table:
        page = open_page(address=f"{table.address}past?game={number}")
        told(page)
        page.screenshot(path=PICTURES / "german-course.png", full_page=True)
        assert names_broken(page) == []
        assert english_left(page, "#course, #course-told") == []
        assert faults(page) == []


def test_what_made_the_result_is_said_and_the_companion_stands_in_it_on_one_line(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    number = record(tmp_path, ("Companion", "Ann"))
    with real_table(tmp_path) as table:
        page = open_page(address=f"{table.address}past?game={number}")
        told(page)
        page.screenshot(path=PICTURES / "made.png", full_page=True)
        expect(page.locator("#made-words")).to_contain_text("raised (+) or lowered (−) the chance to win")
        assert names_broken(page) == []
        assert faults(page) == []


def test_a_copy_is_played_on_from_a_move_and_the_table_leads_back_to_what_waits(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    number = record(tmp_path)
    with real_table(tmp_path) as table:
        table.start("cant-stop", ("Cy", "Di"))
        waits = table.now.number
        page = open_page(address=f"{table.address}past?game={number}")
        told(page)
        expect(page.get_by_role("button", name="What if")).to_be_disabled()
        page.get_by_role("button", name="Ann stopped").click()
        expect(page.locator("#step-of")).to_have_text("3 of 7")
        page.get_by_role("button", name="What if: play on from here").click()
        expect(page.locator("#sure-words")).to_have_text(
            "Can't Stop with Cy, Di is not finished. It stays on record and can go on later."
        )
        page.screenshot(path=PICTURES / "what-if-sure.png")
        page.get_by_role("button", name="Set it aside").click()
        expect(page.locator("#apart-words")).to_have_text(
            f"What if: a copy of game {number}. That one stays as it was."
        )
        assert table.now.position["runners"] == {"4": 5, "5": 8}
        page.screenshot(path=PICTURES / "what-if.png")
        assert faults(page) == []
        page.get_by_role("button", name="Back to the game").click()
        expect(page.get_by_role("heading", name="Cy's turn")).to_be_visible()
        assert table.now.number == waits


def test_after_the_end_of_a_game_one_tap_leads_to_how_it_went(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("cant-stop")
        table.put_right({**table.now.position, "tokens": OPENING["tokens"]})
        for asked in ((1, 1, 3, 4), {"event": "SplitChosen", "columns": [2, 7]}, {"event": "Stopped"}):
            version = table.now.version
            made = PhoneChose(asked, version) if isinstance(asked, dict) else DiceTyped(asked, version)
            table.service.post(made).result(timeout=10)
        page = open_page(address=table.address)
        page.get_by_role("link", name="How it went").click()
        expect(page.get_by_role("heading", name="Can't Stop: Ann, Bo")).to_be_visible()
        told(page)
