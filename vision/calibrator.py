"""Calibrating a tray, step by step: the empty tray, then one roll.

The law of this file: each step looks, says at once what is amiss and where, and can be done again. Nothing is kept
before a roll was read. How people are asked, on the page or in a terminal, is not its affair.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.language import later, say
from companion.ports import Camera, Thrower
from vision.calibrate import GOOD, Hint, die_px, of_place, of_roll
from vision.calibration import Calibration, CalibrationFile, Corners, floor_of
from vision.dice import read_dice
from vision.motion import change, reduced
from vision.overlay import Marks
from vision.reading import DiceReading
from vision.settle import MOTION
from vision.tray_place import find_tray, ordered, whole_picture
from vision.tray_reader import TrayReader, read_in_tray

Picture = NDArray[np.uint8]

WARM_UP: Final = 12
"""Frames until a camera whose exposure was let go has found it again; a second or so."""
FLOOR_FRAMES: Final = 5
"""Frames of which the floor is the mean: noise is less than half of one's."""
PATIENCE: Final = 40
"""Frames within which dice must come to rest: three seconds or so."""
STILL: Final = 3
"""Pictures in a row without motion."""
SIMULATED_DICE: Final = 4
"""Thrown for the second step into a simulated tray: as many as Can't Stop has."""
DICE_IN: Final = later("there are dice in the tray: take them out, and look again")
NO_TRAY: Final = later(
    "the edge of the tray was not found: tap its four corners, or go on if the floor fills the picture"
)
MOVES: Final = later("something moves in the tray: take the hands away, and look again")


class OutOfStep(ValueError):
    """A step that cannot be taken now; the message says which comes first."""


@dataclass(frozen=True)
class Step:
    """What a look came to."""

    name: str
    """`empty` or `roll`."""
    ok: bool
    """Whether the next step may follow; after a roll: whether it was kept."""
    hints: tuple[Hint, ...]
    image: Picture
    corners: Corners
    reading: DiceReading = field(default_factory=lambda: DiceReading("empty"))
    die_px: float | None = None
    found: bool = True
    """Whether the tray's edge was found, or marked."""
    held: bool = False
    """Whether the camera holds exposure, white balance and focus."""

    @property
    def outlook(self) -> str:
        """One sentence on the whole."""
        if self.name == "empty":
            return say("Now throw the dice into it.") if self.ok else say("Not yet.")
        if not self.ok:
            return say("Nothing was kept.")
        return (
            say(GOOD)
            if not any(hint.urgent for hint in self.hints)
            else say("It is kept, but it will not always read well.")
        )

    def as_json(self, picture: int) -> dict[str, Any]:
        """As `POST /api/calibrate` answers; places are parts of the picture's width and height."""
        height, width = self.image.shape[:2]
        parts = np.array([width, height])

        def part(points: Any) -> list[list[float]]:
            return [[round(float(x), 4), round(float(y), 4)] for x, y in np.array(points).reshape(-1, 2) / parts]

        return {
            "step": self.name,
            "ok": self.ok,
            "outlook": self.outlook,
            "hints": [
                {"say": hint.say, "urgent": hint.urgent, "place": hint.place and [*chain(*part(hint.place))]}
                for hint in self.hints
            ],
            "corners": part(self.corners),
            "found": self.found,
            "held": self.held,
            "status": self.reading.status,
            "values": list(self.reading.values),
            "die_px": None if self.die_px is None else round(self.die_px, 1),
            "picture": picture,
        }

    @property
    def marks(self) -> Marks:
        """What is drawn into its picture."""
        return Marks(self.corners, tuple(hint.place for hint in self.hints if hint.place is not None))


@dataclass(frozen=True)
class _Empty:
    """The first step, while the second is waited for."""

    size: tuple[int, int]
    corners: Corners
    floor: Picture
    camera: str
    held: Mapping[str, Any]


class Calibrator:
    """One calibration under way; several phones may take turns at it."""

    def __init__(
        self,
        borrow: Callable[[Callable[[Camera], Step]], Step],
        file: CalibrationFile,
        reader: TrayReader,
        thrower: Thrower | None = None,
    ) -> None:
        """`borrow` runs work on the camera; `reader` uses what was learned from then on."""
        self._thrower = thrower
        self._borrow = borrow
        self._file = file
        self._reader = reader
        self._empty: _Empty | None = None

    def empty(self, marked: tuple[tuple[float, float], ...] | None = None) -> Step:
        """Look at the empty tray; `marked`: its corners as people tapped them, parts of width and height.

        Raises:
            CameraError: there is no picture.
        """
        return self._borrow(lambda camera: self._look_at_empty(camera, marked))

    def roll(self) -> Step:
        """Look at one roll in it, and keep what was learned if it was read.

        Raises:
            CameraError: there is no picture. JournalError: it cannot be kept. OutOfStep: the empty tray comes first.
        """
        empty = self._empty
        if empty is None:
            raise OutOfStep(say("look at the empty tray first"))
        return self._borrow(lambda camera: self._look_at_roll(camera, empty))

    def forget(self) -> None:
        """Read as if nobody had calibrated, and let the camera find its exposure by itself again."""
        self._file.forget()
        self._reader.calibration = self._empty = None

        def let_go(camera: Camera) -> Step:
            camera.restore({})
            return Step("empty", False, (), np.zeros((1, 1, 3), np.uint8), ())

        self._borrow(let_go)

    def _throw(self, camera: Camera, count: int) -> None:
        """In a simulated tray nobody can take dice out or throw them."""
        if self._thrower is not None and camera.kind == "simulated":
            self._thrower.throw(count)

    def _look_at_empty(self, camera: Camera, marked: tuple[tuple[float, float], ...] | None) -> Step:
        camera.restore({})
        self._throw(camera, 0)
        for _ in range(WARM_UP):
            _picture(camera)
        held = camera.hold()
        frames = [_picture(camera) for _ in range(FLOOR_FRAMES)]
        image = frames[-1]
        height, width = image.shape[:2]
        if marked is not None:
            corners: Corners | None = ordered(np.array(marked) * np.array([width, height]))
        else:
            corners = find_tray(image)
        found, corners = corners is not None, corners or whole_picture(image)
        hints = list(of_place(image, corners))
        reading = read_dice(image)
        if reading.dice:
            hints.insert(0, Hint(say(DICE_IN)))
        if not found:
            hints.append(Hint(say(NO_TRAY), urgent=False))
        floor = np.mean([floor_of(frame) for frame in frames], axis=0)
        self._empty = None
        if not reading.dice:
            self._empty = _Empty((width, height), corners, floor.round().astype(np.uint8), camera.kind, held or {})
        return Step("empty", not reading.dice, tuple(hints), image, corners, reading, None, found, bool(held))

    def _look_at_roll(self, camera: Camera, empty: _Empty) -> Step:
        self._throw(camera, SIMULATED_DICE)
        image = _at_rest(camera)
        if image is None:
            image = _picture(camera)
            return Step("roll", False, (Hint(say(MOVES)),), image, empty.corners, held=bool(empty.held))
        reading = read_dice(image)
        edge = die_px(reading)
        hints = [*of_roll(image.shape[1], reading), *of_place(image, empty.corners)]
        if edge is None or (image.shape[1], image.shape[0]) != empty.size:
            return Step("roll", False, tuple(hints), image, empty.corners, reading, None, held=bool(empty.held))
        learned = Calibration(empty.size, empty.corners, edge, empty.floor, empty.camera, empty.held)
        reading = read_in_tray(image, learned)
        if reading.status != "read":
            hints += [Hint(reason) for reason in reading.reasons]
        self._file.keep(learned)
        self._reader.calibration = learned
        self._throw(camera, 0)
        return Step("roll", True, tuple(hints), image, empty.corners, reading, edge, held=bool(empty.held))


def _picture(camera: Camera) -> Picture:
    return np.asarray(camera.frame().whole(), np.uint8)


def _at_rest(camera: Camera) -> Picture | None:
    """The first picture after which nothing moved for a while; None: it never came to rest."""
    before, still = None, 0
    for _ in range(PATIENCE):
        image = _picture(camera)
        small = reduced(image)
        still = still + 1 if before is not None and change(before, small).share < MOTION else 0
        if still >= STILL:
            return image
        before = small
    return None
