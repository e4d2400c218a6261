"""Finds sentences for players that are not in the catalogue: a guess by their looks, which errs towards finding.

    python -m tools.unmarked web/static/door.js ...        (without files: every file, and how many it has)

The law of this file: it reads Python as a syntax tree, templates as HTML and scripts as tokens, and runs none of them.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from tools.words import ROOT, sources

NOT_SHOWN: Final = (
    "companion/cases.py",
    "companion/config.py",
    "companion/events.py",
    "companion/fitting.py",
    "companion/table_toml.py",
    "hardware/doctor/",
    "hardware/test_card.py",
    "vision/accuracy.py",
    "vision/contact_sheet.py",
    "vision/labelled.py",
    "vision/misreads.py",
    "vision/playback.py",
    "vision/tiles/accuracy.py",
    "web/bodies.py",
    "web/call.py",
    "web/calls.py",
    "web/calls_beside.py",
    "web/openapi.py",
    "web/shapes.py",
    "web/shapes_beside.py",
    "web/shapes_past.py",
    "web/shapes_photos.py",
)
"""Beside the command line (`words.STAYS_ENGLISH`): what only its commands say, to whoever sets a box up, what is said
of an event or a body that the page never sends, and the document of the HTTP interface."""

_OURSELVES: Final = (
    "AssertionError BadConfig BadDrawing BadEvent BadJournalError BadPosition IndexError JournalError KeyError"
    " LookupError Malformed OSError RuntimeError TooLarge TooSmall TypeError ValueError WrongCallError"
)
"""Errors that no player reads: they tell the log, another part of the program, or whoever scripts the box and sent what
the page never would."""

IN_NO_LANGUAGE: Final = "in no language"
"""A comment that says so takes what stands in its line off the list."""

_NOT_SAID: Final = ("logging", "logger", "log", "_log", "LOG", "warnings", "print", "TypeVar", "NewType", "TypeAlias")
"""Whatever these are called with is for the log or for types."""

_WORDS: Final = re.compile(r"[A-Za-z]{2,}[,:;]? (?:[\w'‘’“\"(]+[,.:;)]? )*[A-Za-z]{2,}")
"""Two words with at most other words between them."""
_WORD: Final = re.compile(r"[A-Z][a-z]+[.:?!…]?")
"""One word as a label begins with a capital; names of events and classes have more of them."""
_GAP: Final = "\x00"
"""Where a value is put in."""
_BESIDE: Final = re.compile(rf"{_GAP}[:,;]? (?:[a-z]{{2,}}\b(?![(=-])|$)|(?<![\w.#/-])[A-Za-z]?[a-z]+[:,]? {_GAP}")
"""A value, and a word beside it."""
_CODE: Final = re.compile(
    r"(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|ALTER|BEGIN|VACUUM|WHERE|ORDER|AND|FROM|SET|ON|DO) "
    r"|[<>{}=\[\]#]|--|\w\(\w*\)?"
)


@dataclass(frozen=True)
class Unmarked:
    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text.replace(_GAP, '{}')}"


def unmarked(path: Path) -> list[Unmarked]:
    """What looks like a sentence in one file and is not marked, in its order."""
    name = path.relative_to(ROOT).as_posix()
    if name.startswith(NOT_SHOWN):
        return []
    find = {".py": _in_python, ".html": _in_template, ".js": _in_script}[path.suffix]
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    return [Unmarked(name, line, text) for line, text in sorted(find(source)) if IN_NO_LANGUAGE not in lines[line - 1]]


def _looks_shown(text: str) -> bool:
    text = text.strip(f" \n{_GAP}") if _GAP not in text else text
    if _CODE.match(text) or (_CODE.search(text) and not re.search(r"[.?!]$", text)):
        return False
    return bool(_WORDS.search(text) or _WORD.fullmatch(text) or _BESIDE.search(text))


# Python


def _in_python(source: str) -> Iterator[tuple[int, str]]:
    yield from _in_node(ast.parse(source))


def _in_node(node: ast.AST) -> Iterator[tuple[int, str]]:
    inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.arg():
            return  # a docstring, what the program says to itself, a type
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in _OURSELVES.split():
            return
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.Call(func=function) if _called(function) in _NOT_SAID:
            return
        case ast.Call(func=ast.Name(id="say" | "say_of" | "say_count" | "later")):
            inside = node.keywords
        case ast.AnnAssign(target=ast.Name(id="kind")) | ast.keyword(arg="salt" | "samesite"):
            return
        case ast.AnnAssign(value=value):
            inside = (value,) if value else ()
        case ast.FunctionDef(body=body, args=arguments):
            inside = (arguments, *node.decorator_list, *body)
        case ast.Constant(value=str(text)):
            if _looks_shown(text):
                yield node.lineno, str(text)
        case ast.JoinedStr(values=parts):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else _GAP for part in parts)
            if _looks_shown(text):
                yield node.lineno, str(text)
            inside = (part for part in parts if not isinstance(part, ast.Constant))
    for child in inside:
        yield from _in_node(child)


def _called(function: ast.expr) -> str:
    while isinstance(function, ast.Attribute):
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""


# Templates


def _in_template(source: str) -> Iterator[tuple[int, str]]:
    # What Jinja puts in is gone before, and the lines stay.
    bare = re.sub(r"\{[{%#].*?[%#}]\}", lambda found: "\n" * found[0].count("\n"), source, flags=re.S)
    page = _Page()
    page.feed(bare)
    page.close()
    yield from page.found


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []

    def handle_data(self, data: str) -> None:
        if re.search(r"[A-Za-z]{2}", data):
            self.found.append((self.getpos()[0], data.strip()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("alt", "aria-label", "placeholder", "title") and value and re.search("[A-Za-z]{2}", value):
                self.found.append((self.getpos()[0], value))


# Scripts


_TOKEN: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')|(?P<template>`)|(?P<sign>[\w$]+|===|!==|[^\s\w])",
    re.S,
)


def _in_script(source: str) -> Iterator[tuple[int, str]]:
    before = [""] * 4
    at = 0
    while found := _TOKEN.search(source, at):
        at = found.end()
        if found["template"]:
            template, at = _template(source, at)
            text = template.text
            for start, inner in template.values:
                up_to = source.count("\n", 0, start)
                yield from ((up_to + nth, said) for nth, said in _in_script(inner))
        elif found["string"]:
            text = found["string"][1:-1]
        else:
            before = [*before[1:], found["sign"]] if found["sign"] else before
            continue
        if _looks_shown(text) and not _is_for_program(before) and not _is_classes(text):
            yield source.count("\n", 0, found.start()) + 1, text
        before = [*before[1:], "a string"]


@dataclass(frozen=True)
class _Template:
    text: str
    """With a gap for each value."""
    values: tuple[tuple[int, str], ...]
    """Where each begins in the source, and its code."""


def _template(source: str, at: int) -> tuple[_Template, int]:
    """The template literal whose text begins here, and where what follows it begins."""
    text, values = "", []
    while (sign := source[at]) != "`":
        if sign == "\\":
            text, at = text + source[at + 1], at + 2
        elif source.startswith("${", at):
            end = _end_of_value(source, at + 2)
            values.append((at + 2, source[at + 2 : end]))
            text, at = text + _GAP, end + 1
        else:
            text, at = text + sign, at + 1
    return _Template(text, tuple(values)), at + 1


def _end_of_value(source: str, at: int) -> int:
    depth = 0
    while depth or source[at] != "}":
        if source[at] == "`":
            at = _template(source, at + 1)[1]
            continue
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        at += 1
    return at


_FOR_PROGRAM: Final = ("send", "addEventListener", "querySelector", "querySelectorAll", "at", "createElement")


def _is_for_program(before: list[str]) -> bool:
    """Whether what stands before a string says that nobody reads it, or that the catalogue has it."""
    match before:
        case [*_, "say" | "sayOf" | "sayCount", "("]:
            return True
        case ["sayOf" | "sayCount", "(", "a string", ","]:
            return True
        case [*_, name, "("] if name in _FOR_PROGRAM:
            return True
        case [*_, "===" | "!==" | "case" | "import" | "from"]:
            return True
    return False


@cache
def _classes() -> frozenset[str]:
    sheets = (path.read_text(encoding="utf-8") for path in sources(".css"))
    return frozenset(name for sheet in sheets for name in re.findall(r"\.([A-Za-z][\w-]*)", sheet))


def _is_classes(text: str) -> bool:
    return all(word in _classes() for word in text.split())


def main() -> None:
    if sys.argv[1:]:
        for name in sys.argv[1:]:
            print(*unmarked(ROOT / name), sep="\n")
        return
    for path in sources(".py", ".html", ".js"):
        if found := unmarked(path):
            print(f"{len(found):4} {path.relative_to(ROOT).as_posix()}")


if __name__ == "__main__":
    main()
