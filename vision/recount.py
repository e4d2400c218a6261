"""Stage 7c: pips counted once more, on one face from near.

The law of this file: stage 1 seeks the pips of a whole picture with one measure; where light has washed them out, where
they run into each other or into a dark rim, one face alone, enlarged and in its own full contrast, may still show them.
It vouches for what the network says of a place; no die is found here.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.faces import find_faces
from vision.guesses import Guess
from vision.opinion import View
from vision.pips import find_spots
from vision.planes import brightness, colour
from vision.tops import Top, choose_tops

SIDE_PX: Final = 120
"""Side of the square that is counted in: the edge of a die is then 55 pixels, a pip 11."""
REACH: Final = 2.2
"""Half that square, in halves of the die: its outline is seen too."""
FEWEST: Final = 3
"""Pips from which on a pattern found so near is not chance: in the visible pictures that were unsure, of fewer one in
four was, a knot, two specks or a corner of another face; of three and more, 32 that the network said too, none."""
ASIDE: Final = 0.3
"""Halves by which the face may lie off the place."""
SIZES: Final = (0.65, 1.45)
"""Half of the face to that of the place."""
INNER: Final = 0.8
"""Halves of the middle whose levels are drawn out."""
DRAWN_OUT: Final = 170.0
"""Levels that those of the middle become, and no fewer than they are."""
GRAIN: Final = 14.0
"""Levels that are drawn out to no more than fewer would be."""


def recounted(view: View, place: Guess) -> Top | None:
    """The top face around a place, of FEWEST pips and more; in pixels of the view, its spots nobody's."""
    square = _drawn_out(view.square(place.centre, place.half, SIDE_PX, REACH))
    unit = 2 * REACH * place.half / SIDE_PX
    for plane in (brightness(square), colour(square)):
        if plane is None:
            continue
        spots = find_spots(plane)
        for top in choose_tops(square, spots, find_faces(plane, spots)):
            off = float(np.linalg.norm(top.centre - (SIDE_PX - 1) / 2)) * unit
            if (
                top.value >= FEWEST
                and off < ASIDE * place.half
                and SIZES[0] * place.half < top.half * unit < SIZES[1] * place.half
            ):
                return _placed(top, place.centre, unit)
    return None


def _placed(top: Top, centre: NDArray[np.float64], unit: float) -> Top:
    """A top of the square where it lies in the view."""
    middle = (SIDE_PX - 1) / 2
    return replace(
        top,
        centre=centre + (top.centre - middle) * unit,
        corners=centre + (top.corners - middle) * unit,
        half=top.half * unit,
        radius=top.radius * unit,
    )


def _drawn_out(square: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A square (SIDE_PX, SIDE_PX, 3) with the levels of its middle drawn out where they are few."""
    near = round(SIDE_PX / (2 * REACH) * INNER)
    middle = np.s_[SIDE_PX // 2 - near : SIDE_PX // 2 + near]
    face = square[middle, middle].reshape(-1, 3)
    low, high = np.percentile(face, 2, axis=0), np.percentile(face, 98, axis=0)
    gain = DRAWN_OUT / max(float((high - low).max()), GRAIN)
    if gain < 1:
        return square
    return np.asarray(np.clip((square - (low + high) / 2) * gain + 128, 0, 255), np.uint8)
