"""A piece follows the mouse, a finger or an arrow key, and what the rules forbid says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.rush_hour_shift.setups import seen_in
from companion.games.rush_hour_shift.vehicles import vehicles_json
from tests.web.browser.fits import each_phone
from tests.web.browser.real_table import RealTable
from tests.web.browser.rush_hour_shift.gestures import OPEN_ROAD, button, drag, play, pull, vehicle

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

LOCKED = vehicles_json(
    seen_in(
        (
            "...DDDA.......",
            "GG.B..A.......",
            "...B..A.......",
            ".......C..E...",
            ".......C..E.SS",
            ".......CFFF...",
        )
    )
)
"""Each side part is locked by a truck across its seam."""


def test_a_drag_that_the_rules_refuse_says_why_and_moves_nothing(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    play(game, "MOVE 2")
    drag(game, "[data-vehicle=G]", right=8)
    expect(game.get_by_role("alert")).to_have_text(
        "MOVE 2 has 2 spaces left: the gold hero car can go no further than that."
    )
    drag(game, "[data-vehicle=S]", right=-2)
    expect(game.get_by_role("alert")).to_have_text("The silver hero car is Bo's: nobody else may move it.")
    assert vehicle(real, "G")["col"] == 0
    expect(game.locator("#board [data-vehicle=G]")).to_have_attribute("transform", "translate(0 0)")


FREE_CELL = "[data-part=right] rect >> nth=29"  # the last row's last
REFUSED_DRAGS = [
    ("", "[data-vehicle=G]", 2, 0, "Play a card first."),
    ("", "[data-part=right]", 0, 2, "Play a card first."),
    (
        "MOVE 3",
        "[data-vehicle=G]",
        3,
        0,
        "The gold hero car can go no further than 1 space right: the car B is in the way.",
    ),
    ("MOVE 3", "[data-vehicle=D]", 0, 2, "Truck D goes left and right only: no vehicle is lifted or turned."),
    ("MOVE 3", "[data-vehicle=A]", 0, -2, "The truck A cannot go up: its part of the grid ends there."),
    ("MOVE 3", FREE_CELL, 0, -2, "MOVE 3 shifts no part."),
    ("MOVE 3", FREE_CELL, -2, 0, "MOVE 3 shifts no part."),
    ("SHIFT", "[data-vehicle=G]", 2, 0, "SHIFT moves no vehicle, it shifts a part."),
    ("SHIFT", "[data-vehicle=B]", 0, 2, "The truck D lies across the seam and locks the left part."),
    ("SHIFT", "[data-vehicle=D]", 0, 2, "The truck D lies across the seam and locks the left part."),
    ("SHIFT", FREE_CELL, 0, 2, "The truck F lies across the seam and locks the right part."),
    ("SHIFT", "[data-part=centre]", 0, 2, "The centre stays where it is: only the left and the right part shift."),
]


def test_every_drag_that_is_forbidden_says_why(real: RealTable, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    real.start("rush-hour-shift", layout=LOCKED)
    page = open_page(address=real.address)
    page.locator("#board [data-vehicle=G]").wait_for()
    before, played = real.now.position["vehicles"], ""
    for card, what, right, down, words in REFUSED_DRAGS:
        if card != played:
            if played:
                button(page, "Undo").click()
            play(page, card)
            played = card
        # Some say the same as the one before.
        page.locator("#problem").evaluate("(said) => (said.textContent = '')")
        pull(page, what, right, down)
        expect(page.get_by_role("alert")).to_have_text(words)
        assert real.now.position["vehicles"] == before
    expect(page.locator("#todo")).to_have_text("End the turn, nothing more can be moved.")
    button(page, "Undo").click()
    play(page, "MOVE 1")
    drag(page, "[data-vehicle=G]", right=1)
    drag(page, "[data-vehicle=A]", down=1)
    expect(page.get_by_role("alert")).to_have_text("MOVE 1 has no spaces left: end the turn.")


def finger(page: Page, what: str, down: float) -> None:
    """A real finger's drag up or down, which the browser may take for scrolling; `down` in cells."""
    page.evaluate("scrollTo(0, 0)")
    # Where touches may scroll is known to the browser only once it has painted.
    page.evaluate("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    box = page.locator(f"#board {what}").bounding_box()
    board = page.locator("#board [data-part=centre] [data-edge]").bounding_box()
    assert box
    assert board
    x, y, far = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, down * board["width"] / 4
    touch = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", [0.0]), ("touchMove", [far / 2]), ("touchMove", [far]), ("touchEnd", [])):
        points = [{"x": x, "y": y + moved} for moved in at]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_moves_pieces_and_scrolls_nothing(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    finger(game, "[data-vehicle=A]", down=2)
    expect(game.get_by_role("alert")).to_have_text("Play a card first.")
    play(game, "MOVE 3")
    finger(game, FREE_CELL, down=-2)
    expect(game.get_by_role("alert")).to_have_text("MOVE 3 shifts no part.")
    finger(game, "[data-vehicle=A]", down=3)
    expect(game.locator("#board title")).to_contain_text("Truck A: rows 4 to 6")
    assert game.evaluate("scrollY") == 0


def test_a_finger_near_a_seam_takes_the_part_that_lies_under_it(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    play(game, "SHIFT")
    game.evaluate("scrollTo(0, 0)")
    centre = game.locator("#board [data-part=centre] [data-edge]").bounding_box()
    assert centre
    x, y = centre["x"] + centre["width"] - 8, centre["y"] + centre["height"] / 2
    touch = game.context.new_cdp_session(game)
    for kind, moved in (("touchStart", [0]), ("touchMove", [20]), ("touchMove", [40]), ("touchEnd", [])):
        points = [{"x": x, "y": y + down, "radiusX": 12, "radiusY": 12} for down in moved]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(game.get_by_role("alert")).to_have_text(
        "The centre stays where it is: only the left and the right part shift."
    )
    assert real.now.position["offsets"] == [0, 0]


@each_phone
def test_a_part_that_is_dragged_far_lies_whole_over_what_is_around_it(
    real: RealTable, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    real.start("rush-hour-shift", layout=OPEN_ROAD)
    page = open_page(width, height, scheme, real.address)
    play(page, "SHIFT")
    page.evaluate("scrollTo(0, 0)")
    part = page.locator("#board [data-part=right]")
    before = part.bounding_box()
    rail = part.locator("rect").last
    at_the_rail = rail.bounding_box()
    centre = page.locator("#board [data-part=centre] [data-edge]").bounding_box()
    assert before
    assert at_the_rail
    assert centre
    cell = centre["width"] / 4
    x, y = before["x"] + cell / 2, before["y"] + cell * 5.5
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 2 * cell)
    page.mouse.move(x, y - 5 * cell)
    corner = "({x, y}) => document.elementFromPoint(x, y).closest('[data-part]')?.dataset.part"

    assert page.evaluate(corner, {"x": before["x"] + cell / 2, "y": before["y"] - 4.5 * cell}) == "right"
    after = rail.bounding_box()
    assert after
    assert abs(at_the_rail["y"] - after["y"] - 5 * cell) < cell / 4  # cells are measured with their lines
    lights = page.locator("#board [data-lights] text").all()
    shapes = page.locator("#board [data-lights] rect").all()
    for words, light in zip(lights, shapes, strict=True):
        inner, outer = words.bounding_box(), light.bounding_box()
        assert inner
        assert outer
        assert outer["x"] <= inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    page.mouse.up()


def test_a_part_is_shifted_by_its_vehicle_and_a_lock_says_so(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    play(game, "MOVE & SHIFT 3")
    drag(game, "[data-vehicle=G]", right=3)
    drag(game, "[data-part=right]", down=-2)
    expect(game.locator("#board title")).to_contain_text("The right part is 2 rows up.")
    assert vehicle(real, "S")["row"] == 2
    button(game, "Undo").click()
    expect(game.locator("#board title")).to_contain_text("The right part is in line.")
    drag(game, "[data-vehicle=G]", right=0, down=2)
    expect(game.locator("#board title")).to_contain_text("The left part is 2 rows down.")


def test_an_arrow_key_beyond_what_is_allowed_says_why(game: Page) -> None:
    from playwright.sync_api import expect

    play(game, "MOVE 1")
    game.locator("#board [data-handle=A]").focus()
    game.keyboard.press("ArrowLeft")
    expect(game.get_by_role("alert")).to_contain_text("goes up and down only")
    game.keyboard.press("ArrowUp")
    expect(game.get_by_role("alert")).to_have_text("The truck A cannot go up: its part of the grid ends there.")


def test_a_drag_after_the_end_says_that_it_is_over(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    button(game, "Draw game").click()
    expect(game.get_by_text("A draw.", exact=True)).to_be_visible()
    pull(game, "[data-vehicle=G]", right=2)
    expect(game.get_by_role("alert")).to_have_text("The game is over: play again, or undo.")
