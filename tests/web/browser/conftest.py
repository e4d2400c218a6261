"""One server for all tests of the page, and phones that open it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from tests.web.evening import GAMES
from tests.web.fake_table import Table
from web import create_app, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    OpenPage = Callable[..., Page]

PATIENCE_MS = 15_000


@pytest.fixture(scope="session")
def served() -> Iterator[tuple[Table, str]]:
    """A table, and the address at which it is served."""
    table = Table(GAMES)
    running = serve(create_app(table.ports()), "127.0.0.1", 0)
    yield table, f"http://127.0.0.1:{running.port}/"
    running.close()


@pytest.fixture
def table(served: tuple[Table, str]) -> Table:
    """That table, as if nobody had played yet."""
    table, _ = served
    table.begin_anew()
    return table


@pytest.fixture
def open_page(chromium: Browser, table: Table, served: tuple[Table, str]) -> Iterator[OpenPage]:
    """Opens the page on a phone of its own; a fault in the page's scripts fails the test."""
    faults: list[str] = []
    phones: list[BrowserContext] = []

    def opened(
        width: int = 360, height: int = 640, scheme: Literal["light", "dark"] = "light", address: str = served[1]
    ) -> Page:
        phone = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, is_mobile=True, has_touch=True
        )
        phones.append(phone)
        page = phone.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(address)
        return page

    yield opened
    for phone in phones:
        phone.close()
    assert faults == []
