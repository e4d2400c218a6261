"""A USB camera: found by the name on it, opened at the first frame, found and opened again after it was pulled out.

The law of this file: no picture is a `CameraError` that says what to do, and the next call tries again.
"""

import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Lock
from typing import Any, Final

import cv2

from companion.language import say
from companion.ports import CameraError, Frame

WIDTH: Final = 1280
"""Pixels asked for; the reader of dice works on a side of 1280."""
HEIGHT: Final = 720
"""Pixels asked for; the size beside 1280 that nearly every USB camera offers as MJPG."""
FRAME_S: Final = 1 / 15
"""Seconds between frames that are looked at; those between them are taken off the queue and not decoded."""
QUEUED_S: Final = 0.1
"""After so long between two frames the next one in the queue is old: it was taken while nobody asked."""
STALL_S: Final = 6
"""Whole seconds that OpenCV gives a camera for one frame; it would give 10."""
CLOSE_S: Final = 1.0
"""How long closing waits for whoever waits for a frame: a camera that stalls is given longer."""

log = logging.getLogger(__name__)


class Video:
    """The video devices that the kernel knows, by name."""

    def __init__(self, devices: Path = Path("/dev"), kernel: Path = Path("/sys/class/video4linux")) -> None:
        self._devices = devices
        self._kernel = kernel

    def find(self, wanted: str) -> Path:
        """The device of the one camera that `wanted` names: a number (`0` is /dev/video0), or a part of its name.

        Upper and lower case are the same, and so are spaces and underscores. Every name has the empty part.

        Raises:
            CameraError: there is none, or more than one.
        """
        if wanted.isdecimal():
            path = self._devices / f"video{wanted}"
            if not path.exists():
                raise CameraError(self._missing(wanted))
            return path
        named = self._named()
        fit = {path: name for path, name in named.items() if _plain(wanted) in _plain(name)}
        if not fit:
            raise CameraError(self._missing(wanted))
        if len(fit) > 1:
            raise CameraError(
                say(
                    "There is more than one {camera}: name one of {names}.",
                    camera=_called(wanted),
                    names="; ".join(fit.values()),
                )
            )
        return next(iter(fit))

    def _missing(self, wanted: str) -> str:
        camera, there = _called(wanted), sorted(self._named().values())
        if not there:
            return say("There is no {camera}: plug it in.", camera=camera)
        return say(
            "There is no {camera}: plug it in, or name another ({names}).", camera=camera, names="; ".join(there)
        )

    def _named(self) -> dict[Path, str]:
        """Each camera's device and its names: what is printed on its chip, and its maker, model and serial number."""
        named: dict[Path, str] = {}
        for entry in sorted(self._kernel.glob("video*")):
            # A Pi's own decoders are video devices too; of a camera's several, only the first gives pictures.
            if "/usb" in str((entry / "device").resolve()) and _line(entry / "index") == "0":
                named[self._devices / entry.name] = _line(entry / "name")
        for link in sorted(self._devices.glob("v4l/by-id/*-video-index0")):
            device = self._devices / link.resolve().name
            by_id = link.name.removesuffix("-video-index0")
            named[device] = f"{named[device]}, {by_id}" if device in named else by_id
        return named


def _called(wanted: str) -> str:
    return say("USB camera {wanted}", wanted=wanted).rstrip()


def _line(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ")


def open_video(path: Path) -> cv2.VideoCapture:
    """The device /dev/videoN through the kernel's V4L2, in MJPEG, with the shortest queue that it allows."""
    # OpenCV reads this at its first frame, and offers no other way.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(STALL_S))
    capture = cv2.VideoCapture(int(path.name.removeprefix("video")), cv2.CAP_V4L2)
    # Uncompressed, USB 2 carries this size a few times a second only.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    # A longer queue would show the tray as it was some frames ago.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


class UsbCamera:
    """The USB camera that `wanted` names, as `Video.find` understands it."""

    kind = "usb"

    def __init__(
        self,
        wanted: str,
        video: Video | None = None,
        open_path: Callable[[Path], cv2.VideoCapture] = open_video,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wanted = wanted
        self._clock = clock
        self._video = video or Video()
        self._open_path = open_path
        # close() comes from another thread than frame().
        self._lock = Lock()
        self._closing = Event()
        self._capture: cv2.VideoCapture | None = None
        self._taken_s = 0.0

    def frame(self) -> Frame:
        with self._lock:
            if self._closing.is_set():
                raise CameraError(say("The USB camera has been closed."))
            if self._capture is None:
                self._capture = self._opened()
            image = self._fresh(self._capture)
            if image is None:
                self._release()
                raise CameraError(
                    say("The {camera} gives no picture: unplug it and plug it in again.", camera=_called(self._wanted))
                )
            self._taken_s = self._clock()
            return Frame(image, self._taken_s)

    def _opened(self) -> cv2.VideoCapture:
        path = self._video.find(self._wanted)
        capture = self._open_path(path)
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                say("The {camera} does not open: close what else uses {path}.", camera=_called(self._wanted), path=path)
            )
        return capture

    def _fresh(self, capture: cv2.VideoCapture) -> Any:
        """The first frame that is taken from now on, or a little before; None: none comes."""
        due_s = self._taken_s + FRAME_S
        if self._clock() - self._taken_s > QUEUED_S and not capture.grab():
            return None
        while capture.grab():
            if self._clock() >= due_s:
                taken, image = capture.retrieve()
                return image if taken else None
        return None

    def hold(self) -> None:
        """USB cameras differ too much in what they can hold: they keep their own automatic."""

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to fix."""

    def close(self) -> None:
        """Let go of the camera. One that stalls is left to the kernel, which takes it back when the program ends."""
        self._closing.set()
        if not self._lock.acquire(timeout=CLOSE_S):
            log.warning("the %s is still waiting for a picture", _called(self._wanted))
            return
        try:
            self._release()
        finally:
            self._lock.release()

    def _release(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None
