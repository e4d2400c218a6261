"""Which camera looks into the tray."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.cli.status import WrongCallError
from companion.pi import is_pi
from companion.ports import Camera, CameraError, Thrower


def open_camera(wanted: str, seed: int | None = None) -> tuple[Camera, Thrower | None]:
    """The camera that `wanted` names, and whoever throws its dice where nobody can.

    Raises:
        WrongCallError: it names none, or one that does not open.
    """
    from hardware.camera import FolderCamera, UsbCamera
    from hardware.picamera import Picamera2Camera
    from vision.photo import load_photo
    from vision.simulated_tray import SimulatedTray

    kind, _, rest = wanted.partition(":")
    try:
        if kind == "folder" and rest:
            folder = FolderCamera(Path(rest), load_photo)
            return folder, folder
        if kind == "usb" and rest.isdecimal():
            return UsbCamera(int(rest)), None
        if wanted == "picamera2" or (wanted == "auto" and is_pi()):
            return Picamera2Camera(), None
    except CameraError as error:
        if wanted != "auto":
            raise WrongCallError(f"--camera {wanted}: {error}") from error
        print(f"companion: {error} Playing with simulated dice.", file=sys.stderr)
    if wanted in ("simulated", "auto"):
        tray = SimulatedTray(seed)
        return tray, tray
    raise WrongCallError(f"--camera must be auto, picamera2, usb:0, folder:PATH or simulated, not {wanted!r}")
