"""Drawing a dice tray as a camera above it would see it.

The law of this file: a die is a cube in space, and whatever shows of it follows from where it lies. No picture is
drawn for a value; the pips stand on the six faces, and the projection decides which of them are seen. Lengths are those
of vision/tray_poses.py.
"""

from collections.abc import Iterable
from functools import cache
from math import cos, pi, radians, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray_poses import AXES, CORNERS, DIE_MM, TILE_THICK_MM, Array, LaidTile, Picture, Pose

INNER_MM: Final = (204.0, 152.0)
"""The felt between the rims, (x, y)."""
CAMERA_MM: Final = 420.0
"""From the camera to the middle of the felt: what a desk arm reaches."""
TILT: Final = radians(7.0)
"""How far the camera looks from off the vertical: an arm never hangs quite straight, so sides of dice show."""
VIEW_MM: Final = 222.0
"""Width of the felt plane that fits the picture; a top face is then about 54 pixels of 640."""
DRAWN_LARGER: Final = 2
"""Drawn this many times larger and shrunk, which smooths edges as a lens does."""

SOFT_PX: Final = 12
"""How far a shadow's edge is blurred, at a quarter of the enlarged picture's size: more than the filter reaches."""

IVORY: Final = np.array((214.0, 232.0, 238.0))
"""BGR of a die in full light; below white, so that lit faces are not burnt out."""
INK: Final = np.array((38.0, 32.0, 34.0))
FELT: Final = np.array((58.0, 92.0, 36.0))
WOOD: Final = np.array((52.0, 84.0, 128.0))
SKIN: Final = np.array((128.0, 160.0, 212.0))
LIGHT: Final = np.array((-0.36, 0.42, 0.83))
"""Towards the lamp, unit length: behind the tray, to the left."""
AMBIENT: Final = 0.52
"""Share of the light that comes from everywhere; the lamp gives the rest to a face turned to it."""
PIP_RADIUS: Final = 0.095
PIP_OFFSET: Final = 0.25
"""Of a die's edge."""

_EYE: Final = CAMERA_MM * np.array((0.0, -sin(TILT), cos(TILT)))
_LOOKS: Final = np.array(((1.0, 0.0, 0.0), (0.0, -cos(TILT), -sin(TILT)), (0.0, sin(TILT), -cos(TILT))))
"""Where the camera is, in mm, and how it is turned."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


BOARD: Final = np.array((150.0, 172.0, 184.0))
"""BGR of the card along its sides."""


class TrayScene:
    """The still part, drawn once, and what is drawn upon it."""

    def __init__(self, size: tuple[int, int], rng: np.random.Generator) -> None:
        self._size = size
        self._large = (size[0] * DRAWN_LARGER, size[1] * DRAWN_LARGER)
        self._background = self._draw_background(rng)

    def project(self, points: Array) -> Array:
        """Points in mm (n, 3) to pixels of the enlarged picture (n, 2)."""
        return _projected(points, self._large)

    def seen(self) -> tuple[tuple[tuple[float, float], ...], float]:
        """The felt's corners in the picture, clockwise from the top left one, and the edge of a top face, pixels."""
        x, y, half = INNER_MM[0] / 2, INNER_MM[1] / 2, DIE_MM / 2
        felt = self.project(np.array(((-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)), np.float64)) / DRAWN_LARGER
        top = self.project(np.array(((-half, 0, DIE_MM), (half, 0, DIE_MM)))) / DRAWN_LARGER
        return tuple((float(u), float(v)) for u, v in felt), float(np.linalg.norm(top[1] - top[0]))

    def draw(
        self, dice: Iterable[Pose], hand: tuple[float, float] | None = None, tile: LaidTile | None = None
    ) -> Picture:
        """The tray with these dice and, if any, a tile, and a hand whose palm is at (x, y) mm."""
        nearest_last = sorted(dice, key=lambda die: -float(np.linalg.norm(die.middle - _EYE)))
        picture = self._shadowed(nearest_last, hand, tile)
        if tile is not None:
            self._draw_tile(picture, tile)
        for die in nearest_last:
            self._draw_die(picture, die)
        if hand is not None:
            self._draw_hand(picture, hand, SKIN)
        small = cv2.resize(picture, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.6), np.uint8)

    def _draw_background(self, rng: np.random.Generator) -> Picture:
        width, height = self._large
        grain = cv2.GaussianBlur(rng.normal(0, 9, (height, width)).astype(np.float32), (0, 0), 1.2) * 2
        clouds = cv2.resize(rng.normal(0, 2.5, (6, 8)), (width, height), interpolation=cv2.INTER_CUBIC)
        stripes = cv2.GaussianBlur(rng.normal(0, 14, (height, 1)), (0, 0), 3)
        inside, light = _felt(self._large)
        picture = np.empty((height, width, 3), np.uint8)
        cloth = (grain + clouds).astype(np.float32)
        for channel in range(3):
            felt, wood = (FELT[channel] + cloth) * light, (WOOD[channel] + stripes).astype(np.float32)
            picture[:, :, channel] = np.clip(wood + (felt - wood) * inside, 0, 255)
        return picture

    def _shadowed(self, dice: list[Pose], hand: tuple[float, float] | None, tile: LaidTile | None) -> Picture:
        mask = np.zeros((self._large[1] // 4, self._large[0] // 4), np.float32)
        bodies = [die.middle + CORNERS @ die.turn.T for die in dice]
        if tile is not None:
            bodies.append(np.concatenate([tile.corners(0.0), tile.corners(TILE_THICK_MM)]))
        darkened = []
        for corners in bodies:
            fallen = corners - LIGHT * (corners[:, 2:] / LIGHT[2])
            outline = cv2.convexHull((self.project(fallen) / 4).astype(np.float32)).round().astype(np.int32)
            cv2.fillConvexPoly(mask, outline, (1.0,))
            darkened.append(cv2.boundingRect(outline))
        if hand is not None:
            large = np.zeros((*self._background.shape[:2], 3), np.uint8)
            self._draw_hand(large, (hand[0] + 14, hand[1] - 16), np.full(3, 255.0))
            mask = np.maximum(mask, cv2.resize(large[:, :, 0], mask.shape[::-1]).astype(np.float32) / 255)
            darkened = [(0, 0, mask.shape[1], mask.shape[0])]
        picture = self._background.copy()
        soft = cv2.resize(cv2.GaussianBlur(mask, (0, 0), 2.0), self._large)
        for left, top, width, height in darkened:
            rows = slice(max(0, top - SOFT_PX) * 4, (top + height + SOFT_PX) * 4)
            columns = slice(max(0, left - SOFT_PX) * 4, (left + width + SOFT_PX) * 4)
            light = (1 - 0.45 * soft[rows, columns])[:, :, None]
            picture[rows, columns] = self._background[rows, columns] * light
        return picture

    def _draw_die(self, picture: Picture, die: Pose) -> None:
        faces = []
        for value, (axis, side) in AXES.items():
            normal = die.turn[:, axis] * side
            centre = die.middle + normal * DIE_MM / 2
            if float(normal @ (_EYE - centre)) > 0:
                faces.append((value, normal, centre, die.turn[:, (axis + 1) % 3], die.turn[:, (axis + 2) % 3]))
        # The worn edges first, as one outline of the slightly rounded cube; the faces leave them visible.
        edge = np.mean([_lit(normal) for _, normal, *_ in faces])
        worn = np.concatenate([_rounded(centre, u, v, 0.5, 0.13) for _, _, centre, u, v in faces])
        outline = np.asarray(cv2.convexHull(self.project(worn).astype(np.float32)), np.float64)[:, 0]
        self._fill(picture, outline, IVORY * edge)
        for value, normal, centre, u, v in faces:
            light = _lit(normal)
            self._fill(picture, self.project(_rounded(centre, u, v, 0.475, 0.12)), IVORY * light)
            for across, along in _PIPS[value]:
                middle = centre + (u * across + v * along) * PIP_OFFSET * DIE_MM
                self._fill(picture, self.project(_rounded(middle, u, v, PIP_RADIUS, PIP_RADIUS)), INK * light)

    def _draw_tile(self, picture: Picture, tile: LaidTile) -> None:
        top, foot = self.project(tile.corners(TILE_THICK_MM)), self.project(tile.corners(0.0))
        body = cv2.convexHull(np.concatenate([top, foot]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        self._fill(picture, body, BOARD * AMBIENT)
        edge = tile.face.shape[0]
        square = np.array(((0, 0), (edge, 0), (edge, edge), (0, edge)), np.float32) - np.float32(0.5)
        plane = cv2.getPerspectiveTransform(square, top.astype(np.float32))
        face = np.asarray(tile.face * _lit(np.array((0.0, 0.0, 1.0))) * 0.95, np.uint8)
        # Cut and laid in one: beyond the face nothing of the picture changes.
        cv2.warpPerspective(face, plane, self._large, picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)

    def _draw_hand(self, picture: Picture, palm: tuple[float, float], colour: Array) -> None:
        """A flat hand that reaches in from below: enough for the tray to be seen as moving."""
        scale = self._large[0] / VIEW_MM
        x, y = self.project(np.array(((palm[0], palm[1], 30.0),)))[0]
        for reach in (-27.0, -9.0, 9.0, 27.0):
            tip = (round(x + reach * 1.2 * scale), round(y - (72 - abs(reach) * 0.5) * scale))
            cv2.line(
                picture, (round(x + reach * scale), round(y)), tip, colour.tolist(), round(15 * scale), cv2.LINE_AA
            )
        axes = (round(38 * scale), round(42 * scale))
        cv2.ellipse(picture, (round(x), round(y)), axes, 0, 0, 360, colour.tolist(), -1, cv2.LINE_AA)
        wrist = (round(x), round(y + 200 * scale))
        cv2.line(picture, (round(x), round(y)), wrist, colour.tolist(), round(54 * scale), cv2.LINE_AA)

    def _fill(self, picture: Picture, outline: Array, colour: Array) -> None:
        fixed = (outline * 16).round().astype(np.int32)  # sixteenths of a pixel, as shift=4 says
        cv2.fillConvexPoly(picture, fixed, np.clip(colour, 0, 255).tolist(), cv2.LINE_AA, 4)


def _projected(points: Array, size: tuple[int, int]) -> Array:
    """Points in mm (n, 3) to pixels of a picture of this size (n, 2)."""
    seen = (points - _EYE) @ _LOOKS.T
    focal = size[0] * CAMERA_MM / VIEW_MM
    return np.asarray(seen[:, :2] / seen[:, 2:] * focal + np.array(size) / 2, np.float64)


@cache
def _felt(size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Of a picture of this size, how much of each pixel is felt, and how light the felt is there: both 0 to 1."""
    width, height = size
    x, y = INNER_MM[0] / 2, INNER_MM[1] / 2
    floor = np.array(((-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)), np.float64)
    inside = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(inside, _projected(floor, size).round().astype(np.int32), (1.0,), cv2.LINE_AA)
    # Felt lies darker along the rim, where less of the sky reaches it.
    depth = np.clip(cv2.GaussianBlur(inside, (0, 0), 18.0) * 2 - 1, 0, 1)
    return inside, 0.72 + 0.28 * depth


def _lit(normal: Array) -> float:
    return AMBIENT + (1 - AMBIENT) * max(0.0, float(normal @ LIGHT)) / float(LIGHT[2])


def _rounded(centre: Array, u: Array, v: Array, half: float, radius: float) -> Array:
    """A square in space with round corners, sizes of a die's edge; a circle where `radius` equals `half`."""
    angles = np.arange(24) * pi / 12 + pi / 24
    flat = half - radius
    across = np.cos(angles) * radius + np.sign(np.cos(angles)) * flat
    along = np.sin(angles) * radius + np.sign(np.sin(angles)) * flat
    return np.asarray(centre + (across[:, None] * u + along[:, None] * v) * DIE_MM, np.float64)
