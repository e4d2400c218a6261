"""Highway in a real browser, on the real table: a whole game by one phone alone, and what its panel is for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.cli.paper import THINGS
from companion.devices import DiceRead, Tray, TrayState
from companion.games.cant_stop.board import LENGTHS
from companion.inputs import PositionTyped
from companion.ports import Keys, WebPorts
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from tests.games.highway.tables import Evening
from tests.web.browser.fits import fits
from tests.web.browser.shown import shown
from web import create_app, serve

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

LONGEST = 130
"""Answers within which the game is won: the dice are chosen so."""

TYPED = 5
"""Rolls that are typed on the phone; those after them are read from the tray."""

GOALS = {0: (2, 12, 3, 11), 1: (7, 6, 8, 5)}
"""Columns in which each seat climbs."""


class Served:
    """An evening with a service thread and a page."""

    def __init__(self, evening: Evening) -> None:
        self._service = Service(evening.table)
        self.mailbox = NewestSnapshot(evening.now())
        self._thread = threading.Thread(target=self._service.serve, args=((self.mailbox,),), daemon=True)
        self._thread.start()
        ports = WebPorts(
            post=self._service.post,
            mailbox=self.mailbox,
            games=(
                {"name": "cant-stop", "title": "Can't Stop", "seats": [1, 4], "options": []},  # whose columns it draws
                {"name": "highway", "title": "Highway", "seats": [2, 4], "options": []},
            ),
            tray_jpeg=lambda number: None,
            oled_png=lambda hide: None,
            read_photo=lambda data: {},
            keys=lambda: Keys(None, b"a secret of the tests"),
        )
        self._web = serve(create_app(ports), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._web.port}/"

    def now(self) -> Snapshot:
        return self.mailbox.latest()[1]

    def read(self, values: list[int]) -> None:
        """The dice lie in the tray."""
        now = self.now()
        assert now.awaited_roll
        tray = Tray(TrayState.READ, tuple(sorted(values)))
        self._service.post(DiceRead(tray, now.awaited_roll[1])).result(timeout=30)

    def put(self, **position: Any) -> None:
        self._service.post(PositionTyped(position, self.now().version)).result(timeout=30)

    def close(self) -> None:
        self._web.close()
        self._service.stop()
        self._thread.join()


@pytest.fixture
def served_game(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serves a game of Highway with these options."""
    with ExitStack() as stack:

        def serving(**options: Any) -> Served:
            evening = Evening(tmp_path, **options)
            stack.callback(evening.journal.close)
            served = Served(evening)
            stack.callback(served.close)
            return served

        yield serving


def tap(page: Page, one: Locator) -> None:
    """Tap, and wait for what is said to that: the page asks for pictures by itself."""
    with page.expect_response(lambda said: said.request.method == "POST") as answer:
        one.click()
    assert answer.value.status == 200, answer.value.text()


def type_roll(page: Page, values: list[int]) -> None:
    page.get_by_role("button", name="Type the roll").click()
    for value in values:
        page.locator("#picker-keys").get_by_role("button", name=str(value), exact=True).click()
    tap(page, page.get_by_role("button", name="Use this roll"))


def dice_for(now: Snapshot, chance: Random) -> list[int]:
    """Dice that pass most hazards, and else climb in columns of the seat in turn that are open."""
    if now.position["path"]:
        columns = [int(now.position["path"][-1].split(".")[0])] * 2 if chance.random() < 0.6 else [2, 2]
    else:
        won = {c for own in now.position["tokens"] for c, space in own.items() if space == LENGTHS[int(c)]}
        columns = [column for column in GOALS[now.position["turn"]] if str(column) not in won][:2]
    low = [max(1, column - 6) for column in columns]
    return [*low, *(column - one for column, one in zip(columns, low, strict=True))]


def answer(page: Page, game: Served, now: Snapshot, typed: bool, chance: Random) -> None:
    """Roll on or stop, or tap something that stands there."""
    buttons = page.locator("#choices button").filter(visible=True)
    stop = page.locator("#choices button.stop")
    if now.awaited_roll is not None:
        if stop.count() and chance.random() < 0.4:
            tap(page, stop)
        elif typed:
            type_roll(page, dice_for(now, chance))
        else:
            game.read(dice_for(now, chance))
        return
    if page.locator("#choices .hw-fold button").count() and chance.random() < 0.5:
        tap(page, a_shield(page))
        return
    tap(page, buttons.nth(chance.randrange(buttons.count())))


def a_shield(page: Page) -> Locator:
    """The first use of a shield, after its lists were unfolded."""
    shields = page.locator("#choices .hw-fold button").filter(visible=True)
    fold = page.locator("#choices > .hw-fold")
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()
    if not shields.count():
        fold.locator(".hw-fold > summary").first.click()
    return shields.first


def test_a_whole_game_is_played_on_one_phone(served_game: Callable[..., Served], open_page: OpenPage) -> None:
    game = served_game(tiles="table")
    page = open_page(390, 844, address=game.address)
    chance = Random(3)
    asked: set[str] = set()
    rolls = 0
    for _ in range(LONGEST):
        now = game.now()
        shown(page, now)
        if now.winners is not None:
            break
        asked.update(type(one).__name__ for opened in now.prompts for one in getattr(opened.prompt, "options", ()))
        rolls += now.awaited_roll is not None
        answer(page, game, now, rolls <= TYPED, chance)
        fits(page, 390)
    page.get_by_text("wins!").wait_for()
    assert asked >= {"SplitChosen", "Stopped", "MarkerPicked", "TileRevealed", "ShieldUsed"}


def test_a_turned_tile_is_found_by_its_sign_and_named_for_ears(
    served_game: Callable[..., Served], open_page: OpenPage
) -> None:
    game = served_game(tiles="table")
    page = open_page(360, 640, address=game.address)
    game.put(runners={"7": 4})
    tap(page, page.get_by_role("button", name="Stop", exact=True))
    page.get_by_role("heading", name="What does the tile on 7.4 show?").wait_for()
    fits(page, 360)
    assert page.locator(".hw-face").count() == 21
    tap(page, page.get_by_role("button", name="Fast Lane +2"))
    page.get_by_role("heading", name="What does the tile on 7.6 show?").wait_for()
    tap(page, page.get_by_role("button", name="Interstate shield 6"))
    assert game.now().position["shields"] == [[6], []]
    assert page.locator("#move").inner_text().splitlines()[:2] == [
        "Column 7, space 6: Interstate shield 6",
        "Take the tile: kept for a later turn",
    ]


def test_the_ways_out_of_a_roundabout_that_lose_the_marker_look_otherwise(
    served_game: Callable[..., Served], open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    game = served_game()
    page = open_page(360, 640, address=game.address)
    game.put(runners={"7": 1}, board={"7.1": {"face": "roundabout", "up": False}})
    tap(page, page.get_by_role("button", name="Stop", exact=True))
    expect(page.locator(".hw-loses")).to_have_text(
        [
            "left: off\nbelow the bottom: the marker is lost",
            "right: off\nbelow the bottom: the marker is lost",
            "down: off\nbelow the bottom: the marker is lost",
        ],
        use_inner_text=True,
    )
    fits(page, 360)


def test_shields_lie_folded_below_the_splits_and_open_where_nothing_else_helps(
    served_game: Callable[..., Served], open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    game = served_game()
    page = open_page(360, 640, address=game.address)
    game.put(runners={"6": 1, "7": 1}, shields=[[1, 6], []])
    shown(page, game.now())
    type_roll(page, [1, 2, 5, 5])
    first, fold = page.locator("#choices > .options").first, page.locator("#choices > details")
    first.get_by_role("button", name="6 + 7").wait_for()
    assert fold.get_attribute("open") is None
    page.get_by_text("Use a shield").click()
    tap(page, fold.get_by_role("button", name="5+1=6"))
    assert game.now().position["shields"] == [[6], []]

    game.put(runners={"6": 1, "7": 1, "8": 1}, shields=[[1, 6], []], pips=[1, 1, 1, 1])
    fold.get_by_role("button", name="1+6=7").wait_for()
    assert fold.get_attribute("open") is not None
    expect(fold.get_by_role("heading")).to_have_text(["Shield 1", "Shield 6"], use_inner_text=True)
    fits(page, 360)


def test_the_print_page_leads_to_what_can_be_cut_out(served_game: Callable[..., Served], open_page: OpenPage) -> None:
    page = open_page(360, 640, address=f"{served_game().address}print")
    page.get_by_role("link", name="Tiles and backs, Letter, PDF").wait_for()
    fits(page, 360)
    leads = page.eval_on_selector_all("#pdfs a", "links => links.map((link) => link.getAttribute('href'))")
    assert leads == [f"/print/{thing}-{paper}.pdf" for thing in THINGS for paper in ("a4", "letter")]


def test_in_german_too_what_loses_looks_otherwise_and_shields_open_where_nothing_else_helps(
    german: None, served_game: Callable[..., Served], open_page: OpenPage
) -> None:
    """Both are known by what an option does, whatever is said of it."""
    from playwright.sync_api import expect

    game = served_game()
    page = open_page(360, 640, address=game.address)
    game.put(runners={"7": 1}, board={"7.1": {"face": "roundabout", "up": False}})
    tap(page, page.get_by_role("button", name="Aufhören", exact=True))
    expect(page.locator(".hw-loses")).to_have_text(
        [
            "links weg\nunten hinaus: der Läufer ist verloren",
            "rechts weg\nunten hinaus: der Läufer ist verloren",
            "runter weg\nunten hinaus: der Läufer ist verloren",
        ],
        use_inner_text=True,
    )
    fits(page, 360)

    game.put(runners={"6": 1, "7": 1, "8": 1}, shields=[[1, 6], []], pips=[1, 1, 1, 1])
    fold = page.locator("#choices > details")
    fold.get_by_role("button", name="1+6=7").wait_for()
    assert fold.get_attribute("open") is not None
    expect(fold.get_by_role("heading")).to_have_text(["Schild 1", "Schild 6"], use_inner_text=True)
    fits(page, 360)
