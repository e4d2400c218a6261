"""A camera that sends pictures which show nothing of now is told as out; what it missed is shown, and not told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from companion.devices import DeviceChanged, DiceRead, TraySeen, TrayState
from companion.inputs import Input
from companion.ports import Frame
from tests.vision.scripted import Picture, ScriptedTray
from tests.vision.stage import awaiting
from vision.sight import ALL_BLACK, BLACK_S, FROZEN_S, STANDS_STILL, Sight
from vision.tray_teller import RESTLESS, RESTLESS_S
from vision.watcher import Watcher

FRAME_S = 0.2
ROLL = awaiting(4, since=5)


@dataclass
class Scripted:
    """A camera over the scripted tray, with a fault between its sensor and us."""

    tray: ScriptedTray = field(default_factory=ScriptedTray)
    fault: str = ""
    now_s: float = 0.0
    kind = "scripted"
    _last: Picture | None = None

    def frame(self) -> Frame:
        self.now_s += FRAME_S
        picture = self.tray.picture()
        match self.fault:
            case "frozen" if self._last is not None:
                picture = self._last
            case "black":
                picture = (picture // 32).astype(np.uint8)
            case "torn":
                torn = int(self.now_s * 1000) % 400 + 40
                picture = np.vstack([picture[:torn], np.roll(picture[torn:], torn, 1)])
            case "wide":
                picture = np.ascontiguousarray(picture[:320])
        self._last = picture
        return Frame(picture, self.now_s)

    def hold(self) -> None: ...

    def restore(self, held: Mapping[str, Any]) -> None: ...

    def close(self) -> None: ...


class Watched:
    def __init__(self) -> None:
        self.camera = Scripted()
        self.posted: list[Input] = []
        self.watcher = Watcher(self.camera, self.posted.append)
        self.watcher.show(ROLL)
        self.rolls_of(2)

    def rolls_of(self, seconds: float) -> list[tuple[int, ...]]:
        """The rolls that are told in so many seconds."""
        before = len(self.posted)
        for _ in range(round(seconds / FRAME_S)):
            self.watcher.turn()
        return [one.tray.values for one in self.posted[before:] if isinstance(one, DiceRead)]

    def told(self, *values: int) -> None:
        """These dice are thrown, they are told, and the next roll is awaited."""
        self.camera.tray.scatter(*values)
        assert self.rolls_of(2) == [values]
        self.watcher.show(awaiting(4, since=7))

    @property
    def problem(self) -> str:
        return [one.device.problem for one in self.posted if isinstance(one, DeviceChanged)][-1]

    @property
    def tray(self) -> Any:
        return [one.tray for one in self.posted if isinstance(one, TraySeen | DiceRead)][-1]


class Sensor:
    """Pictures of noise, each with its moment."""

    def __init__(self, noisy: bool = True) -> None:
        self._chance = np.random.default_rng(1)
        self._noisy = noisy
        self._sight = Sight()
        self.now_s = 0.0
        self.picture = self.another()

    def another(self) -> Picture:
        self.picture = self._chance.integers(90, 110, (60, 80, 3), np.uint8)
        return self.picture

    def says(self, seconds: float) -> str:
        """What is said of a picture so much later."""
        self.now_s += seconds
        return self._sight.problem(Frame(self.picture, self.now_s, noisy=self._noisy))


def test_a_frozen_picture_is_told_and_taken_back_with_the_next_that_is_another() -> None:
    sensor = Sensor()
    assert [sensor.says(1.0) for _ in range(7)] == [""] * 6 + [STANDS_STILL]
    sensor.another()
    assert sensor.says(0.1) == ""


def test_a_picture_that_is_written_over_the_last_one_is_another() -> None:
    sensor = Sensor()
    for number in range(9):
        sensor.picture[:] = number + 90
        assert sensor.says(1.0) == ""


def test_a_photo_may_stay_what_it_is() -> None:
    sensor = Sensor(noisy=False)
    assert [sensor.says(1.0) for _ in range(9)] == [""] * 9


def test_a_black_picture_is_told_and_dice_that_lie_as_they_lay_are_no_roll() -> None:
    watched = Watched()
    watched.told(1, 2, 3, 6)
    watched.camera.fault = "black"
    watched.rolls_of(BLACK_S + 1)
    assert watched.problem == ALL_BLACK
    watched.camera.fault = ""
    assert watched.rolls_of(3) == []
    assert watched.problem == ""
    assert watched.tray.values == (1, 2, 3, 6)


@pytest.mark.parametrize("fault", ["black", "frozen"])
def test_what_was_thrown_while_nobody_saw_it_is_shown_and_not_told(fault: str) -> None:
    watched = Watched()
    watched.camera.fault = fault
    watched.rolls_of(FROZEN_S + 1)
    watched.camera.tray.scatter(1, 2, 3, 6)
    watched.camera.fault = ""
    assert watched.rolls_of(1.5) == []
    assert watched.tray.values == (1, 2, 3, 6)


def test_pictures_of_another_size_tell_no_roll_anew() -> None:
    watched = Watched()
    watched.told(1, 2, 3, 6)
    for watched.camera.fault in ("wide", ""):
        assert watched.rolls_of(1.5) == []
    assert watched.tray.values == (1, 2, 3, 6)


def test_a_lens_that_a_hand_covers_for_a_moment_is_no_fault() -> None:
    watched = Watched()
    watched.told(1, 2, 3, 6)
    watched.camera.fault = "black"
    watched.rolls_of(1)
    watched.camera.fault = ""
    assert watched.problem == ""
    watched.camera.tray.scatter(5, 5, 6, 6)
    assert watched.rolls_of(2) == [(5, 5, 6, 6)]


def test_pictures_that_never_come_to_rest_are_told_and_forgotten_once_they_do() -> None:
    watched = Watched()
    watched.told(1, 2, 3, 6)
    watched.camera.fault = "torn"
    assert watched.rolls_of(RESTLESS_S + 2) == []
    assert watched.tray.notice == RESTLESS
    assert watched.tray.state in (TrayState.MOVING, TrayState.HAND)
    watched.camera.fault = ""
    watched.rolls_of(2)
    assert watched.tray.notice == ""
    assert watched.tray.values == (1, 2, 3, 6)
