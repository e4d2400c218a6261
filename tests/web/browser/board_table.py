"""A real table with eyes for its board, and the photos of it that a phone sends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board import Expected, Piece
from companion.cli.board_eyes import BoardEyes
from companion.events import Json
from companion.inputs import OddsAsked
from companion.ports import Corners
from tests.web.board_photos import board_photo, grid_photo
from tests.web.browser.real_table import RealTable, real_table
from vision.pictures import Pictures
from vision.reading import DiceReading

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


CLIMB = {"tokens": [{"6": 4, "9": 3}, {"7": 5}], "runners": {"8": 2}}


class BoardTable:
    """A table with eyes for its board, and photos of it."""

    def __init__(self, table: RealTable, folder: Path) -> None:
        self.table = table
        self._folder = folder
        self._taken = 0
        self.where_tapped: tuple[tuple[float, float], ...] = ()
        """Where the spots that the plan wants marked are in the last photo, parts of its width and height."""

    def photo(self, covered: bool = False, seated: bool = False, **otherwise: tuple[Piece, ...]) -> Path:
        """The board as it should be, but for these spots (`_7_3`)."""
        check, standing = self.check(), self.table.table.standing()
        lying = {**check.expected(standing.state, standing.colours)}
        return self.of(
            {**lying, **{name[1:].replace("_", "."): pieces for name, pieces in otherwise.items()}}, covered, seated
        )

    def of(self, lying: Expected, covered: bool = False, seated: bool = False) -> Path:
        self._taken += 1
        file = self._folder / f"{self._taken}.jpg"
        plan = self.check().plan(self.table.table.standing().state)
        if plan.grid is None:
            self.where_tapped = board_photo(file, plan, lying, self._taken, covered, seated)
        else:
            self.where_tapped = grid_photo(file, plan, lying, self._taken)
        return file

    def begin(self, cut_off: bool) -> None:
        """As if the table had just been started."""
        self.table.table.begin(cut_off)
        self.table.service.post(OddsAsked(False)).result(timeout=10)

    def laid_out(self) -> Path:
        standing = self.table.table.standing()
        return self.of(self.check().set_up(standing.state, standing.colours), seated=True)

    def check(self) -> Any:
        return self.table.table.standing().game.board


@contextmanager
def board_table(folder: Path, game: str = "cant-stop", position: Json = CLIMB) -> Iterator[BoardTable]:
    """At play in this position."""
    eyes: list[BoardEyes] = []
    pictures = Pictures()

    def read(data: bytes, corners: Corners | None, learn: str) -> Mapping[str, Any]:
        return eyes[0].read(data, corners, learn)

    others: dict[str, Any] = {
        "read_board": read,
        "board": lambda: eyes[0].help(),
        "teach_board": lambda data, corners, ends: eyes[0].teach(data, corners, ends),
        "forget_board": lambda: eyes[0].forget(),
        "tray_jpeg": lambda number: pictures.drawn(number) if number else None,
    }
    with real_table(folder, **others) as table:
        eyes.append(BoardEyes(folder, table.table.standing, lambda image: pictures.keep(image, DiceReading("empty"))))
        table.start(game)
        table.put_right(position)
        yield BoardTable(table, folder)


def opened(page: Page) -> Locator:
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Check the board with a photo").click()
    return page.get_by_role("dialog", name="Check the board")


def send(page: Page, photo: Path) -> None:
    with page.expect_response("**/api/photo**"):
        page.set_input_files("#board-photo", photo)


def mark(page: Page, dialog: Locator, places: tuple[tuple[float, float], ...]) -> None:
    """Drag the four points to these places, parts of the photo's width and height."""
    from playwright.sync_api import expect

    points = dialog.get_by_role("button", name="arrow keys move it")
    expect(points).to_have_count(4)
    for nth, (x, y) in enumerate(places):
        picture, point = dialog.locator(".board-picture img").bounding_box(), points.nth(nth).bounding_box()
        assert picture
        assert point
        page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
        page.mouse.down()
        page.mouse.move(picture["x"] + x * picture["width"], picture["y"] + y * picture["height"], steps=3)
        expect(page.locator(".loupe")).to_be_visible()
        page.mouse.up()


def believe(page: Page, dialog: Locator, board: BoardTable) -> Json:
    """Say that the board is right, which is one step of the table; the position that it comes to."""
    version = board.table.now.version
    with page.expect_response("**/api/position"):
        dialog.get_by_role("button", name="The board is right").click()
    assert board.table.now.version == version + 1
    return board.table.now.position


def taken_back(page: Page, board: BoardTable) -> Json:
    """The position after one step back."""
    with page.expect_response("**/api/undo"):
        page.locator("#undo").click()
    return board.table.now.position
