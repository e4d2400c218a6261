"""Calibrating on the page, and what it says of the tray."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.devices import Device, Tray, TrayState
from companion.inputs import DiceTyped
from tests.web.browser.fits import fits
from tests.web.fake_table import ROLLING, Table

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

USB = replace(ROLLING, devices={"camera": Device("usb")})


def test_a_tray_is_calibrated_with_its_corners_marked_by_four_taps(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(USB)
    page = open_page()
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Calibrate the tray").click()
    dialog = page.get_by_role("dialog", name="Calibrate the tray")
    expect(dialog).to_contain_text("Take the dice out")
    dialog.get_by_role("button", name="Look at the empty tray").click()
    expect(dialog).to_contain_text("Is that the tray?")
    fits(page, 360)
    # The fake tray has no picture: it is given a size to tap on.
    page.evaluate("document.querySelector('.calibrate-picture img').style.height = '120px'")
    dialog.get_by_role("button", name="Mark the corners").click()
    picture = page.locator(".calibrate-picture")
    for x, y in ((10, 10), (200, 10), (200, 100), (10, 100)):
        picture.click(position={"x": x, "y": y})
    expect(dialog).to_contain_text("Is that the tray?")
    dialog.get_by_role("button", name="Look at the roll").click()
    expect(dialog).to_contain_text("It will read well here.")
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()
    steps = [step for step, _ in table.calibrated]
    assert steps == ["state", "empty", "empty", "roll"]
    marked = table.calibrated[2][1]
    assert isinstance(marked, tuple)
    assert len(marked) == 4


def test_what_went_wrong_is_said_in_the_dialog(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table.box.put(USB)
    table.calibration = {"error": "Unplugged."}
    page = open_page()
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Calibrate the tray").click()
    page.get_by_role("button", name="Look at the empty tray").click()
    expect(page.get_by_role("dialog")).to_contain_text("Unplugged.")


def test_a_notice_of_the_tray_stands_there_until_it_is_right_again(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    table.box.put(replace(USB, tray=Tray(TrayState.EMPTY, notice="The camera was moved.")))
    expect(page.get_by_text("The camera was moved.")).to_be_visible()
    table.box.put(replace(USB, tray=Tray()))
    expect(page.get_by_text("The camera was moved.")).to_be_hidden()


def test_a_die_of_the_roll_is_corrected_by_a_tap_on_it_and_one_on_its_value(table: Table, open_page: OpenPage) -> None:
    answered = replace(USB, prompts=USB.prompts[1:])
    table.box.put(answered)
    page = open_page()
    page.get_by_role("button", name="Die 2 shows 3: correct it").click()
    with page.expect_response("**/api/dice"):
        page.locator("#picker-keys button").nth(5).click()
    assert table.asked == [DiceTyped((2, 6, 4, 5), 17)]
