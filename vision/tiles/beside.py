"""Tiles laid beside rendered dice, to see whether either reader takes the one for the other.

The law of this file: all that lies in a picture is known, the dice by the labels of render_dice, the tile by where it
was laid: on the floor on which they lie, near one of them and on none, as large as in the pictures of tiles alone.
"""

import json
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labelled import SMALL_PX
from vision.photo import load_photo
from vision.tiles.scene import LARGEST_PX, SMALLEST_PX, THICK, laid, linear, onto

Picture = NDArray[np.uint8]
Array = NDArray[np.float64]

TRIES: Final = 300
"""Places that are looked at before a roll is left out, because its dice leave no room."""
NEAR_CM: Final = (0.3, 3.0)
"""Between the edges of the tile and of the die that it lies beside, at least and at most, were both round."""
MARGIN_PX: Final = 6.0
"""From the tile to the picture's edge."""
WALL_CM: Final = 0.4
"""From the tile to the tray's wall, which may hide a part of it."""


@dataclass(frozen=True)
class Roll:
    """A rendered roll whose dice all lie flat and can be read."""

    path: Path
    values: tuple[int, ...]
    """Ascending."""
    entry: dict[str, Any]
    """Of labels.json."""

    @property
    def die_px(self) -> float:
        """Edge of a top face, as a calibrated tray knows it."""
        return float(statistics.median(die["top_px"] for die in self.entry["dice"]))


def rolls(folder: Path) -> list[Roll]:
    """Those of a folder with the labels.json of render_dice."""
    return [
        Roll(folder / entry["file"], tuple(entry["values_top"]), entry)
        for entry in json.loads((folder / "labels.json").read_text())["images"]
        if entry["clean_roll"] and entry["n_dice"] and min(die["top_px"] for die in entry["dice"]) >= SMALL_PX
    ]


def beside(roll: Roll, face: Picture, seed: int) -> Picture | None:
    """The roll with a face (n, n, 3) BGR beside it, as decoded from JPEG; None: there is no room."""
    rng = np.random.default_rng([seed, 11])
    image = load_photo(roll.path)
    seen = _Seen(roll.entry["camera"])
    for square in _free(rng, roll.entry, seen):
        edge_cm = float(np.linalg.norm(square[1] - square[0]))
        edge_px = float(np.sqrt(cv2.contourArea(seen(square, THICK * edge_cm).astype(np.float32))))
        lens = cv2.GaussianBlur(face, (0, 0), rng.uniform(0.5, 0.9) * face.shape[0] / edge_px)
        lit = linear(image)
        white = float(np.percentile(lit, 99)) * rng.uniform(0.75, 1.0)
        printed = np.asarray(lens * min(1.0, white) ** (1 / 2.2), np.uint8)
        made = laid(rng, lit, printed, onto(seen(square, THICK * edge_cm)), onto(seen(square, 0.0)))
        back = np.clip((made - 0.004) / 0.9, 0, 1) ** (1 / 2.2) * 255
        quality = int(rng.integers(80, 93))
        ok, data = cv2.imencode(".jpg", np.asarray(back.round(), np.uint8), (cv2.IMWRITE_JPEG_QUALITY, quality))
        assert ok
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return None


class _Seen:
    """Where points of the floor come to lie in the picture."""

    def __init__(self, camera: dict[str, Any]) -> None:
        turn = np.array(camera["R_world_to_cam"], np.float64)
        self._turn = cv2.Rodrigues(turn)[0]
        self._shift = -turn @ np.array(camera["position_cm"], np.float64)
        self._lens = np.array([[camera["fx"], 0, camera["cx"]], [0, camera["fy"], camera["cy"]], [0, 0, 1]])
        self._bent = np.array(camera["dist"], np.float64)

    def __call__(self, points: Array, height_cm: float) -> Array:
        """Points (n, 2), cm, so high above the floor, in pixels (n, 2)."""
        raised = np.column_stack([points, np.full(len(points), height_cm)])
        return np.asarray(cv2.projectPoints(raised, self._turn, self._shift, self._lens, self._bent)[0].reshape(-1, 2))


def _free(rng: np.random.Generator, entry: dict[str, Any], seen: _Seen) -> Iterator[Array]:
    """Squares (4, 2) of the floor, cm, clockwise in the picture, on which nothing lies."""
    dice, size = entry["dice"], np.array((entry["width"], entry["height"]))
    taken = [cv2.convexHull(np.array(die["polygon"], np.float32)) for die in dice]
    for _ in range(TRIES):
        die = dice[int(rng.integers(len(dice)))]
        at = np.array(die["position_cm"][:2])
        left, right = seen(at + np.array([(-0.5, 0.0), (0.5, 0.0)]), 0.0)
        px = float(np.linalg.norm(right - left))
        edge = SMALLEST_PX * (LARGEST_PX / SMALLEST_PX) ** (rng.random() ** 1.5) / px
        way, turn = rng.uniform(0, 2 * np.pi, 2)
        far = (edge + die["size_mm"] / 10) / 2 + rng.uniform(*NEAR_CM)
        middle = at + far * np.array((np.cos(way), np.sin(way)))
        across = np.array((np.cos(turn), np.sin(turn))) * edge / 2
        along = np.array((across[1], -across[0]))  # y grows away from the viewer: down the face is towards them
        square = middle + np.array([-across - along, across - along, across + along, -across + along])
        if not _within(entry["tray"], square):
            continue
        outline = cv2.convexHull(np.concatenate([seen(square, 0.0), seen(square, THICK * edge)]).astype(np.float32))
        corners = outline.reshape(-1, 2)
        if (corners < MARGIN_PX).any() or (corners > size - 1 - MARGIN_PX).any():
            continue
        if any(cv2.intersectConvexConvex(outline, die_outline)[0] > 0 for die_outline in taken):
            continue
        yield square


def _within(tray: dict[str, Any] | None, square: Array) -> bool:
    """Whether a square of the floor lies within the tray's walls."""
    if tray is None:
        return True
    half = np.array(tray["half_size_cm"]) - WALL_CM
    if tray["shape"] == "rect":
        return bool((np.abs(square) < half).all())
    return bool((np.linalg.norm(square, axis=1) < half.min() * np.cos(np.pi / 6)).all())
