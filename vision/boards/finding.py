"""Where a board that this table has learnt lies in a photo: found by its art, or beginning from four taps.

The law of this file: a place is told only where the picture that was learnt fits there, and fits there better than a
space aside. Features say roughly where; patches of the picture, each sought near by, say exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, Taps
from vision.boards.flat import SCALE, Frame, flatten
from vision.boards.own import OwnBoard
from vision.boards.place import Place, by_taps, placed_by
from vision.photo import shrunk

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

WORKING_PX: Final = 1000
"""Longer side in which features are sought."""
FEATURES: Final = 1500
ALIKE: Final = 0.85
"""How much nearer the best feature must be than the next: spaces are like each other, their numbers are not."""
ASTRAY_PX: Final = 6.0
"""By which a feature may lie beside the place that the others tell, in pixels of that picture."""
FEWEST_FEATURES: Final = 12

PATCH_PX: Final = 24
"""Edge of a patch of the learnt picture, 12 mm: one space has four."""
TELLING: Final = 4.0
"""Contrast that a patch has at least, levels of grey."""
SEARCHED_PX: Final = (14, 6)
"""How far around it is sought, the first time and the second: less than half a space."""
FITS: Final = 0.55
"""Correlation from which a patch is found."""
ASIDE_PX: Final = 2.0
"""By which a patch may lie beside the place that the others tell."""
FEWEST: Final = 16
SHARE: Final = 0.3
"""Of the patches that have contrast those that fit; a full board hides some, another light blurs some."""


@dataclass(frozen=True)
class Sought:
    """What is known of a learnt board to be found by it; made once."""

    plan: BoardPlan
    grey: Picture
    points: NDArray[np.float32]
    """(n, 2): its features, mm."""
    descriptors: Floats
    patches: tuple[tuple[int, int], ...]
    """Row and column of each one's first pixel."""


def sought(own: OwnBoard, plan: BoardPlan) -> Sought:
    """`plan` is the game's, as any other board has it."""
    grey = np.asarray(cv2.cvtColor(own.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    known = own.known()
    keys, descriptors = _sift().detectAndCompute(grey, known.astype(np.uint8))
    points = np.array([key.pt for key in keys], np.float32).reshape(-1, 2)
    if descriptors is None:
        descriptors = np.zeros((0, 128), np.float32)
    mm = (points - np.float32(Frame.px(0))) / np.float32(SCALE)
    return Sought(own.plan(plan), grey, mm, np.asarray(descriptors, np.float32), tuple(_patches(grey, known)))


def find(image: Picture, known: Sought, taps: Taps | None) -> Place | None:
    """Where it lies in a photo (h, w, 3) BGR; None: it is not seen."""
    plan = known.plan
    place = by_features(image, known) if taps is None else by_taps(taps, plan, image.shape)
    for reach in SEARCHED_PX:
        if place is not None:
            place = _nearer(image, place, known, reach)
    return place


def by_features(image: Picture, known: Sought) -> Place | None:
    """Roughly."""
    small, scale = shrunk(image, WORKING_PX)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    keys, descriptors = _sift().detectAndCompute(grey, np.ones_like(grey))
    if descriptors is None or len(keys) < FEWEST_FEATURES or len(known.points) < FEWEST_FEATURES:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(descriptors, known.descriptors, 2)
    good = [first for first, *rest in pairs if rest and first.distance < ALIKE * rest[0].distance]
    if len(good) < FEWEST_FEATURES:
        return None
    board = known.points[[match.trainIdx for match in good]].astype(np.float64)
    seen = np.array([keys[match.queryIdx].pt for match in good])
    fitted, inside = cv2.findHomography(board, seen, cv2.USAC_MAGSAC, ASTRAY_PX, maxIters=5000, confidence=0.999)
    if fitted is None or int(inside.sum()) < FEWEST_FEATURES:
        return None
    kept = inside[:, 0] > 0
    return placed_by(board[kept], (seen[kept] + 0.5) / scale - 0.5, image.shape[:2])


def _nearer(image: Picture, place: Place, known: Sought, reach: int) -> Place | None:
    """The place at which the patches of the learnt picture lie."""
    plan = known.plan
    seen, shown, _ = flatten(image, place, plan)
    grey = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)
    at, found = [], []
    looked = 0
    for row, column in known.patches:
        down, across = row - reach, column - reach
        window = grey[down : row + PATCH_PX + reach, across : column + PATCH_PX + reach]
        if not shown[down : row + PATCH_PX + reach, across : column + PATCH_PX + reach].all():
            continue
        looked += 1
        patch = known.grey[row : row + PATCH_PX, column : column + PATCH_PX]
        fits = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), np.float32)
        _, score, _, (x, y) = cv2.minMaxLoc(fits)
        if score < FITS or not (0 < x < 2 * reach and 0 < y < 2 * reach):
            continue
        at.append((column, row))
        found.append((across + x + _between(fits[y, x - 1 : x + 2]), down + y + _between(fits[y - 1 : y + 2, x])))
    if len(at) < max(FEWEST, SHARE * looked):
        return None
    half = (PATCH_PX - 1) / 2
    where, there = np.array(at, np.float64) + half, np.array(found, np.float64) + half
    fitted, inside = cv2.findHomography(where, there, cv2.USAC_MAGSAC, ASIDE_PX, maxIters=2000, confidence=0.999)
    if fitted is None:
        return None
    kept = inside[:, 0] > 0
    if int(kept.sum()) < max(FEWEST, SHARE * looked):
        return None
    mm = (where[kept] - Frame.px(0)) / SCALE
    return placed_by(mm, place.pixels((there[kept] - Frame.px(0)) / SCALE), image.shape[:2])


def _between(three: Floats) -> float:
    """Where between pixels a parabola through three values is highest."""
    before, middle, after = map(float, three)
    bow = before - 2 * middle + after
    return 0.0 if bow >= 0 else float(np.clip((before - after) / (2 * bow), -0.5, 0.5))


def _patches(grey: Picture, known: Mask) -> Iterator[tuple[int, int]]:
    """Those with contrast, side by side."""
    reach = SEARCHED_PX[0]
    for row in range(reach, grey.shape[0] - PATCH_PX - reach, PATCH_PX):
        for column in range(reach, grey.shape[1] - PATCH_PX - reach, PATCH_PX):
            part = (slice(row, row + PATCH_PX), slice(column, column + PATCH_PX))
            if known[part].all() and float(grey[part].std()) > TELLING:
                yield row, column


def _sift() -> cv2.SIFT:
    return cv2.SIFT.create(nfeatures=FEATURES)
