"""A table that takes every input, or refuses each; and snapshots of a game in full swing."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.test import TestResponse

from companion.devices import Device, Tray, TrayState
from companion.events import Event
from companion.inputs import Input
from companion.ports import Keys, WayIn, WebPorts
from companion.prompts import Choose, Role, RollDice
from companion.snapshot import OpenPrompt, Snapshot
from companion.view import View


def error(answer: TestResponse) -> str:
    return str(answer.get_json()["error"])


@dataclass(frozen=True)
class SplitChosen(Event):
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Stopped(Event):
    pass


SPLITS = (SplitChosen((5, 9)), SplitChosen((6, 8)), SplitChosen((7, 7)), Stopped())

ROLLING = Snapshot(
    version=17,
    game="cant-stop",
    title="Can't Stop",
    position={
        "players": ["Ann", "Bo", "Charlotte-Marie", "Di"],
        "turn": 0,
        "tokens": [{"6": 4, "9": 3, "2": 3}, {"7": 3, "6": 4}, {"7": 3}, {"7": 3, "12": 1}],
        "runners": {"7": 3, "8": 2},
    },
    prompts=(
        OpenPrompt(RollDice(4, 0), since=17),
        OpenPrompt(
            Choose(0, SPLITS, (Role.GO, Role.GO, Role.GO, Role.STOP)),
            since=17,
            labels=("5 and 9", "6 and 8", "7 7", "Stop"),
        ),
    ),
    view=View("Ann's turn", "1/3", ("Ann has won column 2.",), (2, 3, 4, 5), (("7: up to 3",),)),
    told=("Ann rolled 2 3 4 5.",),
    can_undo=True,
    can_correct_roll=True,
    announce=(("roll", ("roll",)), ("stop", ("stop",))),
    tray=Tray(TrayState.UNSURE, (2, 3, 4), ("One die leans on the wall.",), picture=3),
    devices={"display": Device("simulated"), "camera": Device("simulated")},
)

GAME: dict[str, Any] = {
    "name": "cant-stop",
    "title": "Can't Stop",
    "seats": [2, 4],
    "options": [
        {
            "name": "same_space",
            "title": "same space",
            "values": ["share", "blocking"],
            "words": ["share", "blocking"],
            "meaning": "Whether tokens may share a space.",
            "rule": True,
        }
    ],
}


class Box:
    """A mailbox that holds one snapshot until another is put in."""

    def __init__(self, showing: Snapshot) -> None:
        self._serial, self._snapshot = 1, showing
        self._next: Snapshot | None = None
        self._changed = threading.Condition()

    def put(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._serial, self._snapshot = self._serial + 1, snapshot
            self._changed.notify_all()

    def put_when_waited_for(self, snapshot: Snapshot) -> None:
        """Puts it in only after what is there has been looked at."""
        self._next = snapshot

    def latest(self) -> tuple[int, Snapshot]:
        return self._serial, self._snapshot

    def wait(self, after: int, timeout_s: float) -> tuple[int, Snapshot] | None:
        with self._changed:
            if self._serial == after and self._next:
                self._serial, self._snapshot, self._next = self._serial + 1, self._next, None
            changed = self._changed.wait_for(lambda: self._serial > after, timeout_s)
            return self.latest() if changed else None


class Table:
    """Takes every input, or refuses each with `refusal`; shows one snapshot until the box holds another."""

    def __init__(self, games: tuple[dict[str, Any], ...] = (GAME,), showing: Snapshot = ROLLING) -> None:
        self.asked: list[Input] = []
        self.refusal: Exception | None = None
        self.showing = showing
        self.box = Box(showing)
        self.games = games
        self.dark = False
        self.way_in = WayIn()
        self.keys = Keys(None, b"a secret of the tests")

        self.calibration: dict[str, Any] = {}
        self.calibrated: list[tuple[str, object]] = []

    def calibrate(self, step: str, corners: tuple[tuple[float, float], ...] | None) -> dict[str, Any]:
        self.calibrated.append((step, corners))
        seen = {"step": step, "ok": True, "hints": [], "picture": 3, "values": [1, 2], "held": True}
        return self.calibration or {**seen, "outlook": "It will read well here.", "calibrated": True}

    def begin_anew(self) -> None:
        self.asked.clear()
        self.calibrated.clear()
        self.calibration = {}
        self.refusal = None
        self.way_in = WayIn()
        self.keys = Keys(None, b"a secret of the tests")
        self.box.put(self.showing)

    def wake(self) -> bool:
        """The first press on a dark OLED is used up."""
        dark, self.dark = self.dark, False
        return dark

    def post(self, asked: Input) -> Future[Snapshot]:
        answer: Future[Snapshot] = Future()
        self.asked.append(asked)
        if self.refusal is None:
            answer.set_result(replace(ROLLING, version=18))
        else:
            answer.set_exception(self.refusal)
        return answer

    def ports(self) -> WebPorts:
        return WebPorts(
            post=self.post,
            mailbox=self.box,
            games=self.games,
            tray_jpeg=lambda picture: None if picture == 404 else f"tray {picture}".encode(),
            oled_png=lambda hidden: b"oled, PIN hidden" if hidden else b"oled",
            read_photo=lambda photo: {"status": "read", "values": [len(photo) % 6 + 1]},
            read_tile=lambda photo: {"status": "read", "face": "flood"},
            keys=lambda: self.keys,
            calibrate=self.calibrate,
            wake=self.wake,
            door=lambda: self.way_in,
        )
