"""Reading whole boards: what lies where in a photo, with pieces as they were learnt.

The law of this file: right, or unsure and where. What was learnt is kept (`vision.boards.kept`) once it is judged.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import TILE, BoardPlan, BoardReading, CannotLearn, Ends, Expected, Piece, Taps
from companion.language import later, say
from vision.boards import finding, learning, teaching
from vision.boards.colours import in_this_light
from vision.boards.doubts import beside_something, from_something
from vision.boards.flat import Flat, flatten, without_light
from vision.boards.ground import Print
from vision.boards.grounds import Ground, LearntBoard, OurPrint
from vision.boards.kept import Kept
from vision.boards.pieces import Evidence, find_pieces
from vision.boards.place import Place
from vision.boards.said import Said, no_board, reading_of
from vision.boards.teaching import Straight
from vision.boards.tiles import tiles_on, with_tiles, without_pieces
from vision.boards.verdict import judge

Picture = NDArray[np.uint8]

SLANT: Final = 15.0
"""Degrees from which a photo tells how high pieces are."""
FROM_ABOVE: Final = later("photograph the pieces from where you sit, not from above, so that their height shows")
NOT_LEARNT: Final = later("how your pieces look is not known yet: lay them out and photograph them first")


class BoardReader:
    """Reads boards; what is learnt may be kept in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where what was learnt lies (`vision.boards.kept`); None: it is only kept in mind."""
        self._kept = Kept(folder)
        self._made: tuple[BoardPlan, Picture | None, Ground] | None = None
        """A game's plan, the picture of another board than our print, and what was made of them."""

    def plan(self, plan: BoardPlan) -> BoardPlan:
        """As the table's own board has it, if there is one."""
        own = self._kept.own(plan.game)
        return plan if own is None else own.plan(plan)

    def straighten(self, image: Picture, plan: BoardPlan, taps: Taps) -> Straight:
        """A photo (h, w, 3) BGR of another board, empty, from above. Raises CannotLearn; nothing is kept."""
        return teaching.straighten(image, plan, taps)

    def teach(self, image: Picture, plan: BoardPlan, taps: Taps, ends: Ends) -> None:
        """From now on boards of this game look so; pieces are to be learnt on it. Raises CannotLearn."""
        own = teaching.taught(image, self.straighten(image, plan, taps), ends)
        if len(finding.sought(own, plan).patches) < finding.FEWEST:
            raise CannotLearn(say(teaching.TOO_PALE))
        self._kept.keep_own(plan.game, own)

    def taught(self, game: str) -> bool:
        """Whether the table has taught another board than our print."""
        return self._kept.own(game) is not None

    def forget_board(self, game: str) -> None:
        """Boards are our print again."""
        self._kept.forget_own(game)

    def learn(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> None:
        """Take the looks of pieces from a photo (h, w, 3) BGR of what `expected` says.

        Raises:
            CannotLearn: the board is not found, or not every piece is seen where it should stand.
        """
        ground = self._ground(plan)
        plan, place = ground.plan, ground.place(image, taps)
        if place is None:
            raise CannotLearn(say(ground.unseen))
        if place.slant(plan) < SLANT:
            raise CannotLearn(say(FROM_ABOVE))
        printed = with_tiles(ground.printed, plan, expected)
        flat = _flat(image, place, plan, printed)
        if refused := ground.refusal(flat):
            raise CannotLearn(say(refused))
        board = ground.likely(flat, printed)
        lying = tiles_on(flat, board, printed.silent, plan, expected, {}, place.eye)
        learnt = learning.learn(flat, lying.board, lying.silent, plan, expected, place.eye)
        self._kept.keep_looks(plan.game, learnt)

    def learnt(self, game: str) -> frozenset[Piece]:
        """The pieces whose looks are known."""
        return frozenset(self._kept.looks(game))

    def forget(self, game: str) -> None:
        """Throw away what was learnt of a game's pieces."""
        self._kept.forget_looks(game)

    def read(self, image: Picture, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> BoardReading:
        """What lies where in a photo (h, w, 3) BGR."""
        looks = self._kept.looks(plan.game)
        pieces = {piece for lying in expected.values() for piece in lying if piece.kind != TILE}
        if not looks or not pieces <= set(looks):
            return no_board(NOT_LEARNT)
        ground = self._ground(plan)
        plan, place = ground.plan, ground.place(image, taps)
        if place is None:
            return no_board(ground.unseen)
        printed = with_tiles(ground.printed, plan, expected)
        flat = _flat(image, place, plan, printed)
        if refused := ground.refusal(flat):
            return reading_of({spot.name: Said(None, refused) for spot in plan.spots}, place, plan)
        board = ground.likely(flat, printed)
        lying = tiles_on(flat, board, printed.silent, plan, expected, looks, place.eye)
        looks = in_this_light(flat, lying.board, lying.silent, plan, expected, looks)
        evidence = Evidence(flat, lying.board, lying.silent, looks, lying.tiled, ground.shaded)
        far = from_something(evidence)
        evidence.open[far < 0] = 0  # no pieces are sought in what it hides
        beside = beside_something(far, plan)
        found = find_pieces(evidence, plan, looks, place.eye)
        tiles = without_pieces(lying, flat.usable & ~evidence.covered)
        said = judge(evidence, found, flat, plan, expected, looks, place.eye, tiles, lying.lamp, beside)
        return reading_of(said, place, plan, decides=ground.decides)

    def _ground(self, plan: BoardPlan) -> Ground:
        """What photos are compared with; made once for each board."""
        own = self._kept.own(plan.game)
        picture = None if own is None else own.picture
        if self._made is None or self._made[0] != plan or self._made[1] is not picture:
            self._made = plan, picture, OurPrint(plan) if own is None else LearntBoard(own, plan)
        return self._made[2]


def _flat(image: Picture, place: Place, plan: BoardPlan, printed: Print) -> Flat:
    return without_light(*flatten(image, place, plan), printed.drawn, one_lamp=printed.around is None)
