"""A turned tile is told for the prompt that waits for it, once it lies still, and never the one of before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.devices import TileSeen, TraySeen, TrayState
from companion.events import Event
from companion.games.highway.events import TileRevealed
from companion.ports import Frame
from companion.prompts import RevealTile
from companion.snapshot import OpenPrompt, Snapshot
from tests.vision.stage import CALM, awaiting
from vision.simulated_tray import SimulatedTray
from vision.tiles.teller import ALL_OUT
from vision.watcher import Watcher


def turning(since: int, *faces: str) -> Snapshot:
    options: tuple[Event, ...] = tuple(TileRevealed(face) for face in faces)
    return replace(CALM, game="highway", prompts=(OpenPrompt(RevealTile(0, "2.1", options), since),))


class Scene:
    """A simulated tray under a watcher; the test's hand lays the tiles."""

    def __init__(self, thrower: bool = False) -> None:
        self.now_s = 0.0
        self.tray = SimulatedTray(1, clock=lambda: self.now_s)
        self.posted: list[object] = []
        self.watcher = Watcher(self.tray, self.posted.append, self.tray if thrower else None)
        self.watcher.show(replace(CALM, game="highway"))
        self.film()

    def film(self, pictures: int = 26) -> list[TileSeen]:
        before = len(self.posted)
        for _ in range(pictures):
            self.now_s += 0.1
            frame = self.tray.frame()
            self.watcher.step(Frame(np.asarray(frame.image), self.now_s))
        return [one for one in self.posted[before:] if isinstance(one, TileSeen)]


def test_a_tile_laid_down_is_told_once_and_its_picture_is_kept() -> None:
    scene = Scene()
    scene.watcher.show(turning(5, "flood", "map"))
    scene.tray.lay("highway", ("map",))
    told = scene.film()

    assert [(one.tray.state, one.tray.tile, one.since) for one in told] == [(TrayState.READ, "map", 5)]
    assert scene.watcher.jpeg(told[0].tray.picture) is not None
    assert scene.film() == []


def test_a_tile_that_was_told_is_not_told_for_the_next() -> None:
    scene = Scene()
    scene.watcher.show(turning(5, "flood", "map"))
    scene.tray.lay("highway", ("map",))
    scene.film()
    scene.watcher.show(turning(6, "flood", "map"))
    assert scene.film() == []

    scene.tray.lay("highway", ("flood",))
    assert [(one.tray.tile, one.since) for one in scene.film()] == [("flood", 6)]


def test_a_face_of_which_all_tiles_lie_open_is_not_believed() -> None:
    scene = Scene()
    scene.watcher.show(turning(5, "flood"))
    scene.tray.lay("highway", ("map",))
    (told,) = scene.film()

    assert (told.tray.state, told.tray.tile, told.tray.reasons) == (TrayState.UNSURE, "", (ALL_OUT,))


def test_where_nobody_can_lay_a_tile_one_is_laid_and_taken_away_again() -> None:
    scene = Scene(thrower=True)
    scene.watcher.show(turning(5, "flood", "map"))
    told = scene.film(36)
    assert told[-1].tray.tile == scene.tray.truth_of_tile != ""

    scene.watcher.show(awaiting(4, 6))
    scene.film(10)
    assert scene.tray.truth_of_tile == ""


def test_a_tile_is_no_roll() -> None:
    scene = Scene()
    scene.watcher.show(replace(awaiting(1, 5), game="highway"))
    scene.tray.lay("highway", ("shield-6",))
    scene.film()
    last = [one for one in scene.posted if isinstance(one, TraySeen)][-1]

    assert last.tray.state in (TrayState.UNSURE, TrayState.EMPTY)
    assert last.tray.values == ()
