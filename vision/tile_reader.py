"""Reading tiles of whichever game is played, by our drawings and by faces that were learned.

The law of this file: what a player's own tiles look like lies in the data folder, one picture a face shown; a picture
that cannot be read there is left out, and nothing else of the folder is touched.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.drawings import art
from companion.language import later, say
from vision.reading import DiceReading
from vision.tile_faces import BACK, EDGE, Faces, code_faces, faces_of
from vision.tile_match import patch
from vision.tile_places import places
from vision.tiles import NO_TILES, NOTHING, TWO, TileReading, lies_on_a_tile, read_tile

Picture = NDArray[np.uint8]

ON_A_TILE: Final = later("a tile lies in the tray: take it out, or say what the dice show")
LEARNED_PX: Final = 2 * EDGE
"""Edge of a learned face as it is kept."""
LIKE_A_SQUARE: Final = 1.35
"""Sides of what is learned differ by so much at most: it is photographed from above."""
KEPT: Final = 2
"""Games whose faces are kept prepared; one is played."""


class CannotLearn(ValueError):
    """The photo does not show one tile; the sentence says what to do."""


class TileReader:
    """Reads tiles; safe from several threads, since what it prepares never changes."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where learned faces lie, `GAME/FACE-NUMBER.png`; None: there are none."""
        self._folder = folder
        self._prepared: OrderedDict[str, Faces] = OrderedDict()

    def faces(self, game: str) -> tuple[str, ...]:
        """The names of the faces of a game's tiles; empty where it has none."""
        return tuple(marks.faces_coded(game))

    def read(self, game: str, image: Picture) -> TileReading:
        """What a picture (h, w, 3) BGR shows of a tile of this game."""
        if not art(game):
            return NO_TILES
        return read_tile(image, self._of(game), _codes(game))

    def dice_beside(self, game: str, image: Picture, reading: DiceReading) -> DiceReading:
        """The same reading without dice that were seen in what is drawn on a tile."""
        if not reading.dice or not art(game):
            return reading
        on = lies_on_a_tile(image, [die.center for die in reading.dice], self._of(game))
        if not any(on):
            return reading
        dice = tuple(die for die, there in zip(reading.dice, on, strict=True) if not there)
        return replace(reading, status="unsure", dice=dice, reasons=(say(ON_A_TILE),), unread=reading.unread)

    def learn(self, game: str, face: str, image: Picture) -> Path:
        """Keep what the only tile in a picture (h, w, 3) BGR shows as one more picture of a face.

        Raises:
            CannotLearn: no tile is found in it, or more than one.
        """
        assert self._folder is not None
        picture = the_tile(image)
        folder = self._folder / game
        folder.mkdir(parents=True, exist_ok=True)
        number = next(n for n in range(1, 10_000) if not (folder / f"{face}-{n}.png").exists())
        file = folder / f"{face}-{number}.png"
        ok, data = cv2.imencode(".png", picture)
        assert ok
        file.write_bytes(data.tobytes())
        self._prepared.pop(game, None)
        return file

    def forget(self, game: str, face: str) -> int:
        """Throw away what was learned of a face; how many pictures that were."""
        gone = self._files(game).get(face, [])
        for file in gone:
            file.unlink(missing_ok=True)
        self._prepared.pop(game, None)
        return len(gone)

    def learned(self, game: str) -> dict[str, int]:
        """How many pictures of each face were learned."""
        return {face: len(files) for face, files in self._files(game).items()}

    def _of(self, game: str) -> Faces:
        if game not in self._prepared:
            shown = {
                face: [picture for file in files if (picture := cv2.imread(str(file), cv2.IMREAD_COLOR)) is not None]
                for face, files in self._files(game).items()
            }
            self._prepared[game] = faces_of(
                game, {face: [np.asarray(p, np.uint8) for p in ps] for face, ps in shown.items()}
            )
            while len(self._prepared) > KEPT:
                self._prepared.popitem(last=False)
        return self._prepared[game]

    def _files(self, game: str) -> dict[str, list[Path]]:
        known = {*self.faces(game), BACK}
        found: dict[str, list[Path]] = {}
        folder = None if self._folder is None else self._folder / game
        for file in sorted(folder.glob("*.png")) if folder is not None and folder.is_dir() else ():
            face = file.stem.rpartition("-")[0]
            if face in known:
                found.setdefault(face, []).append(file)
        return found


@cache
def _codes(game: str) -> Faces:
    return code_faces(game)


def the_tile(image: Picture) -> Picture:
    """The only tile of a picture that shows nothing else, seen from above: (LEARNED_PX, LEARNED_PX, 3).

    Raises:
        CannotLearn: there is none, or there are several.
    """
    found: list[NDArray[np.float64]] = []
    for corners in places(image):  # larger ones first: what lies within one is drawn on it
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        if sides.max() > LIKE_A_SQUARE * sides.min():
            continue
        if not any(
            cv2.pointPolygonTest(o.astype(np.float32), corners.mean(axis=0).tolist(), False) >= 0 for o in found
        ):
            found.append(corners)
    if not found:
        raise CannotLearn(say(NOTHING))
    if len(found) > 1:
        raise CannotLearn(say(TWO))
    return patch(image, found[0], LEARNED_PX)
