"""The language of the table: English as it stands in the source, or German from the catalogue.

The law of this file: one language a process, chosen before anything is shown; a text is said when it is shown, never
when a module is imported; what the journal holds is in no language.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from importlib import resources
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")
"""ISO 639-1. The first is what the source is written in, and needs no catalogue."""

_CATALOGUES: Final = resources.files("companion") / "catalogue"

_chosen = ENGLISH
_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def choose(language: str) -> None:
    """Say everything in this language from now on; one of LANGUAGES."""
    global _chosen, _catalogue
    if language == ENGLISH:
        _catalogue = gettext.NullTranslations()
    else:
        with (_CATALOGUES / f"{language}.mo").open("rb") as file:
            _catalogue = gettext.GNUTranslations(file)
    _chosen = language


def chosen() -> str:
    """The language of this table, one of LANGUAGES."""
    return _chosen


def say(text: str, /, **values: object) -> str:
    """`text` in the table's language, with each `{name}` in it replaced by the value of that name.

    `text` is the English sentence, whole and literal, so that it is found for the catalogue; or what `later` marked.
    """
    # The catalogue's own header lies under the empty text.
    said = _catalogue.gettext(text) if text else ""
    return said.format(**values) if values else said


def say_of(about: str, text: str, /, **values: object) -> str:
    """As `say`, where one English text is two in another language: `about` says in English which of them is meant."""
    said = _catalogue.pgettext(about, text)
    return said.format(**values) if values else said


def say_count(one: str, many: str, count: int, /, **values: object) -> str:
    """`one` where the language counts `count` as one thing, else `many`, as `say` says it."""
    said = _catalogue.ngettext(one, many, count)
    return said.format(**values) if values else said


def number(value: float, digits: int) -> str:
    """With so many digits after the point, or after the comma where the language has one."""
    written = f"{value:.{digits}f}"
    return written if _chosen == ENGLISH else written.replace(".", ",")


def later(text: str, /) -> str:
    """Marks a text that is known before the language is (a constant of a module): as it is, to be given to `say`."""
    return text


def lowered(label: str) -> str:
    """A label in the middle of a sentence: without its capital in English; German nouns keep theirs everywhere."""
    return label.lower() if _chosen == ENGLISH else label


def capital(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


def listed(names: Iterable[str], last: str = later(" and ")) -> str:
    """Names in a sentence, with commas and `last`, which `later` marked, before the last of them."""
    *before, end = names
    return say(last).join((", ".join(before), end)) if before else end


def thousands(count: int) -> str:
    """With a comma between thousands, or the point that German has there."""
    written = f"{count:,}"
    return written if _chosen == ENGLISH else written.replace(",", ".")


def page_texts() -> str:
    """A JavaScript module with `texts`: what the page's own scripts say, by the English; empty in English."""
    if _chosen == ENGLISH:
        return "export const texts = {};\n"
    return (_CATALOGUES / f"{_chosen}.js").read_text(encoding="utf-8")
