"""Stage 5: what is left unexplained.

The law of this file: whatever looks like a die or a pip and has found no place among the tops raises a doubt, in words
for a player. Nothing here changes what was read; it only says whether that is all.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.language import later, say, say_count
from vision.bare import FLOOR_PATTERN, like_the_roll, of_one_colour
from vision.bodies import body_colours, lookalikes
from vision.faces import Face
from vision.opinion import View
from vision.pips import Spots
from vision.tops import Top, typical_half
from vision.verdict import COVERED, LEANS, UNTOLD, Verdict

UNREAD: Final = later("something looks like a die, but its pips cannot be counted")
"""Said of a body that is there."""
CUT: Final = later("a die is cut off by the edge of the picture")
APART: Final = 4.2
"""Halves from any die told from which on a piece is of another."""
EDGE: Final = 1.6
"""Halves from the edge of the picture within which a piece of a die is one that is cut off."""
UNDER: Final = (1.3, 2.5)
"""Halves between a die and what sticks out from under it."""
SIDES: Final = 3
"""So many dice are not each on another."""
ONE_WAY: Final = 0.85
"""Cosine of 32 degrees."""
FOOTPRINT: Final = 1.5
"""What a die may cover with its sides: its top face grown by half."""
SMALL_PX: Final = 20.0
"""Edge of a top face in pixels of the picture, under which pips are two or three pixels wide."""
PIP_CONTRAST: Final = 30.0
"""Grey levels by which a stray pip must stand out."""
PIP_RADIUS: Final = (0.13, 0.4)
"""Of a pip, in halves of the die."""
MAX_STRAY: Final = 24
"""Pairs of stray pips up to which the network is asked about each, half a millisecond a time."""
TOGETHER: Final = 1.6
"""Halves between two pips of one die."""
AWAY: Final = 2.3
"""Halves from a die told within which a pip is on its sides."""
CLOSE, ABREAST = 1.35, 1.6
"""Halves from a die told beyond which a pip may be of one that touches it, and beyond which that one's middle lies."""
MAX_DICE: Final = 12
"""Dice of a roll. No game has more than six; a carpet may show thirty."""
STRAY_ASPECT: Final = 0.86
"""Aspect of a spot to that of the roll's pips, from which on it cannot be on a side."""
GRAY: Final = (0.114, 0.587, 0.299)
"""Weights of blue, green and red in a grey level."""


def doubts(bgr: NDArray[np.uint8], spots: Spots, faces: Sequence[Face], tops: Sequence[Top]) -> tuple[str, ...]:
    """Why the reading cannot be trusted; empty where it can."""
    reasons = []
    if not tops:
        spotted = bool(((spots.quality > 0.75) & (spots.aspect > 0.6)).any())
        return (say(UNREAD),) if faces or spotted else ()
    if len(tops) > MAX_DICE:
        reasons.append(say("too many things look like dice"))
    unread = sum(not top.sure for top in tops)
    height, width = bgr.shape[:2]
    if any(_cut_off(top, width, height) for top in tops):
        reasons.append(say(CUT))
    if unread:
        reasons.append(_said(UNTOLD, unread))
    if _stray_pips(spots, tops):
        reasons.append(say("there are pips that belong to no die read"))
    typical = typical_half(tops)
    colours, footprints = [top.colour for top in tops], [footprint(top) for top in tops]
    if _unread_bodies(spots, tops, typical) or lookalikes(bgr, colours, 2 * typical, footprints):
        reasons.append(say(UNREAD))
    return tuple(reasons)


def doubts_of(verdicts: Sequence[Verdict], size: tuple[int, int], scale: float) -> tuple[str, ...]:
    """The same of what two witnesses have judged, in a picture of `size` (width, height)."""
    reasons = [say("too many things look like dice")] if len(verdicts) > MAX_DICE else []
    if any(_cut_off(verdict, *size) for verdict in verdicts):
        reasons.append(say(CUT))
    for doubt in (LEANS, COVERED, UNTOLD):
        count = sum(verdict.doubt == doubt for verdict in verdicts)
        if count:
            reasons.append(_said(doubt, count))
    if reasons and any(2 * verdict.guess.half < SMALL_PX * scale for verdict in verdicts):
        reasons.append(say("the dice are small in the picture: move the camera closer"))
    return tuple(reasons)


def _said(doubt: str, dice: int) -> str:
    """What a verdict's doubt is called of so many dice."""
    if doubt == LEANS:
        return say_count("one die leans or lies on another", "{count} dice lean or lie on others", dice, count=dice)
    if doubt == COVERED:
        return say_count("one die is covered in part", "{count} dice are covered in part", dice, count=dice)
    return say_count("the pips of one die do not add up", "the pips of {count} dice do not add up", dice, count=dice)


def leftovers(
    pieces: Sequence[NDArray[np.float64]],
    told: Sequence[Verdict],
    size: tuple[int, int],
    nothing: Callable[[NDArray[np.float64], float], bool],
) -> tuple[str, ...]:
    """Of what is coloured like the dice told and belongs to none: a die under another, or one cut off by the edge.

    `size` (width, height) of the picture; `nothing` says whether the network is sure that no top face lies at a place,
    given a die's half: so it sees a die's side, and of a die under another it sees some of the top.
    """
    if len(pieces) > FLOOR_PATTERN:
        return ()
    half = float(np.median([verdict.half for verdict in told]))
    nearest = [min(told, key=lambda one: float(np.linalg.norm(piece - one.centre)) / one.half) for piece in pieces]
    offs = [(piece - one.centre) / one.half for piece, one in zip(pieces, nearest, strict=True)]
    under = [UNDER[0] < float(np.linalg.norm(off)) < UNDER[1] for off in offs]
    sides = _all_one_way([off for off, near in zip(offs, under, strict=True) if near])
    reasons = []
    for piece, one, off, near in zip(pieces, nearest, offs, under, strict=True):
        gap = float(np.linalg.norm(off))
        if near:
            reasons += [] if sides or nothing(piece, one.half) else [_said(LEANS, 1)]
        elif gap > APART and min(piece.min(), (np.array(size) - 1 - piece).min()) < EDGE * half:
            reasons.append(say(CUT))
    return tuple(dict.fromkeys(reasons))


def _all_one_way(offs: Sequence[NDArray[np.float64]]) -> bool:
    """Whether three and more of these lie on one side of their dice: a slanting camera sees the dice's own sides."""
    if len(offs) < SIDES:
        return False
    ways = np.array([off / np.linalg.norm(off) for off in offs])
    mean = ways.mean(axis=0)
    return bool((ways @ mean > ONE_WAY * np.linalg.norm(mean)).all())


def pieces_like(view: View, told: Sequence[Verdict]) -> list[NDArray[np.float64]]:
    """Middles of the compact things that are coloured and sized like the dice told, apart from those."""
    half = float(np.median([verdict.half for verdict in told]))
    level = view.level_for(2 * half)
    shrunk = [(footprint(verdict) + 0.5) / 2**level - 0.5 for verdict in told]
    centres, halves = np.array([verdict.centre for verdict in told]), np.array([verdict.half for verdict in told])
    colours = list(body_colours(view.levels[0], centres, halves))
    pieces = lookalikes(view.levels[level], colours, 2 * half / 2**level, shrunk)
    return [(piece + 0.5) * 2**level - 0.5 for piece in pieces]


def stray_pips(
    view: View, spots: Spots, verdicts: Sequence[Verdict], nothing: Callable[[NDArray[np.float64], float], bool]
) -> bool:
    """Whether two or more spots like pips lie where no die was told: of a die whose pattern nobody found.

    Beside a set of one colour they are a die's only if they lie on that colour, not in a cable or in print; and nowhere
    if there is `nothing`, as in `leftovers`.
    """
    places = stray_pairs(spots, verdicts) + _touching(spots, verdicts)
    if not places:
        return False
    centres, halves = np.array([one.centre for one in verdicts]), np.array([one.half for one in verdicts])
    told = body_colours(view.levels[0], centres, halves)
    half = float(np.median(halves))
    between = body_colours(view.levels[0], np.array(places), np.full(len(places), half))
    like = [not of_one_colour(told) or like_the_roll(colour, told) for colour in between]
    mays = [place for place, alike in zip(places, like, strict=True) if alike]
    return len(mays) > MAX_STRAY or not all(nothing(place, half) for place in mays)


def stray_pairs(spots: Spots, verdicts: Sequence[Verdict]) -> list[NDArray[np.float64]]:
    """The places between any two such spots, (2,) each."""
    away = stray_spots(spots, verdicts)
    half = float(np.median([verdict.half for verdict in verdicts]))
    apart = np.linalg.norm(away[:, None] - away[None], axis=2)
    pairs = np.argwhere(np.triu(apart < TOGETHER * half, 1))
    return [(away[one] + away[other]) / 2 for one, other in pairs]


def _touching(spots: Spots, verdicts: Sequence[Verdict]) -> list[NDArray[np.float64]]:
    """The places between two spots as round as the pips counted, beside a die, where one that touches it would lie."""
    aspects = [one.guess.top.aspect for one in verdicts if one.guess.top is not None]
    if not aspects:
        return []
    half = float(np.median([verdict.half for verdict in verdicts]))
    round_ones = spots.take(np.flatnonzero(spots.aspect > STRAY_ASPECT * float(np.median(aspects))))
    beside = stray_spots(round_ones, verdicts, CLOSE)
    apart = np.linalg.norm(beside[:, None] - beside[None], axis=2)
    pairs = np.argwhere(np.triu(apart < TOGETHER * half, 1))
    between = [(beside[one] + beside[other]) / 2 for one, other in pairs]
    gaps = [min(float(np.linalg.norm(place - one.centre)) for one in verdicts) / half for place in between]
    return [place for place, gap in zip(between, gaps, strict=True) if ABREAST < gap < AWAY]


def stray_spots(spots: Spots, verdicts: Sequence[Verdict], away: float = AWAY) -> NDArray[np.float64]:
    """The spots (n, 2) like a die's pips that lie on none of these dice, the clearest first."""
    half = float(np.median([verdict.half for verdict in verdicts]))
    like = (spots.quality > 0.5) & (spots.aspect > 0.5) & (np.abs(spots.around - spots.inside) > PIP_CONTRAST)
    like &= (spots.radius > PIP_RADIUS[0] * half) & (spots.radius < PIP_RADIUS[1] * half)
    centres = np.array([verdict.centre for verdict in verdicts])
    gaps = np.linalg.norm(spots.xy[like][:, None] - centres[None], axis=2)
    return np.asarray(spots.xy[like][gaps.min(axis=1) > away * half], np.float64)


def _cut_off(top: Top | Verdict, width: int, height: int) -> bool:
    """Whether the top face reaches past the picture's edge."""
    inside = (top.corners >= -0.1 * top.half) & (top.corners <= np.array([width, height]) - 1 + 0.1 * top.half)
    return not bool(inside.all())


def _unread_bodies(spots: Spots, tops: Sequence[Top], half: float) -> bool:
    """Whether a spot as large as a die lies apart from those read; a dark one beside a die is its shadow."""
    large = (spots.radius > 0.75 * half) & (spots.radius < 1.4 * half) & (spots.aspect > 0.72) & (spots.quality > 0.8)
    for index in np.flatnonzero(large):
        gap = min(float(np.linalg.norm(spots.xy[index] - top.centre)) / top.half for top in tops)
        if gap > (1.3 if spots.sign[index] < 0 else 2.6):
            return True
    return False


def footprint(die: Top | Verdict) -> NDArray[np.float64]:
    """(4, 2) of what a die may cover with its sides."""
    return die.centre + (die.corners - die.centre) * FOOTPRINT


def _stray_pips(spots: Spots, tops: Sequence[Top]) -> bool:
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
