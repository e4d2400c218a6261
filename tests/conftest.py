"""What tests of several rooms need. One browser for all: a second Playwright cannot run beside the first."""

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

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real browser, for all tests that need one."""
    sync_api = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium on this machine")
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
