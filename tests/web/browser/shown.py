"""Waiting until the page shows what the table holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from companion.snapshot import Snapshot

AS_OF: Final = """async (version) => {
  const part = await import("/static/snapshot.js");
  const drawn = () => part.now.game === "lobby" || document.querySelector("#board").childElementCount > 0;
  while (part.now?.version !== version || !drawn()) await new Promise((next) => setTimeout(next, 5));
}"""
"""Evaluated, since `wait_for_function` does not wait for a promise: it takes it for a yes."""


def shown(page: Page, now: Snapshot) -> None:
    """Wait until the page shows this, and the game's own parts are there."""
    page.evaluate(AS_OF, now.version)
