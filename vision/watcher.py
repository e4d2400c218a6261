"""Watching the tray: from frames to rolls.

The law of this file: a roll is told once, for the prompt that was open while the dice moved; what else lies in the
tray is shown, and counts only when somebody asks for it with ROLL. Nothing that a camera or a picture does ends it.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.beats import Beats
from companion.inputs import Device, DeviceChanged, DiceRead, Input, Tray, TraySeen, TrayState
from companion.ports import Camera, CameraError, Frame, Thrower
from companion.snapshot import Snapshot
from vision.dice import read_dice
from vision.motion import Small, change, reduced
from vision.overlay import to_jpeg
from vision.reading import DiceReading
from vision.settle import MOTION, Settled, SettleDetector, unmoved

Picture = NDArray[np.uint8]

KEPT: Final = 8
"""Pictures of readings that a page may still ask for."""
RETRY_S: Final = (1.0, 30.0)
"""Shortest and longest wait before a failed camera is asked again; doubled in between."""
NOT_MOVED: Final = "The dice have not moved since the last roll: throw them."
NO_DICE: Final = "There are no dice in the tray: throw them."
UNREADABLE: Final = "this picture could not be read"
NOTHING: Final = DiceReading("empty")

log = logging.getLogger(__name__)


class Watcher:
    """A `ports.Output` that looks where the newest snapshot says something is awaited."""

    def __init__(
        self,
        camera: Camera,
        post: Callable[[Input], object],
        thrower: Thrower | None = None,
        read: Callable[[Picture], DiceReading] = read_dice,
        beats: Beats | None = None,
    ) -> None:
        self._camera = camera
        self._post = post
        self._thrower = thrower
        self._read = read
        self._beat = (beats or Beats()).new("camera")
        self._lock = Lock()
        self._stopped = Event()
        # Under the lock: other threads bring snapshots and fetch pictures.
        self._snapshot: Snapshot | None = None
        self._newest: Picture | None = None
        self._pictures: dict[int, bytes] = {}
        self._number = 0
        # The watcher's thread only.
        self._settle = SettleDetector()
        self._small: Small | None = None
        self._rest: Small | None = None
        """The tray as it last lay still."""
        self._looks = 0
        self._look_for: int | None = None
        """The awaited roll for which somebody pressed ROLL, until the tray is still."""
        self._seen_at_rest = False
        """Whether what came to rest has been read."""
        self._known = NOTHING
        """The last dice told, or shown as whole: these must move before they are a roll."""
        self._known_told = False
        self._shown = Tray()
        self._problem: str | None = None
        """What was last said of the camera; None: nothing yet."""
        self._wait_s = 0.0

    def show(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._snapshot = snapshot

    def jpeg(self, number: int | None) -> bytes | None:
        """The numbered picture with what was read drawn in, or (None) the newest frame; None: there is none."""
        with self._lock:
            if number is not None:
                return self._pictures.get(number)
            newest = self._newest
        return None if newest is None else to_jpeg(newest)

    def run(self) -> None:
        """Watch until stopped, on a thread of its own."""
        while not self._beat.wait(self._stopped, self._wait_s):
            self.turn()

    def stop(self) -> None:
        """End `run` after the frame that it waits for."""
        self._stopped.set()

    def turn(self) -> float:
        """Take one frame and step; the seconds to wait before the next turn."""
        self._beat()
        try:
            frame = self._camera.frame()
            self._tell_camera("")
            self.step(frame)
            self._wait_s = 0.0
        except CameraError as error:
            self._fail(str(error))
        except Exception:
            log.exception("the camera %s failed", self._camera.kind)
            self._fail("The camera failed in an unexpected way; the log says how. It is tried again.")
        return self._wait_s

    def step(self, frame: Frame) -> None:
        """Make of one frame whatever it tells."""
        with self._lock:
            snapshot = self._snapshot
            self._newest = frame.image
        awaited = snapshot.awaited_roll if snapshot is not None else None
        since = awaited[1] if awaited is not None else None
        if snapshot is not None and snapshot.look > self._looks:
            self._looks = snapshot.look
            self._look_for = since
        before, self._small = self._small, reduced(frame.image)
        motion = 0.0 if before is None else change(before, self._small).share
        if self._settle.feed(motion, frame.at_s, since) is Settled.MOVING:
            self._seen_at_rest = False
            if motion >= MOTION:
                self._show_moving(hand=self._rest is not None and change(self._rest, self._small).hand)
            return
        self._rest = self._small
        asked = since is not None and self._look_for == since
        if asked or not self._seen_at_rest:
            self._look_for = None
            self._seen_at_rest = True
            whole = frame.whole()
            self._judge(self._reading(whole), replace(frame, image=whole), snapshot, asked)

    def _judge(self, reading: DiceReading, frame: Frame, snapshot: Snapshot | None, asked: bool) -> None:
        """Tell a roll, throw, or show what lies there; `frame` is what was read, in full size."""
        awaited = snapshot.awaited_roll if snapshot is not None else None
        lies = unmoved(self._known, reading)
        if snapshot is None or awaited is None:
            self._show(reading, frame, None, lies)
            return
        count, since = awaited[0].count, awaited[1]
        whole = reading.status == "read" and len(reading.dice) == count
        was_told = lies and self._known_told
        if whole and (
            (self._settle.moved_for == since and not lies) or (asked and (not was_told or snapshot.last_roll_undone))
        ):
            self._know(reading, told=True)
            self._settle.told()
            self._shown = Tray(TrayState.READ, reading.values, (), self._keep(frame.image, reading))
            self._post(DiceRead(self._shown, since))
        elif asked and self._thrower is not None:
            self._thrower.throw(count)
            # What is thrown counts even if it comes to rest where dice lay, or is the same photo once more.
            self._know(NOTHING, told=False)
            self._settle.disturb(frame.at_s, since)
            self._seen_at_rest = False
            self._show_moving()
        else:
            self._show(reading, frame, count, lies, asked)

    def _show(self, reading: DiceReading, frame: Frame, count: int | None, lies: bool, asked: bool = False) -> None:
        """What lies there, which is no roll."""
        picture = self._keep(frame.image, reading)
        if reading.status == "empty":
            self._seen(Tray(TrayState.EMPTY, (), (NO_DICE,) if asked else (), picture))
        elif reading.status == "unsure":
            self._seen(Tray(TrayState.UNSURE, reading.values, reading.reasons, picture))
        elif lies:
            self._seen(Tray(TrayState.READ, reading.values, (NOT_MOVED,) if asked else (), picture))
        elif count is not None and len(reading.dice) != count:
            seen = "1 die" if len(reading.dice) == 1 else f"{len(reading.dice)} dice"
            reason = f"{seen} seen, {count} needed"
            self._seen(Tray(TrayState.UNSURE, reading.values, (reason,), picture))
        else:
            self._know(reading, told=False)
            self._seen(Tray(TrayState.READ, reading.values, (), picture))

    def _show_moving(self, hand: bool = False) -> None:
        """Said once, and once more where what moves turns out to be a hand."""
        if hand and self._shown.state is not TrayState.HAND:
            self._seen(Tray(TrayState.HAND))
        elif not hand and self._shown.state not in (TrayState.MOVING, TrayState.HAND):
            self._seen(Tray(TrayState.MOVING))

    def _seen(self, tray: Tray) -> None:
        self._shown = tray
        self._post(TraySeen(tray))

    def _know(self, reading: DiceReading, told: bool) -> None:
        self._known = reading
        self._known_told = told

    def _reading(self, image: Picture) -> DiceReading:
        try:
            return self._read(image)
        except Exception:
            log.exception("the reader failed at a picture")
            return DiceReading("unsure", (), (UNREADABLE,))

    def _keep(self, image: Picture, reading: DiceReading) -> int:
        """Keep what the page may ask for; as JPEG, since eight photos of a phone would fill a small Pi's memory."""
        data = to_jpeg(image, reading)
        with self._lock:
            self._number += 1
            self._pictures[self._number] = data
            self._pictures.pop(self._number - KEPT, None)
            return self._number

    def _tell_camera(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            self._post(DeviceChanged("camera", Device(self._camera.kind, problem)))

    def _fail(self, problem: str) -> None:
        self._tell_camera(problem)
        shortest, longest = RETRY_S
        self._wait_s = min(longest, max(shortest, self._wait_s * 2))
        # Nobody saw what happened meanwhile: what lies there then is shown, as at the start.
        self._settle = SettleDetector()
        self._small = self._rest = None
        self._seen_at_rest = False
