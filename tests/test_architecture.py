"""Who may import whom (DESIGN section 3), enforced; planted violations show that the test can fail."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "hardware", "vision", "web")
SEES_ALL = {Path("companion/__main__.py"), *(path.relative_to(ROOT) for path in (ROOT / "companion/cli").glob("*.py"))}
OUTSIDE = {
    "hardware": {"gpiozero", "lgpio", "luma", "PIL", "segno", "smbus2", "cv2", "numpy", "picamera2"},
    "vision": {"cv2", "numpy", "PIL"},
    "web": {"flask", "itsdangerous", "reportlab", "waitress", "werkzeug"},
}
"""What each room may take from other people, besides the standard library."""

IMPURE = {"random", "time", "datetime", "threading", "asyncio", "os", "pathlib", "socket", "sqlite3", "subprocess"}
ADVISOR = ("companion", "advisor")
"""The one room of the core that counts with numpy and knows games: Can't Stop, and in each folder the one it is of, of
an expansion its base too."""

NO_SHEDS = {"utils", "helpers", "common", "base", "manager"}

EXPANDS = {"highway": "cant_stop"}
"""An expansion, and the game that it contains."""

modules = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def imports(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {
        f"{node.module}.{alias.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def violations(path: Path, source: str) -> list[str]:
    """Imports of a module that its room does not allow."""
    if path in SEES_ALL:
        return []
    room = path.parts[0]
    return [name for name in sorted(imports(source)) if not _allowed(path, room, name)]


def _allowed(path: Path, room: str, name: str) -> bool:
    top = name.split(".")[0]
    if top == "companion":
        if path.parts[:2] == ("companion", "games"):
            return _game_may(path, name)
        if path.parts[:2] == ADVISOR and _own_game(name, _advised(path)):
            return True
        return not name.startswith(("companion.games", "companion.advisor")) or _within_advisor(path, name)
    if top in ROOMS:
        return top == room
    if path.parts[:2] == ("companion", "games") and top in IMPURE:
        return False
    if path.parts[:2] == ADVISOR and top == "numpy":
        return True
    return top in sys.stdlib_module_names or top in OUTSIDE.get(room, set())


def _advised(path: Path) -> str:
    """The game that a module of the advisor knows."""
    return path.parts[2] if len(path.parts) == 4 else "cant_stop"


def _within_advisor(path: Path, name: str) -> bool:
    return path.parts[:2] == ADVISOR and name.startswith("companion.advisor")


def _game_may(path: Path, name: str) -> bool:
    """A game sees the contract, its own folder and its base game's; only the registry sees all games."""
    if path.name == "__init__.py" and len(path.parts) == 3:
        return True
    contract = (
        "companion.board.",
        "companion.board_check.",
        "companion.board_grid.",
        "companion.events",
        "companion.game.",
        "companion.language",
        "companion.options",
        "companion.positions",
        "companion.printed",
        "companion.prompts",
        "companion.view",
    )
    return f"{name}.".startswith(contract) or _own_game(name, path.parts[2])


def _own_game(name: str, game: str) -> bool:
    """A module of this game, or of the one that it expands."""
    return any(f"{name}.".startswith(f"companion.games.{own}.") for own in {game, EXPANDS.get(game, game)})


@pytest.mark.parametrize("path", modules, ids=str)
def test_rooms_import_only_what_they_may(path: Path) -> None:
    assert violations(path, (ROOT / path).read_text()) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/table.py", "import numpy"),
        ("companion/table.py", "from companion.games import GAMES"),
        ("companion/advisor/express/worth.py", "from companion.games.cant_stop.rules import State"),
        ("companion/advisor/worth.py", "from companion.games.express.rules import State"),
        ("companion/advisor/worth.py", "from companion.games.highway.rules import splits"),
        ("companion/advisor/highway/worth.py", "from companion.games.express.rules import State"),
        ("companion/games/cant_stop/rules.py", "import random"),
        ("companion/games/cant_stop/rules.py", "from companion.games.express import rules"),
        ("companion/games/cant_stop/rules.py", "from companion.games.highway import rules"),
        ("companion/games/highway/rules.py", "from companion.games.express import rules"),
        ("companion/games/cant_stop/rules.py", "from companion.table import Table"),
        ("companion/table.py", "from companion.advisor import answer"),
        ("companion/games/cant_stop/screens.py", "from companion.advisor import answer"),
        ("companion/advisor/advice.py", "from companion.games.express import rules"),
        ("companion/advisor/advice.py", "import cv2"),
        ("web/api.py", "from companion.advisor import answer"),
        ("hardware/display.py", "from vision.dice import read_dice"),
        ("vision/dice.py", "import hardware.camera"),
        ("web/api.py", "from companion.games.cant_stop import rules"),
        ("web/api.py", "import cv2"),
    ],
)
def test_a_planted_violation_is_found(path: str, source: str) -> None:
    assert violations(Path(path), source)


@pytest.mark.parametrize("path", modules, ids=str)
def test_there_are_no_sheds(path: Path) -> None:
    assert path.stem not in NO_SHEDS
