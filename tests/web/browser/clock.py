"""A page whose clock is the test's.

The law of this file: the clock is taken only with the stream open, and is stopped without cutting it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAP_S = 3.0
"""How far the clock leaps as it is stopped: enough for a busy machine, too short for the page to give its stream up."""


def take_clock(page: Page) -> None:
    """Open what the page shows anew, with a clock that the test moves on as it likes; its stream is open then."""
    address = page.url
    page.goto("about:blank")  # otherwise the answer might be the one that the page before waited for
    page.clock.install()
    with page.expect_response("**/api/events"):
        page.goto(address)


def stop_clock(page: Page) -> None:
    """Take the page's clock, and let it stand still, as it would not do by itself. The stream stays open.

    A page that hears nothing for long by its clock (`live.js`) opens another stream; by a long leap it would at once.
    """
    take_clock(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LEAP_S)
