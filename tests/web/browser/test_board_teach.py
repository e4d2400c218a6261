"""Another board than the printed one is taught by a phone at a real table, then checked like ours, then forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.board import Expected, Piece
from tests.web.board_photos import board_photo
from tests.web.browser.board_table import board_table, mark, opened, send
from tests.web.browser.fits import fits
from tests.web.browser.screens import serious
from tools.board_designs import design

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

OTHER = design("wood", 1)
ANN = Piece("token", "blue")


def test_another_board_is_taught_by_four_spaces_and_six_ends_then_found_by_itself_and_forgotten(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with board_table(tmp_path) as board:
        page = open_page(address=board.table.address)
        dialog = opened(page)
        check, standing = board.check(), board.table.table.standing()
        lying: Expected = check.expected(standing.state, standing.colours)
        photo = tmp_path / "other.jpg"

        def photographed(lying: Expected, seed: int, seated: bool = False) -> tuple[tuple[float, float], ...]:
            return board_photo(photo, OTHER.plan, lying, seed, seated=seated, other=OTHER.picture)

        dialog.get_by_role("button", name="We play on another board").click()
        expect(dialog).to_contain_text("nothing may stand on it")
        taps = photographed({}, 1)
        page.set_input_files("#board-photo", photo)
        expect(dialog.get_by_role("listitem").first).to_contain_text("Column 7, space 13")
        mark(page, dialog, (taps[2], taps[1], taps[0], taps[3]))
        dialog.get_by_role("button", name="Go on").click()
        expect(dialog).to_contain_text("The four points do not lie as those spaces do")
        dialog.get_by_role("button", name="Mark the spaces again").click()
        assert not (tmp_path / "boards").exists()
        mark(page, dialog, taps)
        with page.expect_response("**/api/board?**"):
            dialog.get_by_role("button", name="Go on").click()
        expect(dialog).to_contain_text("Does each circle lie on its space?")
        expect(dialog.locator(".board-marks circle")).to_have_count(2 * 83)
        expect(dialog.get_by_role("button", name="arrow keys move it")).to_have_count(6)
        dialog.get_by_label("Another column does not fit").select_option("Column 4")
        expect(dialog.get_by_role("button", name="arrow keys move it")).to_have_count(8)
        fits(page, 360)
        assert serious(page) == []
        with page.expect_response("**/api/board?**ends=**"):
            dialog.get_by_role("button", name="All circles fit").click()

        expect(dialog).to_contain_text("Column 3, space 3: put Ann's token there.")
        photographed(check.set_up(standing.state, standing.colours), 2, seated=True)
        send(page, photo)
        expect(dialog).to_contain_text("The colours are learned.")
        photographed({**lying, "6.4": (), "6.6": (ANN,)}, 3)
        send(page, photo)
        expect(dialog.get_by_role("listitem")).to_contain_text(
            ["Column 6, space 4: put Ann's token there.", "Column 6, space 6: take Ann's token away."]
        )
        expect(dialog).to_contain_text("2 places to look at.")
        expect(dialog).to_contain_text("look at each place before you move anything")
        expect(dialog.get_by_role("button", name="The board is right")).to_have_count(0)
        dialog.get_by_role("button", name="Close").click()

        opened(page)
        dialog.get_by_role("button", name="Another board, or forget this one").click()
        with page.expect_response("**/api/board/forget"):
            dialog.get_by_role("button", name="Forget this board").click()
        expect(dialog.get_by_role("button", name="We play on another board")).to_be_visible()
