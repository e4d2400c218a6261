"""Which tile lies on each space of a board: face down, face up and which, or none.

The law of this file: pieces may stand on tiles and tiles hide the board, so each space is asked by itself, then again
once the pieces are found; a lamp that is mirrored in tiles is a doubt about all spaces around it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, Expected, Piece, Spot
from vision.boards.faces import ROOM, Faces, backs_of
from vision.boards.fit import Laid
from vision.boards.flat import SCALE, Flat, Frame
from vision.boards.ground import Print
from vision.boards.looks import Look
from vision.boards.space import BARE, Space
from vision.tiles.faces import BACK

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]
_Window = tuple[slice, slice]

THICK: Final = 1.4
"""mm by which the face of a tile is above the board."""
AROUND: Final = 50.0
"""mm around its middle where that lamp still misleads: the next two spaces."""
WHITER: Final = 0.3
"""Logarithm of what is reflected in every channel, where paper has 0, that nothing reflects without a lamp in it."""
LAMP: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (33, 33))
"""Pixels, 16 mm across: shining pieces are smaller."""
HALO: Final = 36.0
"""mm beside that where it still misleads,"""
WHITENED: Final = 0.12
"""of a space without a tile, if so large a share of it is whiter than the print."""
INSIDE: Final = 2
"""Pixels along the edge of a tile from which nothing is told, within it"""
SIDE: Final = 3
"""and beside it, where its side and its shadow show."""


@dataclass(frozen=True)
class Lying:
    """What was made out of the tiles."""

    tiles: Mapping[str, Piece | None]
    """By spot: the tile, or None: there is none. A spot that bears tiles and is missing here could not be told."""
    board: Floats
    """(h, w): how likely each pixel is board or tile, logarithm."""
    silent: Mask
    """(h, w): where nothing is told from what is seen."""
    tiled: Mask
    """(h, w): where tiles lie."""
    doubts: Sequence[tuple[Space, str]]
    """Spaces that could not be told, and what was taken to lie there while pieces are sought."""
    lamp: frozenset[str]
    """Spots in which, or beside which, a lamp is mirrored in tiles."""


def with_tiles(bare: Print, plan: BoardPlan, expected: Expected) -> Print:
    """The print as it looks under the tiles that should lie there: light is measured against it."""
    spots = [spot for spot in plan.spots if spot.tile and _tile_of(expected.get(spot.name, ()))]
    if not spots:
        return bare
    drawn, covered = bare.drawn.copy(), np.zeros(bare.silent.shape, bool)
    for spot in spots:
        down, across = _window(spot, 0, (0.0, 0.0))
        back = Faces(plan.game, down.stop - down.start).backs[0].colours
        drawn[down, across] = back if _tile_of(expected[spot.name]) == BACK else np.nan
        covered[down, across] = True
    return replace(bare, drawn=drawn, inks=[(sure & ~covered, may) for sure, may in bare.inks])


def tiles_on(
    flat: Flat,
    board: Floats,
    silent: Mask,
    plan: BoardPlan,
    expected: Expected,
    looks: Mapping[Piece, Look],
    eye: Points,
) -> Lying:
    """Of a flattened photo; `board` is how likely each pixel is the bare board, `looks` what may stand on it."""
    spots = [spot for spot in plan.spots if spot.tile]
    tiles: dict[str, Piece | None] = {}
    whole, quiet, tiled, usable = board.copy(), silent.copy(), np.zeros(board.shape, bool), flat.usable
    windows = [_window(spot, ROOM, _aside(spot, eye)) for spot in spots]
    edge = round(spots[0].tile * SCALE) if spots else 0
    backs = backs_of([(flat.colour[where], usable[where]) for where in windows], plan.game, edge) if spots else ()
    faces = Faces(plan.game, edge, backs) if spots else None
    doubts, veiled = [], []
    for spot, where in zip(spots, windows, strict=True):
        assert faces is not None
        space = Space(spot.name, where, flat.colour[where], board[where], _tile_of(expected.get(spot.name, ())), faces)
        told, lies = space.told(looks, usable[where])
        if told is None:
            doubts.append((space, lies.face.name if lies is not None else BARE))
        else:
            tiles[spot.name] = Piece(TILE, told) if told else None
        if told is None and lies is not None and lies.face.name == BACK and space.veiled(lies, usable[where]):
            veiled.append(spot)
        if lies is not None:
            down, across = lies.where
            whole[where][down, across] = lies.likely
            tiled[where][down, across] = True
            _rim(quiet[where], lies)
    return Lying(tiles, whole, quiet, tiled, doubts, _under_a_lamp(flat, plan, veiled))


def _under_a_lamp(flat: Flat, plan: BoardPlan, veiled: Sequence[Spot]) -> frozenset[str]:
    """Spots beside backs in which one is mirrored, and beside what is whiter than any paper."""
    whiter = np.asarray(flat.colour.min(axis=2) > WHITER, np.uint8)
    whiter = np.asarray(cv2.morphologyEx(whiter, cv2.MORPH_OPEN, LAMP), np.uint8)
    found = {
        spot.name for spot in plan.spots if any(np.hypot(spot.x - one.x, spot.y - one.y) < AROUND for one in veiled)
    }
    if whiter.any():
        far = np.asarray(cv2.distanceTransform(1 - whiter, cv2.DIST_L2, 3), np.float32)
        found |= {
            spot.name
            for spot in plan.spots
            if float(far[where := Frame.around(spot.x, spot.y, spot.size / 2)].min()) < HALO * SCALE
            and (spot.tile or float(flat.clipped[where].mean()) > WHITENED)
        }
    return frozenset(found)


def without_pieces(lying: Lying, known: Mask) -> Mapping[str, Piece | None]:
    """The tiles, those besides that are told where nothing of the pieces which were found is counted.

    Args:
        known: (h, w): what is seen of the board and of tiles.
    """
    tiles = dict(lying.tiles)
    known = cv2.erode(known.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0  # edges are blurred
    for space, taken in lying.doubts:
        told, _ = space.told({}, known[space.where])
        if told is not None and told == taken:  # pieces were sought on this one
            tiles[space.name] = Piece(TILE, told) if told else None
    return tiles


def _rim(quiet: Mask, lies: Laid) -> None:
    """Of the board's print nothing is seen through a tile, and its edge is not to be told from."""
    down, across = lies.where
    ring = np.ones((down.stop - down.start + 2 * SIDE, across.stop - across.start + 2 * SIDE), bool)
    ring[SIDE + INSIDE : -SIDE - INSIDE, SIDE + INSIDE : -SIDE - INSIDE] = False
    top, left = down.start - SIDE, across.start - SIDE
    cut = ring[max(0, -top) :, max(0, -left) :][: len(quiet) - max(0, top), : quiet.shape[1] - max(0, left)]
    part = quiet[max(0, top) : down.stop + SIDE, max(0, left) : across.stop + SIDE]
    quiet[down, across] = False
    part |= cut


def _aside(spot: Spot, eye: Points) -> tuple[float, float]:
    """mm by which the face of a tile is seen beside its place, being above the board."""
    part = THICK / (-float(eye[2]) - THICK)
    return float(spot.x - eye[0]) * part, float(spot.y - eye[1]) * part


def _window(spot: Spot, room: int, aside: tuple[float, float]) -> _Window:
    """Rows and columns of the tile on a spot, and so many pixels around it."""
    edge = round(spot.tile * SCALE)
    left = round(Frame.px(spot.x + aside[0]) - (edge - 1) / 2) - room
    top = round(Frame.px(spot.y + aside[1]) - (edge - 1) / 2) - room
    return slice(top, top + edge + 2 * room), slice(left, left + edge + 2 * room)


def _tile_of(pieces: Sequence[Piece]) -> str:
    """The face that lies up; empty: there is no tile."""
    return next((piece.look for piece in pieces if piece.kind == TILE), BARE)
