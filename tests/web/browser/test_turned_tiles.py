"""A turned tile in a real browser: the camera looks, the page shows what it made out and waits for the press."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.beats import Beats
from companion.cli.tray import Eyes
from companion.devices import TrayState
from companion.inputs import PositionTyped
from companion.ports import Keys, WebPorts
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from tests.games.highway.tables import Evening
from tests.vision.laid_tiles import Picture, a_stranger, a_tray, jpeg, laid, printed
from tests.web.browser.fits import fits
from vision.simulated_tray import SimulatedTray
from web import create_app, serve

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

NEXT = "7.4"
"""The space on which the tile is to be turned."""


class Watched:
    """An evening with tiles on the table, a tray that a camera watches, and a page; the test's hand lays the tiles."""

    def __init__(self, folder: Path) -> None:
        self._evening = Evening(folder, tiles="table")
        self._service = Service(self._evening.table)
        self.tray = SimulatedTray(1)
        self._eyes = Eyes(self.tray, None, folder, self._service.post, Beats(), self._evening.table.standing)
        self.mailbox = NewestSnapshot(self._evening.now())
        outputs = (self.mailbox, self._eyes.watcher)
        self._threads = [
            threading.Thread(target=self._service.serve, args=(outputs,)),
            threading.Thread(target=self._eyes.watcher.run),
        ]
        for thread in self._threads:
            thread.start()
        ports = WebPorts(
            post=self._service.post,
            mailbox=self.mailbox,
            games=(
                {"name": "cant-stop", "title": "Can't Stop", "seats": [1, 4], "options": []},  # whose columns it draws
                {"name": "highway", "title": "Highway", "seats": [2, 4], "options": []},
            ),
            tray_jpeg=self._eyes.watcher.jpeg,
            oled_png=lambda hide: None,
            read_photo=self._eyes.read_photo,
            read_tile=self._eyes.read_tile,
            keys=lambda: Keys(None, b"a secret of the tests"),
        )
        self._web = serve(create_app(ports), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._web.port}/"

    def now(self) -> Snapshot:
        return self.mailbox.latest()[1]

    def until(self, true: Callable[[Snapshot], bool]) -> Snapshot:
        """The first snapshot of which that is true."""
        serial, now = self.mailbox.latest()
        while not true(now):
            serial, now = self.mailbox.wait(serial, 30.0) or (serial, now)
        return now

    def lay(self, face: str) -> Snapshot:
        """The table, once the camera has made the tile out."""
        self.tray.lay("highway", (face,))
        return self.until(lambda now: now.tray.tile == face)

    def put(self, **position: Any) -> None:
        self._service.post(PositionTyped(position, self.now().version)).result(timeout=30)

    def lies_open(self, space: str) -> bool:
        """Whether the table knows what lies there."""
        return space not in self.now().position["board"] or bool(self.now().position["board"][space]["up"])

    def close(self) -> None:
        self._web.close()
        self._eyes.watcher.stop()
        self._service.stop()
        for thread in self._threads:
            thread.join()
        self.tray.close()
        self._evening.journal.close()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path)
    yield made
    made.close()


@pytest.fixture
def turning(watched: Watched, open_page: OpenPage) -> Page:
    """The page of somebody who has stopped where a tile is to be turned."""
    from playwright.sync_api import expect

    watched.until(lambda now: now.tray.picture > 0)  # what was there before is nothing that happened
    watched.put(runners={"7": 4})
    page = open_page(360, 640, address=watched.address)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("heading", name=f"What does the tile on {NEXT} show?")).to_be_visible()
    return page


def test_a_tile_before_the_camera_waits_for_the_press_and_without_a_question_none_is_looked_for(
    watched: Watched, turning: Page
) -> None:
    from playwright.sync_api import expect

    page, seen = turning, turning.locator("#seen-tile")
    expect(page.get_by_text("Lay the tile into the tray, or say what it shows.")).to_be_visible()
    expect(seen).to_be_hidden()

    watched.lay("out-of-fuel")
    take = page.get_by_role("button", name="The camera sees: no fuel")
    expect(take).to_be_visible()
    expect(page.get_by_text("The camera has read it: take it if it is right.")).to_be_visible()
    fits(page, 360)
    expect(take).to_be_in_viewport(ratio=1)
    assert not watched.lies_open(NEXT), "nobody has pressed yet"

    take.click()
    expect(page.locator("#move")).to_contain_text("Out of Fuel")
    expect(seen).to_be_hidden()
    assert watched.lies_open(NEXT)
    assert watched.now().awaited_tile is None

    watched.tray.lay("highway", ("map",))
    shown = watched.until(lambda now: now.tray.state is TrayState.UNSURE)
    assert shown.tray.tile == ""
    expect(page.get_by_text("Not sure of this roll.")).to_be_visible()


def test_a_photo_of_the_tile_is_offered_says_why_where_it_cannot_and_is_overruled_by_a_tap(
    watched: Watched, turning: Page
) -> None:
    from playwright.sync_api import expect

    tray, page = a_tray(), turning

    def photograph(image: Picture) -> None:
        with page.expect_response("**/api/photo?of=tile"):
            page.get_by_label("Photograph the tile").set_input_files(
                {"name": "tile.jpg", "mimeType": "image/jpeg", "buffer": jpeg(image)}
            )

    for image, says in ((laid(tray, a_stranger()), "no tile that is known"), (tray.draw(()), "no tile is seen")):
        photograph(image)
        expect(page.locator("#seen-tile")).to_contain_text(f"Not sure of this tile. {says}")
        fits(page, 360)
    photograph(laid(tray, printed("map", False)))
    expect(page.get_by_role("button", name="The photo shows: map")).to_be_visible()
    expect(page.get_by_alt_text("The tile as it was photographed")).to_be_visible()
    assert not watched.lies_open(NEXT)
    page.get_by_role("button", name="Interstate shield 6").click()
    expect(page.locator("#move")).to_contain_text("Interstate shield 6")
    assert watched.now().position["shields"] == [[6], []]


def test_dice_that_lie_there_still_are_no_tile(watched: Watched, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    watched.until(lambda now: now.tray.picture > 0)
    watched.tray.throw(4)
    rolled = watched.until(lambda now: now.position["pips"] is not None)
    watched.put(runners={"7": 4}, pips=None)
    page = open_page(360, 640, address=watched.address)
    page.get_by_role("button", name="Stop", exact=True).click()
    told = watched.until(lambda now: now.awaited_tile is not None and now.tray.picture > rolled.tray.picture)

    assert (told.tray.state, told.tray.tile, told.tray.reasons) == (TrayState.EMPTY, "", ())
    expect(page.get_by_text("Lay the tile into the tray, or say what it shows.")).to_be_visible()
