"""How often a tile is read right, and how often wrong with a straight face: `python -m vision.tiles.accuracy`.

The law of this file: both figures always, with the code and without, and the second is the worse fault. The reader sees
nothing but the picture; each is drawn from its number, so that every run measures the same ones.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.drawings import drawings
from vision import art
from vision.dice import read_dice
from vision.known import Known
from vision.labelled import SHARED
from vision.photo import load_photo
from vision.tiles.beside import beside, rolls
from vision.tiles.reader import TileReader
from vision.tiles.reading import TileReading
from vision.tiles.scene import DRAWN, scene

Picture = NDArray[np.uint8]

GAME: Final = "highway"
SHEETS: Final = ("with the code", "without the code")
BOTH: Final = "both"
DICE_TOO: Final = 5
"""The dice reader looks at one picture in so many of those with a tile alone."""
TILES_A_ROLL: Final = 2
"""How many tiles are laid beside each rendered roll, one after the other."""
BELIEF: Final = 0.95
"""How sure the highest rate of silent errors is that the pictures leave possible."""


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


@dataclass(frozen=True)
class Beside:
    """What a reader made of a picture in which there is more than it reads, or something else."""

    what: str
    right: bool
    silently_wrong: bool
    ms: float


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


def dice_too(first: int, count: int) -> Iterator[Beside]:
    """What the dice reader makes of pictures with a tile and no dice, as it is asked while the game is played."""
    drawn, codes = drawings(GAME), marks.faces_coded(GAME)
    reader, names = TileReader(), list(codes)
    for number in range(first, first + count, DICE_TOO):
        face = names[number % len(names)]
        image = scene(art.draw(drawn[face], DRAWN, codes[face] if number % 2 else None), number).image
        yield _dice(reader, "dice reader: a tile alone", image, ())


def besides(folder: Path) -> Iterator[Beside]:
    """What both readers make of rendered rolls, and of the same with a tile beside the dice."""
    drawn, codes = drawings(GAME), marks.faces_coded(GAME)
    reader, names = TileReader(), list(codes)
    number = 0
    for roll in rolls(folder):
        image = load_photo(roll.path)
        yield _tile(reader, "tile reader: dice alone", image, "")
        yield _dice(reader, "dice reader: dice alone", image, roll.values)
        for _ in range(TILES_A_ROLL):
            face, coded = names[number // 2 % len(names)], number % 2 == 0
            laid = beside(roll, art.draw(drawn[face], DRAWN, codes[face] if coded else None), number)
            number += 1
            if laid is not None:
                yield _tile(reader, f"tile reader: dice beside it, {SHEETS[0 if coded else 1]}", laid, face)
                yield _dice(reader, "dice reader: a tile beside them", laid, roll.values)
                known = Known(roll.die_px)
                yield _dice(reader, "dice reader, size known: a tile beside", laid, roll.values, known)


def _tile(reader: TileReader, what: str, image: Picture, face: str) -> Beside:
    began = time.thread_time()
    reading = reader.read(GAME, image)
    ms = (time.thread_time() - began) * 1000
    told = reading.status == "read"
    right = reading.face == face if told else reading.status == "empty" and not face
    return Beside(what, right, told and not right, ms)


def _dice(reader: TileReader, what: str, image: Picture, values: tuple[int, ...], known: Known | None = None) -> Beside:
    began = time.thread_time()
    reading = reader.dice_beside(GAME, image, read_dice(image, known))
    ms = (time.thread_time() - began) * 1000
    told = reading.status == "read"
    right = reading.values == values if told else reading.status == "empty" and not values
    return Beside(what, right, told and not right, ms)


def at_most(wrong: int, of: int) -> float:
    """The highest rate (0..1) at which errors are still so few in one case of 20 (Clopper and Pearson, one-sided)."""
    low, high = wrong / of, 1.0
    for _ in range(50):
        rate = (low + high) / 2
        seen = sum(math.comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in range(wrong + 1))
        low, high = (rate, high) if seen > 1 - BELIEF else (low, rate)
    return high


def _table(what: str, groups: Mapping[str, Sequence[Outcome | Beside]]) -> Iterator[str]:
    yield f"| {what:46} |    n | right % | silently wrong | at most % | unsure % | median ms |"
    yield f"| {'-' * 46} | ---: | ------: | -------------: | --------: | -------: | --------: |"
    for name, these in groups.items():
        n, wrong = len(these), sum(one.silently_wrong for one in these)
        right = sum(one.right for one in these)
        rest = 100 * (n - right - wrong) / n
        ms = statistics.median(one.ms for one in these)
        yield (
            f"| {name:46} | {n:4} | {100 * right / n:7.2f} | {wrong:14} | {100 * at_most(wrong, n):9.2f} |"
            f" {rest:8.2f} | {ms:9.0f} |"
        )


def report(done: list[Outcome], others: list[Beside]) -> Iterator[str]:
    """Lines of docs/tile-accuracy.md."""
    yield "# How well tiles are read\n"
    yield "The last `make accuracy-tiles`, both figures for every row: how often the reader is right, and how often it"
    yield "tells something wrong without a doubt. All 21 faces as `companion print tiles` prints them, with the code in"
    yield "their corner and without, drawn by `vision/tiles/scene.py` under the light, blur, noise, tilt (at most 35"
    yield "degrees) and JPEG quality of the rendered dice pictures, a tile's edge 64 to 130 pixels. One in which no"
    yield "tile was found counts as unsure. `at most`: with 95 % confidence no more are silently wrong; where none was,"
    yield "it only says how many pictures that rests on.\n"
    groups: dict[str, list[Outcome]] = {BOTH: done}
    for sheet in SHEETS:
        these = [one for one in done if one.sheet == sheet]
        groups[sheet] = these
        for difficulty in ("easy", "normal", "hard"):
            groups[f"{sheet}, {difficulty}"] = [one for one in these if one.difficulty == difficulty]
    yield from _table("tiles", {name: these for name, these in groups.items() if these})
    if others:
        yield "\n## Tiles and dice\n"
        yield "Rendered rolls (dice that lie flat, of 20 pixels and more, easy to hard), as they are and with a tile"
        yield "beside a die (`vision/tiles/beside.py`), and pictures with a tile alone. The dice reader is asked as"
        yield "while Highway is played: what it sees on a tile makes a roll `unsure` until that is taken out, on"
        yield "purpose. `size known`: as over a tray that was calibrated. Where there is nothing of what a reader"
        yield "reads, `empty` alone is right.\n"
        yield from _table(
            "reader", {what: [one for one in others if one.what == what] for what in sorted({o.what for o in others})}
        )
    yield "\n## By face, without the code\n"
    faces = {
        face: [one for one in done if one.face == face and one.sheet == SHEETS[1]]
        for face in dict.fromkeys(one.face for one in done)
    }
    yield from _table("tiles", {name: these for name, these in faces.items() if these})


def main(arguments: list[str] | None = None) -> None:
    """Print the report; write it where asked to."""
    parser = argparse.ArgumentParser(prog="python -m vision.tiles.accuracy", description="Measure the tile reader.")
    parser.add_argument("--pictures", type=int, default=1512, metavar="N", help="of each sheet")
    parser.add_argument("--first", type=int, default=100_000, metavar="N", help="number of the first picture")
    parser.add_argument("--renders", type=Path, default=SHARED / "renders", metavar="DIR", help="of render_dice")
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
    others: list[Beside] = []
    if options.renders.is_dir():
        others += dice_too(options.first, options.pictures)
        others += besides(options.renders)
    else:
        print(f"no dice beside tiles: {options.renders} is not there", flush=True)
    text = "\n".join(report(done, others)) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
