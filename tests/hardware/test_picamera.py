"""The Pi's camera over a scripted picamera2: what comes of stalls, old frames and adjusted formats.

The real picamera2 runs in `make on-device-like`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.ports import CameraError
from hardware.picamera import Picamera2Camera, controls_for
from tests.hardware.scripted_picamera2 import Request, ScriptedPicamera2, Sensor

Scripted = Callable[[ScriptedPicamera2], "Request | None"]


def taken(ago_s: float = 0.0, grey: int = 100, **metadata: Any) -> Scripted:
    """A frame that the sensor took so long ago."""

    def make(camera: ScriptedPicamera2) -> Request:
        at_ns = time.monotonic_ns() - int(ago_s * 1e9)
        return Request(camera, {"SensorTimestamp": at_ns, **metadata}, grey)

    return make


def nothing(camera: ScriptedPicamera2) -> None:
    """The sensor is silent."""


def again(camera: ScriptedPicamera2) -> Request:
    """The frame that was given last, once more."""
    return Request(camera, camera.given[-1].get_metadata(), 1)


def camera_on(sensor: Sensor, timeout_s: float = 30.0) -> Picamera2Camera:
    return Picamera2Camera(sensor.open, timeout_s, close_s=0.2)


IMPATIENT_S = 0.05
"""For a camera that is to stall."""


def test_a_small_picture_is_watched_and_the_whole_one_is_of_the_same_moment() -> None:
    sensor = Sensor([taken(grey=70), taken(grey=90)])
    camera = camera_on(sensor)
    frame = camera.frame()
    assert frame.image.shape == (480, 640, 3)
    assert frame.whole().shape == (960, 1280, 3)
    assert frame.whole().mean() == 70
    assert camera.frame().whole().mean() == 90
    assert [request.released for request in sensor.starts[0].given] == [True, False]
    camera.close()


def test_the_time_of_a_frame_is_the_sensors() -> None:
    sensor = Sensor([taken()])
    at_s = camera_on(sensor).frame().at_s
    assert at_s == sensor.starts[0].given[0].get_metadata()["SensorTimestamp"] / 1e9


def test_a_moment_that_is_over_gives_no_whole_picture() -> None:
    camera = camera_on(Sensor([taken(), taken()]))
    frame = camera.frame()
    camera.frame()
    with pytest.raises(CameraError, match="That moment is over"):
        frame.whole()


def test_old_frames_and_frames_seen_before_are_passed_over() -> None:
    sensor = Sensor([taken(ago_s=5, grey=1), taken(grey=2), again, taken(grey=4)])
    camera = camera_on(sensor)
    assert [camera.frame().whole().mean() for _ in range(2)] == [2, 4]
    assert [request.released for request in sensor.starts[0].given] == [True, True, True, False]


def test_a_camera_that_stalls_is_closed_told_and_started_anew() -> None:
    sensor = Sensor([taken(grey=1), nothing, taken(grey=2)])
    camera = camera_on(sensor, IMPATIENT_S)
    camera.frame()
    with pytest.raises(CameraError, match=r"gives no picture \(none came in time\): check its ribbon cable"):
        camera.frame()
    first = sensor.starts[0]
    assert first.closed
    assert first.waiting == 0
    assert all(request.released for request in first.given)
    assert camera.frame().whole().mean() == 2
    assert len(sensor.starts) == 2


def test_a_camera_that_repeats_one_frame_for_ever_has_stalled() -> None:
    camera = camera_on(Sensor([taken(), *[again] * 100_000]), IMPATIENT_S)
    camera.frame()
    with pytest.raises(CameraError, match="only old pictures come"):
        camera.frame()


def test_a_camera_that_does_not_open_says_why_and_opens_later() -> None:
    camera = camera_on(Sensor([taken()], refusals=1))
    with pytest.raises(CameraError, match=r"\(Device busy\)"):
        camera.frame()
    assert camera.frame().image.shape == (480, 640, 3)


def test_a_camera_that_hangs_while_it_closes_is_left_behind() -> None:
    hangs = threading.Event()
    camera = camera_on(Sensor([nothing], hangs=hangs), IMPATIENT_S)
    with pytest.raises(CameraError, match="hangs: switch the box off"):
        camera.frame()
    hangs.set()


def test_closing_ends_the_wait_for_a_frame_and_lets_go() -> None:
    sensor = Sensor([taken()])
    camera = Picamera2Camera(sensor.open, timeout_s=60.0)
    camera.frame()
    told: list[str] = []

    def wait() -> None:
        try:
            camera.frame()
        except CameraError as error:
            told.append(str(error))

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not sensor.starts[0].waiting:
        pass
    camera.close()
    waiting.join()
    assert told == ["The Pi's camera gives no picture (it is being closed): check its ribbon cable."]
    assert sensor.starts[0].closed
    with pytest.raises(CameraError, match="has been closed"):
        camera.frame()


def test_a_camera_with_one_stream_is_watched_in_full_size() -> None:
    camera = camera_on(Sensor([taken(grey=60)], streams=1))
    frame = camera.frame()
    assert frame.image.shape == frame.whole().shape == (960, 1280, 3)


def test_a_format_that_was_adjusted_is_read_back_and_understood() -> None:
    camera = camera_on(Sensor([taken()], layout="NV12"))
    whole = camera.frame().whole()
    assert whole.shape == (960, 1280, 3)
    assert np.ptp(whole) == 0


def test_a_format_that_nobody_understands_is_named() -> None:
    sensor = Sensor([taken()], layout="R8")
    with pytest.raises(CameraError, match="pictures of the format R8"):
        camera_on(sensor).frame()
    assert sensor.starts[0].closed


def test_what_is_held_is_what_the_sensor_did_and_is_set_again_after_a_restart() -> None:
    light: dict[str, Any] = {"ExposureTime": 19000, "AnalogueGain": 2.5, "ColourGains": (1.5, 1.25), "Lux": 80.0}
    known = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")
    sensor = Sensor([taken(**light), nothing, taken()], known=known)
    camera = camera_on(sensor, IMPATIENT_S)
    held = camera.hold()
    assert held == {"ExposureTime": 19000, "AnalogueGain": 2.5, "ColourGains": [1.5, 1.25]}
    with pytest.raises(CameraError):
        camera.frame()
    camera.frame()
    fixed = {"AeEnable": False, "AwbEnable": False, **held}
    assert [start.controls for start in sensor.starts] == [fixed, fixed]


def test_a_camera_whose_light_cannot_be_held_says_so() -> None:
    assert camera_on(Sensor([taken()], known=())).hold() is None


def test_what_is_restored_before_the_first_frame_is_there_at_the_start_and_what_is_unknown_is_left_out() -> None:
    sensor = Sensor([taken()])
    camera = camera_on(sensor)
    camera.restore({"ExposureTime": 8000, "LensPosition": 3.5})
    camera.frame()
    assert {"AeEnable": False, "ExposureTime": 8000}.items() <= sensor.starts[0].controls.items()
    assert "LensPosition" not in sensor.starts[0].controls
    camera.restore({})
    assert sensor.starts[0].controls["AeEnable"] is True


def test_a_lens_that_moves_looks_for_focus_until_it_is_held() -> None:
    assert controls_for({})["AfMode"] == 2
    assert controls_for({"LensPosition": 3.5}) == {
        "AeEnable": True,
        "AwbEnable": True,
        "AfMode": 0,
        "LensPosition": 3.5,
    }


def test_without_picamera2_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="python3-picamera2"):
        Picamera2Camera().frame()
