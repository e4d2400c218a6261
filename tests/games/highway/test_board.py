"""The drawing of the Highway board, in a browser: it says what lies there, and fits a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.highway import HIGHWAY
from companion.games.highway.state import State
from tests.games.highway.positions import at, stopped
from tests.games.highway.random_games import fresh, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.games.conftest import OpenBoard

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(open_board: OpenBoard) -> Page:
    return open_board("highway")


def drawn(page: Page, state: State) -> str:
    """The description for a screen reader of what was drawn."""
    assert HIGHWAY.shown is not None
    page.evaluate("position => draw(document.querySelector('svg'), position)", HIGHWAY.shown(state))
    return str(page.evaluate("document.querySelector('svg title').textContent"))


def test_it_says_what_lies_where_and_who_holds_what(page: Page) -> None:
    state = at(
        {"8": 3, "9": 2},
        board={"8.3": "detour-left", "7.4": "accident", "9.2": "map"},
        shields=[[], [2, 5]],
        maps=[0, 1],
        markers=4,
    )
    words = drawn(page, state)

    assert "Bo: nowhere yet; holds shields 2, 5, Map for the next turn." in words
    assert "4 white markers this turn, the white cone among them." in words
    assert "White markers on column 8 space 3, column 9 space 2." in words
    assert "3 tiles lie face down." in words


def test_it_shows_the_marker_under_check_and_what_its_tile_is(page: Page) -> None:
    words = drawn(page, stopped(at({"7": 6}, board={"7.6": "flat-tire"})))

    assert "The tile on column 7 space 6 acts now." in words
    assert "Face up: flat tire on column 7 space 6." in words


def test_the_tiles_are_drawn_as_they_are_printed(page: Page, served: str) -> None:
    drawn(page, stopped(at({"7": 6}, board={"7.6": "flat-tire", "8.2": "map"})))
    page.wait_for_function("() => document.querySelector('symbol#tile-map')")

    named = page.evaluate("[...document.querySelectorAll('svg use')].map((use) => use.getAttribute('href'))")
    assert set(named) == {"#tile-flat-tire", "#tile-back"}
    wide = page.evaluate("document.querySelector('use[href=\"#tile-flat-tire\"]').getBoundingClientRect().width")
    assert wide > 10
    symbols = page.request.get(f"{served}games/highway/art.svg").text()
    assert symbols.count("<symbol ") == 22
    assert 'id="ground"' not in symbols
    for game in ("cant-stop", "nothing"):
        assert page.request.get(f"{served}games/{game}/art.svg").status == 404


def test_nothing_is_drawn_outside_and_no_text_is_too_small_on_a_phone(page: Page) -> None:
    *_, (_, _, state) = played(fresh(7, tiles="companion", columns_to_win=5), 7)
    drawn(page, state)
    sizes, outside = page.evaluate(
        """() => {
          const svg = document.querySelector('svg');
          svg.style.width = '340px';
          const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
          const parts = [...svg.querySelectorAll('rect, circle, polygon, path, text')];
          const out = parts.filter((part) => {
            const box = part.getBBox();
            return box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1;
          });
          return [[...svg.querySelectorAll('text')].map((text) => Number(text.getAttribute('font-size'))), out.length];
        }"""
    )

    assert outside == 0
    assert min(sizes) >= 9
