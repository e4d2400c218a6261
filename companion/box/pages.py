"""Sentences that are read page by page: hints, or what is out of order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.words import LINES, SMALL_LINE, SMALL_LINES, paged


@dataclass(frozen=True)
class Pages:
    title: str
    pages: tuple[tuple[str, ...], ...] = ()
    small: bool = False
    searching: bool = False
    """Whether there may be more; one more page says so."""
    at: int = 0

    @property
    def count(self) -> int:
        return len(self.pages) + self.searching

    @property
    def is_last(self) -> bool:
        return self.at >= self.count - 1

    def next(self) -> Pages:
        return replace(self, at=self.at + 1)


def told(title: str, sentences: Iterable[str]) -> Pages:
    """Each sentence on pages of its own."""
    return Pages(title, tuple(page for sentence in sentences for page in paged(((sentence,),), lines=LINES)))


def told_small(title: str, sentences: Iterable[str]) -> Pages:
    """Each sentence on pages of its own, in the smallest size."""
    pages = (page for sentence in sentences for page in paged(((sentence,),), SMALL_LINE, SMALL_LINES))
    return Pages(title, tuple(pages), small=True)
