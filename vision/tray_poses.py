"""Where dice and tiles lie in a tray.

The law of this file: geometry, no picture. Lengths are millimetres: x to the right, y away from the viewer, z up from
the felt.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

DIE_MM: Final = 18.0
"""Edge of a die, the size that most board games pack."""
CORNERS: Final = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64) * DIE_MM / 2
"""Of a die around its middle, (8, 3)."""
AXES: Final = {1: (2, 1.0), 6: (2, -1.0), 2: (0, 1.0), 5: (0, -1.0), 3: (1, 1.0), 4: (1, -1.0)}
"""Axis and side on which each number stands: opposite faces sum to 7."""
TILE_MM: Final = 20.0
"""Edge of a tile, as it is printed where nobody asks for another size."""
TILE_THICK_MM: Final = 1.6


@dataclass(frozen=True)
class LaidTile:
    """A tile that lies on the felt, face up."""

    face: Picture
    """(n, n, 3) uint8, BGR, as it is read upright."""
    x: float
    y: float
    yaw: float
    """Its middle in mm, and how far it is turned, radians."""

    def corners(self, height: float) -> Array:
        """From the top left one as it is read, clockwise seen from above: (4, 3) mm."""
        square = np.array(((-1, 1), (1, 1), (1, -1), (-1, -1)), np.float64) * TILE_MM / 2
        turn = np.array(((cos(self.yaw), -sin(self.yaw)), (sin(self.yaw), cos(self.yaw))))
        return np.column_stack([square @ turn.T + (self.x, self.y), np.full(4, height)])


@dataclass(frozen=True)
class Pose:
    """Where a die is: its middle in mm, and the rotation that turns it there (3, 3)."""

    middle: Array
    turn: Array


def rotation(axis: Array, angle: float) -> Array:
    """Turning by `angle` radians about `axis` (3, 3)."""
    unit = axis / np.linalg.norm(axis)
    return np.asarray(cv2.Rodrigues(unit * angle)[0], np.float64)


def resting(value: int, x: float, y: float, yaw: float) -> Pose:
    """A die that lies on the felt with `value` on top."""
    axis, side = AXES[value]
    normal = np.zeros(3)
    normal[axis] = side
    up = np.array((0.0, 0.0, 1.0))
    across = np.cross(normal, up)
    if axis == 2:
        lay = np.eye(3) if side > 0 else rotation(np.array((1.0, 0.0, 0.0)), pi)
    else:
        lay = rotation(across, pi / 2)
    return Pose(np.array((x, y, DIE_MM / 2)), rotation(up, yaw) @ lay)


def standing_on_felt(x: float, y: float, turn: Array, height: float) -> Pose:
    """A die turned anyhow whose lowest corner is `height` above the felt."""
    lowest = float((CORNERS @ turn.T)[:, 2].min())
    return Pose(np.array((x, y, height - lowest)), turn)


def apart(x: float, y: float, others: Iterable[Pose], gap_mm: float) -> bool:
    """Whether (x, y) keeps `gap_mm` from the middle of every other die."""
    return all(hypot(x - other.middle[0], y - other.middle[1]) >= gap_mm for other in others)
