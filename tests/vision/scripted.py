"""A tray whose dice lie where a test puts them, drawn by the simulated tray's own scene."""

from collections.abc import Sequence
from math import pi
from operator import is_not
from random import Random

import numpy as np
from numpy.typing import NDArray

from vision.simulated_tray import GAP_MM, NOISE, ROOM_MM
from vision.tray_poses import Pose, apart, resting
from vision.tray_scene import TrayScene

Picture = NDArray[np.uint8]


class ScriptedTray:
    """What lies there is changed between pictures; each picture has noise of its own."""

    def __init__(self, seed: int = 1, size: tuple[int, int] = (640, 480)) -> None:
        self._random = Random(seed)
        noise = np.random.default_rng(seed)
        self._noise = noise.normal(0, NOISE, (size[1], size[0], 3)).astype(np.float32)
        self._scene = TrayScene(size, noise)
        self._drawn: tuple[tuple[Pose, ...], tuple[float, float] | None, Picture] = (), None, self._scene.draw(())
        self.dice: list[Pose] = []
        self.hand: tuple[float, float] | None = None
        """Where its palm is, mm."""
        self.light = 1.0
        self.shifted_px = (0, 0)
        """How far the camera was turned, (x, y)."""

    def scatter(self, *values: int) -> None:
        """Dice with these values, anywhere."""
        self.dice = []
        for value in values:
            self.add(value)

    def add(self, value: int) -> None:
        """One die more, apart from the others."""
        while True:
            x, y = (self._random.uniform(-room, room) for room in ROOM_MM)
            if apart(x, y, self.dice, GAP_MM):
                self.dice.append(resting(value, x, y, self._random.uniform(0, 2 * pi)))
                return

    def tumbling(self) -> None:
        """Every die somewhere else, as in the middle of a throw."""
        self.scatter(*(self._random.randint(1, 6) for _ in self.dice or range(4)))

    def picture(self) -> Picture:
        drawn, hand, _ = self._drawn
        if hand != self.hand or len(drawn) != len(self.dice) or any(map(is_not, drawn, self.dice)):
            self._drawn = tuple(self.dice), self.hand, self._scene.draw(self.dice, self.hand)
        # One field of noise, shifted at random, is as good as a new one and costs a tenth.
        shift = (self._random.randrange(100), self._random.randrange(100))
        noisy = self._drawn[2] * np.float32(self.light) + np.roll(self._noise, shift, (0, 1))
        return np.roll(np.clip(noisy, 0, 255).astype(np.uint8), self.shifted_px, (1, 0))


def picture_of(values: Sequence[int], seed: int = 1, size: tuple[int, int] = (640, 480)) -> Picture:
    """A roll at rest."""
    tray = ScriptedTray(seed, size)
    tray.scatter(*values)
    return tray.picture()
