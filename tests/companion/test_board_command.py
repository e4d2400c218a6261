"""`companion board check`: photos of a board, learned from and compared with a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.board import Piece
from companion.cli import main
from companion.games import GAMES
from tests.web.board_photos import SIZE, board_photo
from tools.board_designs import design

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


def test_its_help_names_only_games_whose_boards_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(("board", "check", "--help"), lambda asked: 0)
    helped = capsys.readouterr().out

    assert "of cant-stop, highway" in helped
    assert "rush-hour-shift" not in helped


def test_another_board_is_learned_checked_and_forgotten(
    check: Any, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = design("wood", 1)
    game = GAMES["cant-stop"]
    board, state = game.board, game.from_position(POSITION)
    assert board is not None
    taps = board_photo(tmp_path / "empty.jpg", other.plan, {}, 1, other=other.picture)
    lying = board.expected(state, COLOURS)
    board_photo(photos / "own.jpg", other.plan, lying, 2, seated=True, other=other.picture)
    corners = ",".join(f"{part * size:.1f}" for point in taps for part, size in zip(point, SIZE, strict=True))
    learn = ("board", "learn", str(tmp_path / "empty.jpg"), "--data", str(tmp_path), "--corners")

    assert main((*learn, "1,2,3,4,5,6,7,8"), lambda asked: 0) == 1
    assert "four points" in capsys.readouterr().err
    assert main((*learn, corners, "--show", str(tmp_path / "spaces.png")), lambda asked: 0) == 0
    assert "The board is learned." in capsys.readouterr().out
    assert (tmp_path / "spaces.png").exists()
    assert main((*learn, corners, "--ends", "1,2,3,4"), lambda asked: 0) == 2
    assert "44 numbers" in capsys.readouterr().err
    assert check("own.jpg", "--learn") == 0
    assert capsys.readouterr().out == "The board is as it should be.\n"
    assert main(("board", "forget", "--data", str(tmp_path)), lambda asked: 0) == 0
    assert check("own.jpg", "--learn") == 1
    assert "corner marks" in capsys.readouterr().err
