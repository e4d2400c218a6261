"""Squares around the dice of render_dice's pictures, each with how its top face lies and is turned.

The law of this file: it reads made pictures and their labels only. `python -m tools.second_opinion.turned OUT.npz
RENDERS…` writes all dice of those folders that lie flat, lean or lie on another, in the form of `make`'s `faces`.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.second_opinion.renders import COVER, SIDE_PX, square

STATES: Final = {"flat": 0, "cocked": 1, "stacked": 2}
"""What is learned of a die; those that are covered or cut off show too little."""
SMALLEST_PX: Final = 13
"""Edge of a top face under which its sides are two pixels wide."""
SEEN: Final = 0.5
"""Share of a die that shows, at least."""


def slant_of(die: dict[str, Any], camera: dict[str, Any]) -> NDArray[np.float64]:
    """(x, y), the part of the top face's unit normal that lies along the picture there, where the die lies."""
    matrix = np.array([[camera["fx"], 0, camera["cx"]], [0, camera["fy"], camera["cy"]], [0, 0, 1]])
    lens = np.array(camera["dist"], np.float64)
    normal = np.array(camera["R_world_to_cam"])[:, 2]
    if die["tilt_deg"] > 0:
        s = die["size_mm"] / 2
        # Ours in the order of the corners; IPPE finds both ways in which a square can be seen so.
        edges = np.array([(-s, -s, 0), (s, -s, 0), (s, s, 0), (-s, s, 0)])
        corners = np.array(die["top_corners"], np.float64)
        _, turns, _, _ = cv2.solvePnPGeneric(edges, corners, matrix, lens, flags=cv2.SOLVEPNP_IPPE)
        normals = [np.asarray(cv2.Rodrigues(one)[0])[:, 2] for one in turns]
        normals = [one * -np.sign(one[2]) for one in normals]
        tilts = [np.degrees(np.arccos(np.clip(one @ normal, -1, 1))) for one in normals]
        normal = normals[int(np.argmin(np.abs(np.array(tilts) - die["tilt_deg"])))]
    centre = np.array(die["centre"], np.float64).reshape(1, 1, 2)
    away = np.append(cv2.undistortPoints(centre, matrix, lens).reshape(2), 1.0)
    away /= np.linalg.norm(away)
    right = np.array([1.0, 0.0, 0.0]) - away[0] * away
    right /= np.linalg.norm(right)
    return np.array([right @ normal, np.cross(away, right) @ normal])


def turned(
    bgr: NDArray[np.uint8], label: dict[str, Any]
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float64], int]]:
    """Each die's square, its face (4, 2) in it as `pictures.patch` tells it, and its state."""
    for die in label["dice"]:
        if die["state"] not in STATES or die["top_px"] < SMALLEST_PX or die["visible_fraction"] < SEEN:
            continue
        corners, half = np.array(die["top_corners"], np.float64), die["top_px"] / 2
        u = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
        v = (corners[2] - corners[1] + corners[3] - corners[0]) / 4
        scale = SIDE_PX / (2 * COVER * half)
        middle = np.full(2, SIDE_PX / 2 - 0.5)
        face = np.stack([middle, u * scale, v * scale, slant_of(die, label["camera"])])
        yield square(bgr, np.array(die["centre"], np.float64), half), face, STATES[die["state"]]


def labels(folders: Iterable[Path]) -> Iterator[tuple[NDArray[np.uint8], dict[str, Any]]]:
    """Every picture of these folders with its label, whether labels.json was merged already or not."""
    for folder in folders:
        for part in sorted((folder / "_parts").glob("*.json")):
            label = json.loads(part.read_text())
            yield np.asarray(cv2.imread(str(folder / label["file"])), np.uint8), label


def main(out: Path, folders: Iterable[Path]) -> None:
    """Write the dice of every picture in these folders."""
    dice = [die for bgr, label in labels(folders) for die in turned(bgr, label)]
    pictures, faces, states = zip(*dice, strict=True)
    np.savez(out, pictures=np.array(pictures), faces=np.array(faces, np.float32), states=np.array(states))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(folder) for folder in sys.argv[2:]])
