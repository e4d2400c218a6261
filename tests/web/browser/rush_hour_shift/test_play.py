"""Rush Hour Shift is played on the page by cards, taps and buttons, to its end or to a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browser.fits import each_phone, fits
from tests.web.browser.real_table import RealTable
from tests.web.browser.rush_hour_shift.gestures import button, drag, play, vehicle

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


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


def test_every_card_lies_above_the_dock_of_a_low_screen(game: Page) -> None:
    lowest = button(game, "Play MOVE & SHIFT 3.").bounding_box()
    dock = game.locator("#dock").bounding_box()
    assert lowest
    assert dock
    assert lowest["y"] + lowest["height"] <= dock["y"]


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
