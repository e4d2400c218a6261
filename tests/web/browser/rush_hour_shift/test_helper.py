"""The helper of Rush Hour Shift answers on the page when asked, and says what it still searches for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browser.real_table import RealTable
from tests.web.browser.rush_hour_shift.gestures import button

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser


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
