"""Stage 3: the bodies of the dice.

The law of this file: a die is a compact piece of one colour with an end on every side. Pips tell what a die shows; only
its body tells that there is one. Here the body around a face is outlined, and bodies are found on which no face was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

RAYS: Final = 40
"""Directions in which the end of a body is sought."""
STEPS: Final = 56
"""Samples along a ray."""
TOLERANCES: Final = (13.0, 22.0, 36.0)
"""Differences, in the most different channel, by which something is no longer the body. The one that
outlines the best square is taken: a body on a floor of its colour needs the low one, a shaded body the high one."""

MIN_VIVID: Final = 30.0
"""Levels between the strongest and the weakest channel, from which on hue tells a colour, not brightness."""

_ANGLES: Final = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
_DIRECTIONS: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_BEFORE: Final = np.roll(np.arange(RAYS), 1)
_AFTER: Final = np.roll(np.arange(RAYS), -1)


@dataclass(frozen=True)
class Outline:
    """Where the body around a point ends."""

    centre: NDArray[np.float64]
    """Of the outline (not the point it was sought from), (x, y)."""
    closed: float
    """Share of the directions in which an end was found."""
    squareness: float
    """Shorter to longer side of the smallest rectangle around the outline, times the share of it that is filled."""
    side: float
    """Edge of the square of the same area, pixels."""
    corners: NDArray[np.float64]
    """(4, 2) of that rectangle."""
    distances: NDArray[np.float64]
    """(RAYS,) to the end, infinite where none was found."""


def colour_around(bgr: NDArray[np.uint8], xy: NDArray[np.float64], radius: NDArray[np.float64]) -> NDArray[np.float64]:
    """The body's colour (3,) beside the pips at (n, 2)."""
    points = xy[:, None] + _DIRECTIONS[None, ::4] * (radius[:, None, None] * 1.6 + 0.5)
    return np.asarray(np.median(colours_at(bgr, points).reshape(-1, 3), axis=0), np.float64)


def body_colours(
    bgr: NDArray[np.uint8], centres: NDArray[np.float64], halves: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The colour (n, 3) of most of each top face, pips being the lesser part of it; `centres` (n, 2), `halves` (n,)."""
    return np.asarray(_middle(_over_faces(bgr, centres, halves, (0.15, 0.4, 0.6, 0.75)), 0.5), np.float64)


def spreads(bgr: NDArray[np.uint8], centres: NDArray[np.float64], halves: NDArray[np.float64]) -> NDArray[np.float64]:
    """Levels (n,) from the darkest to the lightest eighth of each face's middle, in the most different channel."""
    levels = _over_faces(bgr, centres, halves, (0.0, 0.15, 0.3, 0.45))
    return np.asarray((_middle(levels, 0.875) - _middle(levels, 0.125)).max(axis=1), np.float64)


def _over_faces(
    bgr: NDArray[np.uint8], centres: NDArray[np.float64], halves: NDArray[np.float64], rings: tuple[float, ...]
) -> NDArray[np.uint8]:
    """Colours (n, m, 3) on rings of so many halves around each centre, each channel in ascending order."""
    unit = (_DIRECTIONS[:, None] * np.array(rings)[None, :, None]).reshape(-1, 2)
    points = centres.reshape(-1, 1, 2) + unit * halves.reshape(-1, 1, 1)
    return np.asarray(np.sort(_pixels(bgr, points[..., 0], points[..., 1]), axis=1))


def _middle(ascending: NDArray[np.uint8], share: float) -> NDArray[np.float64]:
    """(n, 3) the level under which so much lies, between two where it falls between them."""
    at = share * (ascending.shape[1] - 1)
    low = int(at)
    lower, upper = ascending[:, low].astype(np.float64), ascending[:, min(low + 1, ascending.shape[1] - 1)]
    return np.asarray(lower + (at - low) * (upper - lower), np.float64)


def outline(
    bgr: NDArray[np.uint8],
    centre: NDArray[np.float64],
    colour: NDArray[np.float64],
    reach: float,
    pips: NDArray[np.float64],
    radius: float,
) -> Outline:
    """Outline of the body of this colour around `centre`, within `reach` pixels; `pips` (n, 2) are looked through."""
    along = np.linspace(0, reach, STEPS)
    x, y = (centre[axis] + _DIRECTIONS[:, axis, None] * along for axis in (0, 1))
    # One channel, one pip at a time: numpy takes long over short last axes.
    seen = _pixels(bgr, x, y)
    differences = [np.abs(seen[..., channel] - colour[channel]) for channel in range(3)]
    difference = np.maximum(np.maximum(differences[0], differences[1]), differences[2])
    free = np.ones(difference.shape, bool)
    for pip_x, pip_y in pips.tolist():
        free &= (x - pip_x) ** 2 + (y - pip_y) ** 2 >= (1.5 * radius + 1) ** 2
    outlines = [_outline(centre, along, (difference > tolerance) & free) for tolerance in TOLERANCES]
    return max(outlines, key=lambda candidate: candidate.closed * candidate.squareness)


def _outline(centre: NDArray[np.float64], along: NDArray[np.float64], differs: NDArray[np.bool_]) -> Outline:
    # Two samples in a row: one is a scratch or a printed line.
    ends = differs[:, :-1] & differs[:, 1:]
    found = ends.any(axis=1)
    distances = np.where(found, along[ends.argmax(axis=1)], np.inf)
    if found.sum() < 8:
        return Outline(centre, float(found.mean()), 0.0, 0.0, np.tile(centre, (4, 1)), distances)
    # numpy's own median takes ten times as long for so few.
    ends_found = np.sort(distances[found])
    typical = float(ends_found[(len(ends_found) - 1) // 2] + ends_found[len(ends_found) // 2]) / 2
    radii = np.clip(np.where(found, distances, typical), 0, 1.6 * typical)
    # A ray that slips through a gap in the edge is cut back to its neighbours.
    radii = np.minimum(radii, 1.25 * np.maximum(radii[_BEFORE], radii[_AFTER]))
    polygon = (centre + _DIRECTIONS * radii[:, None]).astype(np.float32)
    area = abs(float(cv2.contourArea(polygon)))
    rectangle = cv2.minAreaRect(polygon)
    width, height = rectangle[1]
    longer = max(width, height, 1e-6)
    squareness = min(width, height) / longer * area / max(width * height, 1e-6)
    corners = np.asarray(cv2.boxPoints(rectangle), np.float64)
    middle = np.asarray(rectangle[0], np.float64)
    return Outline(middle, float(found.mean()), squareness, float(np.sqrt(area)), corners, distances)


def lookalikes(
    bgr: NDArray[np.uint8], colours: list[NDArray[np.float64]], side: float, known: list[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Centres of compact pieces, coloured and sized like the dice (`side` pixels), apart from the `known` ones.

    `known`: polygons (n, 2) of the dice that were read, their sides included.
    """
    scale = min(1.0, 14.0 / max(side, 1.0))
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    mask = np.zeros(small.shape[:2], np.uint8)
    hues = cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2HSV))
    for colour in colours:
        mask = mask | _coloured(small, hues, colour)
    for polygon in known:
        cv2.fillConvexPoly(mask, np.rint(polygon * scale).astype(np.int32), (0,))
    square = np.ones((3, 3), np.uint8)
    # Closed first, over the pips, then opened, off the threads of the floor.
    mask = np.asarray(
        cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, square), cv2.MORPH_OPEN, square), np.uint8
    )
    _, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    face = (side * scale) ** 2
    widths, heights, areas = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    compact = (areas > 0.4 * face) & (areas < 3.0 * face) & (areas >= 0.42 * widths * heights)
    compact &= np.minimum(widths, heights) >= 0.5 * np.maximum(widths, heights)
    for index in np.flatnonzero(compact[1:]) + 1:
        x, y, width, height = (int(number) for number in stats[index, :4])
        part = np.s_[max(y - 3, 0) : y + height + 3, max(x - 3, 0) : x + width + 3]
        if _stands_alone(small[part], labels[part] == index):
            found.append(np.asarray(centres[index], np.float64) / scale)
    return found


def _coloured(
    bgr: NDArray[np.uint8], hues: Sequence[cv2.typing.MatLike], colour: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Mask of what has this colour: near in all channels, or, where it is vivid, near in hue.

    `hues`: the picture's hue, saturation and value, (h, w) each.
    """
    mask = np.asarray(cv2.inRange(bgr, colour - 34.0, colour + 34.0), np.uint8)
    if colour.max() - colour.min() > MIN_VIVID:
        hue, saturation, value = hues
        wanted = cv2.cvtColor(np.uint8(colour).reshape(1, 1, 3), cv2.COLOR_BGR2HSV).reshape(3).astype(np.int16)
        turn = np.abs((hue.astype(np.int16) - wanted[0] + 90) % 180 - 90)
        vivid = (np.abs(saturation.astype(np.int16) - wanted[1]) < 70) & (value > 40) & (turn < 9)
        mask = mask | np.where(vivid, 255, 0).astype(np.uint8)
    return mask


def _stands_alone(bgr: NDArray[np.uint8], piece: NDArray[np.bool_]) -> bool:
    """Whether the colour changes all around a piece: that of a patch of the floor fades."""
    colour = np.median(bgr[piece], axis=0)
    square = np.ones((3, 3), np.uint8)
    near = cv2.dilate(piece.astype(np.uint8), square)
    ring = cv2.dilate(near, square) > near
    return bool((np.abs(bgr[ring] - colour).max(axis=1) > TOLERANCES[1]).mean() > 0.85) if ring.any() else False


def colours_at(bgr: NDArray[np.uint8], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(..., 3) of the pixels nearest to points (..., 2); beyond the border its own."""
    return _pixels(bgr, points[..., 0], points[..., 1]).astype(np.float64)


def _pixels(bgr: NDArray[np.uint8], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(..., 3) nearest to these places; beyond the border its own."""
    height, width = bgr.shape[:2]
    columns = np.clip(np.rint(x), 0, width - 1).astype(np.intp)
    rows = np.clip(np.rint(y), 0, height - 1).astype(np.intp)
    return np.asarray(bgr[rows, columns])
