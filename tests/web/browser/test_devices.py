"""Parts of the box that are out of order: said on the page, small, since when and what to do; gone when they work."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from companion.devices import Device
from tests.web.fake_table import ROLLING, Table

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

AT = datetime(2026, 3, 14, 21, 4).timestamp()
CAMERA = Device("usb", "There is no USB camera C920: plug it in.", AT)
WORKS = {"camera": Device("usb"), "display": Device("sh1106")}


def test_what_is_out_is_said_with_since_when_and_what_to_do_until_it_works(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    lines = page.locator("#devices li")
    table.box.put(replace(ROLLING, version=21, devices=WORKS | {"camera": CAMERA}))
    expect(lines).to_have_text(["Camera out since 2026-03-14 21:04. There is no USB camera C920: plug it in."])
    expect(page.locator("#tray-words")).to_have_text("The camera is out: type the roll, or take a photo.")
    today = replace(CAMERA, since_s=datetime.now().replace(hour=9, minute=7).timestamp())
    table.box.put(replace(ROLLING, version=22, devices=WORKS | {"camera": today}))
    expect(lines).to_contain_text(["Camera out since 09:07."])
    table.box.put(replace(ROLLING, version=23, devices=WORKS))
    expect(page.locator("#devices-part")).to_be_hidden()


def test_where_the_panel_is_out_the_page_shows_the_box(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    table.box.put(replace(ROLLING, version=24, devices=WORKS))
    expect(page.locator("#box-part")).to_be_hidden()
    table.box.put(replace(ROLLING, version=25, devices=WORKS | {"display": Device("sh1106", "No OLED answers.", AT)}))
    expect(page.locator("#box-part")).to_be_visible()
