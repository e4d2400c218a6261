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
    "web/browser",
    "torture",
    "evenings",
    "words",
    "docs",
)
# Files of few and long tests. Where each file stays with one process they come as soon as the core was tested, or the
# run would end on one core with one of them.
LONG = (
    "evenings/test_evenings.py",
    "web/browser/test_highway.py",
    "vision/test_reading.py",
    "web/browser/test_board_check.py",
    "test_play.py",
    "web/test_openapi.py",
    "on_device/test_pins.py",
    "web/browser/test_course.py",
    "torture/test_disk.py",
    "torture/test_power.py",
    "torture/test_faults.py",
    "torture/test_inputs.py",
)
AFTER_THE_CORE = "vision"
"""The first room that is built upon it."""

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Two pages of the browser's own, for what drops down below the address, were loaded for each phone: a third of all.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the rooms in ORDER; one that it does not name comes last."""
    here = Path(__file__).parent
    assert all((here / file).exists() for file in LONG), "LONG names a file that is gone"
    long = LONG if hasattr(config, "workerinput") else ()

    def place(item: pytest.Item) -> tuple[int, int]:
        path = item.path.relative_to(here).as_posix()
        if path in long:
            return ORDER.index(AFTER_THE_CORE), long.index(path)
        rooms = [room for room in ORDER if path.startswith(room)]
        return ORDER.index(max(rooms, key=len)) if rooms else len(ORDER), len(long)

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
