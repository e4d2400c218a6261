"""Stage 4: which faces lie on top.

The law of this file: faces compete for the room that a die takes. A die has one top face, the one seen most squarely;
a single spot is a one only where a body of the right size surrounds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.bodies import Outline, colour_around, outline
from vision.faces import Face
from vision.frames import flatness
from vision.pips import Spots

ONE_SIDE: Final = (5.0, 17.0)
"""Edge of a die in radii of a one's pip: 5 for large red aces, 12 for common dice, more where the sides join in."""
MIN_ONE_CLOSED: Final = 0.85
"""Share of directions in which the body of a one must end."""
MIN_ONE_SQUARENESS: Final = 0.6
"""A disc has 0.79, a square 1, a square with rounded corners seen with one side 0.65."""
MAX_ONE_SHARE: Final = 0.6
"""Of the picture's shorter side: a larger one is rather the tray, with something in its middle."""
MIN_SQUARENESS: Final = 0.5
"""Of the body around two and more pips, which say a good deal themselves."""
FEW_CONTRAST: Final = 40.0
"""Grey levels that two or three pips must stand out by to be believed; wood grain makes pairs of 15 to 35."""
FLAT: Final = 0.8
"""Aspect of the pips to that of the roll: flatter ones are on a side, for a camera sees all tops under like angles."""
MIN_ODD: Final = 0.88
"""Confidence from which on a face of another size or contrast is a die that cannot be told."""
MIN_FAINT: Final = 22.0
"""Grey levels from which on a faint face that fits the roll otherwise is a die that cannot be told, not floor."""
FAINT: Final = 0.45
"""Contrast of the pips to that of the clearest die's: below it is the pattern of a floor beside real dice."""
SAME_DIE: Final = 1.7
"""Faces whose centres are nearer than this many half edges are of one die; dice that touch are at 2."""
ROLL_SPREAD: Final = (0.66, 1.5)
"""Sizes of a roll's dice to their median: a camera at 40 cm sees dice of one size within 0.8 to 1.25."""


@dataclass(frozen=True)
class Top:
    """One die: its top face, or that it has one which cannot be told."""

    value: int
    """1..6, or 0 where it cannot be told."""
    centre: NDArray[np.float64]
    corners: NDArray[np.float64]
    half: float
    """Half the edge, pixels."""
    radius: float
    sign: float
    aspect: float
    colour: NDArray[np.float64]
    """BGR of the body."""
    contrast: float
    confidence: float
    spots: tuple[int, ...]
    """Indices into the spots."""

    @property
    def sure(self) -> bool:
        """Whether the value may be told."""
        return self.value > 0


def choose_tops(bgr: NDArray[np.uint8], spots: Spots, faces: list[Face]) -> list[Top]:
    """One top a die, of the faces and of single spots."""
    ranked = sorted(faces, key=lambda face: rank(face), reverse=True)
    tops: list[Top] = []
    used: set[int] = set()
    for face in ranked:
        if used & set(face.spots) or _near_any(face.centre, face.half, tops):
            continue
        top = _top_of(bgr, spots, face)
        if top is None:
            continue
        tops.append(top)
        used |= set(face.spots)
    tops = _of_one_roll(tops)
    ones = [
        top for index in range(len(spots)) if index not in used and (top := _one(bgr, spots, index, tops)) is not None
    ]
    for one in sorted(ones, key=lambda top: -top.confidence):
        if not _near_any(one.centre, one.half, tops):
            tops.append(one)
    return tops


def rank(face: Face) -> float:
    """Which face is believed first: round pips, bare body between them, more pips."""
    return (
        face.aspect
        + face.plain
        + 0.7 * flatness(face.u, face.v)
        + 0.06 * max(face.value, 2)
        + (0.0 if face.value else -0.6)
    )


def _near_any(centre: NDArray[np.float64], half: float, tops: list[Top]) -> bool:
    return any(float(np.linalg.norm(centre - top.centre)) < SAME_DIE * (half + top.half) / 2 for top in tops)


def _top_of(bgr: NDArray[np.uint8], spots: Spots, face: Face) -> Top | None:
    """The die under a face of two or more pips; None where no body bears it."""
    index = list(face.spots)
    colour = colour_around(bgr, spots.xy[index], spots.radius[index])
    body = outline(bgr, face.centre, colour, 3.2 * face.half, spots.xy[index], face.radius)
    fits = 0.6 * face.half < body.side / 2 < 2.2 * face.half
    fits &= float(np.linalg.norm(body.centre - face.centre)) < 0.7 * face.half
    embodied = fits and body.closed > 0.7 and body.squareness > MIN_SQUARENESS
    plainly = len(index) >= 4 and face.plain > 0.97 and face.aspect > 0.85 and face.contrast > 60
    if not embodied and not plainly:
        return None
    measured = body.side / 2 if embodied and body.closed > 0.9 else face.half
    half = float(np.clip(measured, 0.85 * face.half, 1.35 * face.half))
    confidence = face.plain * min(1.0, 0.5 + 0.5 * face.aspect)
    value = face.value if face.value > 3 or face.contrast > FEW_CONTRAST else 0
    return Top(
        value,
        face.centre,
        face.corners,
        half,
        face.radius,
        face.sign,
        face.aspect,
        colour,
        face.contrast,
        confidence,
        face.spots,
    )


def _of_one_roll(tops: list[Top]) -> list[Top]:
    """Without those far from the others in size, or far fainter: letters, knots and patterns of the floor."""
    if len(tops) < 2:
        return tops
    typical = typical_half(tops)
    clearest = max(top.contrast for top in tops if ROLL_SPREAD[0] * typical < top.half < ROLL_SPREAD[1] * typical)
    low, high = ROLL_SPREAD
    roundest = float(np.median([top.aspect for top in tops if top.contrast > FAINT * clearest]))
    kept = []
    for top in tops:
        clear, of_size = top.contrast > FAINT * clearest, low * typical < top.half < high * typical
        if top.aspect < FLAT * roundest:
            continue
        if clear and of_size:
            kept.append(top)
        elif top.confidence > MIN_ODD and (clear if len(top.spots) > 3 else of_size and top.contrast > MIN_FAINT):
            kept.append(replace(top, value=0))
    return kept


def typical_half(tops: Sequence[Top]) -> float:
    """Half the edge of the roll's dice: the median, each die weighing as much as its pips are clear and many."""
    order = sorted(tops, key=lambda top: top.half)
    weights = np.cumsum([top.contrast**2 * max(top.value, 1) for top in order])
    return order[int(np.searchsorted(weights, weights[-1] / 2))].half


def _mirrored_lamp(spots: Spots, index: int, patterned: NDArray[np.intp]) -> bool:
    """Whether this spot lies in a pip of a pattern."""
    gaps = np.linalg.norm(spots.xy[patterned] - spots.xy[index], axis=1)
    return bool(((gaps < spots.radius[patterned]) & (spots.sign[patterned] != spots.sign[index])).any())


def _one(bgr: NDArray[np.uint8], spots: Spots, index: int, tops: list[Top]) -> Top | None:
    """The one that this spot is, if a body of the right size surrounds it."""
    centre, radius = spots.xy[index], float(spots.radius[index])
    if spots.aspect[index] < 0.6 or spots.quality[index] < 0.5:
        return None
    if any(float(np.linalg.norm(centre - top.centre)) < 1.5 * top.half for top in tops):
        return None
    if tops:
        typical = typical_half(tops)
        if not ROLL_SPREAD[0] * 2 * typical / ONE_SIDE[1] < radius < ROLL_SPREAD[1] * 2 * typical / ONE_SIDE[0]:
            return None
    contrast = abs(float(spots.around[index] - spots.inside[index]))
    if tops and contrast < FAINT * float(np.median([top.contrast for top in tops])):
        return None
    colour = colour_around(bgr, spots.xy[[index]], spots.radius[[index]])
    body = outline(bgr, centre, colour, 1.1 * ONE_SIDE[1] * radius, spots.xy[[index]], radius)
    half = body.side / 2
    if tops and not ROLL_SPREAD[0] * typical < half < ROLL_SPREAD[1] * typical:
        return None
    like_others = bool(tops) and 0.75 * typical < half < 1.33 * typical
    if not _bears_a_one(body, centre, radius, MIN_ONE_SQUARENESS - 0.18 * like_others):
        return None
    fills_picture = body.side > MAX_ONE_SHARE * min(bgr.shape[:2])
    value = 0 if fills_picture or _crowded(spots, index, half) else 1
    confidence = float(spots.quality[index]) * min(1.0, body.squareness + 0.2)
    return Top(
        value,
        centre,
        _clockwise(body.corners),
        half,
        radius,
        float(spots.sign[index]),
        float(spots.aspect[index]),
        colour,
        contrast,
        confidence,
        (index,),
    )


def _crowded(spots: Spots, index: int, half: float) -> bool:
    """Whether another round pip lies on the same face: then this is no one, though its pattern was not found."""
    gaps = np.linalg.norm(spots.xy - spots.xy[index], axis=1)
    alike = (spots.sign == spots.sign[index]) & (spots.aspect > 0.7 * spots.aspect[index])
    size = spots.radius / spots.radius[index]
    contrast = np.abs(spots.around - spots.inside)
    alike &= (size > 0.6) & (size < 1.6) & (contrast > 0.5 * contrast[index])
    return bool((alike & (gaps > 0) & (gaps < 0.95 * half)).any())


def _bears_a_one(body: Outline, centre: NDArray[np.float64], radius: float, squareness: float) -> bool:
    if body.closed < MIN_ONE_CLOSED or body.squareness < squareness:
        return False
    if not ONE_SIDE[0] < body.side / radius < ONE_SIDE[1]:
        return False
    return float(np.linalg.norm(body.centre - centre)) < 0.22 * body.side


def _clockwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    middle = corners.mean(axis=0)
    return corners[np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))]
