"""A picamera2 that does what a test says, where the real one cannot run.

The law of this file: it has no method and no parameter that the real package has not; `test_picamera2_calls` compares.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Make = Callable[[], "Request | None"]


class Request:
    """picamera2's CompletedRequest: pictures of one moment, ours until it is released."""

    def __init__(self, camera: ScriptedPicamera2, metadata: dict[str, Any], grey: int) -> None:
        self._camera = camera
        self._metadata = metadata
        self._grey = grey
        self.released = False

    def get_metadata(self) -> dict[str, Any]:
        return self._metadata

    def make_array(self, name: str) -> Any:
        assert not self.released, "the camera may be writing into it"
        width, height = self._camera.configuration[name]["size"]
        if self._camera.configuration[name]["format"] == "RGB888":
            return np.full((height, width, 3), self._grey, np.uint8)
        return np.full((height * 3 // 2, width), 128, np.uint8)

    def release(self) -> None:
        assert not self.released
        self.released = True


@dataclass
class Sensor:
    """What lies behind every start of the camera: what it can do, and what comes of each capture."""

    frames: list[Callable[[ScriptedPicamera2], Request | None]] = field(default_factory=list)
    """What the captures give, in their order; None, or none left: nothing comes."""
    known: tuple[str, ...] = ("FrameDurationLimits", "AeEnable", "ExposureTime", "AnalogueGain")
    streams: int = 2
    layout: str = ""
    """What every stream is silently adjusted to; empty: as asked for."""
    hangs: threading.Event | None = None
    """Closing waits for it."""
    starts: list[ScriptedPicamera2] = field(default_factory=list)
    refusals: int = 0
    """How many more times it does not open."""

    def open(self) -> ScriptedPicamera2:
        if self.refusals:
            self.refusals -= 1
            raise RuntimeError("Camera __init__ sequence did not complete.") from RuntimeError("Device busy")
        self.starts.append(ScriptedPicamera2(self))
        return self.starts[-1]


class ScriptedPicamera2:
    """One opened camera."""

    def __init__(self, sensor: Sensor) -> None:
        self.sensor = sensor
        self.sensor_resolution = (3280, 2464)
        self.configuration: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.waiting = 0
        self.closed = False
        self.given: list[Request] = []

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict.fromkeys(self.sensor.known, (0, 1, 0))

    def create_video_configuration(
        self,
        main: Any,
        lores: Any = None,
        buffer_count: int = 6,
        controls: Any = None,
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: Any = None,
    ) -> dict[str, Any]:
        assert display is encode is None
        assert not queue
        assert sensor == {"output_size": (1640, 1232)}
        return {"main": dict(main), "lores": lores and dict(lores), "controls": controls}

    def configure(self, camera_config: Any) -> None:
        if camera_config["lores"] and self.sensor.streams < 2:
            raise RuntimeError("Invalid camera configuration")
        self.set_controls(camera_config["controls"])
        self.configuration = camera_config
        for stream in ("main", "lores"):
            if camera_config[stream] and self.sensor.layout:
                camera_config[stream]["format"] = self.sensor.layout

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def set_controls(self, controls: Any) -> None:
        for name in controls:
            if name not in self.sensor.known:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls |= controls

    def start(self) -> None: ...

    def capture_request(self, wait: bool | None = None) -> Future[Request]:
        assert wait is False
        assert not self.closed
        assert self.waiting == 0, "two captures at once"
        job: Future[Request] = Future()
        frame = self.sensor.frames.pop(0)(self) if self.sensor.frames else None
        if frame is None:
            self.waiting += 1
        else:
            self.given.append(frame)
            job.set_result(frame)
        return job

    def wait(self, job: Future[Request], timeout: float | None = None) -> Request:
        return job.result(timeout=timeout)

    def cancel_all_and_flush(self) -> None:
        self.waiting = 0

    def close(self) -> None:
        if self.sensor.hangs is not None:
            self.sensor.hangs.wait()
        self.closed = True
