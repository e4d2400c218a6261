"""The board of the game in play, compared with a phone's photo: reader and game, wired.

The law of this file: it reads and learns; what is to be changed of the game is only named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board import BoardPlan, BoardReading, CannotLearn, Ends, Expected
from companion.board_check import BoardCheck
from companion.board_port import ReadsBoards
from companion.board_report import (
    NO_BOARD,
    NO_OTHER,
    SHOW_THEMSELVES,
    UNKNOWN,
    Standing,
    lay_out,
    lines,
    may_be_taught,
    place,
    report,
    stand_alone,
    taps,
)
from companion.language import say
from companion.ports import LEARN, Corners

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

    Picture = NDArray[uint8]

_, NOW, SET_UP = LEARN


def board_reader(data: Path) -> ReadsBoards:
    """The reader of boards, with the colours that were learned at this table."""
    from vision.boards.readers import BoardReaders

    return BoardReaders(data / "boards")


def is_known(reader: ReadsBoards, plan: BoardPlan, shown: Expected) -> bool:
    """Whether the reader knows what all of these pieces look like."""
    pieces = {piece for lying in shown.values() for piece in lying if piece.kind not in SHOW_THEMSELVES}
    return pieces <= reader.learnt(plan.game)


class BoardEyes:
    """What `companion play` makes of photos of its board. Any thread may ask; one at a time."""

    def __init__(self, data: Path, standing: Callable[[], Standing], keep: Callable[[Picture], int]) -> None:
        """`keep` numbers a picture, under which a page can ask for it."""
        self._reader = board_reader(data)
        self._standing = standing
        self._keep = keep

    def help(self) -> Mapping[str, Any]:
        """`ports.WebPorts.board`"""
        standing = self._standing()
        check, nothing = _check(standing), {"taps": [], "spots": [], "lay_out": [], "high": 1.0}
        nothing |= {"teaches": False, "taught": False}
        if check is None:
            flags = dict.fromkeys(("checks", "known", "now", "grid"), False)
            return {"version": standing.version, **flags, **nothing}
        bare = check.plan(standing.state)
        plan = self._reader.plan(bare)
        return {
            "version": standing.version,
            "checks": True,
            "known": self._knows(check, standing),
            "now": stand_alone(standing.game, standing.state, standing.colours),
            "grid": plan.grid is not None,
            "taps": taps(plan, check.where),
            "spots": [place(plan, spot.name) for spot in plan.spots if spot.kinds],
            "lay_out": lay_out(standing.game, standing.state, standing.colours, plan),
            "teaches": may_be_taught(bare),
            "taught": self._reader.taught(plan.game),
            "high": round(plan.height / plan.width, 4),
        }

    def read(self, data: bytes, corners: Corners | None, learn: str) -> Mapping[str, Any]:
        """`ports.WebPorts.read_board`"""
        from vision.photo import PhotoError, decode_upright

        began, standing = time.perf_counter(), self._standing()
        check = _check(standing)
        if check is None:
            return error_json(standing.version, "photo", say(NO_BOARD))
        try:
            image = decode_upright(data, "photo")
            if learn:
                self._learn(check, standing, image, corners, learn)
        except (PhotoError, CannotLearn) as error:
            return error_json(standing.version, "photo", str(error))
        if learn == SET_UP:
            return {**error_json(standing.version, "photo", ""), "status": "read", "reasons": [], "learned": True}
        if not self._knows(check, standing):
            return {**error_json(standing.version, "photo", say(UNKNOWN)), "teach": True}
        bare = check.plan(standing.state)
        plan = self._reader.plan(bare)
        expected = check.expected(standing.state, standing.colours)
        reading = self._reader.read(image, bare, expected, corners and _in_pixels(corners, image))
        told = report_json("photo", standing, reading, plan, (time.perf_counter() - began) * 1000)
        told["learned"] = bool(learn)
        if reading.corners:
            told["picture"] = self._keep(flat(image, reading, reading.plan or plan))
        return told

    def teach(self, data: bytes, corners: Corners, ends: Ends | None) -> Mapping[str, Any]:
        """`ports.WebPorts.teach_board`"""
        from vision.photo import PhotoError, decode_upright

        began, standing = time.perf_counter(), self._standing()
        told: dict[str, Any] = {"file": "photo", "version": standing.version, "learned": False, "lines": []}
        check = _check(standing)
        plan = check.plan(standing.state) if check is not None else None
        if check is None or plan is None or not may_be_taught(plan):
            return {**told, "ms": 0.0, "status": "error", "reasons": [say(NO_OTHER)]}
        try:
            image = decode_upright(data, "photo")
            taps = _in_pixels(corners, image)
            if ends is None:
                straight = self._reader.straighten(image, plan, taps)
                told |= {"lines": lines(plan, check, straight), "picture": self._keep(straight.picture)}
            else:
                self._reader.teach(image, plan, taps, ends)
                told["learned"] = True
        except (PhotoError, CannotLearn) as error:
            return {**told, "ms": 0.0, "status": "error", "reasons": [str(error)]}
        return {**told, "ms": round((time.perf_counter() - began) * 1000, 1), "status": "read", "reasons": []}

    def forget(self) -> Mapping[str, Any]:
        """`ports.WebPorts.forget_board`"""
        standing = self._standing()
        if (check := _check(standing)) is not None:
            self._reader.forget_board(check.plan(standing.state).game)
        return self.help()

    def _learn(
        self, check: BoardCheck[Any], standing: Standing, image: Picture, corners: Corners | None, learn: str
    ) -> None:
        """Raises CannotLearn."""
        shown = check.expected if learn == NOW else check.set_up
        lying = shown(standing.state, standing.colours)
        self._reader.learn(image, check.plan(standing.state), lying, corners and _in_pixels(corners, image))

    def _knows(self, check: BoardCheck[Any], standing: Standing) -> bool:
        wanted = check.set_up(standing.state, standing.colours)
        return is_known(self._reader, check.plan(standing.state), wanted)


def _check(standing: Standing) -> BoardCheck[Any] | None:
    """How the board that is played on is compared with a photo; None: it cannot be."""
    return standing.game.board if standing.game.reads_board(standing.state) else None


def flat(image: Picture, reading: BoardReading, plan: BoardPlan) -> Picture:
    """The board alone, as seen from straight above."""
    from vision.boards.picture import flattened

    return flattened(image, reading.corners, plan.width, plan.height)


def _in_pixels(corners: Corners, image: Picture) -> Corners:
    height, width = image.shape[:2]
    return tuple((x * width, y * height) for x, y in corners)


def report_json(file: str, standing: Standing, reading: BoardReading, plan: BoardPlan, ms: float) -> dict[str, Any]:
    """A reading compared with the game, in the manner of `pictures.reading_json`."""
    told = report(standing.game, standing.state, standing.colours, reading, plan)
    return {"file": file, "ms": round(ms, 1), "version": standing.version, "learned": False, "teach": False, **told}


def error_json(version: int, file: str, why: str) -> dict[str, Any]:
    """A photo that shows nothing of a board, in the same shape."""
    return {
        "file": file,
        "ms": 0.0,
        "version": version,
        "learned": False,
        "teach": False,
        "status": "error",
        "differences": [],
        "unseen": [],
        "change": None,
        "prevented": "",
        "decides": True,
        "reasons": [why],
    }
