"""Calibrating, step by step, over a tray of which the test is the hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.ports import Frame
from tests.vision.scripted import Picture, ScriptedTray
from vision.calibrate import of_place
from vision.calibration import CalibrationFile, floor_of
from vision.calibrator import DICE_IN, MOVES, Calibrator, OutOfStep
from vision.drift import Drift, drift
from vision.tray_place import find_tray, whole_picture
from vision.tray_reader import STRANGE, TrayReader, read_in_tray


class Desk:
    """A camera that can hold its exposure, and whoever calibrates it."""

    kind = "desk"

    def __init__(self, folder: Path) -> None:
        self.tray = ScriptedTray(2)
        self.restless = False
        self.told: list[Mapping[str, Any]] = []
        self.file = CalibrationFile(folder / "calibration.json")
        self.reader = TrayReader()
        self.calibrator = Calibrator(lambda work: work(self), self.file, self.reader)

    def frame(self) -> Frame:
        if self.restless:
            self.tray.tumbling()
        return Frame(self.tray.picture(), 0.0)

    def hold(self) -> Mapping[str, Any] | None:
        return {"ExposureTime": 8000}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.told.append(held)

    def close(self) -> None: ...


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_an_empty_tray_and_one_roll_are_all_it_takes(desk: Desk) -> None:
    empty = desk.calibrator.empty()
    assert (empty.ok, empty.found, empty.hints, empty.held) == (True, True, (), True)
    desk.tray.scatter(1, 3, 5, 6)
    roll = desk.calibrator.roll()
    assert (roll.ok, roll.reading.values, roll.outlook) == (True, (1, 3, 5, 6), "It will read well here.")
    kept = desk.file.read()
    assert kept is not None
    assert kept.die_px == pytest.approx(52, abs=4)
    assert (kept.held, kept.camera, kept.size) == ({"ExposureTime": 8000}, "desk", (640, 480))
    assert desk.reader.calibration is not None
    assert kept.corners == desk.reader.calibration.corners
    answer = roll.as_json(7)
    assert (answer["picture"], answer["values"], answer["held"]) == (7, [1, 3, 5, 6], True)


def test_dice_in_the_empty_tray_are_to_be_taken_out_first(desk: Desk) -> None:
    desk.tray.scatter(2, 5)
    step = desk.calibrator.empty()
    assert not step.ok
    assert step.hints[0].say == DICE_IN
    with pytest.raises(OutOfStep):
        desk.calibrator.roll()


def test_a_roll_that_does_not_come_to_rest_keeps_nothing(desk: Desk) -> None:
    desk.calibrator.empty()
    desk.tray.scatter(2, 5, 6)
    desk.restless = True
    step = desk.calibrator.roll()
    assert (step.ok, [hint.say for hint in step.hints]) == (False, [MOVES])
    assert desk.file.read() is None


def test_marked_corners_are_taken_in_any_order(desk: Desk) -> None:
    step = desk.calibrator.empty(((0.9, 0.1), (0.1, 0.9), (0.1, 0.1), (0.9, 0.9)))
    assert np.array(step.corners) == pytest.approx(np.array([(64, 48), (576, 48), (576, 432), (64, 432)]))


def test_forgetting_lets_the_camera_go_and_leaves_no_file(desk: Desk) -> None:
    desk.calibrator.empty()
    desk.tray.scatter(2, 5, 6)
    desk.calibrator.roll()
    desk.calibrator.forget()
    assert (desk.file.read(), desk.reader.calibration, desk.told[-1]) == (None, None, {})


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"version": 9}', '{"version": 1, "size": [640, 480], "corners": [], "die_px": 5}']
)
def test_a_file_that_cannot_be_used_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "calibration.json").write_text(text)
    assert CalibrationFile(tmp_path / "calibration.json").read() is None


def test_something_that_is_no_die_makes_the_reading_unsure(desk: Desk) -> None:
    desk.calibrator.empty()
    desk.tray.scatter(2, 5, 6)
    desk.calibrator.roll()
    known = desk.reader.calibration
    assert known is not None
    picture = ScriptedTray(2).picture()
    picture[200:245, 300:345] = (40, 40, 200)
    reading = read_in_tray(picture, known)
    assert (reading.status, reading.reasons, reading.unread) == ("unsure", (STRANGE,), 1)


def test_a_floor_without_an_edge_in_view_is_no_tray() -> None:
    plain: Picture = np.full((480, 640, 3), 120, np.uint8)
    assert find_tray(plain) is None
    assert whole_picture(plain)[2] == (639.0, 479.0)


def test_glare_is_marked_where_it_lies(desk: Desk) -> None:
    picture = desk.tray.picture()
    picture[300:420, 420:560] = 255
    (hint,) = of_place(picture, find_tray(desk.tray.picture()))
    assert "glare at the bottom right" in hint.say
    assert hint.place is not None
    assert hint.place == pytest.approx((420, 300, 140, 120), abs=16)


@pytest.mark.parametrize(
    ("light", "shift", "said"),
    [
        (1.0, (0, 0), Drift.NONE),
        (0.7, (0, 0), Drift.NONE),
        (0.5, (0, 0), Drift.DARKER),
        (1.0, (8, 4), Drift.MOVED),
        (1.0, (60, 30), Drift.MOVED),
    ],
)
def test_a_moved_camera_and_another_light_are_told_apart_from_dice(
    desk: Desk, light: float, shift: tuple[int, int], said: Drift
) -> None:
    floor = floor_of(desk.tray.picture())
    desk.tray.scatter(1, 2, 3, 4, 5, 6)
    desk.tray.light, desk.tray.shifted_px = light, shift
    assert drift(floor, desk.tray.picture()) is said
