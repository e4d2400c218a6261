"""The shapes that devices, their twins and the web fit into.

The core has no picture type: an image is a numpy array `(height, width, 3)`, uint8, BGR, and passes through unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from companion.adviser import Adviser
from companion.board import Ends
from companion.courses import Courses
from companion.dailies import Dailies
from companion.game import Correction
from companion.helper import Helper
from companion.inputs import Input
from companion.language import say
from companion.snapshot import Snapshot

Corners = tuple[tuple[float, float], ...]
"""Four points of a picture, parts of its width and height."""

LEARN: Final = ("", "now", "set-up")
"""What a photo of the board is for: comparing; learning the pieces as they should stand now, or laid out for it."""


class Output(Protocol):
    """Something that shows snapshots: the display, the watcher, the web."""

    def show(self, snapshot: Snapshot) -> None:
        """Take the newest snapshot. Called on the table's thread, so it must return at once."""


@dataclass(frozen=True)
class Frame:
    """One picture of the tray."""

    image: Any
    """`(height, width, 3)` uint8, BGR: what is watched, which may be smaller than what the camera sees."""

    at_s: float
    """When it was taken, on the camera's own monotonic clock."""

    take_whole: Callable[[], Any] | None = None
    """Fetches the same moment in the camera's full size, where `image` is smaller."""

    noisy: bool = True
    """Whether no two of its pictures are ever quite the same, as those of any sensor; a photo stays what it is."""

    def whole(self) -> Any:
        """The picture in full size, to read dice in: of this very moment, so only until the camera's next frame.

        Raises:
            CameraError: the camera has gone on, or has failed.
        """
        return self.image if self.take_whole is None else self.take_whole()


class CameraError(RuntimeError):
    """The camera gives no picture; the message says why and what to do."""


class Camera(Protocol):
    """A view of the tray."""

    kind: str
    """As `--camera` names it: `picamera2`, `usb`, `folder`, `simulated`."""

    def frame(self) -> Frame:
        """The next picture; waits for it, at most a second or so.

        Raises:
            CameraError: there is none.
        """

    def hold(self) -> Mapping[str, Any] | None:
        """Fix exposure, white balance and focus at what they are now.

        What is held, of JSON's own types, for `restore` at another start; None: this camera cannot.

        Raises:
            CameraError: there is no picture to go by.
        """

    def restore(self, held: Mapping[str, Any]) -> None:
        """Fix what `hold` gave back, now and whenever the camera starts again; an empty mapping: automatic again.

        What this camera does not know of it is left out. It may be called before the first frame.
        """

    def close(self) -> None: ...


class Thrower(Protocol):
    """A camera whose dice nobody can pick up: the simulated tray, or a folder of photos."""

    def throw(self, count: int) -> None:
        """Throw `count` dice into the picture (a folder: go on to its next photo)."""

    def lay(self, game: str, faces: Sequence[str]) -> None:
        """Lay a tile of `game` that shows one of `faces` into the picture (a folder: go on to its next photo).

        No faces: only take away what lies there.
        """


class Mailbox(Protocol):
    """The newest snapshot, for threads that wait for it."""

    def latest(self) -> tuple[int, Snapshot]:
        """The newest snapshot and its serial number (every snapshot has a new one)."""

    def wait(self, after: int, timeout_s: float) -> tuple[int, Snapshot] | None:
        """The newest snapshot whose serial is above `after`; None when the time is up."""


class Refused(Exception):
    """The table did not take an input. Nothing has changed."""

    def __init__(self, sentence: str, snapshot: Snapshot) -> None:
        super().__init__(sentence)
        self.snapshot = snapshot
        """What the table looks like now."""


class BadInput(Refused):
    """It is not even a proper question: a field is missing or senseless."""


class NotRecorded(Refused):
    """The journal could not write it down: the disk is full, locked or read-only."""


@dataclass(frozen=True)
class Keys:
    """Who may act."""

    pin: str | None
    """What a device types once; None: anyone may act."""

    secret: bytes
    """Signs the cookie of a device; a new one ends what was admitted before."""


class Past(Protocol):
    """The games on record. Any thread may ask; a game that there is not raises BadRecord."""

    def games(self) -> list[dict[str, Any]]: ...

    def statistics(self) -> dict[str, Any]: ...

    def game(self, number: int) -> dict[str, Any]: ...

    def position(self, number: int, moments: int) -> dict[str, Any]: ...

    def export(self, number: int) -> str: ...


@dataclass(frozen=True)
class WayIn:
    """How a phone gets to the page."""

    address: str = ""
    """`192.168.1.23:8000`; empty: whatever the phone that asks has typed itself."""

    name: str = ""
    """`companion.local:8000`, while the network knows that name; empty: it does not."""

    code_svg: bytes = b""
    """The QR code of the address, an SVG; empty: there is none."""

    code_with_pin_svg: bytes = b""
    """The same with the PIN, only for devices that may act; empty: the code does not carry it."""


def no_reading(*asked: object) -> Mapping[str, Any]:
    """What a photo is answered where nothing can read it."""
    return {"status": "error", "reasons": []}


def no_calibration(*asked: object) -> Mapping[str, Any]:
    """What is answered where no tray is watched."""
    return {"error": say("There is no camera to calibrate.")}


@dataclass(frozen=True)
class WebPorts:
    """All that the web may ask of the rest."""

    post: Callable[[Input], Future[Snapshot]]
    """Put an input before the table. The future holds the snapshot after it, or raises Refused."""

    mailbox: Mailbox
    games: tuple[Mapping[str, Any], ...]
    """What may be started: `Game.offer` of each."""

    tray_jpeg: Callable[[int | None], bytes | None]
    """The tray as JPEG: the numbered picture of a reading with what was read drawn in, or (None) the newest frame."""

    oled_png: Callable[[bool], bytes | None]
    """The OLED as PNG, or None where no OLED is shown. True: hide what only those at the box may see."""

    read_photo: Callable[[bytes], Mapping[str, Any]]
    """A JPEG or PNG read as `companion read --json` does."""

    read_tile: Callable[[bytes], Mapping[str, Any]] = field(kw_only=True, default=no_reading)
    """A JPEG or PNG of a tile, read as `companion tiles read --json` does, for the game that is played."""

    read_board: Callable[[bytes, Corners | None, str], Mapping[str, Any]] = field(kw_only=True, default=no_reading)
    """A JPEG or PNG of the whole board, compared with the game as it stands. Where people marked them: the middles of
    the four spots that the plan names, parts of the upright picture's width and height. The last argument is one of
    `LEARN`: whether the pieces are to be learned from it first."""

    keys: Callable[[], Keys]
    """Asked at every call, since a new PIN changes both at once."""

    helper: Helper = field(default_factory=lambda: Helper({}))
    """Hints and set-ups; what is asked of it is computed on the thread that asks."""

    calibrate: Callable[[str, Corners | None], Mapping[str, Any]] = no_calibration
    """A step of a calibration (`state`, `empty`, `roll` or `forget`), with the tray's four corners where people tapped
    them, parts of the picture's width and height. It takes seconds. `error`: it could not be done, and why."""

    adviser: Adviser = field(default_factory=Adviser)
    """What would be best now; it thinks on a thread of its own."""

    story: Callable[[], tuple[int, list[dict[str, Any]]]] = lambda: (0, [])
    """What each press of this game did: the version, and `{"moments", "told"}` for each, the start first."""

    corrections: Callable[[], tuple[int, Mapping[str, Any], tuple[Correction, ...]]] = lambda: (0, {}, ())
    """What may stand otherwise on the real table: the version, the whole position, each thing that may change of it."""

    teach_board: Callable[[bytes, Corners, Ends | None], Mapping[str, Any]] = no_reading
    """A JPEG or PNG of another board than our print, with nothing on it, and where the four spots are in it: it is only
    straightened, or with the ends of its lines learned."""

    forget_board: Callable[[], Mapping[str, Any]] = dict
    """Boards are our print again; answers as `board` does."""

    board: Callable[[], Mapping[str, Any]] = dict
    """What people should know before they photograph the board: which spots are marked, how it is laid out to learn."""

    past: Past | None = None
    """The games on record; None: there is no record to look back at."""

    dailies: Dailies | None = None
    """The day's solitaires; None: as with `past`."""

    courses: Courses | None = None
    """How they went, in numbers; None: as with `past`."""

    door: Callable[[], WayIn] = lambda: WayIn()
    """How another phone gets to the page; asked at every call, since a new PIN changes it."""

    printed: Callable[[str, str], bytes | None] = lambda thing, paper: None
    """The PDF of something to be printed on a paper (`tiles` on `a4`); None: there is no such thing."""

    wake: Callable[[], bool] = lambda: False
    """A button of the mirrored box went down. True: the press is used up, for the OLED did not say what it would do."""
