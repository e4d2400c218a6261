"""Frames on disk, played through the tray watcher: `companion watch`.

The law of this file: a folder of numbered pictures and a film are the same, frames with times. Nothing is waited for.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import read_dice
from vision.photo import PhotoError, load_photo
from vision.tray_watch import TrayEvent, TrayWatch

FPS: Final = 15.0
"""Frames a second of a folder, and of a film that does not say; what a Pi's camera gives at 640 x 480."""
PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".ppm"})


@dataclass(frozen=True)
class Seen:
    """An event, and the frame at which it was noticed."""

    frame: int
    """From 0."""
    event: TrayEvent

    def as_json(self) -> dict[str, Any]:
        """As FORMATS section 2 writes it: `values` and `reasons` only where there are any."""
        told: dict[str, Any] = {"frame": self.frame, "event": str(self.event.kind)}
        if self.event.kind in ("settled", "nudged") or self.event.values:
            told["values"] = list(self.event.values)
        if self.event.reasons:
            told["reasons"] = list(self.event.reasons)
        return told


def watch(path: Path, dice: int | None = None, fps: float | None = None) -> Iterator[Seen]:
    """What happens in a folder of numbered pictures or in a film, in order.

    Raises:
        PhotoError: there is no such thing, or a picture of it cannot be opened.
    """
    own_fps, frames = _folder(path) if path.is_dir() else _film(path)
    tray = TrayWatch(read_dice, dice)
    for number, image in enumerate(frames):
        for event in tray.feed(image, number / (fps or own_fps)):
            yield Seen(number, event)


def _folder(path: Path) -> tuple[float, Iterator[NDArray[np.uint8]]]:
    pictures = sorted((file for file in path.iterdir() if file.suffix.lower() in PICTURES), key=_number)
    if not pictures:
        raise PhotoError(f"{path}: holds no pictures")
    return FPS, (load_photo(file) for file in pictures)


def _number(file: Path) -> tuple[list[int], str]:
    """2.jpg comes before 10.jpg."""
    return [int(digits) for digits in re.findall(r"\d+", file.stem)], file.name


def _film(path: Path) -> tuple[float, Iterator[NDArray[np.uint8]]]:
    if not path.exists():
        raise PhotoError(f"{path}: no such file or folder")
    film = cv2.VideoCapture(str(path))
    if not film.isOpened():
        raise PhotoError(f"{path}: is no film that can be opened here")
    fps = film.get(cv2.CAP_PROP_FPS)
    return (fps if 1 <= fps <= 240 else FPS), _frames(path, film)


def _frames(path: Path, film: cv2.VideoCapture) -> Iterator[NDArray[np.uint8]]:
    number = 0
    while True:
        there, image = film.read()
        if not there:
            break
        number += 1
        yield np.asarray(image, np.uint8)
    film.release()
    if not number:
        raise PhotoError(f"{path}: holds no pictures")
