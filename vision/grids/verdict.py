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
from companion.board_grid import LENGTHS, Stand, name_of
from companion.language import later
from vision.boards.doubts import COVERED
from vision.boards.letters import called
from vision.boards.said import Said, unless_hardly_seen
from vision.boards.stands import in_lane
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

MAYBE: Final = 2
"""Of three signs, from which on a vehicle is asked for."""
BARELY: Final = -2.6
"""Mean logarithm by which it must be likelier than the empty board there, at least, that a vehicle is asked for: in 124
drawn photos none that stood there was below -2.3, and `CLIP` is 3."""


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
PUSHED: Final = 2
"""Spaces by which a vehicle is pushed as a rule."""
LIFTED: Final = 1.0
"""By how much a place must lead to which a vehicle cannot have been pushed: two others may look like one there."""

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
    found = lot.park(should)
    told = {parked.stand: parked for parked in lot.told(found, should).values()}
    known = {name: learnt[name] for name in lot.names}
    names = called(found, lot.labels(found), lot.names, seen.colour, known, should, grid.single)
    standing = names.standing
    doubts: dict[str, str] = {}

    def doubt(why: str, *places: Stand | None) -> None:
        for place in places:
            if place is not None:
                doubts.setdefault(name_of(grid, place.row, place.column), why)

    unsure: set[Named] = set()
    usual = frozenset(should.values())
    for name, stand in standing.items():
        parked, place = told[stand], should.get(name)
        near = stand in usual or (place is not None and in_lane(stand, place, PUSHED))
        leads = least.leads if near else max(least.leads, LIFTED)
        if parked.speaks < least.speaks or parked.lead < leads or parked.shows < least.shows:
            unsure.add(name)
            doubt(DOUBTFUL, stand, parked.other, should.get(name))
        elif name in names.strange:
            doubt(DOUBTFUL, stand, should.get(name))
        elif name in names.doubtful:
            doubt(DOUBTFUL, stand)
    labels = lot.labels(standing)
    covered = _covered(lying.plan, labels, seen)
    doubts.update(dict.fromkeys(covered, COVERED))
    for name in (name for name in lot.names if standing.get(name) != should.get(name)):
        places = [place for place in (standing.get(name), should.get(name)) if place is not None]
        if any(name_of(grid, *cell) in covered for place in places for cell in _around(place)):
            unsure.add(name)  # what covers it may look like one
            doubt(COVERED, *places)
        sure = name in standing and name not in unsure | names.doubtful | names.strange
        free = labels == 0 if sure else (labels == 0) | (labels == lot.names.index(name) + 1)
        doubt(DOUBTFUL, *_perhaps(lot, name, sure, should.get(name), free, seen, paints[name]))
    for name in _in_the_way(unsure, standing, should):
        doubt(DOUBTFUL, standing.get(name), should[name])
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


def _in_the_way(unsure: set[Named], standing: Mapping[Named, Stand], should: Mapping[Named, Stand]) -> set[Named]:
    """Those that do not stand where they should because one that is unsure stands there, or one of these."""
    found: set[Named] = set()
    there = [standing[name] for name in unsure if name in standing and standing[name] != should.get(name)]
    while there:
        cells = set(there.pop().cells)
        for name, place in should.items():
            if name not in found and standing.get(name) != place and cells & set(place.cells):
                found.add(name)
                there.extend([standing[name]] if name in standing else [])
    return found


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
    lot: Lot, name: Named, sure: bool, should: Stand | None, free: Mask, seen: Seen, paint: Paint
) -> Iterator[Stand]:
    """Where one that was not found where it should stand may stand all the same, where `free` (h, w) says that no other
    was found. Of three signs: its colour does not speak against it, that the empty board does not show there in full
    light, and that it has nearly the colour of the plastic and was surely found nowhere: then it may be anywhere."""
    inks = (seen.ground.space, seen.ground.ridge)
    pale = not sure and min(float(np.abs(paint.mean - ink).max()) for ink in inks) < PALE
    plain = np.minimum(*(np.abs(seen.colour - ink).max(axis=2) for ink in inks)) < LIT
    near = [*([should] if should else []), *([] if sure else lot.likeliest(name))]
    everywhere = [stand for stand in lot.places if stand.length == LENGTHS[name[0]]] if pale else []
    for stand in dict.fromkeys((*near, *everywhere)):
        where, mask = lot.window(stand)
        own = mask & free[where]
        if own.sum() > FREE * mask.sum():
            likely = stand in near and lot.speaks(name, stand, own) >= BARELY
            dark = float(plain[where][own].mean()) < SHADED
            if pale + likely + dark >= MAYBE:
                yield stand
