"""The Pi's own camera, for as long as the table is open: started, started again after a failure, held still.

The law of this file: one thread at a time is in the camera, and whatever fails in it is a `CameraError` that says what
to do; the next call starts it anew. How picamera2 is handled is `hardware.pipeline`'s affair.
"""

import gc
import logging
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock
from typing import Any, Final

from companion.language import say
from companion.ports import CameraError, Frame
from hardware.pipeline import CLOSE_S, FAILURES, Pipeline, let_go, open_picamera2

TIMEOUT_S: Final = 7.0
"""Seconds for one frame, a start included; the first takes about one. A loose ribbon cable else blocks for ever."""
HELD: Final = {"ExposureTime": "AeEnable", "AnalogueGain": "AeEnable", "ColourGains": "AwbEnable"}
"""libcamera's controls that are held, each with the control that must be off for it to stay."""
AF_MANUAL: Final = 0
AF_CONTINUOUS: Final = 2
"""libcamera's AfMode; only lenses that move have it."""

log = logging.getLogger(__name__)


class Picamera2Camera:
    """The first camera on a ribbon cable."""

    kind = "picamera2"

    def __init__(
        self,
        open_camera: Callable[[], Any] = open_picamera2,
        timeout_s: float = TIMEOUT_S,
        close_s: float = CLOSE_S,
    ) -> None:
        """`open_camera` gives an opened `Picamera2`; it is called at the first frame, and again after a failure."""
        self._open = open_camera
        self._timeout_s = timeout_s
        self._close_s = close_s
        self._lock = Lock()
        self._closing = Event()
        self._pipeline: Pipeline | None = None
        self._controls = controls_for({})
        self._taken_s = 0.0

    def frame(self) -> Frame:
        """A small picture to watch; its `whole` is the whole one of the same moment."""
        with self._lock:
            image, taken_s = self._asked(Pipeline.next, time.monotonic() + self._timeout_s)
            self._taken_s = taken_s
        return Frame(image, taken_s, lambda: self._whole(taken_s))

    def _whole(self, taken_s: float) -> Any:
        with self._lock:
            if self._pipeline is None or self._taken_s != taken_s:
                raise CameraError(say("That moment is over: the camera has gone on."))
            return self._asked(Pipeline.whole)

    def _asked(self, ask: Callable[..., Any], *what: Any) -> Any:
        """What the pipeline answers; it is started where it does not run, and put away where it fails."""
        if self._closing.is_set():
            raise CameraError(say("The Pi's camera has been closed."))
        try:
            if self._pipeline is None:
                self._pipeline = self._started()
            return ask(self._pipeline, *what)
        except FAILURES as error:
            self._put_away()
            if isinstance(error, CameraError):
                raise
            raise CameraError(
                say("The Pi's camera gives no picture ({why}): check its ribbon cable.", why=_cause(error))
            ) from error

    def _started(self) -> Pipeline:
        # picamera2's objects refer to each other in circles, which keep the last start's files open until found.
        gc.collect()
        picam2 = self._open()
        try:
            return Pipeline(picam2, self._controls, self._closing, self._close_s)
        except FAILURES:
            let_go(picam2.close, self._close_s)
            raise

    def _put_away(self) -> None:
        pipeline, self._pipeline = self._pipeline, None
        if pipeline is not None:
            pipeline.close()

    def hold(self) -> Mapping[str, Any] | None:
        """As `ports.Camera.hold`; the keys are libcamera's control names."""
        with self._lock:
            self._asked(Pipeline.next, time.monotonic() + self._timeout_s)
            now = self._asked(Pipeline.metadata)
        held = {name: _json(now[name]) for name in (*HELD, "LensPosition") if name in now}
        if not held:
            return None
        self.restore(held)
        return held

    def restore(self, held: Mapping[str, Any]) -> None:
        with self._lock:
            self._controls = controls_for(held)
            if self._pipeline is not None:
                self._asked(Pipeline.set, self._controls)

    def close(self) -> None:
        """Let go of the camera, also while another thread waits for a frame."""
        self._closing.set()
        with self._lock:
            try:
                self._put_away()
            except CameraError as error:
                log.warning("%s", error)


def controls_for(held: Mapping[str, Any]) -> Mapping[str, Any]:
    """libcamera's controls that hold what is in `held`, and leave to the camera what is not."""
    controls: dict[str, Any] = {}
    for name, automatic in HELD.items():
        if name in held:
            controls |= {automatic: False, name: held[name]}
        else:
            controls.setdefault(automatic, True)
    if "LensPosition" in held:
        return controls | {"AfMode": AF_MANUAL, "LensPosition": held["LensPosition"]}
    return controls | {"AfMode": AF_CONTINUOUS}


def _cause(error: BaseException) -> str:
    """picamera2 says only that it did not open; why is in what it was raised from."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) or type(error).__name__


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
