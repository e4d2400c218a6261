"""The board is photographed by a phone at a real table, read by the real reader, and people say who is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.board import Piece
from tests.web.browser.board_table import CLIMB, believe, board_table, mark, opened, send, taken_back
from tests.web.browser.fits import fits
from tests.web.browser.real_table import real_table
from tests.web.browser.screens import serious

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

ANN, BO = Piece("token", "blue"), Piece("token", "red")


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
        assert believe(page, dialog, board)["tokens"] == [{"6": 6, "9": 3}, {"7": 5}]
        assert taken_back(page, board)["tokens"] == CLIMB["tokens"]


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
        mark(page, dialog, board.where_tapped)
        assert serious(page) == []
        points = dialog.get_by_role("button", name="arrow keys move it")
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
