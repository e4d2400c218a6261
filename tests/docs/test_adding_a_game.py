"""docs/adding-a-game.md, followed to the letter: one folder, one line, and the game is there."""

from __future__ import annotations

import difflib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-game.md").read_text()
FOLDER, REGISTRY = Path("companion/games/pig"), Path("companion/games/__init__.py")
LONGEST = 150


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def code(text: str) -> list[str]:
    """The lines that are not empty: how many part two definitions is told by no block."""
    return [line for line in text.splitlines() if line]


def test_the_page_shows_the_whole_game() -> None:
    """The file is formatted, linted and typed with all others; so the page is too."""
    whole = (ROOT / "tests/games/pig/__init__.py").read_text()

    assert code("".join(blocks("python"))) == code(whole)
    assert len(whole.splitlines()) < LONGEST


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which Pig was added as the page says."""
    root = tmp_path_factory.mktemp("project")
    for part in ("companion", "tests"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("hardware", "vision", "web"):
        (root / part).symlink_to(ROOT / part)
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / FOLDER).mkdir()
    (root / FOLDER / "__init__.py").write_text("\n".join(blocks("python")))
    (was, becomes), (line,) = (
        re.findall(r"^[-+](.+)$", blocks("diff")[0], re.MULTILINE),
        re.findall("`(from .+PIG)`", PAGE),
    )
    registry = (root / REGISTRY).read_text()
    assert registry.count(was) == 1
    (root / REGISTRY).write_text(registry.replace(was, f"{line}\n\n{becomes}"))
    return root


def done(root: Path, *arguments: str) -> str:
    """What a command says that has to succeed."""
    run = subprocess.run(
        [sys.executable, *arguments], cwd=root, capture_output=True, text=True, timeout=240, check=False
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    return run.stdout


def test_it_touches_one_folder_and_one_line(followed: Path) -> None:
    new = {p.relative_to(followed) for p in (followed / "companion").rglob("*") if p.is_file()} - {
        p.relative_to(ROOT) for p in (ROOT / "companion").rglob("*") if p.is_file()
    }
    registry = difflib.ndiff((ROOT / REGISTRY).read_text().split("\n"), (followed / REGISTRY).read_text().split("\n"))
    added = [line for line in registry if line.startswith("+ ") and line[2:]]

    assert new == {FOLDER / "__init__.py"}
    assert len(added) == 2  # the import, and the line


def test_the_tests_of_every_game_play_it(followed: Path) -> None:
    files = ("tests/games/test_every_game.py", "tests/games/test_every_box.py", "tests/test_architecture.py")
    said = done(followed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files, "-k", "pig or architecture")

    assert int(re.findall(r"(\d+) passed", said)[0]) > 20
    assert "failed" not in said
