"""Squares around the dice of render_dice's pictures, and around what the reader may mistake for dice.

The law of this file: it reads made pictures and their labels only; the photos that the reader is measured on are no
lesson. `python -m tools.second_opinion.renders RENDERS OUT` writes one .npz a picture.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import examine

SIDE_PX: Final = 128
COVER: Final = 3.4
"""Half a square, in halves of the die: room to turn and shift it in training."""
BLANK: Final = 10
"""Contrast of the faintest pip, in grey levels, under which a face is blank."""


def square(bgr: NDArray[np.uint8], centre: NDArray[np.float64], half: float) -> NDArray[np.uint8]:
    """(SIDE_PX, SIDE_PX, 3) BGR around a place."""
    scale, shrink = SIDE_PX / (2 * COVER * half), 1
    while scale * shrink < 0.5:
        shrink *= 2
    if shrink > 1:
        bgr = np.asarray(cv2.resize(bgr, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA), np.uint8)
    scale *= shrink
    shift = SIDE_PX / 2 - 0.5 - scale * ((centre + 0.5) / shrink - 0.5)
    how = cv2.INTER_LINEAR if scale < 1 else cv2.INTER_CUBIC
    matrix, size = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]]), (SIDE_PX, SIDE_PX)
    return np.asarray(cv2.warpAffine(bgr, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def class_of(die: dict[str, Any]) -> int:
    """1..6, 7 for a die that leans or lies on another, 8 for one that is covered, cut off or blank."""
    if die["state"] in ("cocked", "stacked"):
        return 7
    contrast = die.get("pip_contrast")
    blank = contrast is not None and contrast < BLANK
    return 8 if die["state"] in ("cut", "occluded") or blank else int(die["value"])


def squares(bgr: NDArray[np.uint8], label: dict[str, Any]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Squares (n, SIDE_PX, SIDE_PX, 3) and their classes (n,): every die, and about ten times as much that is none."""
    chance = np.random.default_rng(crc32(label["file"].encode()))
    dice = [die for die in label["dice"] if die["top_px"] >= 12 and die["visible_fraction"] >= 0.12]
    centres = np.array([die["centre"] for die in label["dice"]], np.float64).reshape(-1, 2)
    halves = np.array([die["top_px"] / 2 for die in label["dice"]])

    def is_none(centre: NDArray[np.float64], half: float) -> bool:
        near = np.linalg.norm(centres - centre, axis=1) < 0.62 * halves
        return not (near & (half / halves > 0.6) & (half / halves < 1.65)).any()

    places = [(np.array(die["centre"]), die["top_px"] / 2, class_of(die)) for die in dice]
    beside = []
    for centre, half, _ in places:
        for _ in range(4):
            turn = chance.uniform(0, 2 * np.pi)
            step = chance.uniform(0.72, 1.7) * half * np.array([np.cos(turn), np.sin(turn)])
            beside.append((centre + step, half * np.exp(chance.uniform(-0.35, 0.35))))
        beside += [(centre, half * zoom) for zoom in (chance.uniform(0.35, 0.55), chance.uniform(1.8, 3))]
    typical, (height, width) = float(np.median(halves)) if len(halves) else 18.0, bgr.shape[:2]
    anywhere = [
        (chance.uniform((0, 0), (width, height)), typical * np.exp(chance.uniform(-0.5, 0.7))) for _ in range(6)
    ]
    seen = examine(bgr, second_opinion=False)
    mistaken = [((face.centre + 0.5) / seen.scale - 0.5, face.half / seen.scale) for face in seen.looks[0].faces]
    spots = seen.looks[0].spots
    for index in range(min(len(spots), 60)):
        centre = (spots.xy[index] + 0.5) / seen.scale - 0.5
        mistaken.append((centre, spots.radius[index] / seen.scale * chance.uniform(3, 6)))
    chance.shuffle(mistaken)
    for centre, half in beside + anywhere + mistaken[:16]:
        if half > 5 and is_none(centre, half):
            places.append((centre, half, 0))
    pictures = [square(bgr, centre, half) for centre, half, _ in places]
    return np.array(pictures, np.uint8).reshape(-1, SIDE_PX, SIDE_PX, 3), np.array([kind for *_, kind in places])


def main(renders: Path, out: Path) -> None:
    """Write the squares of every picture named in labels.json."""
    out.mkdir(parents=True, exist_ok=True)
    for label in json.loads((renders / "labels.json").read_text())["images"]:
        bgr = np.asarray(cv2.imread(str(renders / label["file"])), np.uint8)
        pictures, classes = squares(bgr, label)
        np.savez(out / f"{Path(label['file']).stem}.npz", pictures=pictures, classes=classes)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
