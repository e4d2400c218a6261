"""Watching the tray: the thread that takes the camera's pictures.

The law of this file: nothing that a camera or a picture does ends it. What the pictures tell is the tray teller's.
Whoever else needs the camera borrows it here, between two frames.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Event, Lock
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.beats import Beats
from companion.devices import Device, DeviceChanged
from companion.inputs import Input
from companion.language import later, say
from companion.ports import Camera, CameraError, Frame, Thrower
from companion.snapshot import Said, Snapshot
from vision.dice import read_dice
from vision.overlay import Marks, to_jpeg
from vision.pictures import Kept, Pictures
from vision.reading import DiceReading
from vision.sight import Sight
from vision.tiles.reader import TileReader
from vision.tiles.reading import TileReading
from vision.tray_teller import TrayTeller

Picture = NDArray[np.uint8]
T = TypeVar("T")

RETRY_S: Final = (1.0, 8.0)
"""Shortest and longest wait before a failed camera is asked again; doubled in between. Whoever has plugged it in again
sees within ten seconds that it was that."""
BORROWED_S: Final = 25.0
"""How long whoever borrows the camera waits: a failed one is asked for again within 8 s."""
UNREADABLE: Final = later("this picture could not be read")

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
        place: Callable[[Picture], str] = lambda image: "",
        typed: Callable[[Said, Kept], None] = lambda said, kept: None,
        tiles: TileReader | None = None,
    ) -> None:
        """`place` says what has changed of the tray's place; `typed` hears what people said lies in a picture."""
        self._camera = camera
        self._post = post
        self._read = read
        self._typed = typed
        self._beat = (beats or Beats()).new("camera")
        self.pictures = Pictures()
        self._lock = Lock()
        self._stopped = Event()
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        # Under the lock: other threads bring snapshots and fetch pictures.
        self._snapshot: Snapshot | None = None
        self._said: Said | None = None
        self._newest: tuple[Picture | None, int] = (None, 0)
        """The last frame, and the number of the picture in which what lies there was read; 0: it moves."""
        # The watcher's thread only.
        self._tiles = tiles or TileReader()
        self._teller = TrayTeller(
            self._reading, post, self.pictures.keep, thrower, place, self._tile_reading, self._keep_tile
        )
        self._sight = Sight()
        self._size: tuple[int, ...] = ()
        self._problem: str | None = None
        """What was last said of the camera; None: nothing yet."""
        self._wait_s = 0.0

    def show(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._snapshot = snapshot
            said, before = snapshot.said, self._said
            self._said = said
        if said is not None and said != before:
            self._jobs.put(lambda: self._hear(said))

    @property
    def game(self) -> str | None:
        """Which game is played; None: nobody has said yet."""
        with self._lock:
            return None if self._snapshot is None else self._snapshot.game

    def jpeg(self, number: int | None) -> bytes | None:
        """The numbered picture with what was read drawn in, or (None) the newest; None: there is none.

        While dice lie as they were read, the newest is the one in which they were.
        """
        with self._lock:
            newest, lying = self._newest
        if number is None and lying:
            number = lying
        if number is not None:
            return self.pictures.drawn(number)
        return None if newest is None else to_jpeg(newest)

    def borrow(self, work: Callable[[Camera], T]) -> T:
        """What `work` makes of the camera, on the watcher's thread; what lies there afterwards is shown, not told.

        Raises:
            CameraError: it gives no picture. TimeoutError: the watcher does not answer.
        """
        answer: Future[T] = Future()

        def job() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(work(self._camera))
            except Exception as error:
                answer.set_exception(error)
            self._teller.restart()

        self._jobs.put(job)
        try:
            return answer.result(BORROWED_S)
        except TimeoutError:
            answer.cancel()
            raise

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
            self._work_off()
            self._take(self._camera.frame())
            self._wait_s = 0.0
        except CameraError as error:
            self._fail(str(error))
        except Exception:
            log.exception("the camera %s failed", self._camera.kind)
            self._fail(say("The camera failed in an unexpected way; the log says how. It is tried again."))
        return self._wait_s

    def _take(self, frame: Frame) -> None:
        """One picture, if it is one: what shows nothing of now tells nothing, and whatever changes behind it unseen is
        shown once it can be seen, not told."""
        problem = self._sight.problem(frame)
        if problem or (frame.noisy and frame.image.shape != self._size):
            self._size = frame.image.shape
            self._teller.restart()
        self._tell_camera(problem)
        if problem or self._sight.black:
            with self._lock:
                self._newest = frame.image, 0
        else:
            self.step(frame)

    def step(self, frame: Frame) -> None:
        """Make of one frame whatever it tells."""
        with self._lock:
            snapshot = self._snapshot
        self._teller.step(frame, snapshot)
        with self._lock:
            self._newest = frame.image, self._teller.picture

    def _work_off(self) -> None:
        """What others asked for between two frames."""
        while True:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return
            job()

    def _hear(self, said: Said) -> None:
        kept = self.pictures.of(said.picture)
        if kept is None:
            return
        try:
            self._typed(said, kept)
        except Exception:  # a full disk must not take the camera away
            log.exception("a corrected reading could not be kept")

    def _reading(self, image: Picture) -> DiceReading:
        try:
            reading = self._read(image)
            game = self.game
            return reading if game is None else self._tiles.dice_beside(game, image, reading)
        except Exception:
            log.exception("the reader failed at a picture")
            return DiceReading("unsure", (), (say(UNREADABLE),))

    def _tile_reading(self, game: str, image: Picture) -> TileReading:
        try:
            return self._tiles.read(game, image)
        except Exception:
            log.exception("the tile reader failed at a picture")
            return TileReading("unsure", reasons=(UNREADABLE,))

    def _keep_tile(self, image: Picture, reading: TileReading) -> int:
        return self.pictures.keep(image, DiceReading("empty"), Marks(corners=reading.corners))

    def _tell_camera(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            if problem:
                log.warning("camera: %s", problem)
            self._post(DeviceChanged("camera", Device(self._camera.kind, problem)))

    def _fail(self, problem: str) -> None:
        self._tell_camera(problem)
        shortest, longest = RETRY_S
        self._wait_s = min(longest, max(shortest, self._wait_s * 2))
        self._teller.restart()
