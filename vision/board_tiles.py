"""Which tile lies on each space of a board: face down, face up and which, or none.

The law of this file: pieces may stand on tiles, so what is seen of a tile is counted pixel by pixel, and a face is told
where pixels in which it differs from every other say so. Where they do not, nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, Expected, Piece, Spot
from vision.board_flat import CALM, SCALE, Flat, Frame, reflected
from vision.board_ground import Print, paper
from vision.tile_faces import BACK, printed

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

BARE: Final = ""
"""What lies on a space without a tile."""
TINT: Final = 0.1
"""Standard deviation of a printed tile's colours, logarithms: printers differ, and edges between colours are
blurred."""
FITS: Final = 4.0
"""How far below its best a pixel's likelihood may be to be one of a face."""
PLAIN: Final = 0.5
"""Share of a space that must look like paper, or like a back, to be one."""
DARK: Final = (-2.6, -0.5)
WEIGHTS: Final = (0.3, 1.0)
"""How much a difference counts in a channel that is so dark, logarithms, and so bright."""
MIXED: Final = 0.5
"""Logarithm by which a printer's ink may be another than the drawing's."""
ALL_BARE: Final = 0.9
"""Share from which on nothing lies there, since faces that are pale have signs."""
BOTH: Final = 0.2
"""Share that looks like paper, and like a back, from which on it is neither for sure."""
EXPLAINED: Final = 0.42
"""Share of a space that a face explains at least: a piece may stand on the rest."""
COMPARED: Final = 8
"""Faces that are shifted to fit."""
TELLING: Final = 24
"""Pixels, 6 square millimetres, that must speak for a face against the next one."""
AGAINST: Final = 0.3
"""And so many times as few against it."""
SHIFTS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
"""Pixels, half a millimetre each, by which a tile may lie beside the middle of its space."""


@dataclass(frozen=True)
class _Faces:
    """The faces of a game's tiles as they look from above, in each quarter turn."""

    names: tuple[str, ...]
    colours: Floats
    """(n, edge, edge, 3) logarithms."""


@dataclass(frozen=True)
class Lying:
    """What was made out of the tiles."""

    tiles: Mapping[str, Piece | None]
    """By spot: the tile, or None: there is none. A spot that bears tiles and is missing here could not be told."""
    board: Floats
    """(h, w): how likely each pixel is board or tile, logarithm."""


def with_tiles(bare: Print, plan: BoardPlan, expected: Expected) -> Print:
    """The print as it looks under the tiles that should lie there: light is measured against it."""
    spots = [spot for spot in plan.spots if spot.tile and _tile_of(expected.get(spot.name, ()))]
    if not spots:
        return bare
    drawn, covered = bare.drawn.copy(), np.zeros(bare.silent.shape, bool)
    for spot in spots:
        down, across = _square(spot)
        faces = _faces(plan.game, round(spot.tile * SCALE))
        tile = _tile_of(expected[spot.name])
        drawn[down, across] = faces.colours[faces.names.index(BACK)] if tile == Piece(TILE, BACK) else np.nan
        covered[down, across] = True
    return replace(bare, drawn=drawn, inks=[(sure & ~covered, may) for sure, may in bare.inks])


def tiles_on(flat: Flat, board: Floats, silent: Mask, plan: BoardPlan) -> Lying:
    """Of a flattened photo; `board` is how likely each pixel is the bare board."""
    tiles: dict[str, Piece | None] = {}
    whole, usable = board.copy(), flat.usable
    for spot in plan.spots:
        if not spot.tile:
            continue
        where = _square(spot)
        faces = _faces(plan.game, round(spot.tile * SCALE))
        known = usable[where]
        told = _told(flat.colour[where], board[where], known, faces)
        if told is None:
            continue
        name, likely = told
        tiles[spot.name] = Piece(TILE, name) if name else None
        if likely is not None:
            whole[where] = likely
    return Lying(tiles, whole)


def _told(seen: Floats, bare: Floats, known: Mask, faces: _Faces) -> tuple[str, Floats | None] | None:
    """What lies on one space, and how likely each of its pixels then is the tile's; None: that cannot be told."""
    if not known.any():
        return None
    backs = [nth for nth, name in enumerate(faces.names) if name == BACK]
    best_back = max((_likely(seen, faces.colours[nth]) for nth in backs), key=lambda one: _share(one, known))
    as_bare, as_back = float((bare > 0)[known].mean()), _share(best_back, known)
    if min(as_bare, as_back) > BOTH:
        return None  # a white piece on a back, or a dark one on paper
    if as_back >= PLAIN:
        return BACK, best_back
    if as_bare >= ALL_BARE:
        return BARE, None
    rough = np.stack([_share(_each(seen, colours), known) for colours in faces.colours])
    fits: dict[str, tuple[float, Floats, Floats]] = {}
    for nth in np.argsort(-rough)[: 2 * COMPARED]:
        name = faces.names[nth]
        share, likely = _fitted(seen, faces.colours[nth], known)
        if name not in fits or share > fits[name][0]:
            fits[name] = share, likely, faces.colours[nth]
        if len(fits) == COMPARED:
            break
    ranked = sorted(fits.items(), key=lambda one: -one[1][0])
    (name, (_, likely, colours)), others = ranked[0], ranked[1:]
    if as_bare >= PLAIN and _share(likely, known) < as_bare:
        return BARE, None
    if as_bare >= PLAIN or _share(likely, known) < EXPLAINED:
        return None  # pale as paper, or an arm, a cup
    for _, (_, other, _) in others:
        for_it = int(((likely - other > FITS) & (likely > 0) & known).sum())
        against = int(((other - likely > FITS) & (other > 0) & known).sum())
        if for_it < TELLING or against > AGAINST * for_it:
            return None
    return name, _printed(seen, colours, likely, known)


def _share(likely: Floats, known: Mask) -> float:
    return float((likely > 0)[known].mean())


def _likely(seen: Floats, colours: Floats) -> Floats:
    """How likely each pixel is a back's, which may lie a little aside, each by itself: its lines are thin."""
    best = np.full(seen.shape[:2], -50.0, np.float32)
    for x, y in SHIFTS:
        np.maximum(best, paper(seen - np.roll(colours, (y, x), (0, 1)), TINT), out=best)
    return best


def _printed(seen: Floats, colours: Floats, likely: Floats, known: Mask) -> Floats:
    """How likely each pixel is of a face that was made out, its inks being those of this print."""
    here = (likely > 0) & known
    off = np.median((seen - colours)[here], axis=0).astype(np.float32) if here.any() else np.zeros(3, np.float32)
    return _likely(seen - np.clip(off, -MIXED, MIXED), colours)


def _fitted(seen: Floats, colours: Floats, known: Mask) -> tuple[float, Floats]:
    """How much of a face is seen where it fits best, and how likely each pixel there is that face's."""
    fits = (_each(seen, np.roll(colours, (y, x), (0, 1))) for x, y in SHIFTS)
    return max(((float(np.maximum(one, 0)[known].mean()), one) for one in fits), key=lambda fit: fit[0])


def _each(seen: Floats, colours: Floats) -> Floats:
    """How likely each pixel is of this colour; how dark the dark channels of a strong colour are says little."""
    return paper((seen - colours) * np.interp(colours, DARK, WEIGHTS).astype(np.float32), TINT)


def _square(spot: Spot) -> tuple[slice, slice]:
    """Rows and columns of the tile on a spot."""
    edge = round(spot.tile * SCALE)
    left, top = round(Frame.px(spot.x) - (edge - 1) / 2), round(Frame.px(spot.y) - (edge - 1) / 2)
    return slice(top, top + edge), slice(left, left + edge)


def _tile_of(pieces: Sequence[Piece]) -> Piece | None:
    return next((piece for piece in pieces if piece.kind == TILE), None)


@lru_cache(maxsize=2)
def _faces(game: str, edge: int) -> _Faces:
    names, pictures = [], []
    for name, picture in printed(game, edge):
        colours = reflected(picture)
        for turns in range(4):
            names.append(name)
            pictures.append(cv2.GaussianBlur(np.rot90(colours, turns).copy(), (0, 0), CALM))
    return _Faces(tuple(names), np.stack(pictures).astype(np.float32))
