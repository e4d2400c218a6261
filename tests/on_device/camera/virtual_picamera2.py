"""The real Picamera2 on libcamera's `virtual` camera, with a sensor that can be slow, silent, gone or stuck.

The law of this file: only what the virtual camera lacks is overridden. It has no raw pictures, which Picamera2 asks
for when it opens; it wants one buffer for each plane, where Picamera2's own allocator makes one for all; and it has no
clock: a picture is there as soon as one is wanted. Runs inside the tree that tree.sh makes.
"""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import libcamera
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator

FRAME_S: Final = 0.2
"""Seconds between frames: the pictures of scenes.py are so far apart."""
SWITCHES: Final = Path("/camera")
"""A file `silent`, `gone` or `stuck` in it does that to the sensor."""


def switched(name: str) -> bool:
    return (SWITCHES / name).exists()


class _Allocator(LibcameraAllocator):  # type: ignore[misc]
    needs_sync = False  # its helper would map all planes through the first one's


class Sensor:
    """libcamera's camera, given one buffer to fill at every tick of a clock."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera
        self._empty: deque[Any] = deque()
        self._released = Event()
        Thread(target=self._tick, name="sensor", daemon=True).start()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._camera, name)

    def _tick(self) -> None:
        while not self._released.wait(FRAME_S):
            if self._empty and not switched("silent") and not switched("gone"):
                self._camera.queue_request(self._empty.popleft())

    def queue_request(self, request: Any) -> None:
        self._empty.append(request)

    def stop(self) -> None:
        while switched("stuck"):
            time.sleep(0.1)
        self._empty.clear()
        self._camera.stop()

    def release(self) -> None:
        self._released.set()
        self._camera.release()


class VirtualPicamera2(Picamera2):  # type: ignore[misc]
    """A drop-in for Picamera2."""

    camera: Any

    def __init__(self, camera_num: int = 0) -> None:
        super().__init__(camera_num, allocator=object())
        self.allocator = _Allocator(self.camera)
        self.camera = Sensor(self.camera)

    @staticmethod
    def global_camera_info() -> list[Any]:
        return [] if switched("gone") else list(Picamera2.global_camera_info())

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        formats = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
        return [
            {"format": str(layout), "size": (size.width, size.height)}
            for layout in formats.pixel_formats
            for size in formats.sizes(layout)
        ]
