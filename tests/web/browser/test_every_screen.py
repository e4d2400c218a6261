"""Every registered game, and the lobby, at three sizes in light and dark: measured, judged by axe-core, and kept as a
picture under build/screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from companion.events import encode
from companion.games import GAMES
from companion.inputs import DiceTyped, LobbyAsked, PhoneChose, PositionTyped
from companion.prompts import Question
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults, serious
from tests.web.browser.shown import shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parents[3] / "build" / "screens"

SIZES = ((360, 640), (390, 844), (1280, 800))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

PLAYERS = {"rush-hour-shift": ("Ann", "Charlotte-Marie")}

_CLIMB = {
    "tokens": [{"6": 4, "9": 3, "2": 3}, {"7": 5, "6": 4}, {"7": 5, "12": 1}],
    "runners": {"7": 8, "8": 2},
}
MIDDLE: dict[str, dict[str, Any]] = {
    "cant-stop": _CLIMB,
    "highway": {
        **_CLIMB,
        "board": {
            "7.9": {"face": None, "up": False},
            "6.4": {"face": "fast-lane-2", "up": True},
            "8.2": {"face": "map", "up": True},
            "4.4": {"face": "traffic-delay-1", "up": True},
            "5.5": {"face": "detour-left", "up": True},
            "9.6": {"face": "shield-4", "up": True},
            "10.3": {"face": "flood", "up": True},
            "3.2": {"face": "lost", "up": True},
            "11.3": {"face": "roundabout", "up": True},
        },
        "shields": [[3, 5], [1], []],
        "maps": [0, 1, 0],
        "lost": [0, 0, 2],
    },
    "express": {
        "sheets": [
            {"pairs": {"7": 3, "12": 1, "6": 5}, "fifth": {"1": 4, "3": 2}},
            {"pairs": {"8": 4}, "fifth": {"2": 2}},
            {},
        ]
    },
}
"""Where a game stands in the middle; one that is not named here is seen from its start."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    with real_table(tmp_path_factory.mktemp("screens")) as table:
        yield table


@pytest.fixture(scope="module")
def page(chromium: Browser, table: RealTable) -> Iterator[Page]:
    phone = chromium.new_context(reduced_motion="reduce")
    page = phone.new_page()
    page.goto(table.address)
    yield page
    phone.close()


def put_middle(table: RealTable, game: str) -> None:
    table.service.post(PositionTyped(MIDDLE[game], table.now.version)).result(timeout=10)


def judge(page: Page, name: str) -> list[str]:
    """What is wrong with this screen at any size and in any light."""
    wrong: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png")
            wrong += [f"{name} {width} {scheme}: {fault}" for fault in faults(page)]
        wrong += [f"{name} {scheme}: {fault}" for fault in serious(page)]
    return wrong


def go_on(table: RealTable) -> None:
    """Roll the dice, or take the first option."""
    now = table.now
    if now.awaited_roll:
        rolled = (1, 3, 4, 6, 6)[: now.awaited_roll[0].count]
        table.service.post(DiceTyped(rolled, now.version)).result(timeout=10)
        return
    asked = next(opened.prompt for opened in now.prompts if isinstance(opened.prompt, Question))
    table.service.post(PhoneChose(encode(asked.options[0]), now.version)).result(timeout=10)


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_a_game_fits_reads_and_is_tapped(page: Page, table: RealTable, game: str) -> None:
    table.start(game, PLAYERS.get(game, ("Ann", "Bo", "Charlotte-Marie")))
    if game in MIDDLE:
        put_middle(table, game)
    shown(page, table.now)
    wrong = judge(page, f"{game}-1")
    go_on(table)
    shown(page, table.now)
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    wrong += judge(page, f"{game}-2")
    assert "\n".join(wrong) == ""


def test_the_lobby_fits_reads_and_is_tapped(page: Page, table: RealTable) -> None:
    table.start("cant-stop")
    table.service.post(LobbyAsked(table.now.version)).result(timeout=10)
    for event in ({"event": "GamePicked", "game": "cant-stop"}, {"event": "PlayerJoined", "name": "Ann", "colour": ""}):
        table.service.post(PhoneChose(event, table.now.version)).result(timeout=10)
    shown(page, table.now)
    page.locator("#players").get_by_role("button", name="Ann plays").click()
    assert "\n".join(judge(page, "lobby")) == ""
