"""Tiles laid into a simulated tray, and a tile that somebody drew."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.drawings import drawings
from vision import art
from vision.tiles.scene import DRAWN
from vision.tray_poses import LaidTile, Pose
from vision.tray_scene import TrayScene

Picture = NDArray[np.uint8]

GAME: Final = "highway"
CODES: Final = marks.faces_coded(GAME)
FACES: Final = drawings(GAME)


def a_tray() -> TrayScene:
    return TrayScene((640, 480), np.random.default_rng(1))


def printed(face: str, coded: bool) -> Picture:
    return art.draw(FACES[face], DRAWN, CODES[face] if coded else None)


def laid(tray: TrayScene, face: Picture, x: float = 0.0, y: float = 0.0, dice: tuple[Pose, ...] = ()) -> Picture:
    noise = np.random.default_rng(1).normal(0, 2.5, (480, 640, 3))
    return np.asarray(np.clip(tray.draw(dice, None, LaidTile(face, x, y, 0.4)) + noise, 0, 255), np.uint8)


def a_stranger() -> Picture:
    """Somebody's own drawing: blots of ink on a card."""
    chance = np.random.default_rng(3)
    card = np.full((DRAWN, DRAWN, 3), (190, 225, 235), np.uint8)
    for _ in range(9):
        at, reach = chance.integers(40, DRAWN - 40, 2).tolist(), int(chance.integers(10, 34))
        cv2.circle(card, at, reach, chance.integers(0, 160, 3).tolist(), -1, cv2.LINE_AA)
    return card


def jpeg(image: Picture) -> bytes:
    ok, data = cv2.imencode(".jpg", image)
    assert ok
    return data.tobytes()
