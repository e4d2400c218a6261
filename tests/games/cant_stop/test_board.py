"""The drawing of the columns, in a browser: it says who stands where, and a seat is told by its shape too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.games.conftest import OpenBoard

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(open_board: OpenBoard) -> Page:
    return open_board("cant-stop")


def drawn(page: Page, **position: object) -> str:
    """The description for a screen reader of what was drawn."""
    page.evaluate("position => draw(document.querySelector('svg'), position)", position)
    return str(page.evaluate("document.querySelector('svg title').textContent"))


def test_it_says_where_everybody_stands_and_what_is_won(page: Page) -> None:
    words = drawn(page, players=["Ann", "Bo"], tokens=[{"7": 13, "2": 1}, {}], runners={"8": 4})

    assert words == (
        "The board. Ann: column 2 at 1 of 3, column 7 won. Bo: nowhere yet. White runners: column 8 at 4 of 11."
    )
    assert "1 won" in page.locator("svg text").all_text_contents()


def test_each_seat_has_a_shape_of_its_own(page: Page) -> None:
    drawn(page, players=["Ann", "Bo", "Cy", "Di"])
    shapes = page.evaluate(
        """[...document.querySelectorAll('svg [style*="--seat-"]')]
          .map((token) => [token.tagName, token.getAttribute('points')?.split(' ').length ?? 0].join(' '))"""
    )

    assert shapes == ["circle 0", "rect 0", "polygon 3", "polygon 4"]
