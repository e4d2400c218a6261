"""A game's drawings as pictures: what a printed face looks like, seen straight from above.

The law of this file: drawings in, pictures out, with nothing between them that a camera adds (light, blur, tilt).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.drawings import EDGE, Drawing, Shape

FINER: Final = 4
"""Every pixel is drawn as so many by so many, then averaged."""

_SHIFT: Final = 6
"""Fractional bits of OpenCV's coordinates."""


def draw(drawing: Drawing, edge_px: int, code: int | None = None) -> NDArray[np.uint8]:
    """A face as it is printed, to the line where it is cut: (edge_px, edge_px, 3) uint8, BGR.

    Args:
        code: the number in `companion.marks.CODES` that stands in its corner, the sign drawn smaller as on paper; None:
            no code, the sign as large as the page has it.
    """
    fine = edge_px * FINER
    image = np.full((fine, fine, 3), 255, np.uint8)
    for shape in drawing.ground:
        _put(image, shape, fine / EDGE)
    for shape in drawing.sign:
        _put(image, shape, fine / EDGE * (1.0 if code is None else marks.SIGN))
    if code is not None:
        for x, y, wide, high, dark in marks.corner(code):
            across = slice(round(x * fine), round((x + wide) * fine))
            image[round(y * fine) : round((y + high) * fine), across] = 0 if dark else 255
    return np.asarray(cv2.resize(image, (edge_px, edge_px), interpolation=cv2.INTER_AREA), np.uint8)


def _put(image: NDArray[np.uint8], shape: Shape, scale: float) -> None:
    lines = [  # OpenCV's whole numbers are the middles of pixels
        np.round((np.array(outline.points) * scale - 0.5) * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)
        for outline in shape.outlines
    ]
    if shape.fill:
        cv2.fillPoly(image, lines, _bgr(shape.fill), cv2.LINE_8, _SHIFT)
    if shape.stroke:
        thick = max(1, round(shape.stroke_width * scale))
        for line, outline in zip(lines, shape.outlines, strict=True):
            cv2.polylines(image, [line], outline.closed, _bgr(shape.stroke), thick, cv2.LINE_8, _SHIFT)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return blue, green, red
