"""What tests of several rooms need, and the order in which they run.

The law of this file: one browser for all, since a second Playwright cannot run beside the first; and the tests that
name what is broken come before those that only see that something is.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion import language
from companion.journal import Journal

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The core before what is built upon it, single parts before whole evenings.
ORDER = (
    "test_architecture.py",
    "companion",
    "games",
    "advisor",
    "vision",
    "hardware",
    "systemd",
    "web",
    "on_device",
    "torture",
    "evenings",
    "words",
    "docs",
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the rooms in ORDER; one that it does not name comes last."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        room = item.path.relative_to(here).parts[0]
        return ORDER.index(room) if room in ORDER else len(ORDER)

    items.sort(key=place)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real browser, for all tests that need one."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: pip install -e '.[test]'")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium on this machine: apt install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def german() -> Iterator[None]:
    """The table speaks German."""
    language.choose("de")
    yield
    language.choose(language.ENGLISH)
