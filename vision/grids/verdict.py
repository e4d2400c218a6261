"""What is said of each spot of a grid: its vehicle, that none begins there, or that it cannot be told.

The law of this file: a doubt is told as a doubt. A vehicle that could as well stand elsewhere, or be another one, is a
doubt at both places; so is a space on which something shows that is neither plastic nor a vehicle that was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import PART, BoardPlan, Piece
from companion.board_grid import Stand, name_of
from companion.language import later
from vision.boards.doubts import COVERED
from vision.boards.letters import called
from vision.boards.said import Said, unless_hardly_seen
from vision.grids import asphalt
from vision.grids.garage import Named, Paint, Plastic
from vision.grids.parking import Lot
from vision.grids.parts import Lying
from vision.grids.ridges import hidden

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

BARE: Final = -1.5
"""Logarithm of likelihood from which on a pixel is the empty board."""
STRANGE: Final = 0.3
"""Share of a space that may look like neither, or be out of sight."""
LIT: Final = 0.22
"""Logarithm of any channel within which the empty board is in full light."""
PALE: Final = 0.6
"""Logarithm of every channel within which the colour of a vehicle is nearly that of the empty board."""
FREE: Final = 0.5
"""Share of an outline before which nothing stands that was found, from which on it is asked what is there."""
SHADED: Final = 0.45
"""Share of that which is the empty board in full light, from which on nothing stands there."""


@dataclass(frozen=True)
class Least:
    """What a vehicle must reach at least to be told."""

    speaks: float
    """Mean logarithm by which what shows of it is likelier than the empty board."""
    leads: float
    """And by which its place is likelier than any other."""
    shows: float
    """Share of its outline that must show."""


READ: Final = Least(0.6, 0.4, 0.4)
LEARNT: Final = Least(0.75, 0.45, 0.4)
"""In the photo from which it was learnt: in others it is told less well."""

DOUBTFUL: Final = later("some vehicles cannot be made out: look yourself, or photograph them in better light")
PARTS: Final = later("how the parts lie cannot be told: look yourself, or photograph the grid on another ground")


@dataclass(frozen=True)
class Seen:
    """A photo from above, the light taken out, of one pixel a millimetre."""

    colour: Floats
    """(h, w, 3) logarithms, BGR."""
    bare: Floats
    """(h, w): logarithm of how likely each pixel is the empty board."""
    usable: Mask
    ground: Plastic
    """What the empty board looks like."""


def judge(
    lot: Lot,
    lying: Lying,
    learnt: Mapping[Named, Paint],
    paints: Mapping[Named, Paint],
    should: Mapping[Named, Stand],
    seen: Seen,
    least: Least = READ,
) -> dict[str, Said]:
    """Of each spot of the plan that bears anything; `paints` are those that were learnt, as they are in this photo."""
    grid = lying.plan.grid
    assert grid is not None
    spots = [spot.name for spot in lying.plan.spots if spot.kinds]
    if not lying.sure:
        return {name: Said(None, PARTS) for name in spots}
    found = lot.park(should)
    told = {parked.stand: parked for parked in lot.told(found, should).values()}
    known = {name: learnt[name] for name in lot.names}
    names = called(found, lot.labels(found), lot.names, seen.colour, known, should, grid.single)
    standing = names.standing
    doubts: dict[str, str] = {}
    for name, stand in standing.items():
        parked = told[stand]
        weak = parked.speaks < least.speaks or parked.lead < least.leads or parked.shows < least.shows
        if weak or name in names.doubtful or name in names.strange:
            for place in (stand, parked.other if weak else None, should.get(name)):
                if place is not None:
                    doubts.setdefault(name_of(grid, place.row, place.column), DOUBTFUL)
    labels = lot.labels(standing)
    covered = _covered(lying.plan, labels, seen)
    doubts.update(dict.fromkeys(covered, COVERED))
    for name in (name for name in lot.names if standing.get(name) != should.get(name)):
        for place in (standing.get(name), should.get(name)):  # an arm may look like one, or lie on it
            if place is not None and any(name_of(grid, *cell) in covered for cell in _around(place)):
                doubts.setdefault(name_of(grid, place.row, place.column), COVERED)
        for stand in _perhaps(lot, name, name in standing, should.get(name), labels, seen, paints[name]):
            doubts.setdefault(name_of(grid, stand.row, stand.column), DOUBTFUL)
    lies: dict[str, list[Piece]] = {}
    for (kind, look), stand in standing.items():
        lies.setdefault(name_of(grid, stand.row, stand.column), []).append(Piece(kind, look, stand.way))
    for part in grid.parts:
        if part.name:
            lies[part.name] = [Piece(PART, str(part.down))]
    said = {
        spot: Said(None, doubts[spot]) if spot in doubts else Said(tuple(sorted(lies.get(spot, ())))) for spot in spots
    }
    return unless_hardly_seen(said, COVERED)


def _around(stand: Stand) -> Iterator[tuple[int, int]]:
    """The spaces of a vehicle and those beside them."""
    for row, column in stand.cells:
        yield from ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))


def _covered(plan: BoardPlan, labels: NDArray[np.int16], seen: Seen) -> frozenset[str]:
    """Spots of spaces that show neither the empty board nor a vehicle that was found."""
    assert plan.grid is not None
    odd = ((seen.bare < BARE) & (labels == 0)) | ~seen.usable
    odd = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
    free = cv2.dilate((labels > 0).astype(np.uint8), np.ones((5, 5), np.uint8)) == 0
    found = set(hidden(seen.colour, free, plan, seen.ground))
    for (row, column), (down, across) in asphalt.cells_of(plan):
        cell = odd[down.start // 2 : down.stop // 2, across.start // 2 : across.stop // 2]
        if float(cell.mean()) > STRANGE:
            found.add(name_of(plan.grid, row, column))
    return frozenset(found)


def _perhaps(
    lot: Lot, name: Named, found: bool, should: Stand | None, labels: NDArray[np.int16], seen: Seen, paint: Paint
) -> Iterator[Stand]:
    """Where one that was not found where it should stand may stand all the same: something dark is there, and it may
    be a shadow; or one that was found nowhere has nearly the colour of the plastic."""
    inks = (seen.ground.space, seen.ground.ridge)
    pale = not found and min(float(np.abs(paint.mean - ink).max()) for ink in inks) < PALE
    plain = np.minimum(*(np.abs(seen.colour - ink).max(axis=2) for ink in inks)) < LIT
    places = [] if found else lot.likeliest(name)
    for stand in dict.fromkeys((*([should] if should else []), *places)):
        where, mask = lot.window(stand)
        own = mask & (labels[where] == 0)
        if own.sum() > FREE * mask.sum() and (pale or float(plain[where][own].mean()) < SHADED):
            yield stand
