"""A board that this table has learnt: where its spaces are, what it looks like empty, and the pieces seen on it.

The law of this file: one file a game, written whole; one that cannot be read counts as none. Spots are named as the
game names them, so what was learnt outlives a change of the print.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, Piece
from vision import board_looks
from vision.board_flat import SCALE, Frame
from vision.board_looks import Look

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

VERSION: Final = 1
AROUND: Final = 0.75
"""So many sizes of a space around the middles of the outermost ones the board is known: beyond it may end."""
QUALITY: Final = 95


@dataclass(frozen=True)
class OwnBoard:
    """One."""

    plan: BoardPlan
    picture: Picture
    """(h, w, 3) BGR: from above, nothing on it, in the frame of flattened photos."""
    looks: Mapping[Piece, Look] = field(default_factory=dict)

    def known(self) -> Mask:
        """(h, w): where its picture shows the board for sure."""
        reach = AROUND * float(np.median([spot.size for spot in self.plan.spots]))
        around = np.array([(spot.x + x, spot.y + y) for spot in self.plan.spots for x in (-reach, reach)
                           for y in (-reach, reach)])  # fmt: skip
        hull = cv2.convexHull((around * SCALE + Frame.px(0)).round().astype(np.int32))
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, hull, (1,))
        return mask > 0


def written(own: OwnBoard) -> str:
    """As JSON."""
    ok, data = cv2.imencode(".jpg", own.picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    assert ok
    return json.dumps(
        {
            "version": VERSION,
            "width": round(own.plan.width, 2),
            "height": round(own.plan.height, 2),
            "spots": {spot.name: [round(v, 2) for v in (spot.x, spot.y, spot.size)] for spot in own.plan.spots},
            "pieces": json.loads(board_looks.written(own.looks)),
            "picture": base64.b64encode(data.tobytes()).decode("ascii"),
        }
    )


def read(text: str, plan: BoardPlan) -> OwnBoard:
    """Of such a JSON, for a game whose plan is this. Raises ValueError, KeyError or TypeError where it is none."""
    kept: dict[str, Any] = json.loads(text)
    if kept["version"] != VERSION:
        raise ValueError(kept["version"])
    own = laid(plan, {name: (x, y, size) for name, (x, y, size) in kept["spots"].items()}, kept["width"], kept["height"])
    data = np.frombuffer(base64.b64decode(kept["picture"]), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    frame = Frame.of(own)
    if picture is None or picture.shape != (frame.height, frame.width, 3):
        raise ValueError("picture")
    return OwnBoard(own, np.asarray(picture, np.uint8), board_looks.read(json.dumps(kept["pieces"])))


def laid(plan: BoardPlan, at: Mapping[str, tuple[float, float, float]], width: float, height: float) -> BoardPlan:
    """A plan whose spots lie elsewhere: x, y and size by their names; its marks and its poster are another board's."""
    spots = tuple(
        replace(spot, x=float(at[spot.name][0]), y=float(at[spot.name][1]), size=float(at[spot.name][2]))
        for spot in plan.spots
    )
    return replace(plan, width=float(width), height=float(height), spots=spots, marks=(), poster=None)
