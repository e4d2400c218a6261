"""Pieces as bodies in space, as a phone sees them: for the drawn photos of boards.

The law of this file: a body is an outline on the table that changes its size with the height; which of its facets are
seen, how bright each is and what it hides follows from where the phone and the lamp are. Millimetres: x right and y
down along the board, z into the table, so that heights are -z. Colours are linear BGR.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.forms import Form

Array = NDArray[np.float32]
Points = NDArray[np.float64]

FINER: Final = 3
"""A body is drawn so many times larger and shrunk, which smooths its edges."""
BOUNCE: Final = np.array((0.06, 0.08, 0.2), np.float32)
"""What a red board gives back to the sides of what stands on it."""


@dataclass(frozen=True)
class Camera:
    """A phone."""

    focal: float
    """Pixels."""
    turn: Points
    """(3, 3): rows are its right, its down and the way it looks."""
    eye: Points
    """Where it is, mm."""
    size: tuple[int, int]
    """(width, height) of the picture."""
    bend: float = 0.0
    """Of straight lines by the lens: a point at distance r (1 is a focal length) from the middle is moved by bend *
    r³."""

    def project(self, points: Points) -> Points:
        """Points (n, 3) in mm to pixels (n, 2)."""
        seen = (points - self.eye) @ self.turn.T
        flat = seen[:, :2] / seen[:, 2:]
        flat = flat * (1 + self.bend * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(flat * self.focal + np.array(self.size) / 2, np.float64)

    def on_board(self) -> tuple[Array, Array]:
        """For each pixel (h, w) which point of the table it shows: x and y, mm."""
        width, height = self.size
        x = (np.arange(width, dtype=np.float32) - np.float32(width / 2)) / np.float32(self.focal)
        y = (np.arange(height, dtype=np.float32) - np.float32(height / 2)) / np.float32(self.focal)
        straight = 1 - np.float32(self.bend) * (x[None, :] ** 2 + y[:, None] ** 2)
        right, down, ahead = self.turn
        x, y = x[None, :] * straight, y[:, None] * straight
        far = np.float32(-self.eye[2]) / (x * right[2] + y * down[2] + ahead[2]).astype(np.float32)
        across = (x * right[0] + y * down[0] + ahead[0]) * far + self.eye[0]
        along = (x * right[1] + y * down[1] + ahead[1]) * far + self.eye[1]
        return across.astype(np.float32), along.astype(np.float32)


@dataclass(frozen=True)
class Light:
    """A lamp far away, and what comes from everywhere; together about 1 on the flat table."""

    towards: Points
    """The lamp, unit length."""
    lamp_bgr: Array
    ambient_bgr: Array

    @property
    def on_flat(self) -> Array:
        return self.lamp_bgr + self.ambient_bgr

    def on(self, normal: Points) -> Array:
        """What a surface gets that looks this way (unit length)."""
        lamp = max(0.0, float(normal @ self.towards)) / -float(self.towards[2])
        sky = 0.5 - 0.5 * float(normal[2])
        return np.asarray(self.lamp_bgr * min(lamp, 1.8) + self.ambient_bgr * sky + (1 - sky) * BOUNCE, np.float32)


@dataclass(frozen=True)
class Figure:
    """A piece that stands somewhere."""

    form: Form
    bgr: tuple[float, ...]
    """Its colour, linear."""
    x: float
    y: float
    yaw: float = 0.0
    """Radians."""
    z: float = 0.0
    """Height of what it stands on, mm."""
    gloss: float = 0.1
    top: NDArray[np.uint8] | None = None
    """A picture on its top, (n, n, 3) sRGB BGR: a tile's face; over a square foot only."""

    @cached_property
    def rings(self) -> Points:
        """(heights, corners, 3): its outline at each height of the profile."""
        foot = np.array(self.form.foot, np.float64)
        turn = np.array(((np.cos(self.yaw), -np.sin(self.yaw)), (np.sin(self.yaw), np.cos(self.yaw))))
        turned = foot @ turn.T
        return np.stack(
            [
                np.column_stack([turned * size + (self.x, self.y), np.full(len(foot), -(self.z + height))])
                for size, height in self.form.profile
            ]
        )


def shadow_of(figure: Figure, light: Light, shade: Array, px_per_mm: float, above: float = 0.0) -> None:
    """Darken where a body keeps the lamp from a plane so many mm above the table: 1 is lit, 0 is not."""
    points = figure.rings.reshape(-1, 3)
    fallen = points[:, :2] - (points[:, 2:] + above) * (light.towards[:2] / light.towards[2])
    hull = cv2.convexHull((fallen * px_per_mm).astype(np.float32))
    cv2.fillConvexPoly(shade, hull.round().astype(np.int32), (0.0,))


@dataclass(frozen=True)
class Shade:
    """What of the lamp reaches the tops of tiles: where pieces keep it away, that is their shadow."""

    lit: Array
    """(h, w), 0..1; 1 is lit."""
    px_per_mm: float

    def on(self, corners: Points, edge: int) -> Array:
        """The part of it on a square face whose four corners (mm) lie there, (edge, edge)."""
        square = np.array(((0, 0), (edge, 0), (edge, edge)), np.float32) - np.float32(0.5)
        there = (corners[:3, :2] * self.px_per_mm - 0.5).astype(np.float32)
        onto = cv2.getAffineTransform(square, there)
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(self.lit, onto, (edge, edge), flags=how, borderMode=cv2.BORDER_REPLICATE))


def draw_figures(scene: Array, figures: Iterable[Figure], camera: Camera, light: Light, shade: Shade) -> None:
    """Bodies into a linear picture (h, w, 3), the nearest last."""

    def far(figure: Figure) -> float:
        return float(np.linalg.norm(figure.rings.reshape(-1, 3).mean(axis=0) - camera.eye))

    for figure in sorted(figures, key=lambda one: (round(one.z, 1), -far(one))):
        _draw(scene, figure, camera, light, shade)


def _draw(scene: Array, figure: Figure, camera: Camera, light: Light, shade: Shade) -> None:
    rings = figure.rings
    seen = camera.project(rings.reshape(-1, 3))
    low = np.floor(seen.min(axis=0)).astype(int) - 2
    high = np.ceil(seen.max(axis=0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, camera.size)
    if (high <= low).any():
        return
    size = tuple(int(v) for v in (high - low) * FINER)
    colours = np.zeros((size[1], size[0], 3), np.float32)
    cover = np.zeros((size[1], size[0]), np.float32)
    for corners, normal in _facets(rings):
        middle = corners.mean(axis=0)
        towards = camera.eye - middle
        if float(normal @ towards) <= 0:
            continue
        towards /= np.linalg.norm(towards)
        half = towards + light.towards
        shine = max(0.0, float(normal @ half / np.linalg.norm(half))) ** 40 * figure.gloss
        colour = np.array(figure.bgr, np.float32) * light.on(normal) + shine * light.lamp_bgr * 3
        outline = ((camera.project(corners) - low) * FINER * 16).round().astype(np.int32)
        cv2.fillConvexPoly(colours, outline, colour.tolist(), cv2.LINE_8, 4)
        cv2.fillConvexPoly(cover, outline, (1.0,), cv2.LINE_8, 4)
    if figure.top is not None:
        _cover_top(colours, figure, camera, low, light, shade)
    small = tuple(int(v) for v in high - low)
    share = cv2.resize(cover, small, interpolation=cv2.INTER_AREA)[:, :, None]
    part = scene[low[1] : high[1], low[0] : high[0]]
    part *= 1 - share
    part += cv2.resize(colours, small, interpolation=cv2.INTER_AREA)


def _facets(rings: Points) -> Sequence[tuple[Points, Points]]:
    """Sides from below, then the top: corners (n, 3) and the way each looks (unit length)."""
    facets = []
    middle = rings.reshape(-1, 3).mean(axis=0)
    for lower, upper in pairwise(rings):
        for nth in range(len(lower)):
            after = (nth + 1) % len(lower)
            corners = np.stack([lower[nth], lower[after], upper[after], upper[nth]])
            normal = np.cross(corners[2] - corners[0], corners[3] - corners[1])
            long = float(np.linalg.norm(normal))
            if long < 1e-9:
                continue
            normal = normal / long
            outward = corners.mean(axis=0)[:2] - middle[:2]
            facets.append((corners, normal if float(normal[:2] @ outward) >= 0 else -normal))
    facets.append((rings[-1], np.array((0.0, 0.0, -1.0))))
    return facets


def _cover_top(colours: Array, figure: Figure, camera: Camera, low: Points, light: Light, shade: Shade) -> None:
    assert figure.top is not None
    edge = figure.top.shape[0]
    square = np.array(((0, 0), (edge, 0), (edge, edge), (0, edge)), np.float32) - np.float32(0.5)
    top = figure.rings[-1][[2, 3, 0, 1]]
    corners = (camera.project(top) - low) * FINER
    plane = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    lit = light.ambient_bgr + light.lamp_bgr * shade.on(top, edge)[:, :, None]
    face = ((figure.top.astype(np.float32) / 255) ** 2.2 * 0.88 + 0.012) * lit
    where = (colours.shape[1], colours.shape[0])
    cv2.warpPerspective(face, plane, where, colours, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
