"""What the virtual camera sees: throws into the simulated tray, one JPEG after the other, round and round.

The law of this file: the folder holds `0.jpg, 1.jpg, ...` and nothing else, or the virtual camera does not start.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2

from vision.simulated_tray import HAND_S, TUMBLE_S, SimulatedTray

THROWS: Final = 3
FRAME_S: Final = 0.2
"""As the sensor of virtual_picamera2.py gives them; libcamera reads them all before it starts, so they are few."""
REST_S: Final = 1.6
"""How long dice lie: to be seen as still, read and answered."""


def film(folder: Path) -> tuple[tuple[int, ...], ...]:
    """Write the pictures; the values of the throws in their order."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    now_s = 0.0
    tray = SimulatedTray(11, (1280, 960), lambda: now_s)
    truth, number = [], 0
    for _ in range(THROWS):
        tray.throw(4)
        truth.append(tray.truth)
        ends_s = now_s + HAND_S + TUMBLE_S[1] + REST_S
        while now_s < ends_s:
            cv2.imwrite(str(folder / f"{number}.jpg"), tray.frame().image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            number, now_s = number + 1, now_s + FRAME_S
    return tuple(truth)
