"""The eyes of the table, wired: watcher, calibration and what is kept of misreads, over one camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.beats import Beats
from companion.board_report import Standing
from companion.cli.board_eyes import BoardEyes
from companion.cli.pictures import error_json, reading_json, tile_error_json, tile_json
from companion.inputs import Input
from companion.journal_file import JournalError
from companion.ports import Camera, CameraError, Thrower
from companion.snapshot import Said

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

    from vision.calibration import CalibrationFile
    from vision.misreads import Misreads
    from vision.pictures import Kept
    from vision.tiles.reader import TileReader

NO_ANSWER = "The camera did not answer in time: look whether it is plugged in, and try again."
STEPS = ("state", "empty", "roll", "forget")
"""What may be asked of a calibration."""


def calibration_file(data: Path) -> CalibrationFile:
    from vision.calibration import CalibrationFile

    return CalibrationFile(data / "calibration.json")


def misreads_of(data: Path) -> Misreads:
    from vision.misreads import Misreads

    return Misreads(data / "misreads", __version__)


def tiles_of(data: Path) -> TileReader:
    """The reader of tiles, with the faces that were learned at this table."""
    from vision.tiles.reader import TileReader

    return TileReader(data / "tiles")


class Eyes:
    """What `companion play` sees with."""

    def __init__(
        self,
        camera: Camera,
        thrower: Thrower | None,
        data: Path,
        post: Callable[[Input], object],
        beats: Beats,
        standing: Callable[[], Standing],
    ) -> None:
        """`standing`: what is played, for whoever photographs its board."""
        from vision.calibrator import Calibrator
        from vision.simulated_tray import SimulatedTray
        from vision.tray_reader import TrayReader
        from vision.watcher import Watcher

        file = calibration_file(data)
        known = file.read()
        if known is not None and known.camera != camera.kind:
            known = None
        if known is None and isinstance(camera, SimulatedTray):
            known = camera.calibration()
        if known is not None and known.held:
            camera.restore(known.held)
        self._camera = camera
        self._reader = TrayReader(known)
        self._misreads = misreads_of(data)
        self._tiles = tiles_of(data)
        self.watcher = Watcher(
            camera, post, thrower, self._reader, beats, self._reader.place, self._put_right, self._tiles
        )
        self.board = BoardEyes(data, standing, self._keep)
        self._calibrator = Calibrator(self.watcher.borrow, file, self._reader, thrower)

    def _keep(self, image: NDArray[uint8]) -> int:
        from vision.reading import DiceReading

        return self.watcher.pictures.keep(image, DiceReading("empty"))

    def _put_right(self, said: Said, kept: Kept) -> None:
        self._misreads.keep(kept, said.values, said.picture, self._camera.kind, self._reader.calibration)

    def calibrate(self, step: str, corners: tuple[tuple[float, float], ...] | None) -> Mapping[str, Any]:
        """`ports.WebPorts.calibrate`"""
        from vision.calibrator import OutOfStep

        try:
            match step:
                case "empty":
                    taken = self._calibrator.empty(corners)
                case "roll":
                    taken = self._calibrator.roll()
                case "forget":
                    self._calibrator.forget()
                    return self._state()
                case _:
                    return self._state()
        except (CameraError, JournalError, OutOfStep) as error:
            return {"error": str(error)}
        except TimeoutError:
            return {"error": NO_ANSWER}
        return taken.as_json(self.watcher.pictures.keep(taken.image, taken.reading, taken.marks))

    def _state(self) -> Mapping[str, Any]:
        known = self._reader.calibration
        return {
            "step": "state",
            "camera": self._camera.kind,
            "calibrated": known is not None,
            "die_px": None if known is None else round(known.die_px, 1),
            "held": known is not None and bool(known.held),
        }

    def read_photo(self, data: bytes) -> Mapping[str, Any]:
        """`ports.WebPorts.read_photo`"""
        from vision.dice import read_dice
        from vision.overlay import Marks
        from vision.photo import PhotoError, decode_photo, quarter_turns

        began = time.perf_counter()
        try:
            image = decode_photo(data, "photo")
        except PhotoError as error:
            return error_json("photo", str(error))
        reading, game = read_dice(image), self.watcher.game
        if game is not None:
            reading = self._tiles.dice_beside(game, image, reading)
        ms = (time.perf_counter() - began) * 1000
        picture = self.watcher.pictures.keep(image, reading, Marks(quarter_turns=quarter_turns(data)))
        return {**reading_json("photo", reading, ms), "picture": picture}

    def read_tile(self, data: bytes) -> Mapping[str, Any]:
        """`ports.WebPorts.read_tile`"""
        from vision.overlay import Marks
        from vision.photo import PhotoError, decode_photo, quarter_turns
        from vision.reading import DiceReading

        began = time.perf_counter()
        try:
            image = decode_photo(data, "photo")
        except PhotoError as error:
            return tile_error_json("photo", str(error))
        reading = self._tiles.read(self.watcher.game or "", image)
        ms = (time.perf_counter() - began) * 1000
        marks = Marks(corners=reading.corners, quarter_turns=quarter_turns(data))
        picture = self.watcher.pictures.keep(image, DiceReading("empty"), marks)
        return {**tile_json("photo", reading, ms), "picture": picture}
