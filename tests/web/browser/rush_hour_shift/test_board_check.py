"""The grid is photographed, its corners are marked, and people say who is right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.board import Expected, Piece
from companion.games import GAMES
from companion.games.rush_hour_shift import looks
from tests.web.browser.board_table import BoardTable, believe, board_table, mark, opened, taken_back
from tests.web.browser.fits import fits
from tests.web.browser.screens import serious

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

GAME = "rush-hour-shift"


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is once the reader is right often enough."""
    game = GAMES[GAME]
    assert game.board is not None
    monkeypatch.setitem(GAMES, GAME, replace(game, board=replace(game.board, ready=lambda state: True)))


def pushed(state: Any) -> Expected:
    """The car K a space lower."""
    return {**looks.on_grid(state.grid), "2.11": (), "3.11": (Piece("car", "K", "v"),)}


def test_the_grid_is_learned_as_it_stands_marked_by_hand_compared_and_believed(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with board_table(tmp_path, GAME, {"players": ["Ann", "Bo"], "turn": 1}) as board:
        page = open_page(address=board.table.address)
        dialog = opened(page)
        expect(dialog).to_contain_text("when all stands as the companion shows it")
        state = board.table.table.standing().state
        photograph(page, board, looks.on_grid(state.grid))
        expect(dialog).to_contain_text("Left part (gold begins there): its upper outer corner")
        assert serious(page) == []
        look(page, dialog, board)
        expect(dialog).to_contain_text("The colours are learned. The board is as it should be.")
        dialog.get_by_role("button", name="Good").click()

        opened(page)
        photograph(page, board, pushed(state))
        look(page, dialog, board)
        expect(dialog.get_by_role("listitem")).to_contain_text(
            [
                "Right part, row 2, column 11: put the car K from there downwards.",
                "Right part, row 3, column 11: take the car K away.",
            ]
        )
        fits(page, 360)
        assert serious(page) == []
        assert believe(page, dialog, board)["vehicles"]["K"]["row"] == 2
        assert taken_back(page, board)["vehicles"]["K"]["row"] == 1


def photograph(page: Any, board: BoardTable, lying: Expected) -> None:
    page.set_input_files("#board-photo", board.of(lying))


def look(page: Any, dialog: Any, board: BoardTable) -> None:
    mark(page, dialog, board.where_tapped)
    with page.expect_response("**/api/photo**corners=**"):
        dialog.get_by_role("button", name="Look there").click()
