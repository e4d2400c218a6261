"""Which face a four-cornered patch of a picture shows.

The law of this file: faces are compared after light and white balance are taken out (each colour up to a factor and an
offset), and after the patch is shifted so that it fits. How sure it is, is how much worse the best other face explains
it, measured by how much worse it would at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles.faces import COARSE, EDGE, SOFT, Faces, spread, unit, unit_by_colour
from vision.tiles.places import square_enough

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]
"""(4, 2), clockwise in the picture."""

COMPARED: Final = 6
"""Faces that are looked at closely: more look alike only among the shields."""
LIKE: Final = 0.35
"""Coarse correlation below which a patch is no tile."""
ALIKE: Final = 0.6
"""Part of the best coarse correlation from which on a face may still be the one, once the patch fits; what explains
nearly as much as the best has four fifths of it."""
ROUNDS: Final = (25, 1e-3)
"""Steps of the fit at most, and the gain of correlation at which it ends."""
_ALL: Final = np.full((EDGE, EDGE), 255, np.uint8)
"""The mask of the fit: nothing is left out."""
SAMPLES: Final = 2
"""A patch is sampled so many times finer and averaged."""
RIM: Final = EDGE // 8
"""Pixels along a patch's edge that may be floor."""
CALM: Final = 2.0
"""Standard deviation, in a patch's pixels, of the blur that takes a camera's noise out."""


@dataclass(frozen=True, eq=False)
class Match:
    """What a patch shows."""

    name: str
    corners: Corners
    """Of the face, from the top left one as it is read."""
    explained: float
    """Share of the patch's contrast that the face explains, 0..1."""
    margin: float
    """1: the next face explains as much less as it can; 0: it explains it as well."""
    other: str = ""
    """The next face."""


def best_coarse(image: Picture, corners: Corners, faces: Faces) -> float:
    """How well the best face fits at a glance, -1..1."""
    return float(_coarse(patch(image, corners), faces).max())


@dataclass(frozen=True, eq=False)
class _Fit:
    """A face, fitted to a patch."""

    face: int
    turns: int
    corners: Corners
    """Of the patch, as the face lies in it when it is turned back by so many quarters."""
    explained: float


def match(image: Picture, corners: Corners, faces: Faces) -> Match | None:
    """The face that explains a patch best; None: it is like none."""
    seen = patch(image, corners)
    alike = _coarse(seen, faces)
    if alike.max() < LIKE:
        return None
    best = _fits(image, corners, seen, alike, faces)
    if not best:
        return None
    # What lay askew ranks the faces badly: as the best of them fits, others may look as much like it.
    corners = max(best.values(), key=lambda fit: fit.explained).corners
    seen = patch(image, corners)
    alike = _coarse(seen, faces)
    alike[alike < ALIKE * alike.max()] = -1
    best |= _fits(image, corners, seen, alike, faces, [*best])
    first, *others = sorted(best.values(), key=lambda fit: -fit.explained)
    margin, other = 1.0, ""
    for rival in others:
        at_most = 1 - float(faces.likeness[first.face, rival.face, (rival.turns - first.turns) % 4])
        apart = (first.explained - rival.explained) / max(at_most * first.explained, 1e-3)
        if apart < margin:
            margin, other = apart, faces.names[rival.face]
    upright = np.roll(first.corners, first.turns, axis=0)
    return Match(faces.names[first.face], upright, first.explained, margin, other)


def _fits(
    image: Picture,
    corners: Corners,
    seen: Picture,
    alike: NDArray[np.float32],
    faces: Faces,
    without: Sequence[str] = (),
) -> dict[str, _Fit]:
    """The best fit of each of the names that look most like a patch."""
    best: dict[str, _Fit] = {}
    grey = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)
    for index in np.argsort(alike, axis=None)[::-1][: COMPARED * 2]:
        face, turns = divmod(int(index), 4)
        name = faces.names[face]
        if alike[face, turns] < 0 or name in without or (name not in best and len(best) >= COMPARED):
            continue
        moved = _moved(corners, _fitted(grey, faces, face, turns))
        if not square_enough(moved):
            continue
        share = _explained(patch(image, moved), faces, face, turns)
        if name not in best or share > best[name].explained:
            best[name] = _Fit(face, turns, moved, share)
    return best


def patch(image: Picture, corners: Corners, edge: int = EDGE) -> Picture:
    """What lies within four corners, (edge, edge, 3)."""
    size = edge * SAMPLES
    square = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - np.float32(0.5)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    seen = cv2.warpPerspective(image, plane, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(seen, (edge, edge), interpolation=cv2.INTER_AREA), np.uint8)


def contrast(seen: Picture) -> float:
    """How much a patch (EDGE, EDGE, 3) varies inside its rim, in levels (a standard deviation), without noise."""
    inside = cv2.GaussianBlur(seen, (0, 0), CALM)[RIM:-RIM, RIM:-RIM]
    return float(inside.reshape(-1, 3).std(axis=0).max())


def _coarse(seen: Picture, faces: Faces) -> NDArray[np.float32]:
    small = cv2.resize(seen, (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    return np.asarray(faces.coarse @ unit(small.reshape(-1, 3)), np.float32)


def _fitted(grey: Picture, faces: Faces, face: int, turns: int) -> NDArray[np.float32]:
    """The homography that shifts the patch onto the face."""
    wanted = cv2.cvtColor(np.rot90(faces.pictures[face], turns).copy(), cv2.COLOR_BGR2GRAY)
    warp = np.eye(3, dtype=np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, *ROUNDS)
    try:
        cv2.findTransformECC(wanted, grey, warp, cv2.MOTION_HOMOGRAPHY, criteria, _ALL, 5)
    except cv2.error:  # it does not converge: then it does not fit
        return np.eye(3, dtype=np.float32)
    return warp


def _moved(corners: Corners, warp: NDArray[np.float32]) -> Corners:
    """The corners after such a shift of the patch."""
    square = np.array([[(0, 0), (EDGE, 0), (EDGE, EDGE), (0, EDGE)]], np.float32) - np.float32(0.5)
    back = cv2.getPerspectiveTransform(square[0], corners.astype(np.float32))
    shifted = cv2.perspectiveTransform(square, warp.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(shifted, back)[0], np.float64)


def _explained(seen: Picture, faces: Faces, face: int, turns: int) -> float:
    """Share of the contrast that a face explains at best, over its blurs."""
    ones, weight = unit_by_colour(seen), spread(seen)
    shares = []
    for soft in faces.soft[: len(SOFT)]:
        dots = (ones * unit_by_colour(np.rot90(soft[face], turns))).sum(axis=0)
        shares.append(float((np.clip(dots, 0, None) ** 2 * weight).sum()))
    return max(shares)
