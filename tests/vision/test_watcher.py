"""The thread with the camera: what fails, who borrows, and which pictures are kept."""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from companion.devices import Device, DeviceChanged, TraySeen, TrayState
from companion.inputs import Input
from companion.ports import CameraError, Frame
from companion.snapshot import Said
from tests.vision.stage import CALM, Stage, awaiting, dice, seen, started, told
from vision.pictures import decoded
from vision.simulated_tray import SimulatedTray
from vision.watcher import UNREADABLE, Watcher


def test_a_reader_that_fails_at_a_picture_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    stage = started(awaiting(2, since=5))
    stage.error = RuntimeError("no")
    with caplog.at_level(logging.CRITICAL):
        assert seen(stage.move(dice(1, 1)))[-1] == (TrayState.UNSURE, (), (UNREADABLE,))
    stage.error = None
    assert told(stage.move(dice(1, 1))) == [((1, 1), 5)]


def test_a_failing_camera_is_told_once_asked_ever_more_seldom_and_told_when_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stage = Stage()
    stage.error = CameraError("Unplugged.")
    assert [stage.watcher.turn() for _ in range(7)] == [1, 2, 4, 8, 8, 8, 8]
    stage.error = None
    assert stage.watcher.turn() == 0
    assert stage.watcher.turn() == 0
    assert stage.posted == [
        DeviceChanged("camera", Device("stage", "Unplugged.")),
        DeviceChanged("camera", Device("stage")),
    ]
    assert caplog.messages == ["camera: Unplugged."]


def test_a_camera_that_fails_unexpectedly_is_a_failing_camera(caplog: pytest.LogCaptureFixture) -> None:
    stage = Stage()
    stage.error = OSError("bus")
    with caplog.at_level(logging.CRITICAL):
        assert stage.watcher.turn() == 1
    assert isinstance(stage.posted[0], DeviceChanged)


def test_what_lies_there_when_the_camera_is_back_is_shown_and_not_told() -> None:
    stage = started(awaiting(2, since=5))
    stage.error = CameraError("Unplugged.")
    stage.watcher.turn()
    stage.error = None
    assert told(stage.move(dice(1, 1))) == []


def test_stopping_ends_the_run() -> None:
    stage = Stage()
    stage.watcher.stop()
    stage.watcher.run()
    assert stage.posted == []


def test_the_newest_frame_and_the_last_eight_readings_are_there_as_jpeg() -> None:
    stage = started(CALM)
    for number in range(9):
        stage.move(dice(1, 2, x=7.0 * number))
    assert stage.watcher.jpeg(2) is None
    newest, kept = stage.watcher.jpeg(None), stage.watcher.jpeg(3)
    assert newest is not None
    assert kept is not None
    assert decoded(kept).std() > 2


def test_the_newest_frame_shows_what_was_read_for_as_long_as_it_lies_there() -> None:
    stage = started(CALM)
    stage.move(dice(1, 2))
    at_rest = stage.watcher.jpeg(None)
    stage.watcher.step(Frame(np.full((*stage.size, 3), 120, np.uint8), stage.now_s + 0.1))
    moving = stage.watcher.jpeg(None)
    assert at_rest is not None
    assert moving is not None
    assert decoded(moving).std() < 2 < decoded(at_rest).std()


def test_there_is_no_picture_before_the_first_frame() -> None:
    assert Stage().watcher.jpeg(None) is None


def test_the_simulated_tray_is_thrown_watched_and_read_to_the_value_that_it_shows() -> None:
    now_s = [0.0]
    posted: list[Input] = []
    tray = SimulatedTray(4, clock=lambda: now_s[0])
    watcher = Watcher(tray, posted.append, tray)
    for turn in range(1, 5):
        watcher.show(replace(awaiting(4, since=turn), look=turn))
        for _ in range(40):
            now_s[0] += 0.11
            watcher.step(tray.frame())
        assert told(posted)[-1] == (tray.truth, turn)
    assert len(told(posted)) == 4


def test_a_camera_that_was_moved_is_a_notice_until_it_is_right_again() -> None:
    stage = started(CALM)
    stage.place = "The camera was moved."
    assert [i.tray.notice for i in stage.rest() + stage.rest() if isinstance(i, TraySeen)] == ["The camera was moved."]
    stage.place = ""
    assert [i.tray.notice for i in stage.rest() + stage.rest() if isinstance(i, TraySeen)] == [""]


def test_what_people_say_of_a_picture_is_heard_once_with_the_reading() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    said = replace(awaiting(2, since=6), said=Said(6, 2, (3, 5)))
    for _ in range(2):
        stage.watcher.show(said)
        stage.watcher.turn()
    assert stage.heard == [((3, 6), (3, 5))]


def test_whoever_borrows_the_camera_gets_its_pictures_and_its_faults() -> None:
    stage = Stage()
    with ThreadPoolExecutor() as pool:
        taken = pool.submit(stage.watcher.borrow, lambda camera: camera.frame().image.shape)
        while not taken.done():
            stage.watcher.turn()
        assert taken.result() == (60, 80, 3)
        stage.error = CameraError("Unplugged.")
        failed = pool.submit(stage.watcher.borrow, lambda camera: camera.frame())
        while not failed.done():
            stage.watcher.turn()
        with pytest.raises(CameraError, match="Unplugged"):
            failed.result()
