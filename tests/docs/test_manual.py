"""The man page and the completions know every command and option. `make manual` makes them anew."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.arguments import parser
from tests.docs.test_docs import COMMANDS
from tools.manual import FOLDER, manual


def options(of: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command's and option's name."""
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield name
                yield from options(inner, (*path, name))
        else:
            yield from (option for option in action.option_strings if option.startswith("--") and option != "--help")


@pytest.mark.parametrize("file", ["companion.1", "companion.bash", "_companion"])
def test_every_command_and_option_stands_in_it(file: str) -> None:
    # What argparse says of itself differs between versions of Python: so words are compared, not bytes.
    text = (FOLDER / file).read_text().replace("\\-", "-")
    missing = {name for name in options(parser(lambda asked: 0)) if not re.search(rf"{re.escape(name)}\b", text)}

    assert missing == set(), "make manual"


@pytest.mark.parametrize("file", ["companion.1", "companion.bash", "_companion"])
def test_nothing_that_is_gone_stands_in_it(file: str) -> None:
    now, kept = manual()[file], (FOLDER / file).read_text()
    said = re.compile(r"(?<![\w-])--[a-z][a-z-]+")

    assert set(said.findall(kept.replace("\\-", "-"))) == set(said.findall(now.replace("\\-", "-"))), "make manual"


def test_the_page_has_every_commands_example() -> None:
    page = (FOLDER / "companion.1").read_text().replace("\\-", "-")

    assert page.count("example: companion ") == len(COMMANDS)


@pytest.mark.parametrize("file", ["companion.1", "companion.bash", "_companion"])
def test_it_does_not_say_where_somebodys_home_is(file: str) -> None:
    text = (FOLDER / file).read_text().replace("\\", "")

    assert "/root/" not in text
    assert "/home/" not in text


def test_bash_completes_a_command_and_its_options() -> None:
    script = f"""
source {FOLDER / "companion.bash"}
COMP_WORDS=(companion rep); COMP_CWORD=1; COMP_LINE="companion rep"; {wired()}; echo "${{COMPREPLY[@]}}"
COMPREPLY=(); COMP_WORDS=(companion play --pl); COMP_CWORD=2; {wired()}; echo "${{COMPREPLY[@]}}"
"""
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=30).stdout

    assert said.splitlines() == ["report-misreads replay", "--players"]


def wired() -> str:
    """The function that bash calls for `companion`."""
    (name,) = re.findall(r"-F (\w+) companion", (FOLDER / "companion.bash").read_text())
    return str(name)


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed (apt install zsh)")
@pytest.mark.parametrize(
    ("typed", "made"),
    [("companion selfp", "lay "), ("companion play --pla", "yers "), ("companion read /etc/hostn", "ame ")],
)
def test_zsh_completes_a_command_an_option_and_a_path(typed: str, made: str, tmp_path: Path) -> None:
    # In a terminal of zsh's own making, since only its editor completes; it waits for what is shown.
    script = f"""
zmodload zsh/zpty
zpty shell TERM=dumb zsh -f -i
zpty -w shell 'PS1=; fpath=({FOLDER} $fpath); autoload -Uz compinit; compinit -u -d {tmp_path}/dump; print REA""DY'
zpty -r shell shown '*READY*'
zpty -w -n shell $'{typed}\t'
zpty -r shell shown '*{typed}{made}*'
print -r -- done
"""
    run = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, check=True, timeout=30)

    assert run.stdout == "done\n"


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed (apt install man-db)")
def test_man_shows_the_page_without_a_complaint() -> None:
    # Wide: where a line of options cannot be broken evenly, man says so.
    wide = {**os.environ, "MANWIDTH": "200"}
    page = ["man", "-l", str(FOLDER / "companion.1")]
    run = subprocess.run(page, capture_output=True, text=True, check=True, timeout=60, env=wide)

    assert run.stderr == ""
    assert "beside a board game" in run.stdout
