"""A camera, a thrower and a table for tests of the watcher: time is brought by the tests, nothing waits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.devices import DiceRead, TraySeen, TrayState
from companion.inputs import Input
from companion.ports import Frame
from companion.prompts import RollDice
from companion.snapshot import OpenPrompt, Snapshot
from companion.view import View
from vision.reading import DiceReading, Die
from vision.watcher import Watcher

CALM = Snapshot(1, "game", "Game", {}, (), View("Ann"))


def awaiting(count: int, since: int) -> Snapshot:
    return replace(CALM, prompts=(OpenPrompt(RollDice(count, 0), since),))


def dice(*values: int, x: float = 0.0) -> DiceReading:
    def die(number: int, value: int) -> Die:
        left = x + 60.0 * number
        return Die(value, 0.99, (left + 20, 50), ((left, 30), (left + 40, 30), (left + 40, 70), (left, 70)))

    return DiceReading("read", tuple(die(number, value) for number, value in enumerate(values)))


class Stage:
    """A camera and a thrower whose pictures are plain greys, each with its reading."""

    kind = "stage"

    def __init__(self, thrower: bool = False) -> None:
        self.posted: list[Input] = []
        self.thrown: list[int] = []
        self.laid: list[tuple[str, ...]] = []
        self.now_s = 0.0
        self.reading = DiceReading("empty")
        self.error: Exception | None = None
        self.grey = 20
        self.size = (60, 80)
        self.place = ""
        self.heard: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.watcher = Watcher(
            self,
            self.posted.append,
            self if thrower else None,
            read=self.read,
            place=lambda image: self.place,
            typed=lambda said, kept: self.heard.append((kept.reading.values, said.values)),
        )

    def read(self, image: NDArray[np.uint8]) -> DiceReading:
        if self.error is not None:
            raise self.error
        return self.reading

    def throw(self, count: int) -> None:
        self.thrown.append(count)

    def lay(self, game: str, faces: Sequence[str]) -> None:
        self.laid.append(tuple(faces))

    def frame(self) -> Frame:
        if self.error is not None:
            raise self.error
        return Frame(np.full((*self.size, 3), self.grey, np.uint8), self.now_s)

    def hold(self) -> None: ...

    def restore(self, held: Mapping[str, Any]) -> None: ...

    def close(self) -> None: ...

    def rest(self) -> list[Input]:
        """Nothing changes for a second; what was posted meanwhile."""
        before = len(self.posted)
        for _ in range(10):
            self.now_s += 0.1
            self.watcher.step(Frame(np.full((*self.size, 3), self.grey, np.uint8), self.now_s))
        return self.posted[before:]

    def move(self, reading: DiceReading) -> list[Input]:
        """Something moves, then lies still and reads so."""
        self.grey = 220 - self.grey
        self.reading = reading
        return self.rest()

    def look(self, snapshot: Snapshot, look: int = 1) -> list[Input]:
        """Somebody presses ROLL."""
        self.watcher.show(replace(snapshot, look=look))
        return self.rest()


def started(snapshot: Snapshot, reading: DiceReading | None = None, thrower: bool = False) -> Stage:
    stage = Stage(thrower)
    stage.watcher.show(snapshot)
    if reading is not None:
        stage.reading = reading
    stage.rest()
    return stage


def told(posted: list[Input]) -> list[tuple[tuple[int, ...], int]]:
    return [(input.tray.values, input.since) for input in posted if isinstance(input, DiceRead)]


def seen(posted: list[Input]) -> list[tuple[TrayState, tuple[int, ...], tuple[str, ...]]]:
    return [(i.tray.state, i.tray.values, i.tray.reasons) for i in posted if isinstance(i, TraySeen)]
