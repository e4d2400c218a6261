"""Bitmap text: fonts, and cutting to fit.

The law of this file: any string can be drawn. What the fonts lack is spelled with what they have.
"""

import textwrap
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import ImageFont

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
    }
    | {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "•": "*", "·": "-", "☐": "[]"}
)
"""Spleen 5x8 holds ASCII only, and one spelling for all sizes keeps lengths the same."""


@dataclass(frozen=True)
class Font:
    """A font whose every sign is `width` x `height` pixels."""

    width: int
    height: int
    image_font: ImageFont.ImageFont


def _load(width: int, height: int) -> Font:
    return Font(width, height, ImageFont.load(str(Path(__file__).with_name("fonts") / f"spleen-{width}x{height}.pil")))


SMALL: Final = _load(5, 8)
NORMAL: Final = _load(6, 12)
LARGE: Final = _load(8, 16)


def plain(text: str) -> str:
    """`text` in printable ASCII."""
    spelled = unicodedata.normalize("NFKD", text.translate(_SPELLING))
    kept = "".join(sign for sign in spelled if not unicodedata.combining(sign))
    return "".join(sign if " " <= sign <= "~" else " " if sign.isspace() else "?" for sign in kept)


def cut(text: str, signs: int) -> str:
    """The beginning of `text`, with two dots for what is left out."""
    text = plain(text)
    if len(text) <= signs:
        return text
    return text[: max(0, signs - 2)].rstrip() + ".."[: max(0, signs)]


def wrap(paragraphs: Iterable[str], signs: int) -> list[str]:
    """All of `paragraphs` in lines of at most `signs`."""
    return [line for paragraph in paragraphs for line in textwrap.wrap(plain(paragraph), signs)]
