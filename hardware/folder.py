"""A camera that stands in for the box's: a folder of photos.

The law of this file: no picture is a `CameraError` that says what to do, and the next call tries again.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.language import say
from companion.ports import CameraError, Frame

FRAME_S: Final = 0.1
"""Seconds between frames of a folder: ten a second show a throw at once, more only heat the Pi."""
ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp"})


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
                why = str(error).removeprefix(f"{photo}: ")  # in no language
                raise CameraError(
                    say("{photo} cannot be shown ({why}): throw again for the next photo.", photo=photo.name, why=why)
                ) from error
        return Frame(self._loaded[1], now_s, noisy=False)

    def throw(self, count: int) -> None:
        """Go on to the next photo, after the last to the first. How many dice it shows is the photo's affair."""
        with self._lock:
            self._index = (self._index + 1) % len(self._photos)

    def lay(self, game: str, faces: Sequence[str]) -> None:
        """Likewise: which tile it shows is the photo's affair."""
        if faces:
            self.throw(1)

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
        raise CameraError(
            say("{path} cannot be read as a folder of photos ({why}): name another.", path=path, why=error.strerror)
        ) from error
    photos = [entry for entry in entries if entry.suffix.lower() in ENDINGS and entry.is_file()]
    if not photos:
        raise CameraError(
            say("{path} holds no photo: put JPEG, PNG or BMP files into it, or name another folder.", path=path)
        )
    return photos
