"""Readings that people put right: kept for whoever mends the reader.

The law of this file: each is a folder with the picture, the dice that were wrong, and what was read and what was true;
no name and no game. They are kept within a size, the oldest go first, and nothing here may stop a game.
"""

import json
import os
import shutil
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.pictures import Kept, decoded
from vision.reading import DiceReading, Die

VERSION: Final = 1
"""Of what is written."""
MOST_BYTES: Final = 40_000_000
"""Some two hundred pictures of 1280 x 960; an SD card of the smallest kind has eight hundred times as much."""
AROUND: Final = 1.0
"""Edges of a die that its crop shows beside it, on every side."""
READ_ME: Final = """Readings of dice that people put right, for a bug report about the dice reader.

Each folder holds
  picture.jpg   the dice tray as the camera saw it, whole: look at it before you send it
  die-N.png     each die that was read otherwise than it lay
  reading.json  what was read, what people said it shows, and the program's version
There are no names of players, no games and no addresses in here.
"""


@dataclass(frozen=True)
class Report:
    """What was packed."""

    readings: int
    bytes: int


class Misreads:
    """The folder of them."""

    def __init__(self, folder: Path, version: str, most_bytes: int = MOST_BYTES) -> None:
        """`version`: of the program."""
        self._folder = folder
        self._version = version
        self._most_bytes = most_bytes
        self._places: dict[int, Path] = {}
        """By the number of the picture, of this run: what is put right twice is kept once."""

    def keep(self, kept: Kept, true: tuple[int, ...], picture: int, camera: str, known: Calibration | None) -> None:
        """Write one down, unless it was read as it lay.

        Raises:
            OSError: the folder cannot be written.
        """
        reading = kept.reading
        place = self._places.get(picture)
        if reading.status == "read" and reading.values == tuple(sorted(true)):
            if place is not None:
                shutil.rmtree(place, ignore_errors=True)  # put right a second time, to what was read at first
            return
        if place is None:
            place = self._places[picture] = self._folder / f"{self._next():06}"
        beside = place.with_suffix(".new")
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        (beside / "picture.jpg").write_bytes(kept.jpeg)
        image = decoded(kept.jpeg)
        for number, die in enumerate(doubtful(reading, true), 1):
            cv2.imwrite(str(beside / f"die-{number}.png"), crop(image, die))
        told = _told(reading, true, self._version, camera, known)
        (beside / "reading.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        shutil.rmtree(place, ignore_errors=True)
        beside.rename(place)
        self._make_room()

    def pack(self, path: Path) -> Report:
        """All of them as one zip file.

        Raises:
            OSError: it cannot be written.
        """
        found = self._all()
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
            packed.writestr("READ-ME.txt", READ_ME)
            for place in found:
                for file in sorted(place.iterdir()):
                    packed.write(file, f"{place.name}/{file.name}")
        return Report(len(found), path.stat().st_size)

    def _all(self) -> list[Path]:
        """Oldest first."""
        if not self._folder.is_dir():
            return []
        return sorted(place for place in self._folder.iterdir() if place.name.isdecimal() and place.is_dir())

    def _next(self) -> int:
        found = self._all()
        return int(found[-1].name) + 1 if found else 1

    def _make_room(self) -> None:
        sizes = {place: sum(file.stat().st_size for file in place.iterdir()) for place in self._all()}
        for place in list(sizes)[:-1]:
            if sum(sizes.values()) <= self._most_bytes:
                break
            shutil.rmtree(place, ignore_errors=True)
            del sizes[place]


def doubtful(reading: DiceReading, true: tuple[int, ...]) -> tuple[Die, ...]:
    """The dice that cannot all be right: of each value that was read more often than it lies there."""
    surplus = Counter(reading.values) - Counter(true)
    return tuple(die for die in reading.dice if surplus[die.value])


def crop(image: NDArray[np.uint8], die: Die) -> NDArray[np.uint8]:
    """A die with what is around it, out of the picture (h, w, 3)."""
    corners = np.array(die.corners)
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = AROUND * float(np.linalg.norm(corners[1] - corners[0]))
    left, top = np.maximum(0, np.floor(low - margin)).astype(int).tolist()
    right, bottom = np.ceil(high + margin).astype(int).tolist()
    return image[top : max(bottom, top + 1), left : max(right, left + 1)]


def _told(
    reading: DiceReading, true: tuple[int, ...], version: str, camera: str, known: Calibration | None
) -> dict[str, Any]:
    return {
        "format": VERSION,
        "version": version,
        "opencv": cv2.__version__,
        "machine": os.uname().machine,
        "camera": camera,
        "status": reading.status,
        "read": list(reading.values),
        "true": sorted(true),
        "reasons": list(reading.reasons),
        "dice": [
            {
                "value": die.value,
                "confidence": round(float(die.confidence), 3),
                "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in die.corners],
            }
            for die in reading.dice
        ],
        "calibration": None
        if known is None
        else {"size": list(known.size), "corners": [list(corner) for corner in known.corners], "die_px": known.die_px},
    }
