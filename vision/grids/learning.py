"""Learning how the vehicles and the empty parts of a grid look, from one photo in which all stand where they should.

The law of this file: the position says what stands where, so nothing has to be laid out. Forms are those whose outlines
cover best, all at once, what is not empty plastic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import PART, BoardPlan, CannotLearn, Expected
from companion.board_grid import LENGTHS, Stand, stand_at
from companion.language import later, say
from vision.boards.flat import DARK, Flat, flatten, without_light
from vision.boards.hulls import Hull, Sight, larger, shrunk, smaller
from vision.boards.place import Place
from vision.boards.tone import main
from vision.grids import asphalt
from vision.grids.garage import Garage, Named, Paint, Plastic

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

WIDEST: Final = Hull(0.0, 20.0, 0.0)
"""Nothing of a vehicle is seen outside it."""
MARGINS: Final = (0.5, 1.25, 2.0, 2.75)
HEIGHTS: Final = (5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 17.0)
NARROW: Final = (0.5, 2.0)
"""mm of a space of 20."""
OTHER: Final = 3.0
"""Standard deviations by which a colour is not the empty parts'."""
NOISE: Final = (0.05, 0.3)
"""The same of their tint and their brightness, logarithms: ridges cast shadows."""
FITS: Final = 0.5
"""What outlines and what is seen have in common, in parts of both, at least."""
FEWEST_PX: Final = 60
"""Pixels, a square millimetre each, from which a colour is taken."""
BRIGHTEST: Final = 0.75
"""Of what is reflected by the brightest hundredth of a board: how bright the lamp was nobody knows."""

CLIPPED: Final = 245
"""From here on two of three channels say nothing of a colour."""
WHITE: Final = 2
"""Vehicles that may be so bright: a white one, and the silver hero car."""
TOO_BRIGHT: Final = later("the photo is too bright to show the colours: tap a vehicle on the screen before you take it")
NOT_SO: Final = later(
    "not every vehicle is seen where it should stand: put the grid as it is shown, and photograph it in good light"
)


def named(expected: Expected, plan: BoardPlan) -> dict[Named, Stand]:
    """Where each vehicle should stand as the parts lie; one for which there are no spaces stands nowhere."""
    assert plan.grid is not None
    return {
        (piece.kind, piece.look): stand_at(plan.grid, spot, piece)
        for spot, pieces in expected.items()
        for piece in pieces
        if piece.kind != PART
    }


def learn(image: Picture, place: Place, plan: BoardPlan, expected: Expected) -> Garage:
    """Of a photo (h, w, 3) BGR of what `expected` says.

    Raises:
        CannotLearn: something stands elsewhere, or cannot be made out.
    """
    standing = dict(enumerate(named(expected, plan).values(), 1))
    on = asphalt.plastic(plan)
    widest = Sight(plan, dict.fromkeys(LENGTHS.values(), WIDEST), place.eye).labels(standing) > 0
    free = on & ~larger(widest, on.shape)
    seen, shown, clipped = flatten(image, place, plan)
    flat = _in_the_light(seen, shown, clipped, free)
    free &= flat.usable
    if np.count_nonzero(free) < FEWEST_PX:
        raise CannotLearn(say(NOT_SO))
    ground = asphalt.learnt(flat.colour, free, plan)
    known = smaller(on) & in_sight(flat, clipped)
    other = _other(flat, ground, plan)
    hulls, fit = _hulls(other, known, plan, standing, place.eye)
    if fit < FITS:
        raise CannotLearn(say(NOT_SO))
    labels = Sight(plan, hulls, place.eye).labels(standing)
    if _washed_out(seen, labels, len(standing)) > WHITE:
        raise CannotLearn(say(TOO_BRIGHT))
    colour = shrunk(flat.colour)
    paints = {name: _paint(colour, (labels == nth) & known) for nth, name in enumerate(named(expected, plan), 1)}
    return Garage(paints, hulls, ground)


def _washed_out(seen: Picture, labels: NDArray[np.int16], count: int) -> int:
    """How many vehicles are so bright that they show hardly any colour."""
    small = cv2.resize(seen, labels.shape[::-1], interpolation=cv2.INTER_AREA)
    bright = np.sort(small, axis=2)[:, :, 1] >= CLIPPED
    return sum(float(bright[labels == nth].mean()) > 0.5 for nth in range(1, count + 1) if (labels == nth).any())


def _in_the_light(seen: Picture, shown: Mask, clipped: Mask, free: Mask) -> Flat:
    """Against the empty parts, which are taken to have one colour everywhere."""
    linear = (seen.astype(np.float32) / 255) ** 2.2
    bright = linear[shown].mean(axis=1)
    if not free.any() or not bright.any():
        raise CannotLearn(say(NOT_SO))
    level = np.median(linear[free & shown], axis=0) if (free & shown).any() else np.ones(3)
    level = level / max(float(np.quantile(bright, 0.99)), 1e-3) * BRIGHTEST
    drawn = np.full((*free.shape, 3), np.nan, np.float32)
    drawn[free] = np.log(np.minimum(level, BRIGHTEST) + DARK)
    return without_light(seen, shown, clipped, drawn)


def _other(flat: Flat, ground: Plastic, plan: BoardPlan) -> Mask:
    """Where anything but the empty parts shows."""
    far = np.full(flat.colour.shape[:2], np.inf, np.float32)
    for ink in (ground.space, ground.ridge):
        off = flat.colour - ink
        bright = off.mean(axis=2)
        tint = ((off - bright[:, :, None]) ** 2).sum(axis=2) / NOISE[0] ** 2
        far = np.minimum(far, tint + (bright / NOISE[1]) ** 2)
    other = np.asarray(far > OTHER**2, np.uint8)
    return smaller(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0)


def _hulls(
    other: Mask, known: Mask, plan: BoardPlan, standing: Mapping[int, Stand], eye: Points
) -> tuple[dict[int, Hull], float]:
    """The forms of cars and of trucks, and how well they then fit."""
    lengths = sorted({stand.length for stand in standing.values()})
    hulls = dict.fromkeys(lengths, Hull(MARGINS[1], HEIGHTS[3], NARROW[0]))

    def fit(these: Mapping[int, Hull]) -> float:
        covered = Sight(plan, these, eye).labels(standing) > 0
        return float((covered & other & known).sum()) / max(1.0, float(((covered | other) & known).sum()))

    for length in lengths:
        tried = (Hull(*form) for form in product(MARGINS, HEIGHTS, NARROW))
        hulls[length] = max(tried, key=lambda hull: fit({**hulls, length: hull}))
    for length in lengths:  # once more beside the other kind as it is now
        near = (replace(hulls[length], high=high) for high in HEIGHTS)
        hulls[length] = max(near, key=lambda hull: fit({**hulls, length: hull}))
    return hulls, fit(hulls)


def _paint(colour: Floats, own: Mask) -> Paint:
    inside = cv2.erode(own.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    colours = colour[inside]
    if len(colours) < FEWEST_PX:
        raise CannotLearn(say(NOT_SO))
    middle = main(colours)
    near = np.abs(colours - middle).max(axis=1)
    return Paint(middle, np.cov(colours[near <= np.quantile(near, 0.6)].T).astype(np.float32))


def in_sight(flat: Flat, clipped: Mask) -> Mask:
    """Where something can be told (h, w): a white roof that is too bright is a white roof, but for a mirrored lamp."""
    lamps = cv2.dilate((flat.clipped & ~clipped).astype(np.uint8), np.ones((3, 3), np.uint8))
    count, parts = cv2.connectedComponents(flat.clipped.astype(np.uint8))
    with_halo = np.zeros(count, bool)
    with_halo[np.unique(parts[lamps > 0])] = True
    with_halo[0] = False
    return smaller(flat.shown & ~with_halo[parts])
