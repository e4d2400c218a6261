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
from vision.boards.flat import SCALE, Frame
from vision.boards.looks import Look, looks_of, looks_written

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

VERSION: Final = 1
AROUND: Final = 0.75
"""So many sizes of a space around the middles of the outermost ones the board is known: beyond it may end."""
QUALITY: Final = 95


Place = tuple[float, float, float]
"""Of a spot: its middle and its size, mm."""


@dataclass(frozen=True)
class OwnBoard:
    """One."""

    width: float
    height: float
    spots: Mapping[str, Place]
    picture: Picture
    """(h, w, 3) BGR: from above, nothing on it, in the frame of flattened photos."""
    looks: Mapping[Piece, Look] = field(default_factory=dict)

    def plan(self, plan: BoardPlan) -> BoardPlan:
        """A game's plan as this board has it. Raises KeyError: it has not all of its spots."""
        return laid(plan, self.spots, self.width, self.height)

    def known(self) -> Mask:
        """(h, w): where its picture shows the board for sure."""
        reach = AROUND * float(np.median([size for _, _, size in self.spots.values()]))
        corners = ((-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach))
        around = np.array([(x + off, y + down) for x, y, _ in self.spots.values() for off, down in corners])
        hull = cv2.convexHull((around * SCALE + Frame.px(0)).round().astype(np.int32))
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, hull, (1,))
        return mask > 0


def places(plan: BoardPlan) -> dict[str, Place]:
    """Where a plan has its spots."""
    return {spot.name: (spot.x, spot.y, spot.size) for spot in plan.spots}


def laid(plan: BoardPlan, at: Mapping[str, Place], width: float, height: float) -> BoardPlan:
    """A plan whose spots lie elsewhere; its marks and its poster are another board's."""
    spots = tuple(replace(spot, x=at[spot.name][0], y=at[spot.name][1], size=at[spot.name][2]) for spot in plan.spots)
    return replace(plan, width=width, height=height, spots=spots, marks=(), poster=None)


def own_written(own: OwnBoard) -> str:
    """As JSON."""
    ok, data = cv2.imencode(".jpg", own.picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    assert ok
    return json.dumps(
        {
            "version": VERSION,
            "width": round(own.width, 2),
            "height": round(own.height, 2),
            "spots": {name: [round(part, 2) for part in at] for name, at in own.spots.items()},
            "pieces": json.loads(looks_written(own.looks)),
            "picture": base64.b64encode(data.tobytes()).decode("ascii"),
        }
    )


def own_of(text: str) -> OwnBoard:
    """Of such a JSON. Raises ValueError, KeyError or TypeError where it is none."""
    kept: dict[str, Any] = json.loads(text)
    if kept["version"] != VERSION:
        raise ValueError(f"version {kept['version']}")
    spots = {str(name): (float(x), float(y), float(size)) for name, (x, y, size) in kept["spots"].items()}
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(kept["picture"]), np.uint8), cv2.IMREAD_COLOR)
    width, height = float(kept["width"]), float(kept["height"])
    frame = Frame.sized(width, height)
    if picture is None or picture.shape != (frame.height, frame.width, 3):
        raise ValueError("no picture of that size")
    return OwnBoard(width, height, spots, np.asarray(picture, np.uint8), looks_of(json.dumps(kept["pieces"])))
