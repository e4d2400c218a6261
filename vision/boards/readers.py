"""Whoever reads a board of any kind: pieces on a print, or vehicles on a grid.

The law of this file: a plan says which; nothing else is known here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, BoardReading, Expected, Piece, Taps
from vision.boards.reader import BoardReader
from vision.grids.reader import GridReader

Picture = NDArray[np.uint8]


class BoardReaders(BoardReader):
    """Reads prints itself, and grids by a reader of those; what is learnt may be kept in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where what was learnt lies; None: it is only kept in mind."""
        super().__init__(folder)
        self._grids = GridReader(self._kept)

    def learn(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> None:
        """Take the looks of pieces from a photo (h, w, 3) BGR of what `expected` says. Raises CannotLearn."""
        if plan.grid is not None:
            self._grids.learn(image, plan, expected, taps)
        else:
            super().learn(image, plan, expected, taps)

    def learnt(self, game: str) -> frozenset[Piece]:
        """The pieces whose looks are known."""
        return super().learnt(game) | self._grids.learnt(game)

    def read(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> BoardReading:
        """What lies where in a photo (h, w, 3) BGR."""
        if plan.grid is not None:
            return self._grids.read(image, plan, expected, taps)
        return super().read(image, plan, expected, taps)
