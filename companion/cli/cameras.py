"""Which camera looks into the tray.

The law of this file: a camera that is missing is opened all the same. It says so at every frame and is asked again, and
the table goes on without it; only a name that means no camera ends the call.
"""

from __future__ import annotations

from pathlib import Path

from companion.cli.status import WrongCallError
from companion.pi import is_pi
from companion.ports import Camera, CameraError, Thrower


def open_camera(wanted: str, said_by: str, seed: int | None = None) -> tuple[Camera, Thrower | None]:
    """The camera that `wanted` names, and whoever throws its dice where nobody can.

    `wanted` is of the form of `camera.kind`; `said_by` is the option or the key that says so.

    Raises:
        WrongCallError: it names a folder without photos.
    """
    from hardware.folder import FolderCamera
    from hardware.picamera import Picamera2Camera
    from hardware.usb import UsbCamera
    from vision.photo import load_photo
    from vision.simulated_tray import SimulatedTray

    kind, _, rest = wanted.partition(":")
    if kind == "folder" and rest:
        try:
            folder = FolderCamera(Path(rest), load_photo)
        except CameraError as error:
            raise WrongCallError(f"{said_by}: {error}") from error
        return folder, folder
    if kind == "usb":
        return UsbCamera(rest), None
    if wanted == "picamera2":
        return Picamera2Camera(), None
    if wanted == "auto" and is_pi():
        return _found_on_a_pi(), None
    tray = SimulatedTray(seed)
    return tray, tray


def _found_on_a_pi() -> Camera:
    """The camera on the ribbon cable, or the only USB camera; with neither the first, which says what to do."""
    from hardware.picamera import Picamera2Camera
    from hardware.pipeline import FAILURES, ribbon_cameras
    from hardware.usb import UsbCamera, Video

    try:
        ribbon_cameras()
    except FAILURES:
        try:
            Video().find("")
        except CameraError:
            return Picamera2Camera()
        return UsbCamera("")
    return Picamera2Camera()
