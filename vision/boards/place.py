"""Where the board lies in a photo, and where the phone was: from its corner marks, or from four taps.

The law of this file: geometry; what lies on the board is not looked at. Millimetres as in `companion.board`, z into the
table, so that the phone is at a negative z.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from vision.marks import find_marks
from vision.photo import shrunk

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

WORKING_PX: Final = (1600, 3200)
"""Longer sides in which marks are looked for, the second where the first shows too few: a mark of 18 mm on a board of
318 mm that fills half the picture is then 45 pixels wide, and 90."""
FEWEST: Final = 3
"""Marks: two leave the far side open to a millimetre's error for each tenth of a pixel."""
OFF: Final = 1.5
"""mm by which a mark's corner may be off, a lens that bends and paper that does not lie flat included."""
USUAL_FOCAL: Final = 0.76
"""Focal length of a phone's main camera, in longer sides of the picture: 27 mm on film."""
FOCALS: Final = tuple(0.5 * 1.05**nth for nth in range(40))
"""Those that are tried: from 18 mm on film to a zoom of 120 mm."""


@dataclass(frozen=True)
class Place:
    """Where a board lies in a photo."""

    plane: Points
    """(3, 3): from mm on the board to pixels of the photo."""
    eye: Points
    """(3,): the phone, mm."""

    def slant(self, plan: BoardPlan) -> float:
        """Degrees from straight above in which the middle of the board is seen."""
        across, along, down = self.eye - (plan.width / 2, plan.height / 2, 0)
        return float(np.degrees(np.arctan2(np.hypot(across, along), -down)))

    def pixels(self, points: Points) -> Points:
        """Points (n, 2) of the board in pixels."""
        return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), self.plane)[0], np.float64)


def by_marks(image: Picture, plan: BoardPlan) -> Place | None:
    """From the marks in a photo (h, w, 3) BGR; None: too few are seen, or they do not belong to one board."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    for longer in WORKING_PX:
        found = _marks(image, grey, plan, longer)
        if len({code for code, _, _ in found}) >= FEWEST:
            board = np.concatenate([corners for _, corners, _ in found])
            seen = np.concatenate([corners for _, _, corners in found])
            return _placed(board, seen, image.shape[:2])
        if max(image.shape[:2]) <= longer:
            return None
    return None


def by_taps(taps: Sequence[tuple[float, float]], plan: BoardPlan, shape: tuple[int, ...]) -> Place | None:
    """From where the middles of `plan.taps` were tapped in a photo of this shape; None: no board looks so."""
    board = np.array([(spot.x, spot.y) for spot in map(plan.spot, plan.taps)])
    seen = np.array(taps, np.float64)
    if seen.shape != (4, 2) or not cv2.isContourConvex(seen.astype(np.float32).reshape(-1, 1, 2)):
        return None
    if cv2.contourArea(seen.astype(np.float32), oriented=True) <= 0:
        return None  # the other way round: no board is seen from below
    plane = np.asarray(cv2.getPerspectiveTransform(board.astype(np.float32), seen.astype(np.float32)), np.float64)
    return Place(plane, seen_from(plane, shape)[1])


def _marks(image: Picture, grey: Picture, plan: BoardPlan, longer: int) -> list[tuple[int, Points, Points]]:
    """Each mark of the plan that is seen once: its code, its corners in mm and in pixels."""
    small, scale = shrunk(image, longer)
    wanted = {mark.code: mark for mark in plan.marks}
    seen = [mark for mark in find_marks(small) if mark.code in wanted]
    codes = [mark.code for mark in seen]
    found = []
    for mark in seen:
        if codes.count(mark.code) > 1:
            continue
        corners = ((np.array(mark.corners) + 0.5) / scale - 0.5).astype(np.float32).reshape(-1, 1, 2)
        edge = float(np.sqrt(cv2.contourArea(corners)))
        reach = int(np.clip(edge / 12, 2, 9))
        stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.03)
        fine = cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop)
        found.append((mark.code, np.array(wanted[mark.code].corners), np.asarray(fine.reshape(4, 2), np.float64)))
    return found


def _placed(board: Points, seen: Points, shape: tuple[int, ...]) -> Place | None:
    place = placed_by(board, seen, shape)
    if place is None:
        return None
    back = cv2.perspectiveTransform(seen.reshape(1, -1, 2), np.linalg.inv(place.plane))[0]
    return place if float(np.abs(back - board).max()) <= OFF else None


def placed_by(board: Points, seen: Points, shape: tuple[int, ...]) -> Place | None:
    """From many points (n, 2) of the board, mm, and where they are seen, pixels: their least squares."""
    fitted, _ = cv2.findHomography(board, seen, 0)
    if fitted is None:
        return None
    plane = np.asarray(fitted, np.float64)
    return Place(plane, seen_from(plane, shape)[1])


def seen_from(plane: Points, shape: tuple[int, ...]) -> tuple[float, Points]:
    """How badly a plane fits a photo of this shape, and where the phone was.

    Its focal length is not known: the one that makes the board's axes equal and square is taken, and where they say
    little, seen from above, one as phones have it.
    """
    best: tuple[float, Points] | None = None
    for part, rays in _rays(plane, shape):
        x, y, at = rays[:, 0], rays[:, 1], rays[:, 2]
        size = float(np.sqrt(np.linalg.norm(x) * np.linalg.norm(y)))
        askew = float(x @ y) / size**2
        uneven = float(np.log(np.linalg.norm(x) / np.linalg.norm(y)))
        # A mark is off by about a hundredth of the board's size at most; other focal lengths are rarer and rarer.
        cost = (askew**2 + uneven**2) / 0.01**2 + (np.log(part / USUAL_FOCAL) / 0.25) ** 2
        if best is None or cost < best[0]:
            across, along = x / np.linalg.norm(x), y / np.linalg.norm(y)
            turn, _, other = np.linalg.svd(np.column_stack([across, along, np.cross(across, along)]))
            eye = -(turn @ other).T @ (at / size)
            best = cost, eye if eye[2] < 0 else eye * (1, 1, -1)
    assert best is not None
    return best


def proportions(plane: Points, shape: tuple[int, ...]) -> tuple[float, float]:
    """Of a board whose plan may be wider or higher than it is: how many times its x is too short for its y, and how far
    from square its axes then are (cosine). The focal length is as in `seen_from`."""
    best: tuple[float, float, float] | None = None
    for part, rays in _rays(plane, shape):
        x, y = float(np.linalg.norm(rays[:, 0])), float(np.linalg.norm(rays[:, 1]))
        askew = float(rays[:, 0] @ rays[:, 1]) / (x * y)
        cost = (askew / 0.01) ** 2 + (np.log(part / USUAL_FOCAL) / 0.15) ** 2
        if best is None or cost < best[0]:
            best = cost, x / y, askew
    assert best is not None
    return best[1:]


def _rays(plane: Points, shape: tuple[int, ...]) -> Iterator[tuple[float, Points]]:
    """Each focal length that is tried, in longer sides, and with it its axes and corner as a phone sees them."""
    middle = np.array(((1, 0, -(shape[1] - 1) / 2), (0, 1, -(shape[0] - 1) / 2), (0, 0, 1.0)))
    longer = max(shape[:2])
    for part in FOCALS:
        yield part, np.diag((1 / (part * longer), 1 / (part * longer), 1.0)) @ middle @ plane
