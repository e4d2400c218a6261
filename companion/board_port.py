"""Who compares photos of boards with what should lie on them: the port that a reader fits.

The law of this file: shapes alone; whatever learns or reads pictures lies outside, and may refuse with `CannotLearn`.
"""

from __future__ import annotations

from typing import Any, Protocol

from companion.board import BoardPlan, BoardReading, Ends, Expected, Piece, Taps


class Straightened(Protocol):
    """A photo of another board, from above."""

    @property
    def picture(self) -> Any:
        """(h, w, 3) uint8, BGR."""

    def parts(self, name: str) -> tuple[float, float]:
        """Where the middle of a spot would be, were it as on our print; parts of the picture's width and height."""


class ReadsBoards(Protocol):
    """Who compares photos with what should lie there. Pictures are (h, w, 3) uint8, BGR, as they are stored.

    `taps`: where in the picture the middles of `BoardPlan.taps` lie, in that order; None: the board's own marks tell.
    """

    def plan(self, plan: BoardPlan) -> BoardPlan:
        """A game's plan as the board that the table has taught has it; else as given."""

    def straighten(self, image: Any, plan: BoardPlan, taps: Taps) -> Straightened:
        """A photo of another board on which nothing stands. Raises CannotLearn."""

    def teach(self, image: Any, plan: BoardPlan, taps: Taps, ends: Ends) -> None:
        """From now on boards of this game look so, their lines end there in the straightened picture, and pieces are to
        be learnt on them. Raises CannotLearn: all is as before."""

    def taught(self, game: str) -> bool:
        """Whether the table has taught another board than our print."""

    def forget_board(self, game: str) -> None:
        """Boards are our print again."""

    def learn(self, image: Any, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> None:
        """Take from a photo how the pieces of this game look, and the empty board; both are kept.

        Raises:
            CannotLearn: nothing is kept; says what to do.
        """

    def learnt(self, game: str) -> frozenset[Piece]:
        """The pieces whose looks are known."""

    def forget(self, game: str) -> None:
        """Throw away what was learnt of this game."""

    def read(self, image: Any, plan: BoardPlan, expected: Expected, taps: Taps | None = None) -> BoardReading:
        """What lies where. `expected` says which pieces there are to be told from each other, not what is seen."""
