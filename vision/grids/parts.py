"""How the parts of a grid lie in a photo in which its four outer corners were tapped.

The law of this file: the outer parts lie where they were tapped; how the part between them lies is seen. A wrong guess
makes of the photo one that no camera takes, and puts the table where plastic is: both speak.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, GridPlan, Taps
from companion.board_grid import columns, plan_of, shifted
from vision.boards.place import Place, by_taps, seen_from
from vision.photo import shrunk

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

COARSE: Final = 10
"""Pixels of a space, in which plastic and table are told apart."""
SMALL_PX: Final = 640
"""Longer side of the photo for that."""
BESIDE: Final = (0.3, 0.9)
"""Spaces beside the outer parts in which the table is looked at: a rim, and a vehicle that leans, are nearer."""
BINS: Final = 12
"""Of brightness and of two tints; what differs by one is not told apart."""
TELLING: Final = 2.0
"""Logarithm of likelihoods that one pixel counts at most."""
GEOMETRY: Final = 0.25
"""How much an improbable camera counts, in spaces seen wrongly."""
USUAL: Final = 1.5
"""How much the way counts in which they should lie, likewise."""
CLEAR: Final = 2.0
"""Spaces by which the best way must be better than any other: of 140 drawn photos 135 are so clear, and in the other
five the right way is nearer to the best."""


@dataclass(frozen=True)
class Lying:
    """A grid in a photo."""

    plan: BoardPlan
    """As its parts lie."""
    place: Place
    speaks: float = 0.0
    """How much does that its parts lie so and not otherwise, in spaces."""


def as_given(plan: BoardPlan, taps: Taps, shape: tuple[int, ...]) -> Lying | None:
    """The parts lie as the plan says; None: no grid looks so."""
    place = by_taps(taps, plan, shape)
    return None if place is None else Lying(plan, place)


def as_seen(image: Picture, plan: BoardPlan, taps: Taps) -> tuple[Lying, ...]:
    """As they may lie in a photo (h, w, 3) BGR, the likeliest way first; empty: no grid looks so."""
    if by_taps(taps, plan, image.shape) is None:
        return ()
    assert plan.grid is not None
    small, scale = shrunk(image, SMALL_PX)
    tapped = tuple(((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in taps)
    scored: list[tuple[float, BoardPlan]] = []
    usual = tuple(part.down for part in plan.grid.parts)
    for apart in range(1 - plan.grid.rows, plan.grid.rows):
        some = _lying(plan, 0, apart)
        cost, place = _placed(some, tapped, small.shape)
        seen = _Seen(small, some, place)
        for left in range(1 - plan.grid.rows, plan.grid.rows):
            right = left + apart
            if max(left, 0, right) - min(left, 0, right) >= plan.grid.rows:
                continue
            score = seen.speaks_for(-left) - GEOMETRY * min(cost, 200.0) + USUAL * ((left, 0, right) == usual)
            scored.append((score, _lying(plan, left, right)))
    scored.sort(key=lambda one: -one[0])
    near = (one for one in scored if one[0] >= scored[0][0] - CLEAR)
    return tuple(Lying(way, _placed(way, taps, image.shape)[1], speaks) for speaks, way in near)


def _lying(plan: BoardPlan, left: int, right: int) -> BoardPlan:
    assert plan.grid is not None
    first, last = plan.grid.parts[0].name, plan.grid.parts[-1].name
    return plan_of(plan.game, shifted(plan.grid, {first: left, last: right}))


def _placed(plan: BoardPlan, taps: Taps, shape: tuple[int, ...]) -> tuple[float, Place]:
    board = np.array([(spot.x, spot.y) for spot in map(plan.spot, plan.taps)], np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(board, np.array(taps, np.float32)), np.float64)
    cost, eye = seen_from(plane, shape)
    return cost, Place(plane, eye)


class _Seen:
    """Plastic and table under one guess of how far the outer parts are from each other. Rows count from the left
    part's first one."""

    def __init__(self, small: Picture, plan: BoardPlan, place: Place) -> None:
        assert plan.grid is not None
        self._grid: GridPlan = plan.grid
        self._rows = 3 * self._grid.rows - 2
        """Those that a part may reach, the left part's first one being row `rows - 1`."""
        seen = self._from_above(small, plan, place)
        board, table = self._parts()
        self._each = _likely(seen, board) - _likely(seen, table)
        np.clip(self._each, -TELLING, TELLING, out=self._each)
        self._each[(seen == 0).all(axis=2)] = 0
        self._each /= COARSE**2 * TELLING

    def speaks_for(self, down: int) -> float:
        """How much does that the middle part lies so many rows below the left one, in spaces."""
        middle = self._columns(self._grid.parts[1].columns)
        own = self._row(down)
        inside = float(self._each[own : own + self._grid.rows * COARSE, middle].sum())
        return 2 * inside - float(self._each[:, middle].sum())

    def _from_above(self, small: Picture, plan: BoardPlan, place: Place) -> Picture:
        """(rows, columns) of `COARSE` pixels a space, one column beside the grid each way."""
        cell, above = self._grid.cell, -min(part.down for part in self._grid.parts)
        onto = np.array(((1, 0, 0), (0, 1, 0), (0, 0, 1.0))) * (COARSE / cell)
        onto[2, 2] = 1
        onto[1, 2] = (self._grid.rows - 1.5 - above) * COARSE
        size = ((columns(self._grid) + 2) * COARSE, self._rows * COARSE)
        turned = onto @ np.linalg.inv(place.plane)
        return np.asarray(cv2.warpPerspective(small, turned, size, flags=cv2.INTER_LINEAR), np.uint8)

    def _row(self, down: float) -> int:
        return round((self._grid.rows - 1 + down) * COARSE)

    @staticmethod
    def _columns(those: range) -> slice:
        return slice((those.start + 1) * COARSE, (those.stop + 1) * COARSE)

    def _parts(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where the outer parts are, and where the table is beside them."""
        board = np.zeros((self._rows * COARSE, (columns(self._grid) + 2) * COARSE), bool)
        table = board.copy()
        near, far = (round(part * COARSE) for part in BESIDE)
        for part in (self._grid.parts[0], self._grid.parts[-1]):
            across, first = self._columns(part.columns), self._row(part.down - self._grid.parts[0].down)
            last = first + self._grid.rows * COARSE
            board[max(first, 0) : last, across] = True
            table[max(first - far, 0) : max(first - near, 0), across] = True
            table[last + near : last + far, across] = True
            side = (
                slice(across.start - far, across.start - near)
                if part is self._grid.parts[0]
                else slice(across.stop + near, across.stop + far)
            )
            table[max(first, 0) : last, side] = True
        return board, table & ~board


def _likely(seen: Picture, where: NDArray[np.bool_]) -> Floats:
    """Logarithm of how often the colour of each pixel is found there."""
    logs = np.log(seen.astype(np.float32) + 8)
    bright = logs.mean(axis=2)
    tints = np.stack([logs[:, :, 0] - logs[:, :, 1], logs[:, :, 2] - logs[:, :, 1]], axis=2)
    levels = np.dstack([(bright - np.log(8)) / (np.log(263) - np.log(8)), (tints + 1.2) / 2.4])
    bins = np.clip((levels * BINS).astype(np.int32), 0, BINS - 1)
    flat = (bins[:, :, 0] * BINS + bins[:, :, 1]) * BINS + bins[:, :, 2]
    counts = np.bincount(flat[where & (seen > 0).any(axis=2)], minlength=BINS**3).astype(np.float32)
    cube: Floats = counts.reshape(BINS, BINS, BINS)
    for axis in range(3):
        rolled = np.moveaxis(cube, axis, 0)
        wide = np.concatenate([rolled[:1], rolled, rolled[-1:]])
        calm = 0.25 * wide[:-2] + 0.5 * wide[1:-1] + 0.25 * wide[2:]
        cube = np.asarray(np.moveaxis(calm, 0, axis), np.float32)
    share = (cube + 0.2) / (cube.sum() + 0.2 * BINS**3)
    return np.asarray(np.log(share).reshape(-1)[flat], np.float32)
