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
from vision.tiles.faces import BACK, EDGE, Faces, code_faces, faces_of
from vision.tiles.match import contrast, match, patch
from vision.tiles.places import from_above, overlap, places
from vision.tiles.reading import FACE_DOWN, NO_TILES, NOTHING, TWO, TileReading, lies_on_a_tile, read_tile

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]

ON_A_TILE: Final = later("a tile lies in the tray: take it out, or say what the dice show")
PLAIN_TILE: Final = later("this tile is plain: only what has a drawing on it can be told from other things")
CLASHES: Final = later("it looks like {face}, which is known already: say that face, or photograph the other tile")
LEARNED_PX: Final = 2 * EDGE
"""Edge of a learned face as it is kept."""
PLAIN: Final = 6.0
"""Contrast from which on there is something to learn: a plain card in lamplight has 2, our back 36."""
THE_SAME: Final = 0.92
"""Share that a known picture explains of another of the same face in like light; of the shields, the most alike of our
faces, one explains 0.89 of another."""
KEPT: Final = 2
"""Games whose faces are kept prepared; one is played."""


class CannotLearn(ValueError):
    """The photo does not show one tile that can be told; the sentence says what to do."""


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

    def learn(self, game: str, face: str, image: Picture) -> Path | None:
        """Keep what the only tile in a picture (h, w, 3) BGR shows as one more picture of a face.

        None: nothing was kept, for it looks like a picture of that face that is known already.

        Raises:
            CannotLearn: no tile is found in it, or more than one, or one that would not be read as that face.
        """
        assert self._folder is not None
        corners = only_place(image)
        picture = patch(image, corners, LEARNED_PX)
        if contrast(patch(image, corners)) < PLAIN:
            raise CannotLearn(say(PLAIN_TILE))
        known = match(image, corners, self._of(game))
        if known is not None and known.explained >= THE_SAME:
            if known.name == face:
                return None
            raise CannotLearn(say(CLASHES, face=known.name))
        learned = self._pictures(game)
        learned.setdefault(face, []).append(picture)
        reading = read_tile(image, faces_of(game, learned), _codes(game))
        if reading.face != face and not (face == BACK and reading.reasons == (say(FACE_DOWN),)):
            raise CannotLearn(reading.reasons[0] if reading.reasons else say(CLASHES, face=reading.face))
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
            self._prepared[game] = faces_of(game, self._pictures(game))
            while len(self._prepared) > KEPT:
                self._prepared.popitem(last=False)
        return self._prepared[game]

    def _pictures(self, game: str) -> dict[str, list[Picture]]:
        """What was learned of each face."""
        return {
            face: [
                np.asarray(picture, np.uint8)
                for file in files
                if (picture := cv2.imread(str(file), cv2.IMREAD_COLOR)) is not None
            ]
            for face, files in self._files(game).items()
        }

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


def only_place(image: Picture) -> Corners:
    """Where the only tile lies in a picture that shows nothing else and was taken from above.

    Raises:
        CannotLearn: there is none, or there are several.
    """
    found: list[Corners] = []
    for corners in places(image):  # larger ones first: what lies within one is drawn on it
        if from_above(corners) and not any(overlap(corners, other) for other in found):
            found.append(corners)
    if not found:
        raise CannotLearn(say(NOTHING))
    if len(found) > 1:
        raise CannotLearn(say(TWO))
    return found[0]
