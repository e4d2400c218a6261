"""What the pages tell people to follow, open or type is there."""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.cli.arguments import parser
from companion.cli.pages import OF_COMMANDS, OF_ERRORS

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "companion").rglob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
    ]
)
ROOMS = ("companion", "docs", "hardware", "systemd", "tests", "tools", "vision", "web")
each_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


def words(page: Path) -> str:
    """A page without its blocks of code, in which nothing is a link."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def links(page: Path) -> Iterator[str]:
    without_code = re.sub(r"`[^`\n]*`", "", words(page))
    for found in re.finditer(r"\]\(([^)\s]+)\)", without_code):
        yield found.group(1)


def anchors(page: Path) -> set[str]:
    """The names that a forge gives the headings: small letters, what is no word dropped, hyphens for spaces."""
    headings = re.findall(r"^#+ (.+)$", words(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        if "://" in link:
            assert link.startswith("https://"), link
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), f"{page.name}: {link} is not there"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link}: no such heading"


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    yield from re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@each_page
def test_every_block_of_code_can_be_read_as_what_it_is(page: Path) -> None:
    for kind, code in blocks(page):
        match kind:
            case "python":
                ast.parse(code)
            case "json":
                json.loads(code)
            case "toml":
                tomllib.loads(code)
            case "" | "diff" | "sh":
                continue
            case _:
                raise AssertionError(f"{page.name}: nobody looks at a block of {kind}")


def commands(page: Path) -> Iterator[str]:
    """What people are to type: lines of a block."""
    for _, code in blocks(page):
        yield from (line for line in code.splitlines() if re.match(r"(sudo )?(\S*/)?(run|companion|make)\b", line))


def named(page: Path) -> Iterator[str]:
    """Commands in the middle of a sentence; what people are to add to them is told there."""
    yield from re.findall(r"`((?:sudo )?(?:\./run|\S*companion|make) [^`\n]+)`", words(page))


def typed(command: str) -> list[str]:
    """As a shell takes it, without what follows the command."""
    line = re.split(r" \|| ?>", command)[0]
    return [word for word in shlex.split(line, comments=True) if word != "sudo"]


def judged(arguments: list[str]) -> str:
    """What the command line says against them; empty: nothing."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            parser(lambda asked: 0).parse_args(arguments)
        except SystemExit as ended:
            return said.getvalue() if ended.code else ""
    return ""


def targets() -> set[str]:
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def against(command: str) -> str:
    """What is wrong with it; empty: nothing."""
    program, *arguments = typed(command)
    match Path(program).name:
        case "make":
            return ", ".join({word for word in arguments if "=" not in word} - targets())
        case "run":
            return judged(["play", *arguments])
        case "companion":
            return judged(arguments)
    return ""


@each_page
def test_every_command_is_one(page: Path) -> None:
    wrong = {command: said for command in commands(page) if (said := against(command)) and "--game pig" not in command}
    assert wrong == {}


MORE_TO_COME = ("the following arguments are required", "expected one argument")


@each_page
def test_every_command_in_a_sentence_is_one(page: Path) -> None:
    wrong = {command: said for command in named(page) if (said := against(command))}
    assert {command for command, said in wrong.items() if not any(more in said for more in MORE_TO_COME)} == set()


def test_a_command_that_is_none_would_be_found() -> None:
    assert "fly" in judged(["fly"])
    assert judged(["play", "--players", "Ann,Bo"]) == ""


def paths(page: Path) -> Iterator[str]:
    """Words set as code that name a file or a folder of ours."""
    for found in re.findall(r"`([\w./*-]+)`", words(page)):
        path = found.rstrip("/")
        if path.startswith(tuple(f"{room}/" for room in ROOMS)):
            yield path


@each_page
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    for path in paths(page):
        if "games/pig" not in path:
            assert list(ROOT.glob(path)), f"{page.name}: {path} is not there"


def commands_with_help(of: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> dict[str, argparse.ArgumentParser]:
    """Every command, and every part of one, by its words."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                found |= {" ".join((*path, name)): inner} | commands_with_help(inner, (*path, name))
    return found


COMMANDS: Final = commands_with_help(parser(lambda asked: 0))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_in_a_commands_help_is_taken_by_it(name: str) -> None:
    epilog = COMMANDS[name].epilog
    assert epilog is not None
    # Of a pipe the part after the bar is the command.
    examples, _, page = epilog.removeprefix("example: ").partition("  (more: ")
    assert page
    for example in re.split(r", or: |, or ", examples):
        program, *arguments = typed(example.rpartition(" | ")[2])

        assert [program, *arguments][: 1 + len(name.split())] == ["companion", *name.split()]
        assert judged(arguments) == ""


@pytest.mark.parametrize("page", sorted({*OF_COMMANDS.values(), *OF_ERRORS.values()}))
def test_the_page_that_a_command_or_an_error_names_is_there(page: str) -> None:
    file, _, anchor = page.partition("#")

    assert (ROOT / file).exists()
    assert not anchor or anchor in anchors(ROOT / file)
