"""How often the reader is right, and how often it is wrong with a straight face: `python -m vision.accuracy`.

The law of this file: both figures always, and the second is the worse fault. Only labels are read here, the reader sees
nothing but the picture.
"""

import argparse
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Final

import cv2

from vision.contact_sheet import contact_sheet
from vision.dice import read_dice
from vision.labelled import SHARED, FilmedRoll, Labelled, Wanted, filmed_rolls, labelled_photos, labelled_renders
from vision.photo import load_photo
from vision.playback import watch
from vision.reading import DiceReading, Die

WORST: Final = 10
"""Pictures on the contact sheet."""
FRAMES: Final = 12
"""Within so many frames of rest a filmed roll is to be told."""
BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0001)
"""Edges of the reliability table, in confidence."""


@dataclass(frozen=True)
class Outcome:
    """What the reader made of one picture."""

    picture: Labelled
    reading: DiceReading
    ms: float
    """Of one thread's computing, however busy the machine is."""

    @property
    def told_right(self) -> bool:
        """Read, and all values as they are."""
        return self.reading.status == "read" and self.reading.values == self.picture.values

    @property
    def exact(self) -> bool:
        """What was wanted of this picture."""
        status = self.reading.status
        match self.picture.wanted:
            case Wanted.READ:
                return self.told_right
            case Wanted.READ_OR_UNSURE:
                return self.told_right or status == "unsure"
            case Wanted.UNSURE:
                return status == "unsure"
            case Wanted.EMPTY:
                return status == "empty"
            case Wanted.NOT_READ:
                return status != "read"

    @property
    def silently_wrong(self) -> bool:
        """Told as the truth, and not the truth."""
        return self.reading.status != "unsure" and not self.exact

    def right(self, die: Die) -> bool:
        """Whether this die of the reading lies there and shows what was read."""
        return any(
            truth.value == die.value and dist(truth.center, die.center) < truth.reach for truth in self.picture.dice
        )


def outcomes(pictures: Iterable[Labelled]) -> Iterator[Outcome]:
    """Each picture read."""
    for picture in pictures:
        image = load_photo(picture.path)
        start = time.thread_time()
        reading = read_dice(image)
        yield Outcome(picture, reading, (time.thread_time() - start) * 1000)


def share(these: list[Outcome], name: str) -> float:
    """Per cent of the outcomes of which `exact`, `silently_wrong` is true."""
    return 100 * sum(bool(getattr(outcome, name)) for outcome in these) / max(1, len(these))


def rows(done: list[Outcome]) -> dict[str, list[Outcome]]:
    """The outcomes by row of the table; photos also by what they are like, and by whether they were held out."""
    table: dict[str, list[Outcome]] = {"photos, all": []}
    for outcome in done:
        if outcome.picture.row.startswith("photos"):
            table["photos, all"].append(outcome)
        for part in ("use-like", "developed on", "held out"):
            if part in outcome.picture.groups:
                table.setdefault(f"photos, {part}", []).append(outcome)
        if outcome.picture.row != "photos":
            table.setdefault(outcome.picture.row, []).append(outcome)
    return {row: these for row, these in sorted(table.items()) if these}


def by_group(done: list[Outcome]) -> dict[str, list[Outcome]]:
    """The outcomes by tag, source and difficulty, of at least three pictures each."""
    groups = sorted({group for outcome in done for group in outcome.picture.groups})
    split = {group: [outcome for outcome in done if group in outcome.picture.groups] for group in groups}
    return {group: these for group, these in split.items() if len(these) >= 3}


def table(title: str, groups: dict[str, list[Outcome]]) -> Iterator[str]:
    """Lines of a Markdown table."""
    yield f"| {title:42} |    n | exact % | silently wrong % | unsure % | median ms |"
    yield f"| {'-' * 42} | ---: | ------: | ---------------: | -------: | --------: |"
    for name, these in groups.items():
        unsure = 100 * sum(outcome.reading.status == "unsure" for outcome in these) / len(these)
        ms = statistics.median(outcome.ms for outcome in these)
        exact, wrong = share(these, "exact"), share(these, "silently_wrong")
        yield f"| {name:42} | {len(these):4} | {exact:7.1f} | {wrong:16.1f} | {unsure:8.1f} | {ms:9.1f} |"


def reliability(done: list[Outcome]) -> Iterator[str]:
    """Lines of a Markdown table: of the dice told with such a confidence, how many were right."""
    told = [(die.confidence, outcome.right(die)) for outcome in done for die in outcome.reading.dice]
    yield f"| {'confidence':14} | dice | right % | mean confidence % |"
    yield f"| {'-' * 14} | ---: | ------: | ----------------: |"
    for low, high in pairwise(BINS):
        these = [(confidence, right) for confidence, right in told if low <= confidence < high]
        if these:
            right = 100 * sum(right for _, right in these) / len(these)
            mean = 100 * statistics.mean(confidence for confidence, _ in these)
            yield f"| {low:5.2f} to {min(high, 1):5.2f} | {len(these):4} | {right:7.1f} | {mean:17.1f} |"


def worst(done: list[Outcome]) -> list[Outcome]:
    """Silently wrong ones first, then those with the most dice missed."""

    def fault(outcome: Outcome) -> tuple[bool, int]:
        return outcome.silently_wrong, len(outcome.picture.dice) - len(outcome.reading.dice)

    return sorted((outcome for outcome in done if not outcome.exact), key=fault, reverse=True)[:WORST]


def filmed(rolls: Iterable[FilmedRoll]) -> Iterator[str]:
    """Lines of a Markdown table: what was told of each filmed roll."""
    yield f"| {'filmed roll':20} | told | in time | told right | silently wrong | unsure |"
    yield f"| {'-' * 20} | ---: | ------: | ---------: | -------------: | -----: |"
    for roll in rolls:
        told = [seen for seen in watch(roll.folder, roll.dice) if seen.event.kind in ("settled", "unsure")]
        in_time = sum(0 <= seen.frame - roll.settled <= FRAMES for seen in told)
        settled = [seen for seen in told if seen.event.kind == "settled"]
        right = sum(seen.event.values == roll.values and roll.clean for seen in settled)
        counts = (len(told), in_time, right, len(settled) - right, len(told) - len(settled))
        columns = " | ".join(f"{count:{width}}" for count, width in zip(counts, (4, 7, 10, 14, 6), strict=True))
        yield f"| {roll.folder.name:20} | {columns} |"


def report(done: list[Outcome], rolls: Iterable[FilmedRoll]) -> Iterator[str]:
    """Lines of docs/accuracy.md."""
    yield "# How well the dice are read\n"
    yield "The last `make accuracy`, every figure with its pair: how often the reader is right, and how often it tells"
    yield "something wrong without a doubt. What counts as right for a picture stands in `vision/labelled.py`. A third"
    yield "of the photos, by their hash, was held out: they were not looked at while thresholds were chosen,"
    yield "but for those of leaning dice, which were to lose none of them, and for the doubts that stop a reading,"
    yield "which were weighed by what they stop and prevent on all.\n"
    yield from table("set", rows(done))
    yield ""
    yield from filmed(rolls)
    for kind in ("photos", "renders"):
        yield f"\n## {kind.capitalize()}, by tag, view and source\n"
        yield from table("group", by_group([outcome for outcome in done if outcome.picture.row.startswith(kind)]))
    yield "\n## Confidence\n"
    yield from reliability(done)


def main(arguments: list[str] | None = None) -> None:
    """Print the report; write it and the contact sheet where asked to."""
    parser = argparse.ArgumentParser(prog="python -m vision.accuracy", description="Measure the dice reader.")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos", metavar="DIR")
    parser.add_argument("--renders", type=Path, default=SHARED / "renders", metavar="DIR")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th picture")
    parser.add_argument("--list", action="store_true", help="name each picture that was not read as wanted")
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="where the report goes, besides the screen")
    parser.add_argument("--sheet", type=Path, metavar="FILE.png", help="where the contact sheet of the worst goes")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    pictures = labelled_photos(options.photos) + labelled_renders(options.renders)
    done = list(outcomes(pictures[:: options.every]))
    text = "\n".join(report(done, filmed_rolls(options.renders)[:: options.every])) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text)
    if options.sheet:
        contact_sheet([(outcome.picture.path, _caption(outcome)) for outcome in worst(done)], options.sheet)
    for outcome in done if options.list else ():
        if not outcome.exact:
            print(_caption(outcome))


def _caption(outcome: Outcome) -> str:
    said = "WRONG" if outcome.silently_wrong else outcome.reading.status
    picture, reading = outcome.picture, outcome.reading
    return f"{said} {picture.path.name}: {reading.values} of {picture.values}. {'; '.join(reading.reasons)}"


if __name__ == "__main__":
    main()
