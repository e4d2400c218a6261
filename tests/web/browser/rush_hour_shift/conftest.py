"""A table of its own for every test of Rush Hour Shift, and a phone before it in the lobby or in the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.rush_hour_shift.gestures import OPEN_ROAD

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealTable]:
    with real_table(tmp_path) as made:
        yield made


@pytest.fixture
def lobby(real: RealTable, open_page: OpenPage) -> Page:
    page = open_page(address=real.address)
    page.get_by_role("button", name="Rush Hour Shift").click()
    page.locator("#set-up-part section > svg").wait_for()
    return page


@pytest.fixture
def game(real: RealTable, open_page: OpenPage) -> Page:
    real.start("rush-hour-shift", layout=OPEN_ROAD, draw="agreed")
    page = open_page(address=real.address)
    page.locator("#board [data-vehicle=G]").wait_for()
    return page
