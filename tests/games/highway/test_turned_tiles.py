"""Tiles on the table: what the camera made out is highlighted, waits for the press, and is forgotten with its tile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.screens import LAY_IT
from companion.devices import Button, Device, DeviceChanged, TileSeen, Tray, TrayState
from companion.prompts import RevealTile
from companion.snapshot import Snapshot, to_json
from companion.tray_side import TILE_LIES
from companion.words import SMALL_LINE, wrap
from tests.games.highway.tables import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Ann has stopped in two columns; the tile of the first is to be turned."""
    made = Evening(tmp_path, tiles="table")
    made.roll(1, 1, 6, 6)
    made.choose("SplitChosen", columns=[2, 12])
    made.choose("Stopped")
    made.choose("MarkerPicked", column=2)
    yield made
    made.journal.close()


def seen(evening: Evening, face: str = "", *reasons: str, since: int | None = None) -> Snapshot:
    awaited = evening.now().awaited_tile
    assert awaited is not None
    state = TrayState.READ if face else TrayState.UNSURE
    tray = Tray(state, (), reasons, 1, tile=face)
    return evening.table.handle(TileSeen(tray, awaited[1] if since is None else since))


def test_what_the_camera_made_out_is_highlighted_and_taken_by_a_press(evening: Evening) -> None:
    shown = seen(evening, "flood")
    screen = shown.screen

    assert (screen.title, screen.entries[screen.at]) == ("Camera sees:", "flood")
    assert screen.bottom.startswith("ROLL take")
    assert to_json(shown)["tray"]["tile"] == "flood"
    asked = shown.choice
    assert asked is not None
    assert isinstance(asked.prompt, RevealTile)
    assert asked.prompt.faces[asked.highlight] == "flood"
    before = evening.now().version
    taken = evening.press(Button.ROLL)
    assert taken.version > before
    assert "Flood" in " ".join(taken.told)


def test_nothing_is_taken_without_a_press(evening: Evening) -> None:
    before = evening.now().version
    assert seen(evening, "flood").version == before


def test_a_tap_says_otherwise(evening: Evening) -> None:
    seen(evening, "flood")
    assert "Map" in " ".join(evening.choose("TileRevealed", face="map").told)


def test_a_tile_that_was_not_made_out_says_why_and_the_list_stays(evening: Evening) -> None:
    screen = seen(evening, "", "the tile lies face down: turn it over").screen

    assert screen.title == "Tile 2.1?"
    assert screen.small == ("the tile lies face down:", "turn it over")


def test_where_a_camera_looks_the_box_says_to_lay_the_tile_down(evening: Evening) -> None:
    shown = evening.table.handle(DeviceChanged("camera", Device("simulated")))
    assert shown.screen.small == tuple(wrap((LAY_IT,), SMALL_LINE))


def test_a_tile_of_another_question_is_not_shown_for_this_one(evening: Evening) -> None:
    assert seen(evening, "flood", since=1).screen.title == "Tile 2.1?"


def test_a_tile_left_in_the_tray_is_to_be_taken_out(evening: Evening) -> None:
    seen(evening, "map")
    after = evening.press(Button.ROLL)

    assert after.tray.tile == ""
    assert after.tray.reasons == (TILE_LIES,)


def test_a_face_that_is_made_out_no_more_cannot_be_taken_by_a_press(evening: Evening) -> None:
    seen(evening, "flood")
    shown = seen(evening, "", "the tile lies face down: turn it over")

    assert not shown.screen.bottom.startswith("ROLL take")
    assert "face down" in " ".join(shown.screen.small)
