"""What a player does on the page of Rush Hour Shift, and the layout that is played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.rush_hour_shift.setups import seen_in
from companion.games.rush_hour_shift.vehicles import vehicles_json

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.browser.real_table import RealTable

OPEN_ROAD = vehicles_json(
    seen_in(
        (
            "......A.......",
            "GG....A.......",
            "......A.......",
            ".......B......",
            ".......B....SS",
            ".......B......",
        )
    )
)
"""One truck before each hero car, the same after half a turn."""


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def play(page: Page, card: str) -> None:
    button(page, f"Play {card}.").click()
    page.locator("#board [data-handle=A]").wait_for()


def drag(page: Page, what: str, right: float = 0, down: float = 0) -> None:
    """Drag a piece so many cells, and wait for the table's answer."""
    with page.expect_response("**/api/choose"):
        pull(page, what, right, down)


def pull(page: Page, what: str, right: float = 0, down: float = 0) -> None:
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(f"#board {what}").bounding_box()
    board = page.locator("#board [data-part=centre] [data-edge]").bounding_box()
    assert box
    assert board
    cell = board["width"] / 4
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * cell / 2, y + down * cell / 2)
    page.mouse.move(x + right * cell, y + down * cell)
    page.mouse.up()


def vehicle(real: RealTable, name: str) -> dict[str, Any]:
    vehicles: dict[str, dict[str, Any]] = real.now.position["vehicles"]
    return vehicles[name]
