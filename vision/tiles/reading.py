"""Reading a tile: which face lies in the tray, or in a phone's photo.

The law of this file: right, or `unsure` with the reason. A face is told where it explains what is seen, no other does
nearly as well, and whatever else is there (the code in its corner, a second tile) says nothing against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import later, say
from vision.dice import read_dice
from vision.photo import shrunk
from vision.tiles.codes import code_places, tile_around
from vision.tiles.faces import BACK, Faces
from vision.tiles.match import LIKE, Match, best_coarse, contrast, match, patch
from vision.tiles.places import from_above, overlap, places, sides

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]

WORKING_PX: Final = 1280
"""Longer side in which a tile is read."""
EXPLAINED: Final = 0.75
"""Share of a patch's contrast that a face explains at least."""
MARGIN: Final = 0.35
"""How much worse the next face explains it at least, as a part of how much worse it can."""
CODE_EXPLAINED: Final = 0.7
CODE_MARGIN: Final = 0.35
CODE_ALONE: Final = 0.8
"""The same where no picture around it says so too: of codes on other drawings, tiles of 64 to 130 pixels, each is
explained by 0.88 and more, a black die with four white pips by 0.71."""
PERHAPS: Final = 0.5
"""From which on a patch is a tile that was not made out, rather than none."""
SECOND: Final = 0.65
"""The same beside a tile that was made out."""
TRIED: Final = 6
"""Patches that are looked at closely."""
CERTAIN: Final = 0.9
"""A patch that is explained so well ends the search on that spot."""
SMALLEST_TILE: Final = 0.08
"""Sides of an unknown tile, of the picture's longer one."""
DRAWN_ON: Final = 20.0
"""Contrast of an unknown tile; of our faces the back has least, 36 in good light, the boards of a tray 13 to 18."""
TOUCHED: Final = 0.02
"""Part of an unknown tile on which a die's top face may lie: a square with more of it is the shadow between dice."""

NOTHING: Final = later("no tile is seen: lay it flat into the picture, its face up")
FACE_DOWN: Final = later("the tile lies face down: turn it over")
TWO: Final = later("more than one tile is seen: leave only the one that was turned")
UNLIKE: Final = later("the tile cannot be told: lay it flat, out of glare and shadow, or say what it shows")
UNKNOWN: Final = later(
    "no tile that is known: lay it flat, say what it shows, or have it learned (companion tiles learn)"
)
TORN: Final = later("the code and the picture of the tile say different things: say what it shows")


@dataclass(frozen=True)
class TileReading:
    """What a picture shows of a tile."""

    status: Literal["read", "unsure", "empty"]
    face: str = ""
    """Its name; empty where it was not made out."""
    corners: tuple[tuple[float, float], ...] = ()
    """Of the tile, from the top left one as it is read, in pixels of the picture as given."""
    confidence: float = 0.0
    """0..1: the margin to the next face."""
    by: str = ""
    """`code` or `picture`."""
    reasons: tuple[str, ...] = ()


NO_TILES: Final = TileReading("empty", reasons=(later("there are no tiles in this game that can be read"),))
"""Where tiles are not read."""


@dataclass(frozen=True, eq=False)
class _Told:
    """One tile that was made out."""

    match: Match
    by: str


def read_tile(image: Picture, faces: Faces, codes: Faces | None = None) -> TileReading:
    """What a picture (h, w, 3) BGR shows, of the faces that it may be; `codes` are those of `tile_faces.code_faces`."""
    small, scale = shrunk(image, WORKING_PX)
    reading = _judged(small, faces, codes)
    corners = tuple((float((x + 0.5) / scale - 0.5), float((y + 0.5) / scale - 0.5)) for x, y in reading.corners)
    return TileReading(reading.status, reading.face, corners, reading.confidence, reading.by, reading.reasons)


def lies_on_a_tile(image: Picture, points: list[tuple[float, float]], faces: Faces) -> list[bool]:
    """Which of these points of a picture (h, w, 3) BGR lie on a tile that is seen for sure."""
    on = [False] * len(points)
    for corners in places(image):
        outline = corners.astype(np.float32)
        inside = [cv2.pointPolygonTest(outline, point, False) >= 0 for point in points]
        if not any(new and not old for new, old in zip(inside, on, strict=True)):
            continue
        if best_coarse(image, corners, faces) < LIKE:
            continue
        fit = match(image, corners, faces)
        if fit is not None and fit.explained >= EXPLAINED and fit.margin >= MARGIN:
            on = [old or new for old, new in zip(on, inside, strict=True)]
    return on


def _judged(image: Picture, faces: Faces, codes: Faces | None) -> TileReading:
    by_code = [] if codes is None else list(_by_code(image, codes))
    patches = places(image)
    seen = list(_by_picture(image, faces, [*patches, *(tile_around(found.corners) for found in by_code)]))
    made_out = [found for found in seen if found.explained >= EXPLAINED and found.margin >= MARGIN]
    told = [_Told(found, "picture") for found in made_out]
    for code in by_code:
        around = tile_around(code.corners)
        there = [one for one in told if overlap(one.match.corners, around)]
        if not there and code.explained < CODE_ALONE:
            continue
        if any(one.match.name != code.name for one in there):
            return _unsure(TORN, there[0].match.corners)
        told = [one for one in told if one not in there]
        corners = there[0].match.corners if there else around
        told.append(_Told(Match(code.name, corners, code.explained, code.margin), "code"))
    if len(told) > 1:
        return _unsure(TWO)
    if not told:
        doubtful = next((one for one in seen if one.explained >= PERHAPS), None)
        if doubtful is not None:
            return _unsure(UNLIKE, doubtful.corners)
        unknown = _unknown(image, patches)
        return TileReading("empty", reasons=(say(NOTHING),)) if unknown is None else _unsure(UNKNOWN, unknown)
    rest = [one for one in seen if not any(overlap(one.corners, other.match.corners) for other in told)]
    if any(one.explained >= SECOND for one in rest):
        return _unsure(TWO)
    (only,) = told
    if only.match.name == BACK:
        return _unsure(FACE_DOWN, only.match.corners)
    confidence = min(1.0, max(0.0, only.match.margin))
    return TileReading("read", only.match.name, _points(only.match.corners), confidence, only.by)


def _by_code(image: Picture, codes: Faces) -> Iterator[Match]:
    """Codes of tiles that are seen for sure."""
    found: list[Match] = []
    for corners in code_places(image):
        if any(overlap(corners, other.corners) for other in found):
            continue
        fit = match(image, corners, codes)
        if fit is not None and fit.explained >= CODE_EXPLAINED and fit.margin >= CODE_MARGIN and fit.name:
            found.append(fit)
            yield fit


def _unknown(image: Picture, patches: list[Corners]) -> Corners | None:
    """Where a whole square lies on which something is drawn, and that is no die nor what dice lie on; None: nowhere."""
    height, width = image.shape[:2]
    drawn = []
    for corners in patches:
        whole = (corners > 1).all() and (corners < (width - 2, height - 2)).all()
        large = sides(corners).min() >= SMALLEST_TILE * max(height, width)
        if whole and large and from_above(corners) and contrast(patch(image, corners)) >= DRAWN_ON:
            drawn.append(corners)
    if not drawn:
        return None
    tops = [np.array(die.corners) for die in read_dice(image).dice]
    return next((one for one in drawn if not any(_touched(one, top) for top in tops)), None)


def _touched(tile: Corners, top: Corners) -> bool:
    """Whether a die's top face lies on what may be a tile (or is it), or what may be one is the floor under the die."""
    outline = tile.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(outline, top.astype(np.float32))
    return overlap(tile, top) or bool(shared > TOUCHED * cv2.contourArea(outline))


def _by_picture(image: Picture, faces: Faces, patches: list[Corners]) -> Iterator[Match]:
    """What each spot of the picture shows, the best patch of each."""
    ranked = sorted(((best_coarse(image, corners, faces), n) for n, corners in enumerate(patches)), reverse=True)
    found: list[Match] = []
    for alike, n in ranked[:TRIED]:
        if alike < LIKE or any(one.explained >= CERTAIN and overlap(patches[n], one.corners) for one in found):
            continue
        fit = match(image, patches[n], faces)
        if fit is not None:
            found.append(fit)
    found.sort(key=lambda one: -one.explained)
    kept: list[Match] = []
    for one in found:
        if not any(overlap(one.corners, other.corners) for other in kept):
            kept.append(one)
            yield one


def _unsure(why: str, corners: Corners | None = None) -> TileReading:
    return TileReading("unsure", "", () if corners is None else _points(corners), reasons=(say(why),))


def _points(corners: Corners) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in corners)
