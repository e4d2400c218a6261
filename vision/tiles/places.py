"""Where in a picture a tile may lie: four-cornered patches.

The law of this file: rather a patch too many than one too few; what a patch shows is judged elsewhere. A tile is found
by its outline against the floor, whatever is drawn on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import shrunk

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]

WORKING_PX: Final = 800
"""Longer side in which outlines are looked for."""
SMALLEST: Final = 0.04
"""Edge of a patch, of the longer side: half of the smallest tile that is read."""
LARGEST: Final = 0.75
LEVELS: Final = (10, 20, 36, 60)
"""Differences from the floor, in levels of the most different colour, at which outlines are taken."""
EDGES: Final = ((25, 60), (60, 150))
"""Canny's thresholds."""
FILLED: Final = 0.86
"""Share of its four corners that an outline fills at least."""
SQUARE: Final = 1.9
"""A side is at most so many times as long as another: seen at 35 degrees 1.3, and a shadow beside it."""
FROM_ABOVE: Final = 1.35
"""The same where a tile is seen at no more than 35 degrees; and a diagonal as long as the other."""
ASKEW: Final = 0.12
"""Of an edge: a corner that is off by less from where the other three say is right, for a tilt moves it too."""
NECK: Final = 0.02
"""Of the longer side: what hangs together by less is taken for two."""
CORNER_PX: Final = 3.0
"""By so much the corners stand out of what is left of a tile then."""
SAME: Final = 0.06
"""Corners nearer than this part of an edge are the same."""


def places(image: Picture) -> list[Corners]:
    """Patches (4, 2) of a picture (h, w, 3) BGR, clockwise; pixels of it. Larger ones first."""
    small, scale = shrunk(image, WORKING_PX)
    found: list[Corners] = []
    for corners in _outlined(small):
        if not any(_same(corners, other) for other in found):
            found.append(corners)
    found.sort(key=lambda corners: -cv2.contourArea(corners.astype(np.float32)))
    return [(corners + 0.5) / scale - 0.5 for corners in found]


def _outlined(small: Picture) -> Iterator[Corners]:
    longer = max(small.shape[:2])
    square = np.ones((3, 3), np.uint8)
    calm = cv2.GaussianBlur(small, (0, 0), 1.0)
    apart = _apart(np.asarray(cv2.medianBlur(small, 5), np.uint8))
    masks = [(apart > level).astype(np.uint8) for level in LEVELS]
    for low, high in EDGES:
        edges = np.zeros(small.shape[:2], np.uint8)
        for colour in cv2.split(calm):
            edges |= np.asarray(cv2.Canny(colour, low, high), np.uint8)
        masks.append(np.asarray(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, square), np.uint8))
    for mask in masks:
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        large = [np.asarray(o, np.int32) for o in outlines if _long(o) >= SMALLEST * longer]
        for outline in (*large, *_parted([o for o in large if _long(o) <= LARGEST * longer], mask.shape, longer)):
            corners = four_corners(outline)
            if corners is not None:
                for one in (corners, *completed(corners)):
                    edge = float(np.sqrt(cv2.contourArea(one.astype(np.float32))))
                    if SMALLEST * longer <= edge <= LARGEST * longer:
                        yield one


def _long(outline: cv2.typing.MatLike) -> int:
    return max(cv2.boundingRect(outline)[2:])


def _parted(outlines: list[NDArray[np.int32]], shape: tuple[int, ...], longer: int) -> list[NDArray[np.int32]]:
    """The same, filled and cut where two hang together by little: a die lies against the corner of a tile."""
    filled = np.zeros(shape[:2], np.uint8)
    for outline in outlines:
        cv2.drawContours(filled, [outline], -1, (1,), cv2.FILLED)
    reach = NECK * longer / 2
    core = cv2.distanceTransform(filled, cv2.DIST_L2, 3) > reach
    away = cv2.distanceTransform((~core).astype(np.uint8), cv2.DIST_L2, 3)
    parted = (away <= reach + CORNER_PX).astype(np.uint8) & filled
    return [
        np.asarray(outline, np.int32)
        for outline in cv2.findContours(parted, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    ]


def _apart(small: Picture) -> Picture:
    """How much each pixel differs from the floor, whose light may rise and fall over the picture."""
    height, width = small.shape[:2]
    few = cv2.resize(small, (48, 36), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float64)
    basis = _basis(48, 36)
    kept = np.ones(len(few), bool)
    fit = np.zeros((basis.shape[1], 3))
    for _ in range(6):
        fit = np.asarray(np.linalg.lstsq(basis[kept], few[kept], rcond=None)[0], np.float64)
        off = np.abs(basis @ fit - few).max(axis=1)
        kept = off <= max(6.0, 1.5 * float(np.median(off)))
        if kept.sum() < 4 * basis.shape[1]:
            break
    few_of_floor = (basis @ fit).reshape(36, 48, 3).astype(np.float32)
    floor = np.asarray(cv2.resize(few_of_floor, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(np.clip(np.abs(small - floor).max(axis=2), 0, 255), np.uint8)


def _basis(width: int, height: int) -> NDArray[np.float64]:
    y, x = np.mgrid[:height, :width] / np.array((height, width))[:, None, None] - 0.5
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)


def four_corners(outline: NDArray[np.int32]) -> Corners | None:
    """The corners of an outline that is a square seen from somewhere, clockwise; None: it is none."""
    if len(outline) < 4:
        return None
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < 100:
        return None
    around = cv2.arcLength(hull, True)
    four = None
    for coarse in (0.02, 0.035, 0.05, 0.07, 0.1):
        few = cv2.approxPolyDP(hull, coarse * around, True)
        if len(few) == 4:
            four = few
            break
        if len(few) < 4:
            break
    if four is None:
        four = cv2.boxPoints(cv2.minAreaRect(hull)).reshape(-1, 1, 2)
    corners = np.asarray(four, np.float64).reshape(4, 2)
    box = float(cv2.contourArea(corners.astype(np.float32)))
    if box <= 0 or not FILLED <= area / box <= 1 / FILLED:
        return None
    if not square_enough(corners):
        return None
    if _turning(corners) < 0:
        corners = corners[::-1]
    return np.ascontiguousarray(corners)


def completed(corners: Corners) -> list[Corners]:
    """The same with each corner in turn put where the other three say: on a floor of its colour a tile loses one."""
    edge = float(sides(corners).max())
    said = np.roll(corners, 1, axis=0) + np.roll(corners, -1, axis=0) - np.roll(corners, 2, axis=0)
    if float(np.linalg.norm(said - corners, axis=1).max()) < ASKEW * edge:
        return []
    puts = []
    for nth in range(4):
        put = corners.copy()
        put[nth] = said[nth]
        if square_enough(put):
            puts.append(put)
    return puts


def square_enough(corners: Corners) -> bool:
    """Whether four corners can be a square that is seen from somewhere."""
    long = sides(corners)
    return bool(long.max() <= SQUARE * long.min()) and cv2.isContourConvex(corners.astype(np.float32).reshape(-1, 1, 2))


def from_above(corners: Corners) -> bool:
    """Whether four corners are a square that a camera looks down on."""
    across = np.linalg.norm(corners[:2] - corners[2:], axis=1)
    return all(bool(long.max() <= FROM_ABOVE * long.min()) for long in (sides(corners), across))


def sides(corners: Corners) -> NDArray[np.float64]:
    """The lengths of the four sides, pixels."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))


def overlap(one: Corners, other: Corners) -> bool:
    """Whether the middle of one lies within the other."""

    def within(point: NDArray[np.float64], corners: Corners) -> bool:
        return cv2.pointPolygonTest(corners.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0

    return within(one.mean(axis=0), other) or within(other.mean(axis=0), one)


def _turning(corners: Corners) -> float:
    after = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]).sum())


def _same(one: Corners, other: Corners) -> bool:
    edge = np.linalg.norm(one[1] - one[0])
    return any(float(np.abs(one - np.roll(other, turn, axis=0)).max()) < SAME * edge for turn in range(4))
