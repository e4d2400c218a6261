"""The page's buttons by their edges: `/api/hands`."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.devices import Button, ButtonPressed, HoldSeen
from companion.ports import Refused
from tests.web.fake_table import ROLLING, Table, error
from web.hands import MOST_PAGES


class Page:
    """One load of the page, whose clock stands where the test puts it."""

    def __init__(self, phone: FlaskClient, name: str = "a page") -> None:
        self._phone, self._name = phone, name

    def tell(
        self, ms: float, button: str | None = None, down: bool | None = None, version: int = 17, **more: str
    ) -> Any:
        body = {"page": self._name, "version": version, "button": button, "down": down, "ms": ms, **more}
        return self._phone.post("/api/hands", json=body)


@pytest.fixture
def page(phone: FlaskClient) -> Page:
    return Page(phone)


def test_a_press_is_told_when_the_button_is_let_go(table: Table, page: Page) -> None:
    down = page.tell(1000.5, "roll", True)
    assert (down.status_code, down.get_json()["version"]) == (200, 17)
    assert table.asked == []
    assert page.tell(1200.0, "roll", False).get_json()["version"] == 18
    assert table.asked == [ButtonPressed(Button.ROLL, version=17)]


def test_a_hold_is_told_by_the_pages_clock_and_not_by_how_late_it_arrives(table: Table, page: Page) -> None:
    page.tell(0, "choose", True)
    page.tell(900, "choose", False)
    assert table.asked == [ButtonPressed(Button.CHOOSE, held=True, version=17)]


def test_a_held_stop_fills_the_bar_and_then_undoes(table: Table, page: Page) -> None:
    page.tell(0, "stop", True)
    page.tell(700)
    page.tell(1000)
    assert all(isinstance(asked, HoldSeen) for asked in table.asked)
    assert len(table.asked) == 2
    page.tell(1500)
    assert table.asked[2:] == [ButtonPressed(Button.STOP, held=True, version=17)]
    page.tell(1600, "stop", False)
    assert len(table.asked) == 3


def test_a_press_on_a_dark_oled_only_wakes_it(table: Table, page: Page) -> None:
    table.dark = True
    page.tell(0, "roll", True)
    page.tell(100, "roll", False)
    assert table.asked == []
    page.tell(1000, "roll", True)
    page.tell(1100, "roll", False)
    assert table.asked == [ButtonPressed(Button.ROLL, version=17)]


def test_both_together_are_the_menu(table: Table, page: Page) -> None:
    page.tell(0, "roll", True)
    page.tell(50, "stop", True)
    page.tell(1050)
    page.tell(1100, "roll", False)
    page.tell(1150, "stop", False)
    assert table.asked == [ButtonPressed(Button.MENU, version=17)]


def test_a_press_says_what_the_page_announced_of_it_and_a_hold_or_a_chord_does_not(table: Table, page: Page) -> None:
    page.tell(0, "roll", True, announced="take")
    page.tell(100, "roll", False, announced="take")
    page.tell(1000, "roll", True, announced="take")
    page.tell(1000, "stop", True, announced="")
    page.tell(2100, "roll", False, announced="take")
    pressed, menu = table.asked
    assert pressed == ButtonPressed(Button.ROLL, version=17, announced="take")
    assert menu == ButtonPressed(Button.MENU, version=17)


def test_two_pages_do_not_press_each_others_buttons(table: Table, phone: FlaskClient) -> None:
    one, other = Page(phone, "one"), Page(phone, "other")
    one.tell(0, "roll", True)
    other.tell(90_000, "stop", True)
    one.tell(100, "roll", False)
    other.tell(90_100, "stop", False)
    assert table.asked == [ButtonPressed(Button.ROLL, version=17), ButtonPressed(Button.STOP, version=17)]


def test_the_page_that_was_silent_longest_is_forgotten(table: Table, phone: FlaskClient) -> None:
    first, second = Page(phone, "first"), Page(phone, "second")
    first.tell(0, "roll", True)
    second.tell(0, "roll", True)
    first.tell(1)
    for number in range(MOST_PAGES - 1):
        Page(phone, str(number)).tell(0)
    second.tell(100, "roll", False)
    assert table.asked == []
    for number in range(MOST_PAGES - 2):
        Page(phone, str(number)).tell(1)
    first.tell(100, "roll", False)
    assert table.asked == []


def test_a_press_that_the_table_refuses_says_why(table: Table, page: Page) -> None:
    table.refusal = Refused("There is nothing to undo.", ROLLING)
    page.tell(0, "stop", True)
    answer = page.tell(1600, "stop", False)
    assert answer.status_code == 409
    assert error(answer) == "There is nothing to undo."
    assert table.asked == [ButtonPressed(Button.STOP, held=True, version=17)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"page": ""}, '"page" must be a text of 1 to 64 characters'),
        ({"page": "x" * 65}, '"page" must be a text of 1 to 64 characters'),
        ({"button": "menu"}, '"button" must be "roll" or "stop" or "choose", not "menu"'),
        ({"down": None}, '"down" must be true or false, not null'),
        ({"ms": -1}, '"ms" must be a number of milliseconds from 0, not -1'),
        ({"ms": True}, "not true"),
        ({"ms": "1"}, 'not "1"'),
        ({"ms": 1e300}, "not 1e+300"),
        ({"ms": 499}, '"ms" must not go back, as 499 does'),
        ({"version": None}, '"version" must be a whole number from 0, not null'),
    ],
)
def test_a_malformed_edge_is_refused(
    table: Table, page: Page, phone: FlaskClient, change: dict[str, Any], words: str
) -> None:
    page.tell(500)
    body = {"page": "a page", "version": 17, "button": "roll", "down": True, "ms": 1000, **change}
    answer = phone.post("/api/hands", json=body)
    assert answer.status_code == 422
    assert words in error(answer)
    assert table.asked == []
