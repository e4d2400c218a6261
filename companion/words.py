"""Text that a small screen can show: spelled plainly, wrapped, cut, and the longest of several widths that fits.

The OLED's smallest font holds ASCII and the letters of German, and one spelling for all sizes keeps lengths the same.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from companion.view import OLED_SIGNS, Words

LINE: Final = OLED_SIGNS
"""Signs in a line of the OLED at its normal size."""
LINES: Final = 3
"""Lines of normal size between the OLED's first and its last."""
SMALL_LINE: Final = 25
"""Signs in a line of the OLED at its smallest size: 128 pixels of 5."""
SMALL_LINES: Final = 5
"""Lines of the smallest size between the OLED's first and its last."""

_SPELLING: Final = str.maketrans(
    {
        "–": "-",
        "—": "-",
        "…": "..",
        "→": ">",
        "←": "<",
        "×": "x",
        "“": '"',
        "”": '"',
        "„": '"',
        "’": "'",
        "‘": "'",
        "−": "-",
        "•": "*",
        "·": "-",
        "☐": "[]",
    }
)

_LETTERS: Final = "äöüÄÖÜß"
"""What all fonts of the OLED hold beside ASCII."""


def plain(text: str) -> str:
    """`text` in printable ASCII and the letters of German."""
    if text.isascii() and text.isprintable():
        return text
    whole = unicodedata.normalize("NFC", text.translate(_SPELLING))
    return "".join(sign if sign in _LETTERS else _bare(sign) for sign in whole)


def _bare(sign: str) -> str:
    """Without its accent."""
    kept = (part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    return "".join(part if " " <= part <= "~" else " " if part.isspace() else "?" for part in kept)


def cut(text: str, signs: int) -> str:
    """The beginning of `text`, with two dots for what is left out."""
    text = plain(text)
    if len(text) <= signs:
        return text
    return text[: max(0, signs - 2)].rstrip() + ".."[: max(0, signs)]


def wrap(paragraphs: Iterable[str], signs: int) -> list[str]:
    """All of `paragraphs` in lines of at most `signs`."""
    return [line for paragraph in paragraphs for line in textwrap.wrap(plain(paragraph), signs)]


def fitting(words: Words, signs: int) -> str:
    """The longest of the widths that fits; where none does, the last one cut."""
    return next((text for text in map(plain, words) if len(text) <= signs), cut(words[-1], signs))


def paged(messages: Sequence[Words], signs: int = LINE, lines: int = LINES) -> tuple[tuple[str, ...], ...]:
    """The messages as pages of lines: on one page if any width allows it, else their narrowest over several."""
    for width in range(3):
        wrapped = wrap((words[min(width, len(words) - 1)] for words in messages), signs)
        if len(wrapped) <= lines:
            return (tuple(wrapped),) if wrapped else ()
    return tuple(tuple(wrapped[start : start + lines]) for start in range(0, len(wrapped), lines))
