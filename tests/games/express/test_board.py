"""The drawing of the sheets, in a browser: it scores as the rules do, and fits a phone."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games.express import EXPRESS
from companion.games.express.position import from_position

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.games.conftest import OpenBoard

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(open_board: OpenBoard) -> Page:
    return open_board("express")


def drawn(page: Page, position: dict[str, object]) -> str:
    """The description for a screen reader of what was drawn."""
    page.evaluate("(p) => draw(document.querySelector('svg'), p)", position)
    words = page.evaluate("document.querySelector('svg title').textContent")
    assert isinstance(words, str)
    return words


def some_position(seed: int) -> dict[str, object]:
    chance = Random(seed)
    seats = chance.randint(1, 10)
    sheets = [{"pairs": {str(row): chance.randint(0, 12) for row in range(2, 13)}} for _ in range(seats)]
    options = {"penalty": chance.choice([150, 200])}
    names = [f"P{seat}" for seat in range(seats)]
    return EXPRESS.position(from_position({"players": names, "sheets": sheets, "options": options}))


def test_the_drawing_counts_points_as_the_rules_do(page: Page) -> None:
    for seed in range(20):
        position = some_position(seed)
        words = drawn(page, position)

        assert [int(points) for points in re.findall(r"(-?\d+) points", words)] == list(
            EXPRESS.scores(from_position(position)) or ()
        )


def test_all_that_is_drawn_lies_within_the_width_of_a_phone(page: Page) -> None:
    drawn(page, some_position(3))
    box = page.evaluate(
        "(({x, y, width, height}) => [x, y, x + width, y + height])(document.querySelector('svg').getBBox())"
    )
    left, top, right, bottom = page.evaluate("document.querySelector('svg').getAttribute('viewBox')").split()

    assert box[0] >= float(left)
    assert box[1] >= float(top)
    assert box[2] <= float(right)
    assert box[3] <= float(bottom)


def lit(page: Page, kind: str) -> int:
    count = page.evaluate(f"document.querySelectorAll('rect.{kind}').length")
    assert isinstance(count, int)
    return count


def test_a_selection_lights_up_the_boxes_that_it_would_mark_and_before_that_those_that_may_be(page: Page) -> None:
    position = EXPRESS.position(from_position({"players": ["Ann"], "pips": [1, 2, 3, 4, 5]}))
    one = "([p, tools]) => drawOne(document.querySelector('svg'), p, 0, tools)"
    page.evaluate(one, [position, {"coming": {"pairs": [7, 7], "fifth": 1}}])
    assert (lit(page, "coming"), lit(page, "possible")) == (3, 0)
    assert "0 →\u2002−200" in page.locator("svg text").all_text_contents()

    sets = "{possible: {sums: new Set([3, 7]), fifths: new Set([4])}}"
    page.evaluate(f"(p) => drawOne(document.querySelector('svg'), p, 0, {sets})", position)
    assert (lit(page, "coming"), lit(page, "possible")) == (0, 2)


def test_the_own_sheet_is_whole_and_first_the_others_are_short(page: Page) -> None:
    position = EXPRESS.position(from_position({"players": ["Ann", "Bo", "Cy"]}))
    snapshot = {"mine": [1], "prompts": []}
    page.evaluate("([p, snapshot]) => draw(document.querySelector('svg'), p, {snapshot})", [position, snapshot])
    words = page.evaluate("document.querySelector('svg title').textContent")

    assert re.findall(r"(\w+): 0 points", words) == ["Bo", "Ann", "Cy"]
    assert lit(page, "last") == 3  # rows for the fifth die, of one whole sheet
