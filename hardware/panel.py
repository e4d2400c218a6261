"""A luma device that is opened when it is needed, told only what has changed, and let go when it fails."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Final

import luma.core.error
from PIL import Image

from hardware.wiring import HEIGHT, WIDTH

FAILURES: Final = (luma.core.error.Error, OSError)
"""A command that fails becomes luma's error, data that fails stays an OSError."""
NOTHING: Final = 0xE3
"""The command that does nothing, on both chips."""


class Panel:
    """Shows pictures on the device that `open_device` makes; after any failure the next picture opens a new one."""

    def __init__(self, open_device: Callable[[], Any]) -> None:
        self._open_device = open_device
        self._device: Any = None
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

    def hide(self) -> None:
        """Make the panel dark; it keeps its picture.

        Raises:
            Exception: the panel failed, as its driver says it.
        """
        with self._opened() as device:
            if self._lit:
                device.hide()
                self._lit = False

    def close(self) -> None:
        """Make the panel dark and give the bus back."""
        if self._device is not None:
            with contextlib.suppress(*FAILURES):
                self._device.cleanup()

    @contextlib.contextmanager
    def _opened(self) -> Iterator[Any]:
        """The device, opened where there is none, and let go of where it fails."""
        try:
            if self._device is None:
                self._device = self._open_device()
                # Drivers clear a panel and light it when they open it.
                self._sent, self._contrast, self._lit = b"", None, True
            yield self._device
        except Exception:
            if self._device is not None:
                # luma would talk to a panel that is gone; `persist` keeps it from that.
                self._device.persist = True
                with contextlib.suppress(*FAILURES):
                    self._device.cleanup()
            self._device = None
            raise


def open_panel(driver: Callable[..., Any], open_bus: Callable[[], Any]) -> Any:
    """A luma device. Its bus is closed where it does not answer: else every try would keep a file open."""
    bus = open_bus()
    try:
        # A panel that is missing for hours must not cost a driver each time: luma keeps them until the program ends.
        bus.command(NOTHING)
        return driver(bus, width=WIDTH, height=HEIGHT)
    except FAILURES:
        bus.cleanup()
        raise
