"""What was asked for and is read page by page: hints, advice, or what is out of order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.language import later, say
from companion.screen import Screen
from companion.words import LINES, SMALL_LINE, SMALL_LINES, paged

HINTS: Final = later("Hints")
ADVICE: Final = later("Advice")
OUT: Final = later("Out of order")


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
    return tuple(Screen(say(HINTS), text=page) for page in pages)


def out_pages(parts: Sequence[str], sentences: Iterable[str]) -> tuple[Screen, ...]:
    """First all `parts` in a list, where there are several; then each one's sentence of what to do.

    In lines of the smallest size: what to do takes more words.
    """
    listed = paged([(part,) for part in parts], SMALL_LINE, SMALL_LINES) if len(parts) > 1 else ()
    told = (page for sentence in sentences for page in paged(((sentence,),), SMALL_LINE, SMALL_LINES))
    return (
        *(Screen(say("Out of order since"), small=page) for page in listed),
        *(Screen(say(OUT), small=page) for page in told),
    )
