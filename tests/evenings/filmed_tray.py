"""What the camera sees of an evening: a hand over the tray, then dice or a tile, at rest.

The law of this file: the same steps make the same pictures, on whatever machine.
"""

from __future__ import annotations

from math import pi
from random import Random
from typing import Final

import cv2
import numpy as np

from companion.drawings import drawings
from companion.marks import faces_coded
from vision import art
from vision.dice import read_dice
from vision.tray_poses import DIE_MM, LaidTile, Picture, Pose, apart, resting
from vision.tray_scene import TrayScene

STILL_FRAMES: Final = 8
"""More than the half second after which dice count as lying still."""
TRIES: Final = 12
"""Throws among which one is read, however hard the reader finds these dice."""
ROOM_MM: Final = (75.0, 48.0)
GAP_MM: Final = DIE_MM * 1.9
NOISE: Final = 2.5
"""Standard deviation of a picture's brightness, of 255."""


class FilmedTray:
    def __init__(self) -> None:
        self._scene = TrayScene((640, 480), np.random.default_rng(1))
        self._chance = Random(1)
        # Drawn once: each picture takes its noise from another place of it. To draw it anew took a third of an evening.
        self._noise = np.random.default_rng(2).normal(0, NOISE, 4 * 640 * 480 * 3).round().astype(np.int16)
        self.empty = [self._noisy(self._scene.draw(()))] * STILL_FRAMES
        """Of a tray into which nothing was thrown yet."""

    def thrown(self, values: list[str]) -> list[Picture]:
        """Dice of these values, so fallen that they can be read, as most are: how well is measured elsewhere."""
        for _ in range(TRIES):
            poses: list[Pose] = []
            for value in values:
                poses.append(self._lying(int(value), poses))
            still = self._scene.draw(poses)
            if list(map(str, read_dice(self._noisy(still)).values)) == sorted(values):
                break
        return self._come_to_rest(still)

    def laid(self, face: str) -> list[Picture]:
        """A printed tile of Highway, with its code."""
        printed = art.draw(drawings("highway")[face], 192, faces_coded("highway").get(face))
        return self._come_to_rest(self._scene.draw((), None, LaidTile(printed, 12.0, -8.0, 0.7)))

    def _come_to_rest(self, still: Picture) -> list[Picture]:
        hand = self._scene.draw((), (-40.0, -25.0))
        return [self._noisy(hand), *(self._noisy(still) for _ in range(STILL_FRAMES))]

    def _lying(self, value: int, others: list[Pose]) -> Pose:
        while True:
            x, y = (self._chance.uniform(-room, room) for room in ROOM_MM)
            if apart(x, y, others, GAP_MM):
                break
        yaw = self._chance.uniform(0, 2 * pi)
        return resting(value, x, y, yaw)

    def _noisy(self, clean: Picture) -> Picture:
        at = self._chance.getrandbits(32) % (self._noise.size - clean.size)
        noise = self._noise[at : at + clean.size].reshape(clean.shape)
        return np.asarray(cv2.add(clean, noise, dtype=cv2.CV_8U), np.uint8)
