"""The board is photographed by a phone at a real table, read by the real reader, and people say who is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.board import Expected, Piece
from companion.cli.board_eyes import BoardEyes
from companion.inputs import OddsAsked
from companion.ports import Corners
from tests.web.board_photos import board_photo
from tests.web.browser.fits import fits
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import serious
from vision.pictures import Pictures
from vision.reading import DiceReading

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

CLIMB = {"tokens": [{"6": 4, "9": 3}, {"7": 5}], "runners": {"8": 2}}
ANN, BO = Piece("token", "blue"), Piece("token", "red")


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
        self.where_tapped = board_photo(file, plan, lying, self._taken, covered, seated)
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
def board_table(folder: Path) -> Iterator[BoardTable]:
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
        table.start("cant-stop")
        table.put_right(CLIMB)
        yield BoardTable(table, folder)


def opened(page: Page) -> Locator:
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Check the board with a photo").click()
    return page.get_by_role("dialog", name="Check the board")


def send(page: Page, photo: Path) -> None:
    with page.expect_response("**/api/photo**"):
        page.set_input_files("#board-photo", photo)


def test_pieces_are_learned_then_what_differs_is_named_and_marked_and_the_board_believed(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with board_table(tmp_path) as board:
        page = open_page(address=board.table.address)
        dialog = opened(page)
        expect(dialog).to_contain_text("Column 3, space 3: put Ann's token there.")
        send(page, board.laid_out())
        expect(dialog).to_contain_text("The colours are learned.")
        send(page, board.photo())
        expect(dialog).to_contain_text("The board is as it should be.")
        dialog.get_by_role("button", name="Good").click()

        opened(page)
        send(page, board.photo(_6_4=(), _6_6=(ANN,)))
        expect(dialog).to_contain_text("2 places look otherwise.")
        expect(dialog.get_by_role("listitem")).to_contain_text(
            ["Column 6, space 4: put Ann's token there.", "Column 6, space 6: take Ann's token away."]
        )
        expect(dialog.locator(".board-marks > circle[stroke-width='3']")).to_have_count(1)
        expect(dialog.locator(".board-marks > path[stroke-width='3']")).to_have_count(1)
        fits(page, 360)
        assert serious(page) == []
        version = board.table.now.version
        with page.expect_response("**/api/position"):
            dialog.get_by_role("button", name="The board is right").click()
        assert board.table.now.version == version + 1
        assert board.table.now.position["tokens"] == [{"6": 6, "9": 3}, {"7": 5}]
        with page.expect_response("**/api/undo"):
            page.locator("#undo").click()
        assert board.table.now.position["tokens"] == CLIMB["tokens"]


def test_where_the_companion_is_right_the_list_stays_until_it_is_closed(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with board_table(tmp_path) as board:
        page = open_page(address=board.table.address)
        dialog = opened(page)
        send(page, board.laid_out())
        expect(dialog).to_contain_text("The colours are learned.")
        send(page, board.photo(_7_5=(), _7_8=(BO,), _6_8=(ANN,)))
        before = board.table.now.version
        expect(dialog.get_by_role("button", name="The board is right")).to_be_disabled()
        expect(dialog).to_contain_text("Column 6, space 8: that cannot lie there.")
        dialog.get_by_role("button", name="The companion is right").click()
        todo = page.get_by_role("region", name="To move on the board")
        put = todo.get_by_role("button", name="Column 7, space 5: put Bo's token there.")
        put.click()
        expect(put).to_have_attribute("aria-pressed", "true")
        fits(page, 360)
        assert serious(page) == []
        board.table.put_right({**board.table.now.position, "turn": 1})
        expect(todo).to_be_visible()
        todo.get_by_role("button", name="Done").click()
        expect(todo).to_be_hidden()
        assert board.table.now.version == before + 1, "only what was put right above"


def test_on_a_board_without_codes_four_spaces_are_marked_by_hand(tmp_path: Path, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    with board_table(tmp_path) as board:
        page = open_page(address=board.table.address)
        dialog = opened(page)
        with page.expect_file_chooser() as chosen:
            dialog.get_by_role("button", name="All stands as it should: learn from that").click()
        with page.expect_response("**/api/photo**learn=now**"):
            chosen.value.set_files(board.photo(seated=True))
        expect(dialog).to_contain_text("The colours are learned. The board is as it should be.")
        dialog.get_by_role("button", name="Good").click()
        opened(page)
        send(page, board.photo(covered=True))
        expect(dialog).to_contain_text("Drag the four points to the middles of these spaces")
        expect(dialog.get_by_role("listitem").first).to_contain_text("Column 7, space 13")
        points = dialog.get_by_role("button", name="arrow keys move it")
        expect(points).to_have_count(4)
        assert serious(page) == []
        for nth, (x, y) in enumerate(board.where_tapped):
            picture, point = dialog.locator(".board-picture img").bounding_box(), points.nth(nth).bounding_box()
            assert picture
            assert point
            page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
            page.mouse.down()
            page.mouse.move(picture["x"] + x * picture["width"], picture["y"] + y * picture["height"], steps=3)
            expect(page.locator(".loupe")).to_be_visible()
            page.mouse.up()
        points.first.press("ArrowLeft")
        points.first.press("ArrowRight")
        with page.expect_response("**/api/photo**corners=**"):
            dialog.get_by_role("button", name="Look again").click()
        expect(dialog).to_contain_text("The board is as it should be.")


def test_a_board_is_offered_to_be_checked_after_a_power_cut_and_when_a_game_goes_on(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with board_table(tmp_path) as board:
        page = open_page(address=board.table.address)
        expect(page.get_by_role("region", name="On with the game")).to_be_hidden()
        board.begin(cut_off=True)
        cut = page.get_by_role("region", name="Power was cut")
        cut.get_by_role("button", name="Check the board with a photo").click()
        expect(page.get_by_role("dialog", name="Check the board")).to_be_visible()
        page.keyboard.press("Escape")
        board.begin(cut_off=False)
        rested = page.get_by_role("region", name="On with the game")
        expect(rested).to_contain_text("Does the board still look like this?")
        expect(page.locator("#dock")).to_be_visible()
        with page.expect_response("**/api/checked"):
            rested.get_by_role("button", name="It looks like this").click()
        expect(rested).to_be_hidden()


@pytest.mark.parametrize("game", ["express", "rush-hour-shift"])
def test_a_game_whose_board_cannot_be_checked_does_not_offer_it(tmp_path: Path, open_page: OpenPage, game: str) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start(game)
        page = open_page(address=table.address)
        page.locator("#menu summary").click()
        expect(page.get_by_role("button", name="Put the board right")).to_be_visible()
        expect(page.get_by_role("button", name="Check the board with a photo")).to_be_hidden()
