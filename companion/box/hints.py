"""What was asked for and is read page by page: hints, advice, or what is out of order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.screen import Screen
from companion.words import LINES, SMALL_LINE, SMALL_LINES, paged

HINTS: Final = "Hints"
ADVICE: Final = "Advice"
OUT: Final = "Out of order"


@dataclass(frozen=True)
class Hints:
    """What was asked for and is said, in pages, and while more is searched for one more that says so."""

    title: str
    """HINTS, ADVICE or OUT."""
    pages: tuple[Screen, ...] = ()
    at: int = 0
    searching: bool = True

    @property
    def count(self) -> int:
        return len(self.pages) + self.searching

    @property
    def is_last(self) -> bool:
        return self.at >= self.count - 1


def hint_pages(sentences: Sequence[str]) -> tuple[Screen, ...]:
    """Each sentence in lines of normal size."""
    pages = (page for sentence in sentences for page in paged(((sentence,),), lines=LINES))
    return tuple(Screen(HINTS, text=page) for page in pages)


def out_pages(sentences: Iterable[str]) -> tuple[Screen, ...]:
    """Each sentence in lines of the smallest size: it says what to do, which takes more words."""
    pages = (page for sentence in sentences for page in paged(((sentence,),), SMALL_LINE, SMALL_LINES))
    return tuple(Screen(OUT, small=page) for page in pages)
