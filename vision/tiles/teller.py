"""What a turned tile shows, told to the table while it waits for one.

The law of this file: a tile is told only if the tray moved since the last one was, so that the tile of before is never
told for the next. Told is not taken: that is a press, and people may say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.devices import Tray, TrayState
from companion.language import later, say
from companion.ports import Thrower
from companion.snapshot import Snapshot
from vision.tiles.reading import UNLIKE, TileReading

Picture = NDArray[np.uint8]
ReadTile = Callable[[str, Picture], TileReading]
"""What a picture (h, w, 3) BGR shows of a tile of the named game."""

ALL_OUT: Final = later("all tiles with this face lie open already: look again, or say what it shows")


class TileTeller:
    """Pictures at rest and snapshots in, what is to be shown of a tile out."""

    def __init__(
        self, read: ReadTile, keep: Callable[[Picture, TileReading], int], thrower: Thrower | None = None
    ) -> None:
        """`keep` numbers a picture with what was read in it."""
        self._read = read
        self._keep = keep
        self._thrower = thrower
        self._since: int | None = None
        """The prompt that is open, as far as this knows."""
        self._moved = False
        """Whether the tray moved since a tile was told."""
        self._looked: tuple[int, int] | None = None
        """The look that was read last, and for which prompt."""

    def awaits(self, snapshot: Snapshot | None) -> int | None:
        """The `since` of the tile that is awaited; None: none is. Where nobody can lay one down, one is laid down."""
        awaited = snapshot.awaited_tile if snapshot is not None else None
        before, self._since = self._since, None if awaited is None else awaited[1]
        if snapshot is not None and before != self._since and self._thrower is not None:
            self._thrower.lay(snapshot.game, () if awaited is None else awaited[0].faces)
        return self._since

    def moved(self) -> None:
        """Something moves: what lies there then may be another tile."""
        self._moved = True

    def told(self, picture: Picture, look: int, strange: bool, snapshot: Snapshot) -> Tray | None:
        """What lies there at rest in a picture (h, w, 3) BGR, the tray's so-many-th look; None: nothing new.

        `strange`: the dice reader saw something there that is no die.
        """
        awaited = snapshot.awaited_tile
        if awaited is None or not self._moved or self._looked == (look, awaited[1]):
            return None
        self._looked = look, awaited[1]
        reading = self._read(snapshot.game, picture)
        number = self._keep(picture, reading)
        if reading.status == "empty" and strange:
            return Tray(TrayState.UNSURE, (), (say(UNLIKE),), number)
        if reading.status == "empty":
            return Tray(TrayState.EMPTY, (), (), number)
        self._moved = False
        if reading.status == "unsure":
            return Tray(TrayState.UNSURE, (), reading.reasons, number)
        if reading.face not in awaited[0].faces:
            return Tray(TrayState.UNSURE, (), (say(ALL_OUT),), number)
        return Tray(TrayState.READ, (), (), number, tile=reading.face)
