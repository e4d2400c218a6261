"""How often the reader is right, and how often it is wrong with a straight face: `python -m vision.accuracy`.

The law of this file: both figures always, and the second is the worse fault. Only labels are read here, the reader sees
nothing but the picture.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from vision.dice import read_dice
from vision.photo import load_photo

SHARED: Final = Path(__file__).parents[1].parent / "shared" / "dice"
"""Where the labelled pictures lie, beside the repository; they are other people's and not part of it."""


@dataclass(frozen=True)
class Labelled:
    """A picture and the truth about it."""

    path: Path
    values: tuple[int, ...]
    """Top faces of the dice that can be told, ascending."""
    all_told: bool
    """Whether these are all dice: if not, `unsure` is the right reading."""
    groups: tuple[str, ...]
    """Tags, and the source or difficulty, to count by."""


@dataclass(frozen=True)
class Outcome:
    """What the reader made of one picture."""

    picture: Labelled
    status: str
    values: tuple[int, ...]
    ms: float

    @property
    def exact(self) -> bool:
        """Read and all values right; where a die cannot be told, or there is none, not read."""
        if not self.picture.all_told:
            return self.status == "unsure"
        if not self.picture.values:
            return self.status in ("empty", "unsure")
        return self.status == "read" and self.values == self.picture.values

    @property
    def silently_wrong(self) -> bool:
        """Told as the truth, and not the truth."""
        return self.status != "unsure" and not self.exact


def labelled_photos(folder: Path) -> list[Labelled]:
    """The photos of a folder with labels.json."""
    labels = json.loads((folder / "labels.json").read_text())
    return [
        Labelled(
            folder / entry["file"],
            tuple(sorted(entry["values"])),
            True,
            (*entry["tags"], entry["view"], entry["source_repo"]),
        )
        for entry in labels
    ]


def labelled_renders(folder: Path) -> list[Labelled]:
    """The stills of a folder with the labels.json of render_dice."""
    labels = json.loads((folder / "labels.json").read_text())
    return [
        Labelled(
            folder / entry["file"],
            tuple(sorted(entry["values_top"])),
            entry["clean_roll"],
            (*entry["tags"], entry["difficulty"]),
        )
        for entry in labels["images"]
    ]


def outcomes(pictures: Iterable[Labelled]) -> Iterator[Outcome]:
    """Each picture read."""
    for picture in pictures:
        image = load_photo(picture.path)
        start = time.perf_counter()
        reading = read_dice(image)
        yield Outcome(picture, reading.status, reading.values, (time.perf_counter() - start) * 1000)


def share(these: list[Outcome], name: str) -> float:
    """Per cent of the outcomes of which `exact`, `silently_wrong` is true."""
    return 100 * sum(bool(getattr(outcome, name)) for outcome in these) / max(1, len(these))


def table(name: str, all_outcomes: list[Outcome]) -> Iterator[str]:
    """Lines: the whole set, then each group of at least three."""
    groups = {group for outcome in all_outcomes for group in outcome.picture.groups}
    yield f"{name:42} {'n':>4} {'exact %':>8} {'wrong %':>8} {'unsure %':>8} {'median ms':>9}"
    yield _line("all", all_outcomes)
    for group in sorted(groups):
        these = [outcome for outcome in all_outcomes if group in outcome.picture.groups]
        if len(these) >= 3:
            yield _line(group, these)


def _line(name: str, these: list[Outcome]) -> str:
    unsure = 100 * sum(outcome.status == "unsure" for outcome in these) / max(1, len(these))
    ms = statistics.median(outcome.ms for outcome in these)
    exact, wrong = share(these, "exact"), share(these, "silently_wrong")
    return f"{name:42} {len(these):4} {exact:8.1f} {wrong:8.1f} {unsure:8.1f} {ms:9.1f}"


def main(arguments: list[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m vision.accuracy", description="Measure the dice reader.")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos", metavar="DIR")
    parser.add_argument("--renders", type=Path, default=SHARED / "renders", metavar="DIR")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th picture")
    parser.add_argument("--list", action="store_true", help="name each picture that was not read exactly")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for name, pictures in (("photos", labelled_photos(options.photos)), ("renders", labelled_renders(options.renders))):
        done = list(outcomes(pictures[:: options.every]))
        print("\n".join(table(name, done)), end="\n\n")
        for outcome in done if options.list else ():
            if not outcome.exact:
                said = "WRONG" if outcome.silently_wrong else outcome.status
                print(f"{said:7} {outcome.picture.path.name} read {outcome.values} of {outcome.picture.values}")


if __name__ == "__main__":
    main()
