"""What a phone loads before it shows a game, compressed as a proxy or a later server would."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games import GAMES
from tests.web.browser.real_table import real_table
from tests.web.browser.test_every_screen import PLAYERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Response

pytestmark = pytest.mark.browser

MOST_BYTES = 150_000


def test_no_game_weighs_more_than_150_kilobytes(tmp_path: Path, chromium: Browser) -> None:
    with real_table(tmp_path) as table:
        for game in GAMES:
            table.start(game, PLAYERS.get(game, ("Ann", "Bo")))
            assert weight(chromium, table.address) <= MOST_BYTES


def weight(chromium: Browser, address: str) -> int:
    """Bytes of all that a fresh phone loads until the board is drawn, each file compressed."""
    phone = chromium.new_context()
    page = phone.new_page()
    came: list[Response] = []
    page.on("response", lambda answer: came.append(answer))
    page.goto(address)
    page.locator("#board > *").first.wait_for(state="attached")
    bodies = [one.body() for one in came if not one.url.endswith("/api/events")]
    phone.close()
    assert len(bodies) > 20
    return sum(len(gzip.compress(body)) for body in bodies)
