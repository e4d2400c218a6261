"""The catalogue: finds every marked text in the source, brings `companion/catalogue/*.po` up to date, and compiles it.

    python -m tools.words        (or: make words)

The law of this file: the source says which texts there are, the .po what they are in its language; the .mo (for Python
and templates) and the .js (for the page's scripts) follow from it, byte for byte.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from babel.messages import extract
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.language import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).parent.parent
ROOMS: Final = ("companion", "hardware", "vision", "web")
CATALOGUES: Final = ROOT / "companion" / "catalogue"

_MARKS: Final[Mapping[str, Any]] = {
    "say": None,
    "say_of": ((1, "c"), 2),
    "say_count": (1, 2),
    "later": None,
}

_STRING: Final = r'("(?:[^"\\\n]|\\.)*")'
_JS_MARK: Final = re.compile(rf"(?<![\w.$])(?:say\(\s*{_STRING}|say(Of|Count)\(\s*{_STRING}\s*,\s*{_STRING})")
"""Babel's own finder for JavaScript does not look into the values of a marked text."""

STAYS_ENGLISH: Final = ("companion/cli/", "companion/__main__.py")
"""The command line is for whoever sets a box up, and has a `say` of its own."""

Text = str | tuple[str, str]
"""A marked text; with a plural: one, many."""

BETWEEN: Final = "\x04"
"""Between what a text is about and the text, as in a .mo."""


@dataclass(frozen=True)
class Marked:
    path: str
    """Relative to the root, with slashes."""
    line: int
    text: Text
    about: str | None
    """Of `say_of`."""


def sources(*endings: str) -> list[Path]:
    """All files of the rooms with these endings, in order."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in endings)
    return sorted(
        path
        for path in found
        if path.parent != CATALOGUES and not path.relative_to(ROOT).as_posix().startswith(STAYS_ENGLISH)
    )


def marked() -> list[Marked]:
    """Every marked text of the whole source, in the order of files and lines."""
    found: list[Marked] = []
    for path in sources(".py", ".html", ".js"):
        name = path.relative_to(ROOT).as_posix()
        found += (Marked(name, *one) for one in _marked_in(path))
    return found


def _marked_in(path: Path) -> Iterator[tuple[int, Text, str | None]]:
    content = path.read_bytes()
    if path.suffix == ".js":
        yield from _marked_in_script(content.decode())
        return
    if path.suffix == ".py" and b"language" not in content:
        return  # where `say` is neither defined nor imported, nothing is said; the finder takes its time
    method = "python" if path.suffix == ".py" else "jinja2.ext:babel_extract"
    options = {} if path.suffix == ".py" else {"silent": "false"}
    for line, text, _, about in extract.extract(method, io.BytesIO(content), keywords=_MARKS, options=options):
        yield line, text if isinstance(text, str) else (text[0], text[1]), about


def _marked_in_script(content: str) -> Iterator[tuple[int, Text, str | None]]:
    for found in _JS_MARK.finditer(content):
        line = content.count("\n", 0, found.start()) + 1
        alone, kind, first, second = found.groups()
        if alone:
            yield line, json.loads(alone), None
        elif kind == "Of":
            yield line, json.loads(second), json.loads(first)
        else:
            yield line, (json.loads(first), json.loads(second)), None


class _Plain(Catalog):
    """A catalogue whose header holds what readers need, and nothing that changes with the day or Babel's version."""

    @property  # type: ignore[misc]  # Babel lets it be set as well; nobody does
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale)),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def read(language: str) -> Catalog:
    """The catalogue of a language as it lies there; empty where there is none yet."""
    path = CATALOGUES / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(known: Catalog, texts: Iterable[Marked]) -> Catalog:
    """Exactly `texts`, each as `known` has it or still without a translation."""
    assert known.locale is not None
    header = f"# Companion in {known.locale.english_name}. `make words` brings it up to date."
    made = _Plain(known.locale, header_comment=header, fuzzy=False)
    for one in texts:
        key = one.text if isinstance(one.text, str) else one.text[0]
        before = known.get(key, one.about)
        fits = before is not None and isinstance(before.id, str) is isinstance(one.text, str)
        made.add(one.text, before.string if before and fits else None, locations=[(one.path, 0)], context=one.about)
    return made


def as_po(catalog: Catalog) -> bytes:
    """In the order of the files that say it, without line numbers, which would change with every edit."""
    file = io.BytesIO()
    write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def as_js(catalog: Catalog) -> str:
    """What the page's scripts say, one text a line."""
    of_scripts = (one for one in catalog if one.id and any(path.endswith(".js") for path, _ in one.locations))
    said = {key(one): one.string for one in of_scripts if is_said(one)}
    lines = [f"  {_literal(text)}: {_literal(said[text])},\n" for text in sorted(said)]
    return f"// Made by `make words`.\nexport const texts = {{\n{''.join(lines)}}};\n"


def is_said(message: Message) -> bool:
    """Whether it has a translation, in every plural form."""
    said = message.string
    return bool(said) if said is None or isinstance(said, str) else all(said)


def key(message: Message) -> str:
    """What it lies under in the .js."""
    text: str = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{BETWEEN}{text}" if message.context else text


def _literal(text: object) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    texts = marked()
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        catalog = updated(read(language), texts)
        (CATALOGUES / f"{language}.po").write_bytes(as_po(catalog))
        (CATALOGUES / f"{language}.mo").write_bytes(as_mo(catalog))
        (CATALOGUES / f"{language}.js").write_text(as_js(catalog), encoding="utf-8")
        print(f"{language}: {len(catalog)} texts, {sum(not is_said(one) for one in catalog)} without a translation")


if __name__ == "__main__":
    main()
