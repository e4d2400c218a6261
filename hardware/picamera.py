"""The Pi's own camera.

The law of this file: picamera2 is imported only when a camera is made, since it exists on a Pi alone.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.ports import CameraError, Frame

SIZE: Final = (1280, 960)
"""Pixels; the reader of dice works on a longer side of 1280."""
TIMEOUT_S: Final = 10.0
"""Seconds for one frame. A loose ribbon cable otherwise blocks for ever; the first frame takes about one."""
HELD: Final = {"ExposureTime": "AeEnable", "AnalogueGain": "AeEnable", "ColourGains": "AwbEnable"}
"""libcamera's controls that are held, each with the control that must be off for it to stay."""
AF_MANUAL: Final = 0
AF_CONTINUOUS: Final = 2
"""libcamera's AfMode; only lenses that move have it."""


class Picamera2Camera:
    """The first camera that libcamera finds."""

    kind = "picamera2"

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Raises:
            CameraError: picamera2 is not installed, or finds no camera.
        """
        self._clock = clock
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(f"picamera2 is missing ({error}): sudo apt install python3-picamera2.") from error
        camera: Any = None
        try:
            camera = Picamera2()
            # picamera2 names formats by the word, not by the bytes: RGB888 lies in memory as B, G, R.
            camera.configure(camera.create_video_configuration(main={"size": SIZE, "format": "RGB888"}))
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            if camera is not None:
                camera.close()
            raise CameraError(f"The Pi's camera does not start ({error}): check the ribbon cable.") from error
        self._camera = camera

    def frame(self) -> Frame:
        try:
            image = self._camera.wait(self._camera.capture_array("main", wait=False), timeout=TIMEOUT_S)
        except (TimeoutError, RuntimeError, OSError) as error:
            raise CameraError(f"The Pi's camera gives no picture ({error}): check the ribbon cable.") from error
        return Frame(image, self._clock())

    def hold(self) -> Mapping[str, Any] | None:
        """As `ports.Camera.hold`; the keys are libcamera's control names."""
        try:
            now = self._camera.wait(self._camera.capture_metadata(wait=False), timeout=TIMEOUT_S)
        except (TimeoutError, RuntimeError, OSError) as error:
            raise CameraError(f"The Pi's camera gives no picture ({error}): check the ribbon cable.") from error
        held = {name: _json(now[name]) for name in (*HELD, "LensPosition") if name in now}
        if not held:
            return None
        self.restore(held)
        return held

    def restore(self, held: Mapping[str, Any]) -> None:
        wanted: dict[str, Any] = {}
        for name, automatic in HELD.items():
            wanted.setdefault(automatic, True)
            if name in held:
                wanted |= {automatic: False, name: held[name]}
        if "LensPosition" in held:
            wanted |= {"AfMode": AF_MANUAL, "LensPosition": held["LensPosition"]}
        else:
            wanted["AfMode"] = AF_CONTINUOUS
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in wanted.items() if name in known})

    def close(self) -> None:
        self._camera.close()


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
