"""One start of picamera2: from opening a camera to letting go of it.

The law of this file: nothing here waits for ever, and a pipeline that failed once is closed, never asked again.
picamera2 is imported only when a camera is opened, since it exists on a Pi alone.
"""

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from threading import Event, Thread
from typing import Any, Final

from companion.language import say
from companion.ports import CameraError
from hardware.pixels import CONVERSIONS, Pixels, to_bgr

SIZE: Final = (1280, 960)
"""Pixels of the whole picture; the reader of dice works on a longer side of 1280."""
SMALL: Final = (640, 480)
"""Pixels of the picture that is watched: four times what motion is sought in, and enough to show on a phone."""
FRAME_S: Final = 1 / 15
"""Seconds between frames: a throw is seen at once, more only heat the Pi."""
SOONEST_S: Final = FRAME_S * 0.75
"""Seconds between frames of a camera that does not keep to FRAME_S; one that does never waits for this."""
BUFFERS: Final = 4
"""One is ours, one is being filled, and two may wait; each costs 4 MB of the memory that cameras share."""
STALE_S: Final = 1.0
"""Age of a frame from which on it is no picture of the tray as it is: it waited in a queue."""
SLICE_S: Final = 0.25
"""How often a wait looks whether the camera is being closed."""
CLOSE_S: Final = 3.0
"""Seconds for closing; libcamera, or the driver under it, can hang in it after a stall (picamera2 #1065, #1275)."""

FAILURES: Final = (RuntimeError, OSError, IndexError, KeyError, ValueError, CancelledError)
"""What picamera2 and libcamera raise for a camera that does not do as it is told; TimeoutError is an OSError."""

log = logging.getLogger(__name__)


def ribbon_cameras() -> list[int]:
    """picamera2's numbers of the cameras on ribbon cables.

    Raises:
        CameraError: there is none, or no picamera2.
    """
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError(
            say("picamera2 is missing ({why}): sudo apt install python3-picamera2.", why=error)
        ) from error
    # USB cameras are listed too, and give neither this size nor these controls.
    cameras = enumerate(Picamera2.global_camera_info())
    found = [number for number, info in cameras if "/usb" not in info["Id"]]  # in no language
    if not found:
        raise CameraError(
            say("The Pi finds no camera on the ribbon cable: switch the box off, push the cable in, switch it on.")
        )
    return found


def open_picamera2() -> Any:
    """The first camera on a ribbon cable, as `picamera2.Picamera2`.

    Raises:
        CameraError: there is none, or no picamera2.
        RuntimeError: it is in use, or does not start.
    """
    first = ribbon_cameras()[0]
    from picamera2 import Picamera2

    return Picamera2(first)


class Pipeline:
    """A running camera."""

    def __init__(self, picam2: Any, controls: Mapping[str, Any], closing: Event, close_s: float = CLOSE_S) -> None:
        """Configure `picam2`, an opened `Picamera2`, and start it with those of `controls` that it knows.

        `closing` ends every wait; `close_s` is how long closing may take.
        """
        self._picam2 = picam2
        self._closing = closing
        self._close_s = close_s
        self._held: Any = None
        """The completed request of the newest frame; its buffers come back to the camera with the next."""
        self._newest_ns = 0
        self._due_s = 0.0
        self._small = self._configure(self._known({"FrameDurationLimits": (int(FRAME_S * 1e6),) * 2}))
        self.set(controls)
        picam2.start()

    def _known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Those that this camera has; picamera2 refuses all for one that it has not."""
        return {name: value for name, value in controls.items() if name in self._picam2.camera_controls}

    def _configure(self, controls: Mapping[str, Any]) -> str:
        """Configure two streams of each moment, or one where the camera has only one; the name of the watched one."""
        whole = {"size": SIZE, "format": "RGB888"}
        try:
            self._picam2.configure(self._configuration(whole, {"size": SMALL, "format": "YUV420"}, controls))
            small = "lores"
        except (RuntimeError, IndexError) as error:
            log.warning("the camera gives no small pictures (%s): the whole ones are watched", error)
            self._picam2.configure(self._configuration(whole, None, controls))
            small = "main"
        for stream in {small, "main"}:
            layout = self._picam2.camera_configuration()[stream]["format"]
            if layout not in CONVERSIONS:
                raise ValueError(f"it gives pictures of the format {layout}")
        return small

    def _configuration(self, main: Any, lores: Any, controls: Mapping[str, Any]) -> Any:
        # A smaller mode may show only the sensor's middle; half its size is the whole of it, four pixels in one.
        width, height = self._picam2.sensor_resolution
        # Without a queue, picamera2 keeps no frame from before the moment in which one is asked for.
        return self._picam2.create_video_configuration(
            main=main,
            lores=lores,
            controls=dict(controls),
            sensor={"output_size": (width // 2, height // 2)},
            buffer_count=BUFFERS,
            queue=False,
            display=None,
            encode=None,
        )

    def set(self, controls: Mapping[str, Any]) -> None:
        """Set those controls of libcamera that this camera has."""
        self._picam2.set_controls(self._known(controls))

    def metadata(self) -> Mapping[str, Any]:
        """libcamera's of the newest frame."""
        return {} if self._held is None else dict(self._held.get_metadata())

    def next(self, until_s: float) -> tuple[Pixels, float]:
        """The next frame to watch, BGR, and when the sensor took it (monotonic); `until_s` is monotonic too.

        Raises:
            TimeoutError: none came.
        """
        self._release()
        self._closing.wait(max(0.0, self._due_s - time.monotonic()))
        self._held, taken_ns = self._fresh(until_s)
        self._due_s = time.monotonic() + SOONEST_S
        return self._picture(self._small), taken_ns / 1e9

    def whole(self) -> Pixels:
        """The whole picture of the frame that came last, BGR."""
        return self._picture("main")

    def _picture(self, stream: str) -> Pixels:
        # Read back: libcamera adjusts what it cannot do without a word.
        made = self._picam2.camera_configuration()[stream]
        return to_bgr(self._held.make_array(stream), made["format"], made["size"])

    def _fresh(self, until_s: float) -> tuple[Any, int]:
        """A completed request that is newer than any before, and not stale."""
        while True:
            request = self._request(until_s)
            now_ns = time.monotonic_ns()
            # The sensor's clock is the kernel's monotonic one on a Pi; what has no time of its own came now.
            taken_ns = int(request.get_metadata().get("SensorTimestamp", now_ns))
            if taken_ns > self._newest_ns and now_ns - taken_ns < STALE_S * 1e9:
                self._newest_ns = taken_ns
                return request, taken_ns
            request.release()
            if time.monotonic() > until_s:
                raise TimeoutError(say("only old pictures come"))

    def _request(self, until_s: float) -> Any:
        job = self._picam2.capture_request(wait=False)
        while not self._closing.is_set():
            try:
                return self._picam2.wait(job, timeout=SLICE_S)
            except TimeoutError:
                if time.monotonic() > until_s:
                    raise TimeoutError(say("none came in time")) from None
        raise TimeoutError(say("it is being closed"))

    def _release(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            held.release()

    def close(self) -> None:
        """Let go of the camera.

        Raises:
            CameraError: it hangs, and what hangs is left behind.
        """
        let_go(self._close, self._close_s)

    def _close(self) -> None:
        # A capture that timed out is still waiting in picamera2, and stop() would wait behind it.
        self._picam2.cancel_all_and_flush()
        self._release()
        self._picam2.close()


def let_go(close: Callable[[], object], close_s: float) -> None:
    """Call `close` and give it `close_s` seconds.

    Raises:
        CameraError: it is not done by then.
    """

    def closing() -> None:
        try:
            close()
        except FAILURES:
            log.exception("the camera was not closed properly")

    thread = Thread(target=closing, name="closing the camera", daemon=True)  # in no language
    thread.start()
    thread.join(close_s)
    if thread.is_alive():
        raise CameraError(say("The Pi's camera hangs: switch the box off, check the ribbon cable, switch it on."))
