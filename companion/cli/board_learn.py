"""`companion board learn` and `forget`: another board than the printed one, taught from a photo of it.

The law of this file: what a photo is refused for is printed as one sentence, and all is as before.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.board import BoardPlan, CannotLearn, Ends
from companion.board_port import Straightened
from companion.cli.board_eyes import board_reader
from companion.cli.options import add_data
from companion.cli.pages import epilog
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.games.cant_stop import looks


def add_to(wanted: Any) -> None:
    said = "learn another board than the printed one from a photo of it with nothing on it"
    learning = wanted.add_parser(
        "learn",
        help=said,
        description=f"{said}. Look at the picture of --show: does each circle lie on its space?",
        epilog=epilog(
            "board", "companion board learn empty.jpg --corners 512,80,950,420,498,760,88,430 --show spaces.png"
        ),
    )
    learning.set_defaults(run=learn)
    learning.add_argument("photo", type=Path, metavar="PHOTO", help="of the empty board, from straight above")
    learning.add_argument(
        "--corners",
        type=corners,
        required=True,
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="the middles of column 7, space 13; column 12, space 2; column 7, space 1; column 2, space 2; in pixels",
    )
    learning.add_argument(
        "--ends",
        type=_numbers,
        metavar="X,Y,…",
        help="of each column its first and its last space, in pixels of the picture of --show; else as on our print",
    )
    learning.add_argument("--show", type=Path, metavar="OUT.png", help="write the board from above with all its spaces")
    add_data(learning, "where it is kept, in boards")
    forgetting = wanted.add_parser(
        "forget",
        help="photos are compared with the printed board again",
        description="photos are compared with the printed board again",
        epilog=epilog("board", "companion board forget"),
    )
    forgetting.set_defaults(run=forget)
    add_data(forgetting, "where it is kept, in boards")


def learn(asked: argparse.Namespace) -> int:
    """FAILED where the photo does for no picture to compare with."""
    from vision.photo import PhotoError, decode_upright, photo_bytes

    plan, reader = looks.plan(), board_reader(asked.data)
    try:
        image = decode_upright(photo_bytes(asked.photo), str(asked.photo))
        straight = reader.straighten(image, plan, asked.corners)
        ends = _as_on_our_print(plan, straight) if asked.ends is None else _in_parts(plan, straight, asked.ends)
        reader.teach(image, plan, asked.corners, ends)
    except (PhotoError, CannotLearn) as error:
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    if asked.show is not None:
        _show(asked.show, plan, straight, ends)
    print("The board is learned. Learn its pieces next: companion board check PHOTO --position POSITION.json --learn")
    return DONE


def forget(asked: argparse.Namespace) -> int:
    board_reader(asked.data).forget_board(looks.plan().game)
    print("Photos are compared with the printed board.")
    return DONE


def corners(text: str) -> tuple[tuple[float, float], ...]:
    """Four points."""
    numbers = _numbers(text)
    if len(numbers) != 8:
        raise argparse.ArgumentTypeError(f"must be eight numbers with commas between, not {text!r}")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be numbers with commas between, not {text!r}") from None


def _as_on_our_print(plan: BoardPlan, straight: Straightened) -> Ends:
    return tuple((straight.parts(line[0]), straight.parts(line[-1])) for line in plan.lines)


def _in_parts(plan: BoardPlan, straight: Straightened, numbers: tuple[float, ...]) -> Ends:
    if len(numbers) != 4 * len(plan.lines):
        raise WrongCallError(f"--ends: must be {4 * len(plan.lines)} numbers, four for each column, not {len(numbers)}")
    high, wide = straight.picture.shape[:2]
    points = [(x / wide, y / high) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return tuple(zip(points[::2], points[1::2], strict=True))


def _show(file: Path, plan: BoardPlan, straight: Straightened, ends: Ends) -> None:
    import cv2

    picture = straight.picture.copy()
    high, wide = picture.shape[:2]
    for line, (first, last) in zip(plan.lines, ends, strict=True):
        for nth in range(len(line)):
            part = nth / (len(line) - 1)
            at = [
                round(((1 - part) * a + part * b) * size) for a, b, size in zip(first, last, (wide, high), strict=True)
            ]
            cv2.circle(picture, (at[0], at[1]), 12, (0, 0, 0), 4, cv2.LINE_AA)
            cv2.circle(picture, (at[0], at[1]), 12, (60, 200, 255), 2, cv2.LINE_AA)
    if not cv2.imwrite(str(file), picture):
        raise WrongCallError(f"{file}: cannot be written as a picture; name it .png or .jpg")
