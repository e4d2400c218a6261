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
from vision.tile_codes import code_places, tile_around
from vision.tile_faces import BACK, Faces
from vision.tile_match import LIKE, Match, best_coarse, match
from vision.tile_places import places

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
PERHAPS: Final = 0.5
"""From which on a patch is a tile that was not made out, rather than none."""
SECOND: Final = 0.65
"""The same beside a tile that was made out."""
TRIED: Final = 6
"""Patches that are looked at closely."""
CERTAIN: Final = 0.9
"""A patch that is explained so well ends the search on that spot."""

NOTHING: Final = later("no tile is seen: lay it flat into the picture, its face up")
FACE_DOWN: Final = later("the tile lies face down: turn it over")
TWO: Final = later("more than one tile is seen: leave only the one that was turned")
UNLIKE: Final = later("the tile cannot be told: lay it flat, out of glare and shadow, or say what it shows")
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


@dataclass(frozen=True)
class _Told:
    """One tile that was made out."""

    match: Match
    by: str


def read_tile(image: Picture, faces: Faces, codes: Faces | None = None) -> TileReading:
    """What a picture (h, w, 3) BGR shows, of the faces that it may be; `codes` are those of `tile_faces.code_faces`."""
    height, width = image.shape[:2]
    scale = min(1.0, WORKING_PX / max(height, width))
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    reading = _judged(image, faces, codes)
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
    seen = list(_by_picture(image, faces, [tile_around(found.corners) for found in by_code]))
    made_out = [found for found in seen if found.explained >= EXPLAINED and found.margin >= MARGIN]
    told = [_Told(found, "picture") for found in made_out]
    for code in by_code:
        around = tile_around(code.corners)
        there = [one for one in told if _overlap(one.match.corners, around)]
        if any(one.match.name != code.name for one in there):
            return _unsure(TORN, there[0].match.corners)
        told = [one for one in told if one not in there]
        corners = there[0].match.corners if there else around
        told.append(_Told(Match(code.name, corners, code.explained, code.margin), "code"))
    if len(told) > 1:
        return _unsure(TWO)
    if not told:
        doubtful = next((one for one in seen if one.explained >= PERHAPS), None)
        return _unsure(UNLIKE, doubtful.corners) if doubtful else TileReading("empty", reasons=(say(NOTHING),))
    rest = [one for one in seen if not any(_overlap(one.corners, other.match.corners) for other in told)]
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
        if any(_overlap(corners, other.corners) for other in found):
            continue
        fit = match(image, corners, codes)
        if fit is not None and fit.explained >= CODE_EXPLAINED and fit.margin >= CODE_MARGIN and fit.name:
            found.append(fit)
            yield fit


def _by_picture(image: Picture, faces: Faces, more: list[Corners]) -> Iterator[Match]:
    """What each spot of the picture shows, the best patch of each."""
    patches = [*places(image), *more]
    ranked = sorted(((best_coarse(image, corners, faces), n) for n, corners in enumerate(patches)), reverse=True)
    found: list[Match] = []
    for alike, n in ranked[:TRIED]:
        if alike < LIKE or any(one.explained >= CERTAIN and _overlap(patches[n], one.corners) for one in found):
            continue
        fit = match(image, patches[n], faces)
        if fit is not None:
            found.append(fit)
    found.sort(key=lambda one: -one.explained)
    kept: list[Match] = []
    for one in found:
        if not any(_overlap(one.corners, other.corners) for other in kept):
            kept.append(one)
            yield one


def _overlap(one: Corners, other: Corners) -> bool:
    """Whether the middle of one lies within the other."""

    def within(point: NDArray[np.float64], corners: Corners) -> bool:
        return cv2.pointPolygonTest(corners.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0

    return within(one.mean(axis=0), other) or within(other.mean(axis=0), one)


def _unsure(why: str, corners: Corners | None = None) -> TileReading:
    return TileReading("unsure", "", () if corners is None else _points(corners), reasons=(say(why),))


def _points(corners: Corners) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in corners)
