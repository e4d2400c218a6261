"""The drawn board is put right, by a finger and by keys; what cannot stand so is refused and drawn as it was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import GAMES
from companion.games.express.sheets import ROWS
from companion.inputs import DiceTyped
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.rush_hour_shift.gestures import OPEN_ROAD, pull, vehicle
from tests.web.browser.screens import faults, serious
from tests.web.browser.shown import shown
from tests.web.browser.test_every_screen import PLAYERS, go_on

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def put(page: Page, who: str) -> None:
    if page.locator("#put-done").is_hidden():
        page.get_by_text("Board, ").click()
        page.get_by_role("button", name="Put the board right").click()
    page.locator("#putting").get_by_role("button", name=who, exact=True).click()


def tap(page: Page, name: str) -> None:
    with page.expect_response("**/api/position"):
        page.get_by_role("button", name=name).click()


def sheet(table: RealTable) -> dict[str, Any]:
    """Bo's."""
    found: dict[str, Any] = table.now.position["sheets"][1]
    return found


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


def test_marks_of_a_sheet_are_tapped_dragged_stepped_and_undone(tmp_path: Path, open_page: OpenPage) -> None:
    with real_table(tmp_path) as table:
        table.start("express", ("Ann", "Bo"))
        page = open_page(address=table.address)
        put(page, "Bo")

        def touch(row: str, box: int, to: int | None = None) -> None:
            shown(page, table.now)
            boxes = page.locator(f"#board [data-{row}] rect")
            boxes.nth(box).scroll_into_view_if_needed()
            start, end = boxes.nth(box).bounding_box(), boxes.nth(box if to is None else to).bounding_box()
            assert start
            assert end
            page.mouse.move(start["x"] + 8, start["y"] + 8)
            page.mouse.down()
            page.mouse.move(end["x"] + 8, end["y"] + 8, steps=4)
            with page.expect_response("**/api/position"):
                page.mouse.up()

        touch("row='7'", 2)
        assert sheet(table) == {"pairs": {"7": 3}, "fifth": {}, "out": False}
        touch("row='7'", 2)
        assert sheet(table)["pairs"] == {"7": 2}
        touch("row='8'", 0, to=5)
        assert sheet(table)["pairs"] == {"7": 2, "8": 6}
        tap(page, "One mark less")
        assert sheet(table)["pairs"] == {"7": 2, "8": 5}
        for value, marks in (("4", {"4": 1}), ("6", {"4": 1, "6": 1}), ("4", {"6": 1})):
            tap(page, f"Fifth die {value}")
            assert sheet(table)["fifth"] == marks
        touch("fifth='6'", 7)
        assert sheet(table) == {"pairs": {"7": 2, "8": 5}, "fifth": {"6": 8}, "out": True}
        assert faults(page) == []
        assert serious(page) == []

        page.get_by_role("slider", name="Row 12").focus()
        page.keyboard.press("ArrowRight")
        with page.expect_response("**/api/position"):
            page.keyboard.press("Enter")
        assert sheet(table)["pairs"] == {"7": 2, "8": 5, "12": 1}
        assert table.now.position["sheets"][0] == {"pairs": {}, "fifth": {}, "out": False}
        for _ in range(2):
            with page.expect_response("**/api/undo"):
                page.locator("#undo").click()
        assert sheet(table) == {"pairs": {"7": 2, "8": 5}, "fifth": {"6": 1}, "out": False}
        page.get_by_role("button", name="The board stands so").click()
        assert page.get_by_role("slider").count() == 0


def test_a_sheet_whose_choice_is_hidden_is_not_put_right(tmp_path: Path, open_page: OpenPage) -> None:
    with real_table(tmp_path) as table:
        table.start("express", ("Ann", "Bo"))
        table.service.post(DiceTyped((1, 3, 4, 6, 6), table.now.version)).result(timeout=10)
        page = open_page(address=table.address)
        go_on(table)
        put(page, "Ann")
        page.get_by_text("hidden until all are in").wait_for()
        assert page.get_by_role("slider").count() == 0
        put(page, "Bo")
        assert page.get_by_role("slider").count() == len(ROWS)


def test_vehicles_and_parts_are_set_down_where_they_really_stand(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("rush-hour-shift", layout=OPEN_ROAD)
        page = open_page(address=table.address)
        before = table.now.position
        put(page, "Bo's turn")
        assert faults(page) == []
        assert serious(page) == []

        with page.expect_response("**/api/position"):
            pull(page, "[data-vehicle=A]", right=-3, down=2)
        assert vehicle(table, "A") == before["vehicles"]["A"] | {"row": 2, "col": 3}
        pull(page, "[data-vehicle=G]", down=1, right=2)
        expect(page.locator("#putting")).to_contain_text("Truck A stands there.")
        assert table.now.position["turn"] == 1
        assert page.locator("#board [data-vehicle=G]").get_attribute("transform") == "translate(0 0)"
        with page.expect_response("**/api/position"):
            pull(page, "[data-part=right] [data-edge]", down=1)
        assert table.now.position["offsets"] == [0, 1]
        assert vehicle(table, "S") == before["vehicles"]["S"] | {"row": before["vehicles"]["S"]["row"] + 1}

        page.locator("#board [data-handle=B]").focus()
        for key in ("ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        expect(page.locator("#putting")).to_contain_text("Enter sets it down")
        with page.expect_response("**/api/position"):
            page.keyboard.press("Enter")
        assert vehicle(table, "B") == before["vehicles"]["B"] | {"row": 2, "col": 6}
        expect(page.locator("#board [data-handle=B]")).to_be_focused()
        with page.expect_response("**/api/undo"):
            page.locator("#undo").click()
        assert vehicle(table, "B") == before["vehicles"]["B"]
        page.get_by_role("button", name="The board stands so").click()
        pull(page, "[data-vehicle=A]", right=1)
        expect(page.get_by_role("alert")).to_contain_text("Play a card first.")


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
