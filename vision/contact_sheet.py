"""Pictures beside each other, with what the reader saw in each: to look at failures in bulk.

The law of this file: it draws what `examine` returns, and judges nothing.
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import examine
from vision.explain import drawn_tops
from vision.photo import load_photo

TILE: Final = (480, 360)
"""Pixels of one picture, (width, height)."""
COLUMNS: Final = 4
CAPTION_PX: Final = 34
"""Two lines of small print above each."""


def contact_sheet(pictures: list[tuple[Path, str]], path: Path) -> None:
    """Write a PNG with these pictures, each under its caption; nothing is written for none."""
    if not pictures:
        return
    tiles = [_tile(photo, caption) for photo, caption in pictures]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % COLUMNS)
    rows = [np.hstack(tiles[first : first + COLUMNS]) for first in range(0, len(tiles), COLUMNS)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".png", np.vstack(rows))[1].tobytes())


def _tile(photo: Path, caption: str) -> NDArray[np.uint8]:
    picture = drawn_tops(examine(load_photo(photo)))
    height, width = picture.shape[:2]
    scale = min(TILE[0] / width, TILE[1] / height)
    small = cv2.resize(picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    tile = np.zeros((TILE[1] + CAPTION_PX, TILE[0], 3), np.uint8)
    tile[CAPTION_PX : CAPTION_PX + small.shape[0], : small.shape[1]] = small
    for line in (0, 1):
        text = caption[line * 76 : (line + 1) * 76]
        cv2.putText(tile, text, (3, 12 + 15 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.37, (255, 255, 255), 1, cv2.LINE_AA)
    return tile
