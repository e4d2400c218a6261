"""What lies on one space that bears a tile: its back, one of its faces, or nothing.

The law of this file: pieces may stand on tiles, so what is seen is counted pixel by pixel, and what a piece explains
speaks against nothing. What should lie there is believed if nothing explains more of what is seen; against it there
must be much. Where that is not so, nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Piece
from vision.boards.faces import ROOM, Faces
from vision.boards.fit import Laid, laid
from vision.boards.looks import Look
from vision.boards.pieces import RARE, STRANGE
from vision.tiles.faces import BACK

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

BARE: Final = ""
"""What lies on a space without a tile."""
FITS: Final = 4.0
"""How far below its best a pixel's likelihood may be to be one of a face."""
CLEARLY: Final = 0.85
"""Share of a tile that looks like what should lie there, and above which nothing else is asked, if that is a back."""
EXPLAINED: Final = (0.42, 0.55)
"""Share of a tile that a face explains at least, of one that should lie there and of another: a piece may stand on
the rest."""
PIECE: Final = 0.0
"""Logarithm of likelihood from which a pixel may be a piece's, and says nothing of what lies under it."""
SOLID: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
"""Pixels that a piece shows together at least."""
FEWEST: Final = 200
"""Pixels that must be seen of a tile, or of a bare space, to be told: 50 square millimetres."""
COMPARED: Final = 5
"""Faces that are looked at more closely."""
AT_MOST: Final = 6.0
"""Logarithm of likelihood that one pixel says for a face rather than for another at most."""
IN_ALL: Final = (0.0, 250.0)
"""What all of them, a quarter of a square millimetre each and like their neighbours, must say together for one that
should lie there, and for one that should not."""
FAR: Final = (250.0, 1500.0)
"""The same from which on nothing more is asked."""
TELLING: Final = (0, 3)
"""The same of the pixels that no shift by one explains otherwise."""
AGAINST: Final = 0.3
"""Of so many pixels as speak for a face, those that may speak against it,"""
A_FEW: Final = 3
"""or so many."""
LIKE_IT: Final = 0.5
"""Correlation with another face than should lie there, below which it is not told: of several inks that may be moved
something always fits."""
MARKED: Final = 0.5
"""Correlation with a back from which on it is one, however bright."""
VEIL: Final = 0.035
"""What it reflects more than others in every channel, 1 being all, if a lamp is mirrored in it."""


@dataclass(frozen=True)
class Space:
    """Where a tile may lie, and the window around it."""

    name: str
    where: tuple[slice, slice]
    seen: Floats
    """(n, n, 3) logarithms."""
    bare: Floats
    """(n, n): how likely each pixel is the bare board."""
    should: str
    """The face that should lie up; `BARE`: none."""
    faces: Faces

    def told(self, looks: Mapping[Piece, Look], known: Mask) -> tuple[str | None, Laid | None]:
        """What lies there, None: that cannot be told; and how that tile lies, or the one that should.

        Args:
            looks: of pieces that may stand there; `known` (n, n): where anything is told.
        """
        seen, bare, should, faces = self.seen, self.bare, self.should, self.faces
        if not known.any():
            return None, None
        back = laid(seen, known, faces.backs, faces.measured)
        if self.veiled(back, known):
            return None, back
        if should == BACK and _share(back, known) > CLEARLY:
            return BACK, back
        above = _above(seen, looks)
        tried = {BACK: back}
        if should not in (BARE, BACK):
            tried[should] = laid(seen, known, faces.of(should))
        for face in faces.at_a_glance(seen, known, COMPARED):
            if face.name != should:
                tried[face.name] = laid(seen, known, (face,))
        maps = {name: np.maximum(_in_window(one, one.likely, bare), above) for name, one in tried.items()}
        maps[BARE] = np.maximum(bare, above)
        inner = np.zeros(known.shape, bool)
        inner[ROOM + 2 : -ROOM - 2, ROOM + 2 : -ROOM - 2] = True
        inner &= known
        scores = {name: float(one[inner].sum()) for name, one in maps.items()}
        first = max(scores, key=lambda name: scores[name])
        piece = above > PIECE
        explained = inner & (maps[first] > np.maximum(above, 0))
        seen_of_it = int(explained.sum())
        sure = seen_of_it > max(EXPLAINED[first != should] * int((inner & (explained | ~piece)).sum()), FEWEST)
        lies = tried.get(first)
        if lies is not None and first != should and lies.alike < LIKE_IT:
            sure = False
        if sure and all(self._rather(first, other, maps, tried, above, inner) for other in maps if other != first):
            return first, lies
        return None, tried.get(should)

    def veiled(self, back: Laid, known: Mask) -> bool:
        """Whether a lamp is mirrored in a back: what is drawn is seen, but all of it is brighter."""
        here = known[back.where]
        if not self.faces.measured or back.alike < MARKED or not here.any():
            return False
        brighter = (np.exp(self.seen[back.where]) - np.exp(back.face.colours)).min(axis=2)
        return float(np.median(brighter[here])) > VEIL

    def _rather(
        self,
        one: str,
        other: str,
        maps: Mapping[str, Floats],
        tried: Mapping[str, Laid],
        above: Floats,
        inner: Mask,
    ) -> bool:
        """Whether what is seen is surely the one rather than the other."""
        wrong = one != self.should
        in_all = float(np.clip(maps[one] - maps[other], -AT_MOST, AT_MOST)[inner].sum())
        if in_all < IN_ALL[wrong]:
            return False
        if in_all > FAR[wrong]:
            return True
        for_it = maps[one] - np.maximum(self._perhaps(tried.get(other)), above) > FITS
        against = maps[other] - np.maximum(self._perhaps(tried.get(one)), above) > FITS
        many = int((inner & for_it & (maps[one] > np.maximum(above, 0))).sum())
        few = int((inner & against & (maps[other] > 0) & (above <= PIECE)).sum())
        return many >= TELLING[wrong] and few <= max(AGAINST * many, A_FEW)

    def _perhaps(self, lies: Laid | None) -> Floats:
        return self.bare if lies is None else _in_window(lies, lies.perhaps(self.seen), self.bare)


def _above(seen: Floats, looks: Mapping[Piece, Look]) -> Floats:
    """How likely each pixel is a piece's that may stand there, or whatever else; what is thin is drawn."""
    above = np.full(seen.shape[:2], STRANGE, np.float32)
    for look in looks.values():
        likely = look.likely(seen) + np.float32(RARE)
        solid = cv2.morphologyEx(np.asarray(likely > PIECE, np.uint8), cv2.MORPH_OPEN, SOLID)
        np.maximum(above, np.where(cv2.dilate(solid, np.ones((3, 3), np.uint8)) > 0, likely, STRANGE), out=above)
    return above


def _share(one: Laid, known: Mask) -> float:
    told = known[one.where]
    return float((one.likely > 0)[told].mean()) if told.any() else 0.0


def _in_window(one: Laid, likely: Floats, bare: Floats) -> Floats:
    """How likely each pixel of the window is that face's; beside it that of the board."""
    whole = bare.copy()
    whole[one.where] = likely
    return whole
