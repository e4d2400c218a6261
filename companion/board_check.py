"""What a game says to a photo of its board: what should be seen, in which words, and which position is seen instead.

The law of this file: one record, filled by each game that has a board; nothing here changes a game or knows a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.board import BoardPlan, BoardReading, Difference, Expected
from companion.events import Json
from companion.language import say

S = TypeVar("S")


def _always(state: object) -> bool:
    return True


def never(state: object) -> bool:
    """`BoardCheck.ready` of a game whose boards the reader gets wrong too often yet: the check is offered nowhere."""
    return False


class NotSure(ValueError):
    """What was seen cannot be put down as a position; the sentence says which spot prevents it."""


@dataclass(frozen=True)
class BoardCheck(Generic[S]):
    """How a game's board is compared with a photo. Seats are named by their colours, as `BoardPlan` pieces are."""

    plan: Callable[[S], BoardPlan]
    """What the board is like in this game."""

    expected: Callable[[S, Sequence[str]], Expected]
    """What lies where, the seats' pieces in these colours."""

    set_up: Callable[[S, Sequence[str]], Expected]
    """How to lay the board out for the photo from which the colours are learned."""

    where: Callable[[str], str]
    """A spot by its name, as the beginning of a sentence: "Column 7, space 3"."""

    words: Callable[[S, Sequence[str], Difference], tuple[str, ...]]
    """What to take and what to put there, a sentence each."""

    seen: Callable[[S, Sequence[str], BoardReading], Json]
    """The keys of the position that the reading changes, as if all its surely seen spots were right. It need not be
    legal: whoever asks has it judged. Raises NotSure where no such position can be named."""

    line: Callable[[str], str] = str
    """One of `BoardPlan.lines` by a spot on it: "Column 7"."""

    ready: Callable[[S], bool] = _always
    """Whether all that lies on the board in this game can be read from a photo."""

    @property
    def is_offered(self) -> bool:
        """Whether any state's board can be read."""
        return self.ready is not never


def take(where: str, piece: str) -> str:
    """One piece lies there that should not; `piece` is called as the object of the sentence."""
    return say("{where}: take {piece} away.", where=where, piece=piece)


def put(where: str, piece: str) -> str:
    """One piece should lie there."""
    return say("{where}: put {piece} there.", where=where, piece=piece)


def hidden(where: str) -> str:
    """Why nothing can be said of a spot."""
    return say("{where} could not be seen.", where=where)
