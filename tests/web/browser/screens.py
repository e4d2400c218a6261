"""What every screen of the page has to keep to, as a browser measures it: a list of what does not."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical')
  .map(({id, help, nodes}) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)"""


def faults(page: Page) -> list[str]:
    """Sideways scrolling, small or overlapping controls, small text, weak contrast, texts with a place left open."""
    found: list[str] = page.evaluate(MEASURE)
    return found


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(AXE)
    return found


@cache
def _axe() -> str:
    import pytest

    pytest.importorskip("axe_playwright_python", reason="there is no axe: pip install -e '.[test]'")
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
