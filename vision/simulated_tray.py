"""A tray with dice for those who have no camera.

The law of this file: what was rolled leaves here only as pixels. The dice are thrown with a seeded generator, tumble
and come to rest; whoever wants to know what they show must read the picture, like any other picture.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import pi, sin
from random import Random
from threading import Condition
from typing import Any, Final

import numpy as np

from companion import marks
from companion.drawings import drawings
from companion.language import say
from companion.ports import CameraError, Frame
from vision import art
from vision.calibration import Calibration, floor_of
from vision.tray_poses import DIE_MM, Array, LaidTile, Picture, Pose, apart, resting, rotation, standing_on_felt
from vision.tray_scene import TrayScene

FRAME_S: Final = 0.1
"""Between two frames: what a Pi's camera gives with time left to look at each."""
HAND_S: Final = 0.5
"""How long the hand sweeps over the tray before the dice fall."""
TUMBLE_S: Final = (0.7, 1.0)
"""How long a die tumbles."""
MOST_DICE: Final = 8
"""So many always find room with `GAP_MM` between them."""
GAP_MM: Final = DIE_MM * 1.8
"""Between the middles of two dice: never touching, whatever their yaw (the diagonal is 1.41 edges)."""
ROOM_MM: Final = (80.0, 52.0)
"""How far from the middle of the tray a die comes to rest, (x, y)."""
TILE_PX: Final = 192
"""Edge of a tile's face as it is drawn before it is laid down: three times what is seen of it."""
NOISE: Final = 2.5
"""Standard deviation of a pixel, in grey levels of 256: a small sensor in a living room."""


@dataclass(frozen=True)
class _Throw:
    """One die on its way."""

    rest: Pose
    start: tuple[float, float]
    axis: Array
    spins: float
    lasts_s: float

    def at(self, since_s: float) -> Pose:
        """Where it is `since_s` after leaving the hand."""
        left = max(0.0, 1.0 - since_s / self.lasts_s) ** 2
        if left == 0.0:
            return self.rest
        x = self.rest.middle[0] + (self.start[0] - self.rest.middle[0]) * left
        y = self.rest.middle[1] + (self.start[1] - self.rest.middle[1]) * left
        bounce = abs(sin(left * 3 * pi)) * left * DIE_MM
        return standing_on_felt(x, y, rotation(self.axis, self.spins * 2 * pi * left) @ self.rest.turn, bounce)


class SimulatedTray:
    """A camera over a tray, and the hand that throws into it (`ports.Camera` and `ports.Thrower`)."""

    kind = "simulated"

    def __init__(
        self,
        seed: int | None = None,
        size: tuple[int, int] = (640, 480),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._random = Random(seed)
        self._clock = clock
        noise = np.random.default_rng(self._random.getrandbits(32))
        self._scene = TrayScene(size, noise)
        self._noise = noise.normal(0, NOISE, (size[1], size[0], 3)).astype(np.float32)
        self._wake = Condition()
        self._closed = False
        self._thrown = 0
        self._shown = 0
        self._next_s = 0.0
        self._thrown_s = -10.0
        self._before: tuple[Pose, ...] = ()
        self._dice: tuple[_Throw, ...] = ()
        self._tile: LaidTile | None = None
        self._tile_before: LaidTile | None = None
        self._hand_of_tiles = Random(self._random.getrandbits(32))
        self._still: Picture | None = None
        self.truth_of_tile = ""
        """For tests only: the face of the tile that lies there."""
        self.truth: tuple[int, ...] = ()
        """For tests only, which compare it with what was read: the values of the last throw, sorted."""

    def calibration(self) -> Calibration:
        """What a calibration of this tray comes to; nobody has to make one by hand."""
        empty = self._scene.draw(())
        corners, die_px = self._scene.seen()
        return Calibration((empty.shape[1], empty.shape[0]), corners, die_px, floor_of(empty), self.kind)

    def throw(self, count: int) -> None:
        """Sweep up what lies there and throw `count` dice; none: leave the tray empty."""
        if not 0 <= count <= MOST_DICE:
            raise ValueError(f"{count} dice do not fit the simulated tray, 1 to {MOST_DICE} do")
        with self._wake:
            self._swept()
            self.truth, self._dice = self._fresh(count)
            self._wake.notify_all()

    def lay(self, game: str, faces: Sequence[str]) -> None:
        """Sweep up what lies there and lay down a tile of `game`, as it is printed, that shows one of `faces`."""
        shown = sorted({*faces} & drawings(game).keys())
        with self._wake:
            self._swept()
            self._wake.notify_all()
            if not shown:
                return
            chance = self._hand_of_tiles
            self.truth_of_tile = chance.choice(shown)
            drawing, code = drawings(game)[self.truth_of_tile], marks.faces_coded(game).get(self.truth_of_tile)
            x, y = (chance.uniform(-room, room) for room in ROOM_MM)
            self._tile = LaidTile(art.draw(drawing, TILE_PX, code), x, y, chance.uniform(0, 2 * pi))

    def frame(self) -> Frame:
        """The next picture, `FRAME_S` after the last one or as soon as dice are thrown."""
        with self._wake:
            self._wake.wait_for(
                lambda: self._closed or self._shown != self._thrown, max(0.0, self._next_s - self._clock())
            )
            if self._closed:
                raise CameraError(say("The simulated tray has been put away."))
            self._shown = self._thrown
            now_s = self._clock()
            self._next_s = now_s + FRAME_S
            return Frame(self._picture(now_s), now_s)

    def hold(self) -> None:
        """A rendered tray has one light."""

    def restore(self, held: Mapping[str, Any]) -> None:
        """Nothing to fix."""

    def close(self) -> None:
        with self._wake:
            self._closed = True
            self._wake.notify_all()

    def _swept(self) -> None:
        """A hand takes away what lies there."""
        self._before, self._dice = tuple(die.rest for die in self._dice), ()
        self._tile_before, self._tile = self._tile, None
        self.truth, self.truth_of_tile = (), ""
        self._thrown_s = self._clock()
        self._still = None
        self._thrown += 1

    def _fresh(self, count: int) -> tuple[tuple[int, ...], tuple[_Throw, ...]]:
        values = [self._random.randint(1, 6) for _ in range(count)]
        poses: list[Pose] = []
        tries = 0
        while len(poses) < count:
            tries += 1
            if tries % 200 == 0:
                poses.clear()  # those lie so that no further one fits
            x, y = (self._random.uniform(-room, room) for room in ROOM_MM)
            if apart(x, y, poses, GAP_MM):
                poses.append(resting(values[len(poses)], x, y, self._random.uniform(0, 2 * pi)))
        return tuple(sorted(values)), tuple(self._tossed(pose) for pose in poses)

    def _tossed(self, pose: Pose) -> _Throw:
        start = (self._random.uniform(-60, 60), self._random.uniform(-115, -95))
        axis = np.array((-1.0, self._random.uniform(-0.5, 0.5), self._random.uniform(-0.3, 0.3)))
        return _Throw(pose, start, axis, self._random.uniform(1.0, 2.0), self._random.uniform(*TUMBLE_S))

    def _picture(self, now_s: float) -> Picture:
        since_s = now_s - self._thrown_s
        if since_s < HAND_S:
            swept = since_s / HAND_S
            x = -150 + 300 * swept
            lying = [die for die in self._before if die.middle[0] > x]
            tile = self._tile_before
            clean = self._scene.draw(lying, (x, -25.0), tile if tile is not None and tile.x > x else None)
        elif since_s < HAND_S + TUMBLE_S[1]:
            clean = self._scene.draw((die.at(since_s - HAND_S) for die in self._dice), None, self._tile)
        else:
            if self._still is None:
                self._still = self._scene.draw((die.rest for die in self._dice), None, self._tile)
            clean = self._still
        # One field of noise, shifted at random, is as good as a new one for every frame and costs a tenth.
        shift = (self._random_shift(0), self._random_shift(1))
        return np.asarray(np.clip(np.roll(self._noise, shift, (0, 1)) + clean, 0, 255), np.uint8)

    def _random_shift(self, axis: int) -> int:
        # Not from the generator of the dice: how often somebody looked must not change what is rolled.
        return int(self._clock() * 1e4 * (7 + 6 * axis)) % int(self._noise.shape[axis])
