"""Advice on the page of a real table: hidden until asked for, on the phone that asked alone, gone with its position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.inputs import DiceTyped, LevelPicked, PositionTyped, UndoAsked
from tests.web.browser.fits import fits
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

WORTH = re.compile(r"\d+\.\d % to win")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    with real_table(tmp_path_factory.mktemp("advice")) as table:
        yield table


@pytest.fixture
def ann_is_advised(real: RealTable) -> RealTable:
    """Can't Stop, and only Ann wants advice."""
    real.start("cant-stop")
    for seat, level in enumerate(("advice", "odds")):
        real.service.post(LevelPicked(seat, level)).result(timeout=10)
    return real


def rolled(real: RealTable, *pips: int) -> None:
    real.service.post(DiceTyped(pips, real.now.version)).result(timeout=10)


def three_out(real: RealTable, **change: object) -> None:
    now = real.now
    position = {**now.position, "tokens": [{"6": 4}, {}], "runners": {"6": 5, "7": 3, "8": 2}, **change}
    real.service.post(PositionTyped(position, now.version)).result(timeout=10)


def ask(page: Page) -> None:
    from playwright.sync_api import expect

    page.get_by_role("button", name="Ask for advice").tap()
    expect(page.locator("#advice")).to_contain_text("bust")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (390, "dark")])
def test_each_split_says_what_it_comes_to_and_the_best_one_says_that_it_is(
    ann_is_advised: RealTable, open_page: OpenPage, width: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    rolled(ann_is_advised, 1, 2, 4, 5)
    page = open_page(width=width, scheme=scheme, address=ann_is_advised.address)
    splits = page.locator("#choices button")
    expect(splits).to_have_count(3)
    expect(page.locator("#choices .worth")).to_have_count(0)
    expect(page.locator("#advice")).to_be_hidden()
    ask(page)

    for nth in range(3):
        expect(splits.nth(nth)).to_contain_text(WORTH)
    best = page.locator("button", has_text="★ Best")
    expect(best).to_have_count(1)
    name = best.inner_text().split("\n")[0]
    expect(page.locator("#advice")).to_contain_text(f"Take {name}: ")
    expect(page.get_by_role("button", name="Ask for advice")).to_be_hidden()
    page.locator("#levels-title").tap()
    fits(page, width)
    assert faults(page) == []


def test_to_roll_and_to_stop_say_what_they_come_to(ann_is_advised: RealTable, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    three_out(ann_is_advised)
    page = open_page(address=ann_is_advised.address)
    ask(page)

    expect(page.locator("#roll")).to_contain_text("★ Best")
    expect(page.locator("#roll")).to_contain_text(WORTH)
    expect(page.locator("#choices .stop")).to_contain_text(WORTH)


def test_it_is_seen_on_the_phone_that_asked_alone_and_goes_with_its_position(
    ann_is_advised: RealTable, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    three_out(ann_is_advised)
    asking, other = open_page(address=ann_is_advised.address), open_page(address=ann_is_advised.address)
    ask(asking)
    expect(other.get_by_role("button", name="Ask for advice")).to_be_visible()
    expect(other.locator("#advice")).to_be_hidden()

    rolled(ann_is_advised, 2, 2, 5, 5)
    expect(asking.locator("#choices button")).to_have_count(1)
    expect(asking.locator("#advice")).to_be_hidden()
    ann_is_advised.service.post(UndoAsked(ann_is_advised.now.version)).result(timeout=10)
    expect(asking.locator("#choices .stop")).to_be_visible()
    expect(asking.locator("#advice")).to_be_hidden()
    expect(asking.locator(".worth")).to_have_count(0)


def test_who_wants_no_advice_is_offered_none(ann_is_advised: RealTable, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    three_out(ann_is_advised, turn=1)
    page = open_page(address=ann_is_advised.address)

    expect(page.locator("#choices .stop")).to_be_visible()
    expect(page.get_by_role("button", name="Ask for advice")).to_be_hidden()


def test_a_seat_played_on_another_phone_neither_asks_nor_changes_what_it_is_told_here(
    ann_is_advised: RealTable, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    anns, other = open_page(address=ann_is_advised.address), open_page(address=ann_is_advised.address)
    anns.get_by_text("Who plays on this phone?").tap()
    anns.get_by_role("button", name="I play Ann").tap()
    other.locator("#levels-title").tap()

    expect(other.get_by_role("button", name="Ann: Nothing")).to_be_disabled()
    expect(other.get_by_role("button", name="Bo: Nothing")).to_be_enabled()
    expect(other.get_by_role("button", name="Ask for advice")).to_be_hidden()
    expect(anns.get_by_role("button", name="Ask for advice")).to_be_visible()
    anns.locator("#levels-title").tap()
    anns.get_by_role("button", name="Ann: Nothing").tap()
    expect(anns.get_by_role("button", name="Ask for advice")).to_be_hidden()
    expect(other.get_by_role("button", name="Ann: Nothing")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (390, "dark")])
def test_of_a_throw_of_express_it_says_to_the_own_seat_what_to_mark(
    real: RealTable, open_page: OpenPage, width: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    real.start("express")
    real.service.post(LevelPicked(1, "advice")).result(timeout=10)
    page = open_page(width=width, scheme=scheme, address=real.address)
    expect(page.locator("#board")).to_be_visible()
    expect(page.get_by_role("button", name="Ask for advice")).to_be_hidden()
    rolled(real, 1, 2, 3, 4, 6)
    page.get_by_role("button", name="Ask for advice").tap()

    expect(page.locator("#advice")).to_contain_text(re.compile(r"^Bo: Mark .* points on average"))
    expect(page.locator("#odds")).to_be_hidden()
    fits(page, width)
    assert faults(page) == []


def test_in_the_lobby_everybody_says_what_they_want_to_be_told(real: RealTable, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    real.start("rush-hour-shift")
    page = open_page(address=real.address)
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#levels-part")).to_be_visible()
    expect(page.locator("#odds")).to_be_hidden()

    page.locator("#menu summary").tap()
    page.get_by_role("button", name="New game").tap()
    page.locator("#sure-yes").tap()
    page.get_by_role("button", name=re.compile("^Can.t Stop 1 to 4")).tap()
    for name in ("Cas", "Di"):
        page.locator("#join-name").fill(name)
        page.locator("#join-name").press("Enter")
        expect(page.locator("#players")).to_contain_text(name)
    page.locator("#levels-title").tap()
    page.get_by_role("button", name="Di: Advice").tap()
    expect(page.get_by_role("button", name="Di: Advice")).to_have_attribute("aria-pressed", "true")
    fits(page, 360)
    page.get_by_role("button", name="Highway").tap()
    expect(page.locator("#start")).to_contain_text("Highway")
    expect(page.get_by_role("button", name="Di: Advice")).to_have_attribute("aria-pressed", "true")


def test_each_card_of_rush_hour_shift_says_what_it_comes_to_and_the_best_move_stands_above_the_list(
    real: RealTable, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    real.start("rush-hour-shift", ("Eve", "Flo"))
    real.service.post(LevelPicked(0, "advice")).result(timeout=10)
    page = open_page(width=360, address=real.address)
    page.get_by_role("button", name="Ask for advice").tap()
    expect(page.locator(".shift-card .worth")).to_have_count(8)
    expect(page.locator(".shift-card .best")).to_have_count(1)
    expect(page.locator("#advice")).to_contain_text("Of your cards play the one with the best chance")
    fits(page, 360)

    page.locator(".shift-card").nth(3).tap()
    page.get_by_role("button", name="Ask for advice").tap()
    expect(page.locator("#choices .options > .wide")).to_contain_text("★ Best")
    expect(page.locator("#choices .stop")).to_contain_text(WORTH)
    page.get_by_text("Move with buttons").tap()
    fits(page, 360)
    assert faults(page) == []
