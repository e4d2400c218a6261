"""What is remembered of a tray: where it lies in the picture, its empty floor, and how large its dice are.

The law of this file: one JSON file in the data folder, written whole or not at all, with the reference picture inside,
so that the two can never be of different days. What cannot be used any more counts as nothing.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kept import keep, read_kept
from vision.photo import by_halves

VERSION: Final = 1
"""Of the file; another one is not read."""
FLOOR_PX: Final = 320
"""Longer side of the reference picture: a pip of a die of 40 in 1280 pixels still covers one."""
MARGIN: Final = 0.08
"""Of the tray's width and height, by which more than the tray is read: a die on the foot of the wall."""
DIE_MARGIN: Final = 1.2
"""Of a die's edge, likewise: its sides lean over the tray's edge."""

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Calibration:
    """One camera over one tray."""

    size: tuple[int, int]
    """(width, height) of the pictures, pixels."""
    corners: Corners
    """The tray's four, (x, y) in pixels, clockwise from the one at the top left."""
    die_px: float
    """Edge of a top face, the median of the roll that was shown."""
    floor: NDArray[np.uint8]
    """(h, w, 3) BGR, the whole picture without dice, its longer side `FLOOR_PX`."""
    camera: str = ""
    """The kind of camera."""
    held: Mapping[str, Any] = field(default_factory=dict)
    """What the camera was told to hold; empty: it cannot hold anything."""

    def fits(self, image: NDArray[np.uint8]) -> bool:
        """Whether it is of pictures like this one."""
        return (image.shape[1], image.shape[0]) == self.size

    def crop(self) -> tuple[slice, slice]:
        """Rows and columns of the picture that are read: the tray and a little more."""
        corners = np.array(self.corners)
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = MARGIN * (high - low) + DIE_MARGIN * self.die_px
        left, top = np.maximum(0, np.floor(low - margin)).astype(int).tolist()
        right, bottom = np.minimum(np.array(self.size), np.ceil(high + margin)).astype(int).tolist()
        return slice(top, bottom), slice(left, right)


def floor_of(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture as small as the reference."""
    height, width = image.shape[:2]
    scale = min(1.0, FLOOR_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return by_halves(image, size)


class CalibrationFile:
    """Where it is kept."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Calibration | None:
        """What was kept; None where there is nothing, or nothing that this version can use."""
        return _decoded(read_kept(self._path))

    def keep(self, calibration: Calibration) -> None:
        """On disk before this returns.

        Raises:
            JournalError: the folder cannot be written.
        """
        keep(self._path, _encoded(calibration))

    def forget(self) -> None:
        """As if nobody had calibrated."""
        self._path.unlink(missing_ok=True)


def _encoded(calibration: Calibration) -> dict[str, Any]:
    ok, floor = cv2.imencode(".png", calibration.floor)
    if not ok:
        raise RuntimeError("OpenCV writes no PNG")
    return {
        "version": VERSION,
        "size": list(calibration.size),
        "corners": [list(corner) for corner in calibration.corners],
        "die_px": calibration.die_px,
        "camera": calibration.camera,
        "held": dict(calibration.held),
        "floor_png": base64.b64encode(floor.tobytes()).decode("ascii"),
    }


def _decoded(kept: Mapping[str, Any]) -> Calibration | None:
    if kept.get("version") != VERSION:
        return None
    try:
        width, height = (int(side) for side in kept["size"])
        corners = tuple((float(x), float(y)) for x, y in kept["corners"])
        die_px = float(kept["die_px"])
        data = np.frombuffer(base64.b64decode(kept["floor_png"], validate=True), np.uint8)
        floor = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
        held, camera = dict(kept.get("held", {})), str(kept.get("camera", ""))
    except (KeyError, TypeError, ValueError, cv2.error):
        return None
    if floor is None or len(corners) != 4 or not 1 <= die_px <= max(width, height):
        return None
    return Calibration((width, height), corners, die_px, np.asarray(floor, np.uint8), camera, held)
