"""The drawing of the grid, in a browser: what it tells, that it fits a phone, and that pieces can be dragged."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.events import encode
from companion.games.rush_hour_shift.rules import State, options
from tests.games.rush_hour_shift.grids import GAME, across, down, random_grid, state, with_grid

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.games.conftest import OpenBoard

pytestmark = pytest.mark.browser

DRAW = """([position, options, mine, seats]) => {
  window.chosen = [];
  window.said = [];
  window.taken = { version: 0 };
  window.version = (window.version ?? 0) + 1;
  const prompts = [{ kind: 'Choose', seat: position.turn, options, optional: false }];
  draw(document.querySelector('svg'), position, {
    snapshot: { version, prompts, mine, seats, winners: null },
    choose: (event) => { chosen.push(event); return Promise.resolve(window.taken); },
    complain: (sentence) => said.push(sentence),
    player: (seat) => position.players[seat],
    isMine: (seat) => mine.includes(seat),
  });
}"""


@pytest.fixture(scope="module")
def page(open_board: OpenBoard) -> Page:
    return open_board("rush-hour-shift")


def drawn(page: Page, now: State, mine: tuple[int, ...] = (), claimed: tuple[int, ...] = ()) -> str:
    """The description for a screen reader of what was drawn; `mine` and `claimed` are seats that phones play."""
    seats = [{"claimed": seat in claimed} for seat in (0, 1)]
    page.evaluate(DRAW, [GAME.position(now), [encode(option) for option in options(now)], list(mine), seats])
    words = page.evaluate("document.querySelector('svg title').textContent")
    assert isinstance(words, str)
    return words


def dragged(page: Page, what: str, right: int = 0, down: int = 0, at: tuple[float, float] = (0.5, 0.5)) -> list[Any]:
    """What was chosen by dragging a piece so many cells, taken at a place within its box."""
    box, whole = page.locator(what).bounding_box(), page.locator("svg").bounding_box()
    assert box is not None
    assert whole is not None
    cell = whole["width"] / 16
    x, y = box["x"] + box["width"] * at[0], box["y"] + box["height"] * at[1]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * cell / 2, y + down * cell / 2)
    page.mouse.move(x + right * cell, y + down * cell)
    page.mouse.up()
    chosen = page.evaluate("chosen")
    assert isinstance(chosen, list)
    return chosen


def test_a_screen_reader_is_told_where_everything_lies(page: Page) -> None:
    cars = {"A": across(3, 4), "D": down(1, 6, 3), "S": across(1, 12)}
    words = drawn(page, state(cars, players=["Ann", "Bo"], offsets=[0, -2], card="slide", moves_left=1))

    assert "The left part is in line, locked by A." in words
    assert "The right part is 2 rows up." in words
    assert "Gold hero car of Ann: row 3 of the left part, columns 1 to 2, 14 spaces to go." in words
    assert "Silver hero car of Bo: row 4 of the right part" in words
    assert "Truck D: rows 2 to 4 of the centre part, column 7." in words
    assert "In play: SLIDE, one move." in words


@pytest.mark.parametrize("seed", range(8))
def test_all_that_is_drawn_lies_within_the_width_of_a_phone(page: Page, seed: int) -> None:
    drawn(page, with_grid(random_grid(Random(seed)), card="move-and-shift-3", moves_left=3, shift_left=True))
    box = page.evaluate(
        "(({x, y, width, height}) => [x, x + width, y + height])(document.querySelector('svg').getBBox())"
    )
    _, _, right, bottom = map(float, page.evaluate("document.querySelector('svg').getAttribute('viewBox')").split())

    assert box[0] >= 0
    assert box[1] <= right
    assert box[2] <= bottom


def test_no_letter_is_smaller_than_fourteen_pixels(page: Page) -> None:
    drawn(page, state({"A": across(3, 4)}, card="move-and-shift-3", moves_left=3, shift_left=True))
    scale = page.evaluate("document.querySelector('svg').getScreenCTM().a")
    sizes = page.evaluate("[...document.querySelectorAll('svg text')].map((t) => Number(t.getAttribute('font-size')))")

    assert min(sizes) * scale >= 14


def test_a_vehicle_is_dragged_along_its_axis(page: Page) -> None:
    drawn(page, state({"A": down(1, 6, 3)}, card="move-4", moves_left=4))

    assert dragged(page, "[data-vehicle=A]", right=3, down=2) == [{"event": "VehicleMoved", "vehicle": "A", "by": 2}]


def test_what_is_dragged_too_far_is_chosen_so_that_the_answer_says_why(page: Page) -> None:
    drawn(page, state(card="move-2", moves_left=2))

    assert dragged(page, "[data-vehicle=G]", right=5) == [{"event": "VehicleMoved", "vehicle": "G", "by": 5}]
    assert page.get_attribute("[data-vehicle=G]", "transform") == "translate(0 0)"


def test_a_finger_that_goes_a_little_too_far_means_the_last_stop(page: Page) -> None:
    drawn(page, state(card="move-2", moves_left=2))

    assert dragged(page, "[data-vehicle=G]", right=3) == [{"event": "VehicleMoved", "vehicle": "G", "by": 2}]


def test_a_vehicle_that_is_dragged_across_its_axis_says_how_it_goes(page: Page) -> None:
    drawn(page, state({"A": down(1, 6, 3)}, card="move-4", moves_left=4))

    assert dragged(page, "[data-vehicle=A]", right=2) == []
    assert page.evaluate("said") == ["Truck A goes up and down only: no vehicle is lifted or turned."]


def test_a_vehicle_that_is_dragged_across_takes_its_part_along_where_that_may_shift(page: Page) -> None:
    drawn(page, state(card="move-and-shift-2", moves_left=2, shift_left=True))

    assert dragged(page, "[data-vehicle=G]", down=2) == [{"event": "PartShifted", "part": "left", "by": 2}]


def test_with_a_shift_alone_a_vehicle_is_a_handle_of_its_part(page: Page) -> None:
    drawn(page, state({"A": down(1, 2, 3)}, card="shift", shift_left=True))

    assert dragged(page, "[data-vehicle=A]", down=1) == [{"event": "PartShifted", "part": "left", "by": 1}]


def test_a_tap_on_what_cannot_move_is_tried_so_that_the_answer_says_why(page: Page) -> None:
    drawn(page, state(card="move-1", moves_left=1))
    page.locator("[data-vehicle=S]").click()

    assert page.evaluate("chosen") == [{"event": "VehicleMoved", "vehicle": "S", "by": 1}]


@pytest.mark.parametrize(
    ("mine", "claimed", "said"),
    [
        ((1,), (1,), "It is Ann's turn, and this phone plays Bo."),
        ((), (0,), "Ann plays on another phone."),
    ],
)
def test_a_phone_moves_for_no_other_seat(
    page: Page, mine: tuple[int, ...], claimed: tuple[int, ...], said: str
) -> None:
    drawn(page, state(card="move-2", moves_left=2, players=["Ann", "Bo"]), mine, claimed)

    assert dragged(page, "[data-vehicle=G]", right=2) == []
    assert page.evaluate("said") == [said]


def test_the_arrow_keys_push_and_enter_lets_go(page: Page) -> None:
    drawn(page, state(card="move-4", moves_left=4))
    page.locator("[data-vehicle=G]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "Enter"):
        page.keyboard.press(key)

    assert page.evaluate("chosen") == [{"event": "VehicleMoved", "vehicle": "G", "by": 2}]
    assert "may go 1 right, 2 right" in (page.get_attribute("[data-vehicle=G]", "aria-label") or "")


def test_the_arrow_keys_shift_a_part(page: Page) -> None:
    drawn(page, state(card="shift", shift_left=True))
    page.locator("[data-part=right]").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)

    assert page.evaluate("chosen") == [{"event": "PartShifted", "part": "right", "by": -2}]


def test_a_drawing_of_the_same_leaves_the_piece_under_the_finger(page: Page) -> None:
    now = state(card="move-2", moves_left=2)
    drawn(page, now)
    page.evaluate("document.querySelector('[data-vehicle=G]').dataset.held = 'yes'")
    page.evaluate("window.version -= 1")
    drawn(page, now)

    assert page.get_attribute("[data-vehicle=G]", "data-held") == "yes"


def test_a_part_is_dragged_with_what_stands_on_it(page: Page) -> None:
    drawn(page, state({"A": across(3, 6)}, card="shift", shift_left=True))

    assert dragged(page, "[data-part=left]", down=-2, at=(0.5, 0.95)) == [
        {"event": "PartShifted", "part": "left", "by": -2}
    ]
    assert page.get_attribute("[data-vehicle=G]", "transform") == "translate(0 -48)"
    assert page.get_attribute("[data-vehicle=A]", "transform") is None


def test_a_vehicle_that_is_touched_shows_how_far_it_may_go_and_each_stop_can_be_tapped(page: Page) -> None:
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


def test_nothing_can_be_dragged_before_a_card_is_played(page: Page) -> None:
    drawn(page, state())

    assert dragged(page, "[data-vehicle=G]", right=2) == []
    assert page.evaluate("said") == ["Play a card first."]
