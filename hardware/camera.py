"""Cameras that stand in for, or plug into, the box: a folder of photos, and a USB camera.

The law of this file: no picture is a `CameraError` that says what to do, and the next call tries again.
"""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import cv2

from companion.ports import CameraError, Frame

FRAME_S: Final = 0.1
"""Seconds between frames of a folder: ten a second show a throw at once, more only heat the Pi."""
ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp"})

USB_WIDTH: Final = 1280
"""Pixels asked for; the reader of dice works on a side of 1280."""
USB_HEIGHT: Final = 720
"""Pixels asked for; the size beside 1280 that nearly every USB camera offers as MJPG."""


class FolderCamera:
    """The photos of a folder in the order of their names; a throw goes on to the next."""

    kind = "folder"

    def __init__(
        self,
        path: Path,
        load: Callable[[Path], Any],
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        """`load` gives a photo as an array, and raises OSError or ValueError for what is none.

        Raises:
            CameraError: there is no folder, or no photo in it.
        """
        self._load = load
        self._clock = clock
        self._wait = wait
        # throw() comes from the table's side, frame() from the watcher's thread.
        self._lock = threading.Lock()
        self._photos = _photos(path)
        self._index = 0
        self._loaded: tuple[int, Any] | None = None
        self._next_s = clock()

    def frame(self) -> Frame:
        self._wait(max(0.0, self._next_s - self._clock()))
        now_s = self._clock()
        self._next_s = now_s + FRAME_S
        with self._lock:
            index = self._index
        if self._loaded is None or self._loaded[0] != index:
            photo = self._photos[index]
            try:
                self._loaded = index, self._load(photo)
            except (OSError, ValueError) as error:
                raise CameraError(f"{photo.name} cannot be shown ({error}): throw again for the next photo.") from error
        return Frame(self._loaded[1], now_s)

    def throw(self, count: int) -> None:
        """Go on to the next photo, after the last to the first. How many dice it shows is the photo's affair."""
        with self._lock:
            self._index = (self._index + 1) % len(self._photos)

    def hold(self) -> None:
        """A photo's light was fixed when it was taken."""

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to fix."""

    def close(self) -> None:
        """Nothing is open between frames."""


def _photos(path: Path) -> list[Path]:
    try:
        entries = sorted(path.iterdir())
    except OSError as error:
        raise CameraError(f"{path} cannot be read as a folder of photos ({error.strerror}): name another.") from error
    photos = [entry for entry in entries if entry.suffix.lower() in ENDINGS and entry.is_file()]
    if not photos:
        raise CameraError(f"{path} holds no photo: put JPEG, PNG or BMP files into it, or name another folder.")
    return photos


class UsbCamera:
    """The USB camera with the number `index`, opened at the first frame and again after a failure."""

    kind = "usb"

    def __init__(self, index: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._index = index
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None

    def frame(self) -> Frame:
        if self._capture is None:
            self._capture = self._open()
        taken, image = self._capture.read()
        if not taken:
            self.close()
            raise CameraError(f"USB camera {self._index} gives no picture: unplug it and plug it in again.")
        return Frame(image, self._clock())

    def _open(self) -> cv2.VideoCapture:
        capture = cv2.VideoCapture(self._index)
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"There is no USB camera {self._index}: plug one in, or close what else uses it.")
        # Uncompressed, USB 2 carries this size a few times a second only.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, USB_WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, USB_HEIGHT)
        # A longer queue would show the tray as it was some frames ago.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    def hold(self) -> None:
        """USB cameras differ too much in what they can hold: they keep their own automatic."""

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to fix."""

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None
