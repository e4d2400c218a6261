"""The board that photos are compared with: our print, or another that the table has learnt.

The law of this file: whoever reads asks neither which of both it is; each says where it lies in a photo and how likely
each pixel is it.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, Taps
from companion.language import later
from vision.boards import art, finding, ground
from vision.boards.flat import Flat
from vision.boards.ground import Print
from vision.boards.own import OwnBoard
from vision.boards.place import Place, by_marks, by_taps

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

NO_BOARD: Final = later("the board's corner marks are not seen: photograph all of it, or tap the four spaces asked for")
NOT_THIS: Final = later(
    "the board that was learned is not seen: photograph all of it, tap the four spaces asked for, or teach it again"
)
TOO_BRIGHT: Final = later("the photo is too bright to tell colours: photograph the board in softer light")
GLARING: Final = 0.12
"""Share of a learnt board that may be too bright in two channels: its colours were seen only once."""


class Ground(Protocol):
    """A board with nothing on it."""

    @property
    def plan(self) -> BoardPlan:
        """Where its spots lie."""

    @property
    def printed(self) -> Print:
        """What it looks like."""

    @property
    def unseen(self) -> str:
        """A sentence for players where it is not found."""

    @property
    def shaded(self) -> bool:
        """Whether a piece may be coloured as the board is in shadow."""

    @property
    def decides(self) -> bool:
        """Whether what is told on it is right often enough to be taken over (docs/board-accuracy.md)."""

    def place(self, image: Picture, taps: Taps | None) -> Place | None:
        """Where it lies in a photo (h, w, 3) BGR; None: it is not seen."""

    def refusal(self, flat: Flat) -> str:
        """Why nothing can be told from a photo; empty: it can."""

    def likely(self, flat: Flat, printed: Print) -> Floats:
        """Logarithm of how likely each pixel (h, w) is the board itself; `printed` may have tiles upon it."""


class OurPrint:
    """Found by its marks, or where it is tapped."""

    unseen = NO_BOARD
    shaded = False
    decides = True

    def __init__(self, plan: BoardPlan) -> None:
        self.plan = plan
        self.printed = ground.print_of(plan)

    def place(self, image: Picture, taps: Taps | None) -> Place | None:
        return by_marks(image, self.plan) if taps is None else by_taps(taps, self.plan, image.shape)

    def refusal(self, flat: Flat) -> str:
        return ""

    def likely(self, flat: Flat, printed: Print) -> Floats:
        return ground.likely(flat, printed)


class LearntBoard:
    """Found by its art; taps say where to begin."""

    unseen = NOT_THIS
    shaded = True
    decides = False

    def __init__(self, own: OwnBoard, plan: BoardPlan) -> None:
        """`plan` is the game's, as any board has it."""
        self.plan = own.plan(plan)
        self.printed = art.print_of(own)
        self._sought = finding.sought(own, plan)

    def place(self, image: Picture, taps: Taps | None) -> Place | None:
        return finding.find(image, self._sought, taps)

    def refusal(self, flat: Flat) -> str:
        where = np.isfinite(self.printed.drawn[:, :, 0]) & flat.shown
        return TOO_BRIGHT if float((flat.full[where].sum(axis=1) > 1).mean()) > GLARING else ""

    def likely(self, flat: Flat, printed: Print) -> Floats:
        return art.likely(flat, printed)
