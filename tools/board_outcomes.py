"""What the board reader makes of the photos of many evenings.

The law of this file: each board, its pieces, its photos and its faults follow from one number, so that every run
measures the same; pieces are learnt from another photo than those that are read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from companion.board import BoardReading, CannotLearn, Taps, differences
from tools import board_jam
from tools.board_evening import SAME, TRIES, Evening, Fault, Picture, cant_stop, highway, set_up
from tools.board_others import laid_out, other_board, teach
from vision.boards.readers import BoardReaders

OTHERS: Final = "other boards"
GRIDS: Final = "rush-hour-shift"
EVENINGS: Final[dict[str, Callable[[int, tuple[int, int]], Evening]]] = {
    "cant-stop": cant_stop,
    OTHERS: other_board,
    "highway": highway,
    GRIDS: board_jam.rush_hour_shift,
}
SIZE: Final = (1600, 1200)
"""Of the photos that are measured: a phone's 12 million pixels made half as large each way show the same board, in a
quarter of the time that drawing takes."""
PHONE: Final = (4032, 3024)
LARGE: Final = 8
"""Every so many-th photo is of that size."""

BESIDE: Final = 8.0
"""mm from the middle of a spot where a piece on it shows too."""


@dataclass(frozen=True)
class Outcome:
    """What the reader made of one photo."""

    number: int
    evening: Evening
    reading: BoardReading
    ms: float
    """Of one thread's computing, however busy the machine is."""
    learnt: bool = True

    @cached_property
    def planted(self) -> frozenset[str]:
        """Spots that look otherwise than the state says."""
        now, should, same = self.evening.truth, self.evening.expected, self.evening.same
        return frozenset(name for name in {*now, *should} if same(now.get(name, ())) != same(should.get(name, ())))

    @cached_property
    def told(self) -> frozenset[str]:
        """Spots of which a difference was told."""
        return frozenset(one.spot for one in differences(self.evening.expected, self.reading))

    @cached_property
    def wrong(self) -> frozenset[str]:
        """Spots of which something was told that is not so, whether or not that makes a difference."""
        truth, same = self.evening.truth, self.evening.same
        return frozenset(
            name
            for name, seen in self.reading.seen.items()
            if seen is not None and same(seen) != same(truth.get(name, ()))
        )

    def fate(self, fault: Fault) -> str:
        """Of a fault: found, where a difference is told of it; unsure, where one of its spots is not seen; missed."""
        if any(spot in self.told for spot in fault.spots):
            return "found"
        return "unsure" if any(spot in self.reading.unseen for spot in fault.spots) else "missed"

    def in_sight(self, fault: Fault) -> bool:
        """Whether neither an arm nor a mirrored lamp lies over one of its spots."""
        spots = [self.evening.plan.spot(name) for name in fault.spots]
        steps = ((0, 0), (BESIDE, 0), (-BESIDE, 0), (0, BESIDE), (0, -BESIDE))
        return not self.evening.photo.veils(np.array([(spot.x + x, spot.y + y) for spot in spots for x, y in steps]))

    @property
    def verdict(self) -> str:
        """Of the whole board: right, unsure, or wrong without a doubt."""
        if self.wrong:
            return "wrong"
        return "right" if self.reading.status == "read" else "unsure"


def outcomes(game: str, first: int, count: int, until_s: float) -> Iterator[Outcome]:
    """The photos from number `first` on; the pieces of each box are learnt from another photo before."""
    reader, box, learnt = BoardReaders(), -1, False
    for number in range(first, first + count):
        if time.monotonic() > until_s:
            return
        made = EVENINGS[game](number, PHONE if number % LARGE == LARGE - 1 else SIZE)
        if number // SAME != box:
            reader, box = BoardReaders(), number // SAME
            learnt = game != OTHERS or any(teach(reader, number, SIZE, nth) for nth in range(TRIES))
            learnt = learnt and any(_learnt(reader, made, *_set_up(game, number, nth)) for nth in range(TRIES))
        if not learnt:
            yield Outcome(number, made, BoardReading("no board", {}), 0.0, False)
            continue
        began = time.thread_time()
        reading = reader.read(made.photo.image, made.plan, made.expected, made.taps)
        yield Outcome(number, made, reading, (time.thread_time() - began) * 1000)


def _set_up(game: str, number: int, nth: int) -> tuple[Picture, Taps | None]:
    if game == GRIDS:
        return board_jam.set_up(number, SIZE, nth)
    return laid_out(number, SIZE, nth) if game == OTHERS else set_up(game, number, SIZE, nth), None


def _learnt(reader: BoardReaders, made: Evening, photo: Picture, taps: Taps | None) -> bool:
    try:
        reader.learn(photo, made.laid_plan or made.plan, made.laid_out, taps)
    except CannotLearn:
        return False
    return True
