"""What every screen of the page has to keep to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAST_TAP_PX = 44

each_phone = pytest.mark.parametrize(("width", "height", "scheme"), [(360, 640, "light"), (390, 844, "dark")])

_SMALL = """(least) => [...document.querySelectorAll('button, .button, summary, select, input:not(.unseen)')]
  .filter((one) => one.checkVisibility())
  .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < least)
  .map((one) => one.outerHTML)"""


def fits(page: Page, width: int) -> None:
    """No scrolling sideways, and nothing to tap that a thumb would miss."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(_SMALL, LEAST_TAP_PX) == []
