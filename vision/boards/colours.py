"""The colours of pieces in the light and the camera of one photo.

The law of this file: most of a board is as it should be. So what stands on the spots of a colour says, as a median, how
that colour looks in this photo; and a piece that might be of another colour as well is a doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, Expected, Piece
from vision.boards.flat import Flat, Frame
from vision.boards.looks import Look
from vision.boards.pieces import Found

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

OTHER: Final = 0.0
"""Logarithm of likelihood below which a pixel is not the board."""
SHOWN: Final = 0.35
"""Part of a piece's area that must show on its spot to be counted."""
FEW: Final = 1.0
"""So many spots count as much as what was learnt."""
FEW_SPOTS: Final = 2
"""Up to so many it is asked whether another's piece stands there:"""
OTHERS: Final = 6.0
"""by this logarithm of likelihoods it is another's."""
FARTHEST: Final = 0.6
"""Logarithms by which a colour may look otherwise than it was learnt."""


def in_this_light(
    flat: Flat, board: Floats, silent: Mask, plan: BoardPlan, expected: Expected, looks: Mapping[Piece, Look]
) -> dict[Piece, Look]:
    """The looks as they are in this photo; `board` is how likely each pixel is the board."""
    other = np.asarray((board < OTHER) & flat.usable & ~silent, np.uint8)
    other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    seen: dict[Piece, list[Floats]] = {piece: [] for piece in looks}
    for name, pieces in expected.items():
        standing = [piece for piece in pieces if piece.kind != TILE]
        if len(standing) != 1:
            continue
        spot, (piece,) = plan.spot(name), standing
        where = Frame.around(spot.x, spot.y, spot.size / 2)
        colours = flat.colour[where][other[where] > 0]
        if len(colours) > SHOWN * looks[piece].form.area:
            seen[piece].append(np.asarray(np.median(colours, axis=0), np.float32))
    for piece, all_ in seen.items():
        if len(all_) <= FEW_SPOTS:  # where there are more, one that stands elsewhere does not count
            seen[piece] = [one for one in all_ if not _anothers(one, piece, looks)]
    adapted = {}
    for piece, look in looks.items():
        if not seen[piece]:
            adapted[piece] = look
            continue
        off = np.median(np.stack(seen[piece]), axis=0) - look.mean
        off *= len(seen[piece]) / (len(seen[piece]) + FEW)
        adapted[piece] = replace(look, mean=np.asarray(look.mean + np.clip(off, -FARTHEST, FARTHEST), np.float32))
    return adapted


def _anothers(colour: Floats, piece: Piece, looks: Mapping[Piece, Look]) -> bool:
    """Whether a colour (3,) rather is another piece's."""
    one = colour.reshape(1, 1, 3)
    own = float(looks[piece].likely(one)[0, 0])
    return any(
        float(look.likely(one)[0, 0]) - own > OTHERS for other, look in looks.items() if other.look != piece.look
    )


def is_sure(flat: Flat, found: Found, looks: Mapping[Piece, Look], eye: Points, close: float) -> bool:
    """Whether a piece is of its colour rather than of any other one, by this logarithm of likelihoods."""
    form = looks[found.piece].form
    cover = form.cover(found.x, found.y, eye, flat.shown.shape)
    x, y, wide, high = cv2.boundingRect(form.pixels(found.x, found.y, eye))
    part = (slice(max(0, y), y + high), slice(max(0, x), x + wide))
    colours = flat.colour[part]
    own = looks[found.piece].likely(colours)
    here = (cover[part] > 0) & (own > -6)
    if not here.any():
        return False
    return all(
        float(np.median((own - look.likely(colours))[here])) > close
        for piece, look in looks.items()
        if piece.look != found.piece.look
    )
