"""Sounds and the voice: silent until somebody wants them, and remembered on that device."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.fake_table import ROLLING, Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

LISTEN = """
window.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { heard.push(this.frequency.value); return start.apply(this, at); };
const speak = speechSynthesis.speak;
speechSynthesis.speak = function (said) { heard.push(said.text); return speak.call(this, said); };
"""
"""Notes down what is played and said; it is played and said all the same."""


def listening(open_page: OpenPage) -> Page:
    page = open_page()
    page.add_init_script(LISTEN)
    page.reload()
    page.get_by_role("heading", name="Ann's turn").wait_for()
    return page


def heard(page: Page, table: Table, **change: Any) -> list[Any]:
    """What is heard as the table changes."""
    version = table.box.latest()[1].version + 1
    page.evaluate("heard.length = 0")
    table.box.put(replace(table.box.latest()[1], version=version, told=(f"Now {version}.",), **change))
    page.locator("#told").get_by_text(f"Now {version}.").wait_for()
    found: list[Any] = page.evaluate("heard")
    return found


def test_a_device_is_silent_until_somebody_wants_sounds(table: Table, open_page: OpenPage) -> None:
    page = listening(open_page)
    roll = replace(ROLLING.view, roll=(1, 1, 2, 2))
    assert heard(page, table, view=roll) == []
    page.get_by_role("button", name="Sounds").click()
    page.wait_for_function("() => heard.length === 2")
    assert heard(page, table, view=replace(roll, roll=(1, 1, 2, 3))) == [660, 880]
    won = {**ROLLING.position, "tokens": [{"2": 3, "12": 3}, {}, {}, {}]}
    assert heard(page, table, position={**won, "tokens": [{"2": 3, "12": 3, "3": 5}, {}, {}, {}]})[:2] == [523, 659]
    page.reload()
    assert page.get_by_role("button", name="Sounds").get_attribute("aria-pressed") == "true"


def test_the_voice_says_what_is_new(table: Table, open_page: OpenPage) -> None:
    page = listening(open_page)
    page.get_by_role("button", name="Say it aloud").click()
    assert heard(page, table) == ["Now 18."]
    page.get_by_role("button", name="Say it aloud").click()
    assert heard(page, table) == []
