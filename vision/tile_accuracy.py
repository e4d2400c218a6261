"""How often a tile is read right, and how often wrong with a straight face: `python -m vision.tile_accuracy`.

The law of this file: both figures always, with the code and without, and the second is the worse fault. The reader sees
nothing but the picture; each is drawn from its number, so that every run measures the same ones.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from companion import marks
from companion.drawings import drawings
from vision import art
from vision.tile_reader import TileReader
from vision.tile_scene import DRAWN, scene
from vision.tiles import TileReading

GAME: Final = "highway"
SHEETS: Final = ("with the code", "without the code")


@dataclass(frozen=True)
class Outcome:
    """What the reader made of one picture."""

    sheet: str
    number: int
    face: str
    difficulty: str
    reading: TileReading
    ms: float
    """Of one thread's computing, however busy the machine is."""

    @property
    def right(self) -> bool:
        return self.reading.status == "read" and self.reading.face == self.face

    @property
    def silently_wrong(self) -> bool:
        return self.reading.status == "read" and self.reading.face != self.face


def outcomes(first: int, count: int, until_s: float) -> Iterator[Outcome]:
    """The pictures from number `first` on, of every face in turn, each sheet's beside the other's."""
    drawn, codes = drawings(GAME), marks.faces_coded(GAME)
    reader, names = TileReader(), list(codes)
    for number in range(first, first + count):
        face = names[number % len(names)]
        for sheet, code in zip(SHEETS, (codes[face], None), strict=True):
            if time.monotonic() > until_s:
                return
            made = scene(art.draw(drawn[face], DRAWN, code), number)
            began = time.thread_time()
            reading = reader.read(GAME, made.image)
            ms = (time.thread_time() - began) * 1000
            yield Outcome(sheet, number, face, made.difficulty, reading, ms)


def _share(these: list[Outcome], name: str) -> float:
    return 100 * sum(bool(getattr(one, name)) for one in these) / max(1, len(these))


def _table(groups: dict[str, list[Outcome]]) -> Iterator[str]:
    yield f"| {'tiles':32} |    n | right % | silently wrong % | unsure % | median ms |"
    yield f"| {'-' * 32} | ---: | ------: | ---------------: | -------: | --------: |"
    for name, these in groups.items():
        right, wrong = _share(these, "right"), _share(these, "silently_wrong")
        ms = statistics.median(one.ms for one in these)
        yield f"| {name:32} | {len(these):4} | {right:7.1f} | {wrong:16.2f} | {100 - right - wrong:8.1f} | {ms:9.0f} |"


def report(done: list[Outcome]) -> Iterator[str]:
    """Lines of docs/tile-accuracy.md."""
    yield "# How well tiles are read\n"
    yield "The last `make accuracy-tiles`, both figures for every row: how often the reader is right, and how often it"
    yield "tells something wrong without a doubt. All 21 faces as `companion print tiles` prints them, with the code in"
    yield "their corner and without, drawn by `vision/tile_scene.py` under the light, blur, noise, tilt (at most 35"
    yield "degrees) and JPEG quality of the rendered dice pictures, a tile's edge 64 to 130 pixels. One in which no"
    yield "tile was found counts as unsure.\n"
    groups: dict[str, list[Outcome]] = {}
    for sheet in SHEETS:
        these = [one for one in done if one.sheet == sheet]
        groups[sheet] = these
        for difficulty in ("easy", "normal", "hard"):
            groups[f"{sheet}, {difficulty}"] = [one for one in these if one.difficulty == difficulty]
    yield from _table({name: these for name, these in groups.items() if these})
    yield "\n## By face, without the code\n"
    faces = {
        face: [one for one in done if one.face == face and one.sheet == SHEETS[1]]
        for face in dict.fromkeys(one.face for one in done)
    }
    yield from _table({name: these for name, these in faces.items() if these})


def main(arguments: list[str] | None = None) -> None:
    """Print the report; write it where asked to."""
    parser = argparse.ArgumentParser(prog="python -m vision.tile_accuracy", description="Measure the tile reader.")
    parser.add_argument("--pictures", type=int, default=1050, metavar="N", help="of each sheet")
    parser.add_argument("--first", type=int, default=100_000, metavar="N", help="number of the first picture")
    parser.add_argument("--minutes", type=float, default=1e6, help="end sooner, with what was measured by then")
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="where the report goes, besides the screen")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    done = []
    for one in outcomes(options.first, options.pictures, time.monotonic() + 60 * options.minutes):
        done.append(one)
        if not one.right:
            said = "WRONG" if one.silently_wrong else one.reading.status
            print(
                f"{said} {one.number} {one.sheet}: {one.reading.face} of {one.face}. {one.reading.reasons}", flush=True
            )
    text = "\n".join(report(done)) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
