"""The stages of a reading as pictures.

The law of this file: it only draws what an examination holds. Nothing is computed here that the reader does not use.
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import Examination
from vision.pips import Spots

DARK: Final = (0, 220, 0)
"""BGR of spots darker than their surroundings."""
LIGHT: Final = (255, 160, 0)
"""BGR of spots lighter than their surroundings."""
DOUBT: Final = (0, 0, 255)
"""BGR of what is a die but cannot be told."""
SURE: Final = (0, 255, 255)
"""BGR of what is told."""


def write_stages(examination: Examination, folder: Path, stem: str) -> list[Path]:
    """Write one PNG a stage into `folder`, made if missing, and return their paths in order of the stages."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {
        "0-working": examination.working,
        "1-spots": _spots(examination),
        "2-faces": _faces(examination),
        "3-tops": drawn_tops(examination),
    }
    paths = []
    for name, picture in pictures.items():
        path = folder / f"{stem}-{name}.png"
        encoded = cv2.imencode(".png", picture)[1]
        path.write_bytes(encoded.tobytes())
        paths.append(path)
    return paths


def _spots(examination: Examination) -> NDArray[np.uint8]:
    picture = examination.working.copy()
    for look in examination.looks:
        _draw_spots(picture, look.spots)
    return picture


def _draw_spots(picture: NDArray[np.uint8], spots: Spots) -> None:
    for index in range(len(spots)):
        stretch = np.sqrt(spots.aspect[index])
        axes = (spots.radius[index] / stretch * 2, spots.radius[index] * stretch * 2)
        centre = (float(spots.xy[index, 0]), float(spots.xy[index, 1]))
        colour = DARK if spots.sign[index] > 0 else LIGHT
        cv2.ellipse(picture, (centre, axes, float(np.degrees(spots.angle[index]))), colour, 1)


def _faces(examination: Examination) -> NDArray[np.uint8]:
    picture = examination.working.copy()
    for face in (face for look in examination.looks for face in look.faces):
        _quadrangle(picture, face.corners, SURE if face.value else DOUBT, str(face.value or "?"))
    return picture


def drawn_tops(examination: Examination) -> NDArray[np.uint8]:
    """The working picture (h, w, 3) BGR with every die that was told or doubted, and the reasons."""
    picture = examination.working.copy()
    for top in examination.verdicts:
        _quadrangle(picture, top.corners, SURE if top.sure else DOUBT, str(top.value or "?"))
    for line, text in enumerate((examination.reading.status, *examination.reasons)):
        cv2.putText(picture, text, (8, 24 + 24 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.7, SURE, 2)
    return picture


def _quadrangle(
    picture: NDArray[np.uint8], corners: NDArray[np.float64], colour: tuple[int, int, int], text: str
) -> None:
    cv2.polylines(picture, [np.rint(corners).astype(np.int32).reshape(-1, 1, 2)], True, colour, 2)
    x, y = corners.mean(axis=0)
    cv2.putText(picture, text, (round(x), round(y)), cv2.FONT_HERSHEY_SIMPLEX, 1.0, colour, 2)
