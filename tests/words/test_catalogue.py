"""The catalogue is whole: every sentence for players is in it, and every marked text has its translation."""

from __future__ import annotations

import ast
import gettext
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from companion.game import Game
from companion.games import GAMES
from companion.language import ENGLISH, LANGUAGES
from tools import words
from tools.unmarked import unmarked
from tools.words import CATALOGUES, ROOT, Marked, sources

OTHERS = [language for language in LANGUAGES if language != ENGLISH]

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@cache
def marked() -> list[Marked]:
    return words.marked()


@cache
def catalogue(language: str) -> Catalog:
    return words.read(language)


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text) if isinstance(text, (tuple, list)) else ("",)


def places(text: str) -> list[str]:
    return sorted(set(PLACEHOLDER.findall(text)))


@pytest.mark.parametrize("language", OTHERS)
def test_every_marked_text_has_a_translation(language: str) -> None:
    known = catalogue(language)
    missing = []
    for one in marked():
        message = known.get(forms(one.text)[0], one.about)
        if message is None or not words.is_said(message):
            missing.append(f"{one.path}:{one.line}: {one.text!r}")
    assert missing == [], "`make words`, then say these in the .po, and `make words` again"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_option_and_its_values_have_words_that_can_be_translated(game: Game[Any]) -> None:
    bare = [option.name for option in game.options if not option.title]
    bare += [
        f"{option.name}: {value}"
        for option in game.options
        for nth, value in enumerate(option.values)
        if isinstance(value, str) and len(option.words) <= nth
    ]
    assert bare == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_in_it_is_fuzzy_or_said_no_more(language: str) -> None:
    known = catalogue(language)
    said = {(forms(one.text)[0], one.about) for one in marked()}
    assert [one.id for one in known if one.id and one.fuzzy] == []
    assert list(known.obsolete) == []
    assert [one.id for one in known if one.id and (forms(one.id)[0], one.context) not in said] == [], "`make words`"


@pytest.mark.parametrize("language", OTHERS)
def test_both_sides_have_the_same_placeholders(language: str) -> None:
    wrong = []
    for one in catalogue(language):
        if one.id and any(places(said) != places(forms(one.id)[-1]) for said in forms(one.string) if said):
            wrong.append(f"{one.id!r} and {one.string!r}")
    assert wrong == []


def test_placeholders_are_plain_names_in_every_language_of_the_program() -> None:
    names = [(one, name) for one in marked() for text in forms(one.text) for name in places(text)]
    odd = [one for one, name in names if not re.fullmatch(r"\w+", name)]
    assert odd == [], "scripts fill in names alone: give repr(x) or a formatted number as the value"


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_the_catalogue_says(language: str) -> None:
    known = words.updated(catalogue(language), marked())
    assert (CATALOGUES / f"{language}.mo").read_bytes() == words.as_mo(known), "`make words`"
    assert (CATALOGUES / f"{language}.js").read_text(encoding="utf-8") == words.as_js(known), "`make words`"
    assert (CATALOGUES / f"{language}.po").read_bytes() == words.as_po(known), "`make words`"


@pytest.mark.parametrize("language", OTHERS)
def test_one_is_one_and_the_rest_are_many_as_the_page_counts(language: str) -> None:
    plain = gettext.GNUTranslations(io.BytesIO(words.as_mo(words.updated(Catalog(locale=language), ()))))
    assert [plain.ngettext("one", "many", count) for count in (0, 1, 2, 11)] == ["many", "one", "many", "many"]
    assert catalogue(language).num_plurals == 2


def calls(path: Path) -> Iterator[ast.Call]:
    names = {"say", "say_of", "say_count", "later"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def test_nothing_is_said_within_an_f_string() -> None:
    """What stands in one is not found for the catalogue."""
    within = [
        f"{path.relative_to(ROOT).as_posix()}:{call.lineno}"
        for path in sources(".py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id.startswith("say")
        if isinstance(call.args[0], ast.Constant)
    ]
    assert within == []


def test_python_gives_a_value_for_each_placeholder() -> None:
    """And no text is put together before it is said: the catalogue could not have it."""
    wrong = []
    for path in sources(".py"):
        for call in calls(path):
            where = f"{path.relative_to(ROOT).as_posix()}:{call.lineno}"
            texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            given = {one.arg for one in call.keywords}
            wanted = {place for text in texts for place in places(text)}
            is_marking = isinstance(call.func, ast.Name) and call.func.id == "later"
            if any(isinstance(one, (ast.JoinedStr, ast.BinOp)) for one in call.args):
                wrong.append(f"{where}: put together before it is said")
            elif texts and None not in given and not is_marking and wanted != given:
                wrong.append(f"{where}: {texts[-1]!r} with {sorted(filter(None, given))}")
    assert wrong == []


def test_scripts_say_whole_literal_texts() -> None:
    called = re.compile(r"(?<![\w.$])say(?:Of|Count)?\(\s*(?!\")(?P<what>[^\n]{0,40})")
    wrong = [
        f"{path.relative_to(ROOT).as_posix()}: {found[0]}"
        for path in sources(".js")
        if path.name != "words.js" or path.parent.name != "static"
        for found in called.finditer(path.read_text(encoding="utf-8"))
    ]
    assert wrong == [], 'say("...") takes a text in double quotes: the catalogue has no other'


def test_no_sentence_is_outside_the_catalogue() -> None:
    found = [str(one) for path in sources(".py", ".html", ".js") for one in unmarked(path)]
    assert found == [], "docs/words.md says how a sentence comes into the catalogue"


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.py", 'def f(n):\n    """A docstring of words."""\n    return f"{n} plays on"\n', [3]),
        ("a.py", 'T = "Who plays?"\nU = later("Who plays?")\n', [1]),
        ("a.py", 'raise IllegalEvent("There is no such game.")\n', [1]),
        ("a.py", 'raise BadPosition("There is no such game.")\nlog.warning("There is none")\n', []),
        ("a.py", 'say("{name} plays {piece}.", piece="no piece at all")\n', [1]),
        ("a.py", 'self._run("SELECT number FROM games WHERE id = 1")\nkind = "Tray"  # in no language\n', []),
        ("a.html", '<p class="no words">\n{{ say("Words here") }}</p><img alt="A picture">', [2]),
        ("a.html", "<p>Words\n{% if may %}more words{% endif %}</p>", [1]),
        ("a.js", 'text("id", `${name} up`); // a comment of words\nelement("b", "Start", "seat");', [1, 2]),
        ("a.js", 'say("{name} up", { name: `${say("a b")}` }); send("Start"); sayCount("{n} die", "{n} dice", n);', []),
        ("a.js", 'x = `M ${x} ${y}`; made.style = `var(--${c})`; y = `${a ? "not said yet" : ""}`;', [1]),
    ],
)
def test_a_planted_sentence_is_found(
    name: str, content: str, found: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.unmarked.ROOT", tmp_path)
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert [one.line for one in unmarked(tmp_path / name)] == found
