"""Boards alone on a page, with the files that a phone would get and no table behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from companion.games import GAMES
from tests.web.fake_table import Table
from web import create_app, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    OpenBoard = Callable[[str], Page]

PAGE = """<style>body {{ margin: 8px }} svg {{ width: 100% }}</style><svg></svg>
<script type="module">
import * as board from "/games/{game}/board.js";
Object.assign(window, board);
</script>"""


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """The address at which every game's files are served."""
    offered = tuple({"name": name, "title": game.title, "seats": [1, 1], "options": []} for name, game in GAMES.items())
    running = serve(create_app(Table(offered).ports()), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{running.port}/"
    running.close()


@pytest.fixture(scope="module")
def open_board(chromium: Browser, served: str) -> Iterator[OpenBoard]:
    """Opens a page with a game's board.js, what it exports made global; a fault in its scripts fails the tests."""
    faults: list[str] = []
    pages: list[Page] = []

    def opened(game: str) -> Page:
        page = chromium.new_page(viewport={"width": 360, "height": 640})
        pages.append(page)
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        # Only the page itself is not the app's, whose policy would refuse a script within it.
        page.route(f"{served}board", lambda route: route.fulfill(body=PAGE.format(game=game), content_type="text/html"))
        page.goto(f"{served}board")
        page.wait_for_function("() => 'draw' in window")
        return page

    yield opened
    for page in pages:
        page.close()
    assert faults == []
