"""Stage 5: what is left unexplained.

The law of this file: whatever looks like a die or a pip and has found no place among the tops raises a doubt, in words
for a player. Nothing here changes what was read; it only says whether that is all.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.bodies import lookalikes
from vision.faces import Face
from vision.pips import Spots
from vision.tops import Top, typical_half

UNREAD: Final = "something looks like a die, but its pips cannot be counted"
"""Said of a body that is there."""
MAX_DICE: Final = 12
"""Dice of a roll. No game has more than six; a carpet may show thirty."""
STRAY_ASPECT: Final = 0.86
"""Aspect of a spot to that of the roll's pips, from which on it cannot be on a side."""
GRAY: Final = (0.114, 0.587, 0.299)
"""Weights of blue, green and red in a grey level."""


def doubts(bgr: NDArray[np.uint8], spots: Spots, faces: list[Face], tops: list[Top]) -> tuple[str, ...]:
    """Why the reading cannot be trusted; empty where it can."""
    reasons = []
    if not tops:
        spotted = bool(((spots.quality > 0.75) & (spots.aspect > 0.6)).any())
        return (UNREAD,) if faces or spotted else ()
    if len(tops) > MAX_DICE:
        reasons.append("too many things look like dice")
    unread = sum(not top.sure for top in tops)
    height, width = bgr.shape[:2]
    if any(_cut_off(top, width, height) for top in tops):
        reasons.append("a die is cut off by the edge of the picture")
    if unread:
        reasons.append(
            "the pips of one die do not add up" if unread == 1 else f"the pips of {unread} dice do not add up"
        )
    if _stray_pips(spots, tops):
        reasons.append("there are pips that belong to no die read")
    typical = typical_half(tops)
    colours, footprints = [top.colour for top in tops], [_footprint(top) for top in tops]
    if _unread_bodies(spots, tops, typical) or lookalikes(bgr, colours, 2 * typical, footprints):
        reasons.append(UNREAD)
    return tuple(reasons)


def _cut_off(top: Top, width: int, height: int) -> bool:
    """Whether the top face reaches past the picture's edge."""
    inside = (top.corners >= -0.1 * top.half) & (top.corners <= np.array([width, height]) - 1 + 0.1 * top.half)
    return not bool(inside.all())


def _unread_bodies(spots: Spots, tops: list[Top], half: float) -> bool:
    """Whether a spot as large as a die lies apart from those read; a dark one beside a die is its shadow."""
    large = (spots.radius > 0.75 * half) & (spots.radius < 1.4 * half) & (spots.aspect > 0.72) & (spots.quality > 0.8)
    for index in np.flatnonzero(large):
        gap = min(float(np.linalg.norm(spots.xy[index] - top.centre)) / top.half for top in tops)
        if gap > (1.3 if spots.sign[index] < 0 else 2.6):
            return True
    return False


def _footprint(top: Top) -> NDArray[np.float64]:
    """What a die may cover with its sides: its top face grown by half."""
    return top.centre + (top.corners - top.centre) * 1.5


def _stray_pips(spots: Spots, tops: list[Top]) -> bool:
    """Whether a spot like the pips of the dice read has found no die.

    Beside a top face only those as round as its own pips count, for the others are on its sides; farther off those
    that lie on a body like the dice's.
    """
    explained = np.array(sorted({index for top in tops for index in top.spots}), np.intp)
    roundest = float(np.median([top.aspect for top in tops]))
    radius = float(np.median([top.radius for top in tops]))
    contrast = np.abs(spots.around - spots.inside)
    plain = (spots.quality > 0.5) & (spots.aspect > STRAY_ASPECT * roundest)
    plain &= (spots.radius > 0.6 * radius) & (spots.radius < 1.7 * radius)
    for index in np.flatnonzero(plain):
        if (np.linalg.norm(spots.xy[explained] - spots.xy[index], axis=1) < 1.2 * radius).any():
            continue
        nearest = min(tops, key=lambda top: float(np.linalg.norm(spots.xy[index] - top.centre)) / top.half)
        if nearest.sign != spots.sign[index] or contrast[index] < 0.5 * nearest.contrast:
            continue
        body_gap = abs(float(nearest.colour @ GRAY - spots.around[index]))
        gap = float(np.linalg.norm(spots.xy[index] - nearest.centre)) / nearest.half
        if body_gap > 0.4 * nearest.contrast:
            continue
        squarely = spots.aspect[index] > 0.92 * max(roundest, 0.8)
        if gap < 1.35 or (spots.quality[index] > 0.65 and (gap > 2.3 or squarely)):
            return True
    return False
