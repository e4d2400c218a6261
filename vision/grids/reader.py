"""Reading grids of vehicles: how their parts lie and which vehicle stands where, with looks as they were learnt.

The law of this file: right, or unsure and where. What was learnt is kept (`vision.boards.kept`), layout by layout.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import PART, BoardPlan, BoardReading, CannotLearn, Expected, Piece, Taps
from companion.language import later, say
from vision.boards.flat import Flat, flatten, without_light
from vision.boards.ground import likely
from vision.boards.hulls import Sight, shrunk, smaller
from vision.boards.kept import Kept
from vision.boards.said import Said, no_board, reading_of
from vision.boards.tone import in_this_photo
from vision.grids import asphalt, learning, parts
from vision.grids.garage import Garage, Named, Paint, Plastic
from vision.grids.learning import NOT_SO, in_sight, named
from vision.grids.parking import Lot
from vision.grids.parts import Lying
from vision.grids.verdict import LEARNT, PARTS, READ, Least, Seen, judge

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

NO_BOARD: Final = later("where the grid lies is not known: mark the four corners asked for")
SLANT: Final = 12.0
"""Degrees from which a photo tells how high vehicles are."""
FROM_ABOVE: Final = later("photograph the grid from where you sit, not from above, so that the vehicles' height shows")
NOT_LEARNT: Final = later("how your vehicles look is not known yet: photograph them first as they should stand")
CLIP: Final = (-3.0, 3.0)
"""Logarithms of likelihoods that one pixel counts at least and at most."""
USUALLY: Final = 0.4
"""Share of the vehicles that are seen where they should stand, from which on nobody sits on the other side."""
TWICE: Final = 2
"""Light is told from what should be seen, and what should be seen from the light."""
DIRTY: Final = 3
"""Bare spaces that cannot be told in the photo that is learnt from, at most: dirt, a shadow's edge."""
VEHICLE: Final = 1.0
"""How much it speaks for a way in which the parts may lie that a vehicle then stands where it should, in spaces."""
TURNED: Final = 0.65
"""And from the other side at least."""
STRANGE: Final = -5.0
"""Logarithm of how likely any colour is on the empty parts: dirt, a reflection."""


class GridReader:
    """Reads grids; what is learnt may be kept in a folder."""

    def __init__(self, kept: Kept | None = None) -> None:
        """`kept`: what was learnt; None: nothing yet, and it is only kept in mind."""
        self._kept = kept or Kept(None)

    def learn(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> None:
        """Take the looks of vehicles from a photo (h, w, 3) BGR of what `expected` says.

        Raises:
            CannotLearn: it is not known where the grid lies, something does not stand where it should, or what was
                learnt cannot be written.
        """
        if taps is None:
            raise CannotLearn(say(NO_BOARD))
        lying = parts.as_given(plan, taps, image.shape)
        if lying is None:
            raise CannotLearn(say(NO_BOARD))
        if lying.place.slant(plan) < SLANT:
            raise CannotLearn(say(FROM_ABOVE))
        garage = learning.learn(image, lying.place, lying.plan, expected)
        said = _seen(image, lying, garage, expected, LEARNT)
        other = {name: one.pieces for name, one in said.items() if one.pieces != expected.get(name, ())}
        if len(other) > DIRTY or any(name in expected or pieces is not None for name, pieces in other.items()):
            raise CannotLearn(say(NOT_SO))  # what is learnt must tell the photo itself
        self._kept.keep_garage(plan.game, garage)

    def learnt(self, game: str) -> frozenset[Piece]:
        """The vehicles whose looks are known."""
        garage = self._kept.garage(game)
        return garage.pieces if garage is not None else frozenset()

    def read(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> BoardReading:
        """What lies where in a photo (h, w, 3) BGR; its `plan` says how the parts lie in it."""
        garage = self._kept.garage(plan.game)
        vehicles = {piece for lying in expected.values() for piece in lying if piece.kind != PART}
        if garage is None or not vehicles <= garage.pieces:
            return no_board(NOT_LEARNT)
        best: tuple[Lying, dict[str, Said]] | None = None
        for corners in _both_ways(taps):
            ways = parts.as_seen(image, plan, corners)
            if not ways:
                break
            lying, said = _likeliest(image, ways, garage, expected)
            right = _as_expected(said, expected)
            if best is None or right > TURNED:
                best = lying, said
            if right > USUALLY:
                break
        if best is None:
            return no_board(NO_BOARD)
        lying, said = best
        if lying.plan.grid != plan.grid and _as_expected(said, expected) <= USUALLY:
            said = dict.fromkeys(said, Said(None, PARTS))  # parts that lie otherwise, and nothing on them fits
        return reading_of(said, lying.place, lying.plan, shifted=True)


def _both_ways(taps: Taps | None) -> tuple[Taps, ...]:
    """The taps, and as they are for whoever sits on the other side: seen from there the left part is the right one."""
    return () if taps is None else (taps, (*taps[2:], *taps[:2]))


def _likeliest(
    image: Picture, ways: Sequence[Lying], garage: Garage, expected: Expected
) -> tuple[Lying, dict[str, Said]]:
    """Of several ways how the parts may lie the one in which most vehicles stand where they should, and what is then
    said: a part takes with it what stands on it. Nothing, where two ways are alike."""
    standing = {name: pieces for name, pieces in expected.items() if pieces[0].kind != PART}
    scored = []
    for way in ways:
        said = _seen(image, way, garage, expected)
        there = sum(said[name].pieces == pieces for name, pieces in standing.items())
        scored.append((way.speaks + VEHICLE * there, way, said))
    scored.sort(key=lambda one: -one[0])
    _, lying, said = scored[0]
    if len(scored) > 1 and scored[0][0] - scored[1][0] < parts.CLEAR:
        said = dict.fromkeys(said, Said(None, PARTS))
    return lying, said


def _as_expected(said: Mapping[str, Said], expected: Expected) -> float:
    """The share of what should lie there that was seen there."""
    return sum(said[name].pieces == pieces for name, pieces in expected.items()) / len(expected)


def _seen(image: Picture, lying: Lying, garage: Garage, expected: Expected, least: Least = READ) -> dict[str, Said]:
    """What is said of each spot of a photo in which the grid lies so."""
    seen, shown, clipped = flatten(image, lying.place, lying.plan)
    should = {name: stand for name, stand in named(expected, lying.plan).items() if name in garage.paints}
    labels = Sight(lying.plan, garage.hulls, lying.place.eye).labels(dict(enumerate(should.values(), 1)))
    paints: Mapping[Named, Paint] = garage.paints
    for _ in range(TWICE):
        flat, ground = _without_light(seen, shown, clipped, lying, garage.ground, paints, tuple(should), labels)
        colour = shrunk(flat.colour)
        paints = in_this_photo(garage.paints, colour, labels, tuple(should))
    usable = in_sight(flat, clipped)
    known = smaller(asphalt.plastic(lying.plan)) & usable
    bare = np.logaddexp(shrunk(ground), np.float32(STRANGE))
    speaks = {name: np.clip(paints[name].likely(colour) - bare, *CLIP) for name in should}
    lot = Lot(lying.plan, garage.hulls, lying.place.eye, speaks, known)
    return judge(lot, lying, garage.paints, paints, should, Seen(colour, shrunk(ground), usable, garage.ground), least)


def _without_light(
    seen: Picture, shown: NDArray[np.bool_], clipped: NDArray[np.bool_], lying: Lying, ground: Plastic,
    paints: Mapping[Named, Paint], names: Sequence[Named], labels: NDArray[np.int16],
) -> tuple[Flat, Floats]:  # fmt: skip
    """The colours of a flattened photo, and how likely each pixel is the empty board's. `labels` (h, w) numbers the
    vehicles where they should stand, as `names` has them, from 1."""
    on = asphalt.plastic(lying.plan)
    large = cv2.resize(labels, on.shape[::-1], interpolation=cv2.INTER_NEAREST)
    colours = np.stack([ground.space, *(paints[name].mean for name in names)])
    drawn = colours[large]
    for _, where in asphalt.cells_of(lying.plan):
        ridge = ground.where & (large[where] == 0)
        drawn[where][ridge] = ground.ridge
    drawn[~on] = np.nan
    printed = asphalt.print_of(ground, lying.plan, drawn, large == 0)
    flat = without_light(seen, shown, clipped, printed.drawn)
    return flat, likely(flat, printed)
