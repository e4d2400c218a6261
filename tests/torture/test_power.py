"""A pulled plug and a killed service cost nothing that was answered; a short cut of what `make torture` tries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.events import Json
from companion.game import Game
from companion.games import GAMES
from tests.torture.answered import Call
from tests.torture.cuts import power_cuts
from tests.torture.kills import Killed, account, kills

RENDERS = Path(__file__).parents[1] / "vision" / "renders"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_whatever_a_power_cut_leaves_the_last_answered_press_is_there(game: Game[Any]) -> None:
    tried = power_cuts(game, seed=1, presses=60, cuts=150)

    assert tried.wrong == []
    assert tried.cuts == 150


def test_a_journal_that_would_not_sync_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.torture.recording.SYNCHRONOUS", "OFF")

    assert power_cuts(GAMES["cant-stop"], seed=1, presses=60, cuts=50).wrong


def test_a_killed_service_loses_and_doubles_no_answered_call_and_every_screen_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.torture.kills.ANEW", 3)
    tried = kills(seed=1, count=6, pictures=RENDERS)

    assert tried.wrong == []
    assert tried.kills == 6
    assert len(tried.screens_s) == 4, "the page that was open and the OLED came back after each restart"


SET_UP_DONE = Call("choose", {"version": 6, "event": {"event": "SetUpDone"}}, {"version": 8})
ITS_ROWS: list[tuple[int, Json, bool]] = [(7, {"event": "GameStarted"}, False), (8, {"event": "TilesShuffled"}, True)]


def test_the_game_that_a_set_up_begins_is_the_account_of_its_last_press() -> None:
    tried = Killed()
    account([SET_UP_DONE], ITS_ROWS, "here", tried)

    assert (tried.answered, tried.lost, tried.doubled, tried.wrong) == (1, 0, 0, [])


def test_a_set_up_without_its_game_is_lost() -> None:
    tried = Killed()
    account([SET_UP_DONE], ITS_ROWS[:1], "here", tried)

    assert tried.lost == 1
