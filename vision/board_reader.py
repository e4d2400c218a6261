"""Reading whole boards: what lies where in a photo, with pieces as they were learnt.

The law of this file: right, or unsure and where. What was learnt of a game lies in the data folder, one file a game;
one that cannot be read counts as none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, BoardReading, CannotLearn, Expected, Piece, Taps
from companion.language import later, say
from vision import board_ground, board_learn, board_looks
from vision.board_colours import in_this_light
from vision.board_flat import Flat, flatten, without_light
from vision.board_ground import Print
from vision.board_looks import Look
from vision.board_pieces import Evidence, find_pieces
from vision.board_place import Place, by_marks, by_taps
from vision.board_tiles import tiles_on, with_tiles
from vision.board_verdict import judge

Picture = NDArray[np.uint8]

NO_BOARD: Final = later("the board's corner marks are not seen: photograph all of it, or tap the four spaces asked for")
SLANT: Final = 15.0
"""Degrees from which a photo tells how high pieces are."""
FROM_ABOVE: Final = later("photograph the pieces from where you sit, not from above, so that their height shows")
NOT_LEARNT: Final = later("how your pieces look is not known yet: lay them out and photograph them first")


class BoardReader:
    """Reads boards; what is learnt may be kept in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where `GAME.json` of what was learnt lies; None: it is only kept in mind."""
        self._folder = folder
        self._looks: dict[str, dict[Piece, Look]] = {}
        self._prints: dict[BoardPlan, Print] = {}

    def learn(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> None:
        """Take the looks of pieces from a photo (h, w, 3) BGR of what `expected` says.

        Raises:
            CannotLearn: the board is not found, or not every piece is seen where it should stand.
        """
        place = _place(image, plan, taps)
        if place is None:
            raise CannotLearn(say(NO_BOARD))
        if place.slant(plan) < SLANT:
            raise CannotLearn(say(FROM_ABOVE))
        printed = with_tiles(self._print(plan), plan, expected)
        flat = _flat(image, place, plan, printed)
        lying = tiles_on(flat, board_ground.likely(flat, printed), printed.silent, plan)
        learnt = board_learn.learn(flat, lying.board, printed.silent, plan, expected, place.eye)
        self._looks[plan.game] = {**self._of(plan.game), **learnt}
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file(plan.game).write_text(board_looks.written(self._looks[plan.game]), encoding="utf-8")

    def learnt(self, game: str) -> frozenset[Piece]:
        """The pieces whose looks are known."""
        return frozenset(self._of(game))

    def forget(self, game: str) -> None:
        """Throw away what was learnt of a game's pieces."""
        self._looks[game] = {}
        if self._folder is not None:
            self._file(game).unlink(missing_ok=True)

    def read(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> BoardReading:
        """What lies where in a photo (h, w, 3) BGR."""
        looks = self._of(plan.game)
        pieces = {piece for lying in expected.values() for piece in lying if piece.kind != TILE}
        if not looks or not pieces <= set(looks):
            return BoardReading("no board", {}, (say(NOT_LEARNT),))  # in no language
        place = _place(image, plan, taps)
        if place is None:
            return BoardReading("no board", {}, (say(NO_BOARD),))  # in no language
        printed = with_tiles(self._print(plan), plan, expected)
        flat = _flat(image, place, plan, printed)
        lying = tiles_on(flat, board_ground.likely(flat, printed), printed.silent, plan)
        looks = in_this_light(flat, lying.board, printed.silent, plan, expected, looks)
        evidence = Evidence(flat, lying.board, printed.silent, looks)
        found = find_pieces(evidence, plan, looks, place.eye)
        said = judge(evidence, found, flat, plan, expected, looks, place.eye, lying.tiles)
        reasons = tuple(say(why) for why in dict.fromkeys(one.why for one in said.values() if one.why))
        corners = place.pixels(np.array(((0, 0), (plan.width, 0), (plan.width, plan.height), (0, plan.height)), float))
        return BoardReading(
            "unsure" if reasons else "read",
            {name: one.pieces for name, one in said.items()},
            reasons,
            tuple((float(x), float(y)) for x, y in corners),
        )

    def _of(self, game: str) -> dict[Piece, Look]:
        if game not in self._looks:
            self._looks[game] = self._kept(game)
        return self._looks[game]

    def _kept(self, game: str) -> dict[Piece, Look]:
        if self._folder is None:
            return {}
        try:
            return board_looks.read(self._file(game).read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _file(self, game: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{game}.json"

    def _print(self, plan: BoardPlan) -> Print:
        if plan not in self._prints:
            self._prints = {plan: board_ground.print_of(plan)}
        return self._prints[plan]


def _place(image: Picture, plan: BoardPlan, taps: Taps | None) -> Place | None:
    return by_marks(image, plan) if taps is None else by_taps(taps, plan, image.shape)


def _flat(image: Picture, place: Place, plan: BoardPlan, printed: Print) -> Flat:
    return without_light(*flatten(image, place, plan), printed.drawn)
