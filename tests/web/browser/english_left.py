"""What a page of a German table still says in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tools import words

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SAID = """(parts) => {
  const said = [];
  for (const part of document.querySelectorAll(parts)) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.parentElement.closest('script, style, [hidden]')) said.push(text.textContent);
    }
    for (const one of part.querySelectorAll('[aria-label], [alt], [placeholder], [title]')) {
      for (const name of ['aria-label', 'alt', 'placeholder', 'title']) said.push(one.getAttribute(name) ?? '');
    }
  }
  return said.map((text) => text.trim()).filter(Boolean);
}"""
"""For eyes and for ears: what is hidden to eyes alone is heard."""

_ENGLISH = re.compile(
    r"\b(the|and|of|is|are|this|that|with|you|your|its|it|for|not|to|by|roll|rolled|dice|turn|game|board|undo|choose)\b",
    re.IGNORECASE,
)
"""Words that stand in most English sentences and in no German one."""

_NAMES = re.compile(r"Can't Stop( Express)?|Rollin' Down the Highway|Rush Hour Shift|MOVE & SHIFT|companion\.local")


def english_left(page: Page, parts: str = "html") -> list[str]:
    """Every text of the page, or of parts of it, that is English: as the catalogue has it, or by its words."""
    found: list[str] = page.evaluate(_SAID, parts)
    return sorted({text for text in found if _is_english(text)})


def _is_english(text: str) -> bool:
    texts, german, patterns = _catalogue()
    if len(text) < 2:
        return False  # a letter on a piece
    if text in texts and text not in german:
        return True
    bare = _NAMES.sub("", text)
    return bool(_ENGLISH.search(bare)) or any(pattern.fullmatch(text) for pattern in patterns)


@cache
def _catalogue() -> tuple[frozenset[str], frozenset[str], tuple[re.Pattern[str], ...]]:
    """The English texts that German says otherwise, all German ones, and the English with a word and a value."""
    pairs = list(_pairs())
    other = {english for english, german in pairs if english != german}
    patterns = [text for text in other if "{" in text and re.search(r"[A-Za-z]{4}", re.sub(r"\{\w+\}", "", text))]
    plain = frozenset(text for text in other if "{" not in text)
    return plain, frozenset(german for _, german in pairs), tuple(map(_pattern, patterns))


def _pairs() -> Iterator[tuple[str, str]]:
    for message in words.read("de"):
        if isinstance(message.id, str):
            yield message.id, str(message.string)
        elif message.string:
            yield from zip(message.id, message.string, strict=True)


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", text)
    return re.compile(".+?".join(map(re.escape, parts)), re.DOTALL)
