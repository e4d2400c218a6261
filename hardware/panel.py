"""A luma device that is opened when it is needed, told only what has changed, and let go when it fails."""

import contextlib
import errno
from collections.abc import Callable, Iterator
from typing import Any, Final

import luma.core.error
from PIL import Image

from companion.config import DisplayConfig
from companion.language import say

FAILURES: Final = (luma.core.error.Error, OSError)
"""A command that fails becomes luma's error, data that fails stays an OSError."""

Open = Callable[[], tuple[str, Any]]
"""Makes a luma device: the kind of its chip, and the device."""


class Panel:
    """Shows pictures on the device that `open_device` makes; after any failure the next picture opens a new one."""

    def __init__(self, open_device: Open, status: Callable[[], int | None] = lambda: None) -> None:
        """`status` asks the chip how it is; None: it does not say."""
        self._open_device = open_device
        self._status = status
        self._said: dict[bool, int | None] = {}
        """What the chip said of itself while it was lit, and while it was dark."""
        self._device: Any = None
        self.kind = ""
        """The chip that was opened last; empty: none ever was."""
        self._sent = b""
        self._contrast: int | None = None
        self._lit = False

    def show(self, image: Image.Image, contrast: int) -> None:
        """Light the panel with `image`, at a contrast of 0 to 255.

        Raises:
            Exception: the panel failed, as its driver says it.
        """
        with self._opened() as device:
            if contrast != self._contrast:
                device.contrast(contrast)
                self._contrast = contrast
            frame = image.tobytes()
            if frame != self._sent:
                device.display(image)
                self._sent = frame
            if not self._lit:
                device.show()
                self._lit = True
            self._look()

    def hide(self) -> None:
        """Make the panel dark; it keeps its picture.

        Raises:
            Exception: the panel failed, as its driver says it.
        """
        with self._opened() as device:
            if self._lit:
                device.hide()
                self._lit = False
                self._said.pop(False, None)
            self._look()

    def _look(self) -> None:
        """Is the panel still there, and as it was left? It costs a hundredth of a picture.

        One whose current was away for a moment answers, but is dark and knows nothing: its status is another then.
        """
        said = self._status()
        before = self._said.setdefault(self._lit, said)
        if said != before:
            raise OSError(errno.EIO, "the panel has lost its current, or is gone")

    def close(self, keep: bool = False) -> None:
        """Make the panel dark, or `keep` its picture, and give the bus back."""
        if self._device is not None:
            self._device.persist = keep
            with contextlib.suppress(*FAILURES):
                self._device.cleanup()

    @contextlib.contextmanager
    def _opened(self) -> Iterator[Any]:
        """The device, opened where there is none, and let go of where it fails."""
        try:
            if self._device is None:
                self.kind, self._device = self._open_device()
                # Drivers clear a panel and light it when they open it.
                self._sent, self._contrast, self._lit = b"", None, True
                self._said = {}
            yield self._device
        except Exception:
            if self._device is not None:
                # luma would talk to a panel that is gone; `persist` keeps it from that.
                self._device.persist = True
                with contextlib.suppress(*FAILURES):
                    self._device.cleanup()
            self._device = None
            raise


def what_to_do(error: Exception, config: DisplayConfig) -> str:
    """One sentence of what keeps the panel dark, for whoever wired it."""
    bus = f"/dev/i2c-{config.bus}"
    # luma hides the system's error behind its own, and tells those two by their kind.
    number = error.errno if isinstance(error, OSError) else getattr(error.__context__, "errno", None)
    if number == errno.ENOENT:
        return say(
            "{bus} is missing: turn I2C on (sudo raspi-config, Interface Options) and start the Pi again.", bus=bus
        )
    if number in (errno.EACCES, errno.EPERM):
        return say("This user may not use {bus}: sudo usermod -aG i2c $USER, then log in again.", bus=bus)
    return say(
        "No OLED answers at {address} on {bus}: check its four wires; it is tried again. If there is none, display.kind"
        " in table.toml may say so.",
        address=f"0x{config.address:02X}",
        bus=bus,
    )
