"""What is under a finger stays under it, whatever other phones do meanwhile; the rest is shown once it lets go."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.inputs import OddsAsked, PositionTyped, SeatClaimed
from tests.web.browser.real_table import real_table
from tests.web.browser.rush_hour_shift.gestures import OPEN_ROAD, play, vehicle

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

MOVED_ON = "The table has moved on: look again."


def cell(page: Page) -> float:
    centre = page.locator("#board [data-part=centre] [data-edge]").bounding_box()
    assert centre
    return centre["width"] / 4


def lift(page: Page, what: str, x: float, y: float, right: float = 0, down: float = 0) -> None:
    """A mouse presses on the point (x, y) px within the drawn thing, moves so many px, and holds."""
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(what).first.bounding_box()
    assert box
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + right, box["y"] + y + down, steps=2)


def test_a_vehicle_stays_in_the_hand_while_a_phone_takes_a_seat(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("rush-hour-shift", layout=OPEN_ROAD)
        page = open_page(address=table.address)
        play(page, "MOVE 3")
        width = cell(page)
        lift(page, "#board [data-vehicle=G]", 10, 10, right=width)
        table.service.post(SeatClaimed(1, claim=True, device="another")).result(timeout=10)
        expect(page.locator("#seats")).to_contain_text("on another phone")
        moved = page.locator("#board [data-vehicle=G]")
        expect(moved).to_have_attribute("transform", re.compile(r"translate\(2\d"))  # a cell
        box = moved.bounding_box()
        assert box
        page.mouse.move(box["x"] + 10 + width, box["y"] + 10)
        with page.expect_response("**/api/choose"):
            page.mouse.up()
        assert vehicle(table, "G")["col"] == 2


def test_a_vehicle_that_somebody_else_moved_meanwhile_is_shown_where_it_is(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("rush-hour-shift", layout=OPEN_ROAD)
        page = open_page(address=table.address)
        play(page, "MOVE 3")
        lift(page, "#board [data-vehicle=G]", 10, 10, right=cell(page))
        other = open_page(address=table.address)
        other.get_by_text("Move with buttons").click()
        other.get_by_role("button", name="Gold hero 1 right").click()
        expect(page.locator("#undo")).to_contain_text("1 space right")
        with page.expect_response("**/api/choose"):
            page.mouse.up()
        expect(page.get_by_role("alert")).to_have_text(MOVED_ON)
        assert vehicle(table, "G")["col"] == 1
        expect(page.locator("#board title")).to_contain_text("columns 2 to 3")


def test_a_piece_that_is_put_right_stays_in_the_hand_and_takes_back_nobodys_correction(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("cant-stop")
        page = open_page(address=table.address)
        page.get_by_text("Board, ").click()
        page.get_by_role("button", name="Put the board right").click()
        column = page.get_by_role("slider", name="Column 7")
        area = "#board g[aria-label='Column 7'] rect"
        lift(page, area, 5, 250, down=-40)
        table.service.post(OddsAsked(on=True)).result(timeout=10)
        expect(page.locator("#odds")).to_have_text("Hide the odds")
        page.mouse.move(*above(page, area))
        with page.expect_response("**/api/position"):
            page.mouse.up()
        assert table.now.position["runners"].keys() == {"7"}
        expect(column).to_have_attribute("aria-valuenow", str(table.now.position["runners"]["7"]))

        lift(page, area, 5, 250, down=-40)
        changed = {**table.now.position, "runners": {}, "tokens": [{"6": 3}, {}]}
        table.service.post(PositionTyped(changed, table.now.version)).result(timeout=10)
        expect(page.locator("#told")).to_contain_text("The position was put right.")
        with page.expect_response("**/api/position"):
            page.mouse.up()
        expect(page.get_by_role("alert")).to_have_text(MOVED_ON)
        assert table.now.position["tokens"] == [{"6": 3}, {}]
        expect(column).to_have_attribute("aria-valuenow", "0")


def above(page: Page, area: str) -> tuple[float, float]:
    box = page.locator(area).first.bounding_box()
    assert box
    return box["x"] + 5, box["y"] + 100
