"""Rush Hour Shift in a real browser over a real table: the editor, the deck, and a whole game by taps and drags."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.rush_hour_shift.setups import seen_in
from companion.games.rush_hour_shift.vehicles import vehicles_json
from tests.web.browser.fits import fits
from tests.web.browser.real_table import RealTable, real_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

each_phone = pytest.mark.parametrize(("width", "height", "scheme"), [(360, 640, "light"), (390, 844, "dark")])

OPEN_ROAD = vehicles_json(
    seen_in(
        (
            "......A.......",
            "GG....A.......",
            "......A.......",
            ".......B......",
            ".......B....SS",
            ".......B......",
        )
    )
)
"""One truck before each hero car, the same after half a turn."""


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


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def play(page: Page, card: str) -> None:
    button(page, f"Play {card}.").click()
    page.locator("#board [data-handle=A]").wait_for()


def drag(page: Page, what: str, right: float = 0, down: float = 0) -> None:
    """Drag a piece so many cells, and wait for the table's answer."""
    with page.expect_response("**/api/choose"):
        pull(page, what, right, down)


def pull(page: Page, what: str, right: float = 0, down: float = 0) -> None:
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(f"#board {what}").bounding_box()
    board = page.locator("#board [data-part=centre] [data-edge]").bounding_box()
    assert box
    assert board
    cell = board["width"] / 4
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * cell / 2, y + down * cell / 2)
    page.mouse.move(x + right * cell, y + down * cell)
    page.mouse.up()


def vehicle(real: RealTable, name: str) -> dict[str, Any]:
    vehicles: dict[str, dict[str, Any]] = real.now.position["vehicles"]
    return vehicles[name]


def test_a_short_game_is_played_to_its_end_by_cards_and_drags(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    play(game, "SLIDE")
    drag(game, "[data-vehicle=A]", down=3)
    expect(game.locator("#board title")).to_contain_text("Truck A: rows 4 to 6")
    button(game, "End turn").click()
    expect(game.get_by_role("heading", name="Bo", level=1)).to_be_visible()
    play(game, "MOVE 1")
    button(game, "End turn").click()
    expect(game.get_by_role("heading", name="Ann", level=1)).to_be_visible()
    play(game, "SLIDE")
    drag(game, "[data-vehicle=G]", right=14)
    expect(game.get_by_text("Ann wins!")).to_be_visible()
    assert real.now.winners == (0,)


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


def test_what_is_asked_says_that_the_shift_is_still_open(game: Page) -> None:
    from playwright.sync_api import expect

    play(game, "MOVE & SHIFT 2")
    expect(game.locator("#todo")).to_have_text("Move a vehicle, shift a part up or down, or end the turn.")
    expect(game.locator("#number")).to_have_text("2+shift")
    game.get_by_text("Move with buttons").click()
    with game.expect_response("**/api/choose"):
        button(game, "Left part 2 up").click()
    expect(game.locator("#todo")).to_have_text("Move a vehicle, or end the turn.")
    expect(game.get_by_text("Board, new game")).to_be_visible()
    expect(button(game, "Show the odds")).to_be_hidden()


def test_what_ran_out_of_time_can_be_asked_again(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    answers = iter(({"hints": ["Not found."], "ran_out": True}, {"hints": ["Two cards."], "ran_out": False}))
    game.route(
        "**/api/hints",
        lambda route: route.fulfill(json={"version": real.now.version, "searching": False, **next(answers)}),
    )
    button(game, "Ask the helper").click()
    button(game, "Ask again").click()
    expect(game.get_by_text("Two cards.")).to_be_visible()
    expect(button(game, "Ask again")).to_be_hidden()


def test_a_spent_pile_is_shown_empty_and_the_cards_add_up(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    position = {**real.now.position, "discards": ["move-1"] * 6 + ["move-2"] * 6 + ["move-3"] * 4 + ["move-4"] * 3}
    position["discards"] = [*position["discards"], *["shift"] * 3, *["slide"] * 2]
    real.put_right(position)
    expect(game.get_by_text("Draw pile 0, discards 24")).to_be_visible()
    play(game, "SHIFT")
    button(game, "End turn").click()
    expect(game.get_by_text("Draw pile 23, discards 1")).to_be_visible()
    expect(game.locator("#told")).to_contain_text("SHIFT stays behind alone.")


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


def test_a_tap_lights_up_the_distances_and_a_light_is_a_move(real: RealTable, game: Page) -> None:
    play(game, "MOVE 3")
    game.locator("#board [data-vehicle=G]").tap()
    assert game.locator("#board [data-by]").count() == 3
    with game.expect_response("**/api/choose"):
        game.locator("#board [data-by='3']").tap()
    assert vehicle(real, "G")["col"] == 3


def test_buttons_do_what_drags_do(real: RealTable, game: Page) -> None:
    play(game, "MOVE & SHIFT 1")
    game.get_by_text("Move with buttons").click()
    with game.expect_response("**/api/choose"):
        button(game, "Truck A 1 down").click()
    with game.expect_response("**/api/choose"):
        button(game, "Left part 2 up").click()
    assert vehicle(real, "A")["row"] == 1
    assert real.now.position["offsets"] == [-2, 0]


def test_a_phone_of_the_other_player_does_not_move(real: RealTable, game: Page, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    game.get_by_text("Who plays on this phone?").click()
    button(game, "I play Ann").click()
    expect(game.get_by_text("This phone plays Ann")).to_be_visible()
    other = open_page(address=real.address)
    play(game, "MOVE 3")
    other.locator("#board [data-vehicle=G]").tap()
    expect(other.get_by_role("alert")).to_have_text("Ann plays on another phone.")


def test_the_helper_answers_when_asked_and_is_gone_with_the_next_card(game: Page) -> None:
    from playwright.sync_api import expect

    button(game, "Ask the helper").click()
    expect(game.get_by_text("If Bo stood still, Ann could be out with 2 cards")).to_be_visible()
    button(game, "Play SLIDE.").click()
    expect(button(game, "Ask the helper")).to_be_visible()
    expect(game.get_by_text("If Bo stood still")).to_be_hidden()


def test_what_wins_now_is_shown_while_the_helper_still_searches(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    version, held = real.now.version, []

    def answer(route: Route) -> None:
        if (route.request.post_data_json or {})["known"]:
            held.append(route)
        else:
            route.fulfill(json={"version": version, "hints": ["No card wins now."], "searching": True})

    game.route("**/api/hints", answer)
    button(game, "Ask the helper").click()
    expect(game.get_by_text("No card wins now.")).to_be_visible()
    expect(game.get_by_text("Still searching for a way with few cards…")).to_be_visible()
    held[0].fulfill(json={"version": version, "hints": ["No card wins now.", "Two cards."], "searching": False})
    expect(game.get_by_text("Two cards.")).to_be_visible()
    expect(game.get_by_text("Still searching")).to_be_hidden()


def test_what_the_helper_found_too_late_is_not_shown(game: Page) -> None:
    from playwright.sync_api import expect

    game.route(
        "**/api/hints", lambda route: route.fulfill(json={"version": 1, "hints": ["Long ago."], "searching": False})
    )
    button(game, "Ask the helper").click()
    expect(button(game, "Ask the helper")).to_be_visible()
    expect(game.get_by_text("Long ago.")).to_be_hidden()


def test_discards_are_counted_and_a_draw_is_agreed_on(real: RealTable, game: Page) -> None:
    from playwright.sync_api import expect

    expect(game.get_by_text("Draw pile 24, discards 0")).to_be_visible()
    play(game, "MOVE 1")
    button(game, "End turn").click()
    game.get_by_text("Draw pile 23, discards 1").click()
    expect(game.get_by_text("MOVE 1: 1 of 6")).to_be_visible()
    button(game, "Draw game").click()
    expect(game.get_by_text("A draw.", exact=True)).to_be_visible()
    assert real.now.winners == ()


def test_a_draw_that_one_phone_calls_is_asked_of_the_other(real: RealTable, game: Page, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    other = open_page(address=real.address)
    for phone, name in ((game, "Ann"), (other, "Bo")):
        phone.get_by_text("Who plays on this phone?").click()
        button(phone, f"I play {name}").click()
        expect(phone.get_by_text(f"This phone plays {name}")).to_be_visible()
    button(game, "Draw game").click()
    expect(other.get_by_role("alert")).to_have_text("Ann says: draw game. Bo, do you agree?")
    assert real.now.winners is None
    button(other, "Draw game").click()
    expect(game.get_by_text("A draw.", exact=True)).to_be_visible()


@each_phone
def test_cards_moves_and_buttons_fit_a_phone(
    real: RealTable, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    real.start("rush-hour-shift", ("Ann", "Charlotte-Marie Xü"))
    page = open_page(width, height, scheme, real.address)
    button(page, "Play MOVE & SHIFT 3.").wait_for()
    fits(page, width)
    button(page, "Play MOVE & SHIFT 3.").click()
    page.get_by_text("Move with buttons").click()
    fits(page, width)


# --- the lobby ---


def cell(page: Page, row: int, col: int) -> tuple[float, float]:
    # What holds the drawing: the drawing itself is made anew after every change.
    grid = page.locator(".shift-editor > div").first.bounding_box()
    assert grid
    unit = grid["width"] / (20 + 14 * 24)
    return grid["x"] + unit * (10 + 24 * col + 12), grid["y"] + 8 + unit * (4 + 24 * row + 12)


def tap_cell(page: Page, row: int, col: int) -> None:
    """Once the grid lies still: what is said of a layout moves it."""
    grid = page.locator(".shift-editor > div").first
    box = grid.bounding_box()
    assert box
    unit = box["width"] / (20 + 14 * 24)
    grid.tap(position={"x": unit * (10 + 24 * col + 12), "y": 8 + unit * (4 + 24 * row + 12)})


def choose(page: Page, name: str, words: str) -> None:
    """Tap a vehicle of the editor, wherever the page has moved it meanwhile, and see that it may be changed."""
    from playwright.sync_api import expect

    page.locator(f'.shift-editor [data-vehicle="{name}"]').tap()
    expect(page.get_by_role("heading", name=words)).to_be_visible()


def judged(page: Page, words: str) -> None:
    """Once the box has looked at it."""
    from playwright.sync_api import expect

    expect(page.locator(".shift-editor [role=status]")).to_contain_text(words)


def test_a_layout_is_entered_kept_by_name_and_picked_again(real: RealTable, lobby: Page, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    button(lobby, "Clear the grid").click()
    button(lobby, "Place trucks standing upright").click()
    tap_cell(lobby, 0, 6)
    judged(lobby, "A has no counterpart after half a turn")
    tap_cell(lobby, 3, 7)
    judged(lobby, "A good layout")
    lobby.get_by_label("Name, to keep it").fill("Oak table")
    button(lobby, "Keep it").click()
    expect(button(lobby, "Play layout Oak table")).to_have_attribute("aria-pressed", "true")
    other = open_page(address=real.address)
    expect(button(other, "Play layout Oak table")).to_be_visible()
    assert sorted(real.now.position["options"]["layout"]) == ["A", "B", "G", "S"]
    button(lobby, "Forget Oak table").click()
    expect(button(lobby, "Play layout Oak table")).to_be_hidden()
    assert "kept" not in real.now.position


def test_what_cannot_be_played_is_refused_at_the_vehicle(lobby: Page) -> None:
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    tap_cell(lobby, 0, 3)
    button(lobby, "Move right").click()
    tap_cell(lobby, 3, 5)
    tap_cell(lobby, 3, 5)
    judged(lobby, "N is one too many: the box holds 8 of length 2.")
    expect(button(lobby, "Use this layout")).to_be_disabled()
    expect(lobby.locator(".shift-editor svg").get_by_text("✕")).to_be_visible()


def test_a_layout_whose_search_ran_out_of_time_can_be_asked_of_again(lobby: Page) -> None:
    late = {"where": "G", "refused": False, "reason": "no way out was found in the time there was; ask again"}
    answers = iter(({"findings": [late], "ran_out": True}, {"findings": [], "ran_out": False}))
    lobby.route("**/api/findings", lambda route: route.fulfill(json={"searching": False, **next(answers)}))
    button(lobby, "Enter what stands on your table").click()
    judged(lobby, "No way out was found in the time there was; ask again.")
    button(lobby, "Ask again").click()
    judged(lobby, "A good layout")


def test_a_vehicle_is_moved_turned_and_removed(real: RealTable, lobby: Page) -> None:
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    button(lobby, "Clear the grid").click()
    expect(lobby.locator('.shift-editor [data-vehicle="A"]')).to_be_hidden()
    judged(lobby, "A good layout")
    tap_cell(lobby, 0, 6)
    choose(lobby, "A", "Car A")
    for press in ("Move down", "Move right", "Turn"):
        button(lobby, press).click()
    lobby.mouse.move(*cell(lobby, 2, 7))
    lobby.mouse.down()
    lobby.mouse.move(*cell(lobby, 4, 8))
    lobby.mouse.up()
    judged(lobby, "A has no counterpart")
    button(lobby, "Use this layout").click()
    expect(lobby.get_by_text("Entered by you, without a name")).to_be_visible()
    assert real.now.position["options"]["layout"]["A"] == {"row": 3, "col": 8, "length": 2, "axis": "v"}
    button(lobby, "Enter what stands on your table").click()
    tap_cell(lobby, 3, 8)
    button(lobby, "Remove").click()
    judged(lobby, "A good layout")


def test_of_two_that_lie_on_each_other_the_chosen_one_moves(lobby: Page) -> None:
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    button(lobby, "Clear the grid").click()
    expect(lobby.locator('.shift-editor [data-vehicle="A"]')).to_be_hidden()
    judged(lobby, "A good layout")
    tap_cell(lobby, 0, 6)
    choose(lobby, "A", "Car A")
    # Onto the gold hero car, and off it again by the cell that both have.
    for begin, end in (((0, 6), (2, 1)), ((2, 1), (4, 6))):
        lobby.mouse.move(*cell(lobby, *begin))
        lobby.mouse.down()
        lobby.mouse.move(*cell(lobby, *end))
        lobby.mouse.up()
        expect(lobby.get_by_role("heading", name="Car A")).to_be_visible()
    judged(lobby, "A has no counterpart")
    expect(lobby.locator(".shift-editor [role=status]")).not_to_contain_text("stands on")


def test_a_layout_is_exported_and_imported(lobby: Page, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with lobby.expect_download() as download:
        button(lobby, "Export").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    whole = json.loads(file.read_text())
    assert (file.name, whole["game"], len(whole["layout"])) == ("ours-1.json", "rush-hour-shift", 14)

    file.write_text(json.dumps({**whole, "name": "A name of more than twenty signs", "layout": OPEN_ROAD}))
    lobby.locator("#set-up-part input[type=file]").set_input_files(file)
    expect(lobby.get_by_label("Name, to keep it")).to_have_value("A name of more than")
    button(lobby, "Cancel").click()
    file.write_text(json.dumps({**whole, "name": "From a friend", "layout": OPEN_ROAD}))
    lobby.locator("#set-up-part input[type=file]").set_input_files(file)
    judged(lobby, "A good layout")
    expect(lobby.get_by_label("Name, to keep it")).to_have_value("From a friend")
    button(lobby, "Cancel").click()


SENSELESS: list[tuple[Any, str]] = [
    ("no json", "it is no JSON file, as Export makes one"),
    ("5", "it must hold an object with a layout, not 5"),
    ("{}", "its layout is missing"),
    ('{"layout": 5}', "its layout must be an object of vehicles by letter, not 5"),
    ('{"layout": null}', "its layout must be an object of vehicles by letter, not null"),
    ('{"layout": {}}', "the gold hero car is missing"),
    ('{"layout": {"A": 3}}', "A must be an object of row, col, length, axis, not 3"),
    ('{"layout": {}, "colour": 1}', 'it has the key "colour", and a layout has game, name, layout only'),
    ('{"layout": {}, "game": "express"}', 'its game must be "rush-hour-shift", not "express"'),
    ('{"layout": {}, "name": 7}', "its name must be a text, not 7"),
    ({"A": {"row": 0, "col": 6, "length": -1, "axis": "v"}}, "A: its length must be 2 or 3, not -1"),
    ({"A": {"row": 1, "col": 1, "length": 2, "axis": "h"}}, "A stands on G"),
    ({"A": {"row": 5, "col": 6, "length": 2, "axis": "v"}}, "A stands where the grid has no cell"),
    ({"A": {"row": 0, "col": 6, "length": 2, "axis": "v", "hue": 1}}, "A has no key 'hue'"),
    ({"ab": {"row": 0, "col": 6, "length": 2, "axis": "v"}}, "a vehicle's name is one capital letter, not 'ab'"),
]


def test_a_senseless_import_is_judged_at_once_and_changes_nothing(real: RealTable, lobby: Page, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    file = tmp_path / "a.json"
    heroes = {name: OPEN_ROAD[name] for name in "GS"}
    for given, words in SENSELESS:
        file.write_text(given if isinstance(given, str) else json.dumps({"layout": {**heroes, **given}}))
        lobby.locator("#set-up-part input[type=file]").set_input_files(file)
        sentence = f"a.json: {words}. Nothing was changed: mend the file, or enter the layout here."
        expect(lobby.get_by_role("alert")).to_have_text(sentence)
        expect(lobby.locator(".shift-editor")).to_have_count(0)
    assert real.now.position["options"]["layout"] == "ours-1"


def test_the_deck_is_unconfirmed_until_somebody_counts(real: RealTable, lobby: Page) -> None:
    from playwright.sync_api import expect

    lobby.get_by_text("Deck: 32 cards, unconfirmed").click()
    for _ in range(3):
        button(lobby, "One SLIDE more").click()
    button(lobby, "One MOVE 1 less").click()
    expect(lobby.get_by_text("Deck: 34 cards, counted")).to_be_visible()
    deck = real.now.position["options"]["deck"]
    assert (deck["slide"], deck["move-1"]) == (6, 5)
    button(lobby, "As in the list with 19 MOVE cards").click()
    expect(lobby.get_by_text("Deck: 32 cards, unconfirmed")).to_be_visible()


def test_every_layout_is_picked_in_one_place_and_the_house_rules_are_of_the_rules(real: RealTable, lobby: Page) -> None:
    from playwright.sync_api import expect

    for words in ("1, easiest", "2", "3", "4, hardest"):
        expect(button(lobby, f"Play layout {words}").locator("svg")).to_be_visible()
    expect(button(lobby, "Play layout 1, easiest")).to_have_attribute("aria-pressed", "true")
    button(lobby, "Play layout 4, hardest").click()
    expect(button(lobby, "Play layout 4, hardest")).to_have_attribute("aria-pressed", "true")
    assert real.now.position["options"]["layout"] == "ours-4"
    lobby.get_by_text("House rules: none").click()
    expect(lobby.locator("#options select")).to_have_count(3)
    expect(lobby.locator("#option-layout, #option-deck")).to_have_count(0)


def test_seats_are_shown_in_the_colours_of_their_hero_cars(real: RealTable, lobby: Page, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    for name in ("Ann", "Bo"):
        lobby.get_by_label("Add a name").fill(name)
        button(lobby, "Add").click()
    expect(lobby.locator("#order-hint")).to_have_text(
        "The first one plays gold, the next one silver: ↑ and ↓ change that."
    )
    expect(lobby.locator("#players .piece").nth(1).locator("> *")).to_have_css("fill", "rgb(207, 214, 222)")
    expect(button(lobby, "Bo plays red")).to_have_count(0)
    real.start("rush-hour-shift")
    tv = open_page(address=f"{real.address}tv")
    for page in (lobby, tv):
        expect(page.locator("#turn-piece .piece circle")).to_have_css("fill", "rgb(240, 180, 41)")
    assert real.now.colours == ("gold", "silver")


@each_phone
def test_the_editor_fits_a_phone_with_everything_open(
    real: RealTable, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    page = open_page(width, height, scheme, real.address)
    button(page, "Rush Hour Shift").click()
    page.locator("#set-up-part section > svg").wait_for()
    page.get_by_text("Deck: 32 cards").click()
    fits(page, width)
    button(page, "Enter what stands on your table").click()
    fits(page, width)
    tap_cell(page, 1, 3)
    page.get_by_role("heading", name="Truck D").wait_for()
    fits(page, width)
