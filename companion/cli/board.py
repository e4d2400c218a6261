"""`companion board`: a photo of the board compared with a position, by the eyes that the page has."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from companion.board import CannotLearn
from companion.board_report import NO_BOARD, UNKNOWN, Standing
from companion.cli import board_learn
from companion.cli.board_eyes import board_reader, error_json, is_known, report_json
from companion.cli.options import Command, add_data, add_json
from companion.cli.pages import epilog
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.colours import COLOURS, seat_colours
from companion.game import BadPosition
from companion.games import GAMES
from companion.language import say

CHECKED = tuple(name for name, game in GAMES.items() if game.board is not None and game.board.is_offered)
"""The games whose board can be checked."""


def add_to(command: Command) -> None:
    asked = command(
        "board",
        check,
        "what differs between a photo of the board and a position; or a board of your own",
        "companion board check board.jpg --position position.json",
    )
    wanted = asked.add_subparsers(metavar="check, learn, forget", required=True)
    said = "compare a photo of the whole board with a position: what to take, what to put"
    checking = wanted.add_parser(
        "check",
        help=said,
        description=said,
        epilog=epilog("board", "companion board check board.jpg --position position.json --colours blue,red --json"),
    )
    checking.set_defaults(run=check)
    checking.add_argument("photo", type=Path, metavar="PHOTO")
    checking.add_argument(
        "--position", type=Path, required=True, metavar="POSITION.json", help=f"of {', '.join(CHECKED)}"
    )
    checking.add_argument(
        "--colours",
        type=_colours,
        default=(),
        metavar="blue,red",
        help="the seats' pieces; else as the page gives them",
    )
    checking.add_argument(
        "--corners",
        type=board_learn.corners,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="on a board without codes: where the middles of its four spots are, in pixels of the upright photo",
    )
    checking.add_argument(
        "--learn", action="store_true", help="all stands as the position says: learn the colours from this photo first"
    )
    add_json(checking)
    add_data(checking, "where learned colours lie, in boards")
    board_learn.add_to(wanted)


def check(asked: argparse.Namespace) -> int:
    """FAILED where the photo shows no board, or nothing can be learned from it; differences are an answer."""
    from vision.photo import PhotoError, decode_upright, photo_bytes

    standing = _standing(asked.position, asked.colours)
    check = standing.game.board
    assert check is not None
    plan, expected = check.plan(standing.state), check.expected(standing.state, standing.colours)
    reader = board_reader(asked.data)
    began = time.perf_counter()
    try:
        image = decode_upright(photo_bytes(asked.photo), str(asked.photo))
        if asked.learn:
            reader.learn(image, plan, expected, asked.corners)
        elif not is_known(reader, plan, expected):
            raise CannotLearn(f"{say(UNKNOWN)} Add --learn where all stands as the position says.")
    except (PhotoError, CannotLearn) as error:
        if asked.json:
            print(json.dumps(error_json(0, str(asked.photo), str(error))))
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    reading = reader.read(image, plan, expected, asked.corners)
    told = report_json(str(asked.photo), standing, reading, reader.plan(plan), (time.perf_counter() - began) * 1000)
    told["learned"] = asked.learn
    if asked.json:
        print(json.dumps(told))
    else:
        print("\n".join(_lines(told)))
    return FAILED if told["status"] == "empty" else DONE


def _lines(told: dict[str, Any]) -> list[str]:
    said = [sentence for one in told["differences"] for sentence in one["say"]]
    said += [f"{one['say']}: could not be seen." for one in told["unseen"]]
    if told["status"] != "empty" and not told["differences"]:
        said.append("What was seen is as it should be." if told["unseen"] else "The board is as it should be.")
    if told["change"] is not None:
        said.append(f"If the board is right, the position changes to: {json.dumps(told['change'])}")
    elif told["prevented"]:
        why = told["prevented"]
        said.append(f"No position can be made of it: {why}" if told["decides"] else why)
    return [*said, *told["reasons"]]


def _standing(file: Path, colours: tuple[str, ...]) -> Standing:
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongCallError(f"{file}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise WrongCallError(f"{file}: is no JSON ({error})") from error
    name = given.get("game", CHECKED[0]) if isinstance(given, dict) else None
    if name not in CHECKED:
        raise WrongCallError(f"{file}: must be a position of {', '.join(CHECKED)}")
    game = GAMES[name]
    try:
        state = game.from_position(given)
    except BadPosition as error:
        raise WrongCallError(f"{file}: {error}") from error
    if not game.reads_board(state):
        raise WrongCallError(f"{file}: {say(NO_BOARD)}")
    players = game.position(state)["players"]
    assert isinstance(players, list)
    return Standing(0, game, state, game.colours or seat_colours(colours, len(players)))


def _colours(text: str) -> tuple[str, ...]:
    named = tuple(text.split(","))
    if unknown := [colour for colour in named if colour not in COLOURS]:
        raise argparse.ArgumentTypeError(f"there is no colour {unknown[0]!r}; there are {', '.join(COLOURS)}")
    if len(set(named)) < len(named):
        raise argparse.ArgumentTypeError(f"each seat has a colour of its own, not {text!r}")
    return named
