"""Labelled pictures of dice, and which row of the accuracy table each belongs to.

The law of this file: it reads labels, and of a picture nothing but its hash. What the reader must say of a picture is
decided here, once: read it, call it empty, or be unsure.
"""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

SHARED: Final = Path(__file__).parents[1].parent / "shared" / "dice"
"""Where the labelled pictures lie, beside the repository; the photos are other people's and not part of it."""
HELD_OUT: Final = 3
"""One photo in so many, by its hash, is not looked at while the reader is made: it shows what holds for others."""
SMALL_PX: Final = 20.0
"""Edge of a top face in pixels of the file, below which `unsure` is as good an answer as the right one."""


class Wanted(StrEnum):
    """The readings of a picture that are right."""

    READ = "read, all values right"
    READ_OR_UNSURE = "the same, or unsure"
    UNSURE = "unsure"
    EMPTY = "empty"
    NOT_READ = "empty or unsure"


@dataclass(frozen=True)
class Truth:
    """One die of a picture."""

    value: int
    center: tuple[float, float]
    reach: float
    """How far from the centre, in pixels, a reading is still of this die."""


@dataclass(frozen=True)
class Labelled:
    """A picture and the truth about it."""

    path: Path
    row: str
    """Of the accuracy table."""
    wanted: Wanted
    dice: tuple[Truth, ...]
    """Those whose top face can be told."""
    groups: tuple[str, ...]
    """Tags, and the source or difficulty, to count by."""

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(sorted(die.value for die in self.dice))


@dataclass(frozen=True)
class FilmedRoll:
    """A folder of frames with one roll in it."""

    folder: Path
    dice: int
    values: tuple[int, ...]
    """Of the dice that lie flat, ascending."""
    clean: bool
    """Whether those are all: if not, `unsure` is the right telling."""
    settled: int
    """The first frame in which no die moves any more."""


def filmed_rolls(folder: Path) -> list[FilmedRoll]:
    """The sequences of a folder with the labels.json of render_dice."""
    return [
        FilmedRoll(
            folder / entry["folder"],
            entry["n_dice"],
            tuple(sorted(entry["values"])),
            entry["clean_roll"],
            entry["settled_frame"],
        )
        for entry in json.loads((folder / "labels.json").read_text())["sequences"]
    ]


def labelled_photos(folder: Path) -> list[Labelled]:
    """The photos of a folder with labels.json."""
    return [_photo(folder, entry) for entry in json.loads((folder / "labels.json").read_text())]


def labelled_renders(folder: Path) -> list[Labelled]:
    """The stills of a folder with the labels.json of render_dice."""
    return [_render(folder, entry) for entry in json.loads((folder / "labels.json").read_text())["images"]]


def _photo(folder: Path, entry: dict[str, Any]) -> Labelled:
    dice = tuple(
        Truth(box["value"], (box["x"] + box["w"] / 2, box["y"] + box["h"] / 2), 0.6 * max(box["w"], box["h"]))
        for box in entry["boxes"]
    )
    path = folder / entry["file"]
    groups = (*entry["tags"], entry["view"], entry["source_repo"], "held out" if _held_out(path) else "developed on")
    if not entry["values"]:
        return Labelled(path, "photos without pip dice", Wanted.NOT_READ, (), groups)
    return Labelled(path, "photos", Wanted.READ, dice, groups)


def _held_out(photo: Path) -> bool:
    return int(hashlib.sha256(photo.read_bytes()).hexdigest(), 16) % HELD_OUT == 0


def _render(folder: Path, entry: dict[str, Any]) -> Labelled:
    flat = [die for die in entry["dice"] if die["state"] == "flat"]
    dice = tuple(Truth(die["value"], (die["centre"][0], die["centre"][1]), 0.6 * die["top_px"]) for die in flat)
    row, wanted = _row(entry)
    return Labelled(folder / entry["file"], f"renders, {row}", wanted, dice, (*entry["tags"], entry["difficulty"]))


def _row(entry: dict[str, Any]) -> tuple[str, Wanted]:
    if not entry["n_dice"] and "hand" not in entry["tags"]:
        return "empty tray", Wanted.EMPTY
    if not entry["clean_roll"]:
        return "cocked, stacked, cut, covered, hand", Wanted.UNSURE
    if min(die["top_px"] for die in entry["dice"]) < SMALL_PX:
        return "small dice", Wanted.READ_OR_UNSURE
    return ("hard" if entry["difficulty"] == "hard" else "easy and normal") + ", flat", Wanted.READ
