"""`companion board check`: photos of a board, learned from and compared with a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.board import Piece
from companion.cli import main
from companion.games import GAMES
from tests.web.board_photos import board_photo

COLOURS = ("blue", "red")
POSITION = {"game": "cant-stop", "players": ["Ann", "Bo"], "tokens": [{"6": 4, "9": 3}, {"7": 5}], "runners": {"8": 2}}


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`so.jpg`: as the position says; `other.jpg`: Bo's token a space higher."""
    folder = tmp_path_factory.mktemp("photos")
    game = GAMES["cant-stop"]
    check, state = game.board, game.from_position(POSITION)
    assert check is not None
    lying = check.expected(state, COLOURS)
    board_photo(folder / "so.jpg", check.plan(state), lying, 1, seated=True)
    board_photo(folder / "other.jpg", check.plan(state), {**lying, "7.5": (), "7.6": (Piece("token", "red"),)}, 2)
    (folder / "position.json").write_text(json.dumps(POSITION))
    return folder


@pytest.fixture
def check(photos: Path, tmp_path: Path) -> Any:
    def run(photo: str, *more: str) -> int:
        named = ("board", "check", str(photos / photo), "--position", str(photos / "position.json"))
        return main((*named, "--data", str(tmp_path), *more), lambda asked: 0)

    return run


def test_one_photo_teaches_the_pieces_and_the_next_says_what_to_take_and_put(
    check: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("so.jpg", "--learn") == 0
    assert capsys.readouterr().out == "The board is as it should be.\n"

    assert check("other.jpg") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Column 7, space 5: put Bo's token there.",
        "Column 7, space 6: take Bo's token away.",
        'If the board is right, the position changes to: {"tokens": [{"6": 4, "9": 3}, {"7": 6}], "runners": {"8": 2}}',
    ]

    assert check("other.jpg", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], [one["spot"] for one in told["differences"]]) == ("read", ["7.5", "7.6"])
    assert told["change"] == {"tokens": [{"6": 4, "9": 3}, {"7": 6}], "runners": {"8": 2}}


def test_pieces_that_nobody_has_learned_are_asked_for(check: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("so.jpg") == 1
    assert "not known yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--colours", "blue,pink"), "there is no colour 'pink'"),
        (("--colours", "blue,blue"), "a colour of its own"),
        (("--corners", "1,2,3"), "eight numbers"),
    ],
)
def test_what_is_called_wrongly_is_named(
    check: Any, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], says: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        check("so.jpg", *more)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_a_position_that_is_none_and_a_photo_that_is_none_are_told_apart(
    check: Any, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("missing.jpg") == 1
    assert "no such file" in capsys.readouterr().err
    file = tmp_path / "p.json"
    for text in ("{", "[]", '{"game": "express", "players": ["Ann"]}', '{"players": []}'):
        file.write_text(text)
        assert check("so.jpg", "--position", str(file)) == 2
        assert capsys.readouterr().err.startswith(f"companion: {file}: ")
