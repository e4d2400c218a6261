"""The drawing of the grid, in a browser: what it tells, that it fits a phone, and that pieces can be dragged."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib import resources
from random import Random
from typing import Any

import pytest

from companion.events import encode
from companion.games.rush_hour_shift.rules import State, options
from tests.games.rush_hour_shift.grids import GAME, across, down, random_grid, state, with_grid

CHROMIUM = next(filter(None, map(shutil.which, ("/usr/bin/chromium", "chromium", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

DRAW = """([position, options]) => {
  window.chosen = [];
  draw(document.querySelector('svg'), position, { options, choose: (event) => chosen.push(event) });
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_page(viewport={"width": 360, "height": 640})
        script = (resources.files("companion.games.rush_hour_shift") / "board.js").read_text(encoding="utf-8")
        opened.set_content(
            "<style>body { margin: 8px } svg { width: 100% }</style>"
            f"<svg></svg><script type=module>{script}\nwindow.draw = draw;</script>"
        )
        opened.wait_for_function("'draw' in window")
        yield opened
        browser.close()


def drawn(page: Any, now: State) -> str:
    """The description for a screen reader of what was drawn."""
    page.evaluate(DRAW, [GAME.position(now), [encode(option) for option in options(now)]])
    words = page.evaluate("document.querySelector('svg title').textContent")
    assert isinstance(words, str)
    return words


def dragged(page: Any, what: str, right: int = 0, down: int = 0, at: tuple[float, float] = (0.5, 0.5)) -> list[Any]:
    """What was chosen by dragging a piece so many cells, taken at a place within its box."""
    box = page.locator(what).bounding_box()
    cell = page.locator("svg").bounding_box()["width"] / 16
    x, y = box["x"] + box["width"] * at[0], box["y"] + box["height"] * at[1]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * cell / 2, y + down * cell / 2)
    page.mouse.move(x + right * cell, y + down * cell)
    page.mouse.up()
    chosen = page.evaluate("chosen")
    assert isinstance(chosen, list)
    return chosen


def test_a_screen_reader_is_told_where_everything_lies(page: Any) -> None:
    cars = {"A": across(3, 4), "D": down(1, 6, 3), "S": across(1, 12)}
    words = drawn(page, state(cars, players=["Ann", "Bo"], offsets=[0, -2], card="slide", moves_left=1))

    assert "The left part is in line, locked by A." in words
    assert "The right part is 2 rows up." in words
    assert "Gold hero car of Ann: row 3 of the left part, columns 1 to 2, 14 spaces to go." in words
    assert "Silver hero car of Bo: row 4 of the right part" in words
    assert "Truck D: rows 2 to 4 of the centre part, column 7." in words
    assert "In play: SLIDE, one move." in words


@pytest.mark.parametrize("seed", range(8))
def test_all_that_is_drawn_lies_within_the_width_of_a_phone(page: Any, seed: int) -> None:
    drawn(page, with_grid(random_grid(Random(seed)), card="move-and-shift-3", moves_left=3, shift_left=True))
    box = page.evaluate(
        "(({x, y, width, height}) => [x, x + width, y + height])(document.querySelector('svg').getBBox())"
    )
    _, _, right, bottom = map(float, page.evaluate("document.querySelector('svg').getAttribute('viewBox')").split())

    assert box[0] >= 0
    assert box[1] <= right
    assert box[2] <= bottom


def test_no_letter_is_smaller_than_fourteen_pixels(page: Any) -> None:
    drawn(page, state({"A": across(3, 4)}, card="move-and-shift-3", moves_left=3, shift_left=True))
    scale = page.evaluate("document.querySelector('svg').getScreenCTM().a")
    sizes = page.evaluate("[...document.querySelectorAll('svg text')].map((t) => Number(t.getAttribute('font-size')))")

    assert min(sizes) * scale >= 14


def test_a_vehicle_is_dragged_along_its_axis(page: Any) -> None:
    drawn(page, state({"A": down(1, 6, 3)}, card="move-4", moves_left=4))

    assert dragged(page, "[data-vehicle=A]", right=3, down=2) == [{"event": "VehicleMoved", "vehicle": "A", "by": 2}]


def test_what_is_dragged_too_far_is_chosen_so_that_the_answer_says_why(page: Any) -> None:
    drawn(page, state(card="move-2", moves_left=2))

    assert dragged(page, "[data-vehicle=G]", right=5) == [{"event": "VehicleMoved", "vehicle": "G", "by": 5}]
    assert page.get_attribute("[data-vehicle=G]", "transform") == "translate(0 0)"


def test_a_part_is_dragged_with_what_stands_on_it(page: Any) -> None:
    drawn(page, state({"A": across(3, 6)}, card="shift", shift_left=True))

    assert dragged(page, "[data-part=left]", down=-2, at=(0.5, 0.95)) == [
        {"event": "PartShifted", "part": "left", "by": -2}
    ]
    assert page.get_attribute("[data-vehicle=G]", "transform") == "translate(0 -48)"
    assert page.get_attribute("[data-vehicle=A]", "transform") is None


def test_a_vehicle_that_is_touched_shows_how_far_it_may_go_and_each_stop_can_be_tapped(page: Any) -> None:
    drawn(page, state({"G": across(2, 11), "S": across(5, 2)}, card="move-4", moves_left=4))
    page.locator("[data-vehicle=G]").click()

    assert page.evaluate("[...document.querySelectorAll('[data-by]')].map((l) => Number(l.dataset.by))") == [
        1,
        2,
        3,
        -1,
        -2,
        -3,
        -4,
    ]
    page.locator("[data-by='3']").click()
    assert page.evaluate("chosen") == [{"event": "VehicleMoved", "vehicle": "G", "by": 3}]


def test_nothing_can_be_dragged_before_a_card_is_played(page: Any) -> None:
    drawn(page, state())

    assert dragged(page, "[data-vehicle=G]", right=2) == []
