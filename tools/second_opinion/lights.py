"""The light on a made roll.

The law of this file: one lamp and a sky, the same for every die of a roll; in corners there is less of the sky.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.second_opinion.marcher import march, normals, openness
from tools.second_opinion.scenes import Array, single


@dataclass(frozen=True)
class Light:
    """A lamp, how much of the light is its, how soft its shadows are, and how the camera shows it."""

    sun: Array
    strength: float
    softness: float
    shine: float
    gain: float
    gamma: float
    corners: float
    reach: float

    @staticmethod
    def drawn(chance: np.random.Generator) -> "Light":
        high, a = np.radians(chance.uniform(30, 88)), chance.uniform(0, 2 * np.pi)
        sun = single([np.cos(high) * np.cos(a), np.cos(high) * np.sin(a), np.sin(high)])
        spans = ((0.05, 0.9), (0.4, 5), (14, 90), (0.5, 1.5), (1.4, 2.4), (0.4, 1), (1, 2.5))
        return Light(sun, *(float(chance.uniform(*span)) for span in spans))

    def on(
        self, parts: tuple[Array, Array, Array], p: Array, ray: Array, albedo: Array, gloss: Array, side: int
    ) -> NDArray[np.uint8]:
        """(side, side, 3) of the points (n, 3) that rays (n, 3) met, of these colours and glosses."""
        n = normals(*parts, p)
        lit = np.clip(n @ self.sun, 0, 1)
        facing = np.flatnonzero(lit > 0)
        shade = np.ones(len(p), np.float32)
        lamp = np.repeat(self.sun[None], len(facing), 0)
        far, _ = march(*parts, p[facing] + n[facing] * 0.05, lamp, 24, 7.0)
        shade[facing] = far > 6.5
        shade = single(cv2.GaussianBlur(shade.reshape(side, side), (0, 0), self.softness)).reshape(-1)
        sky = (0.55 + 0.45 * n[:, 2]) * (1 - self.corners * (1 - openness(*parts, p, n, self.reach)))
        light = self.strength * lit * shade + (1 - self.strength) * sky
        half = self.sun - ray
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        mirrored = np.clip((n * half).sum(1), 0, 1) ** self.shine * gloss * shade
        image = np.clip(albedo * light[:, None] * self.gain + mirrored[:, None], 0, 1) ** (1 / self.gamma)
        return np.asarray((image.reshape(side, side, 3) * 255).astype(np.uint8))
