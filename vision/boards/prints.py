"""A printed board as a picture: what lies there when nothing stands on it.

The law of this file: a plan in, a picture out, with nothing between them that a camera adds. Numbers under columns are
drawn in OpenCV's letters, not in the print's: nothing may be read from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.board import BoardPlan, PlanMark
from companion.printed import LINE, SIGN, SPACE, TOP_LINE, Poster

Picture = NDArray[np.uint8]

FINER: Final = 3
"""Every pixel is drawn as so many by so many, then averaged."""
_SHIFT: Final = 4
"""Fractional bits of OpenCV's coordinates."""


def draw(plan: BoardPlan, px_per_mm: float) -> Picture:
    """The board from above, (height, width, 3) BGR; a plan without a poster is white paper with its marks."""
    fine = px_per_mm * FINER
    size = (round(plan.height * fine), round(plan.width * fine))
    image = np.full((*size, 3), 255, np.uint8)
    if plan.poster is not None:
        _poster(image, plan.poster, fine)
    for mark in plan.marks:
        _mark(image, mark, fine)
    small = (round(plan.width * px_per_mm), round(plan.height * px_per_mm))
    return np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)


def _poster(image: Picture, poster: Poster, scale: float) -> None:
    _fill(image, poster.outline, SIGN, scale)
    _stroke(image, poster.line, "#ffffff", LINE, scale)
    for cell in poster.cells:
        right, foot = cell.x + cell.edge, cell.y + cell.edge
        square = ((cell.x, cell.y), (right, cell.y), (right, foot), (cell.x, foot))
        _fill(image, square, SPACE, scale)
        if cell.top:
            _stroke(image, square, "#000000", TOP_LINE, scale)
    for said, x, y in poster.numbers:
        high = poster.number_high * 0.72 * scale  # of a letter's size its capitals and figures have so much
        face, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(high / 7))
        grown = cv2.getFontScaleFromHeight(face, round(high), thick)
        (wide, _), _ = cv2.getTextSize(said, face, grown, thick)
        at = (round(x * scale - wide / 2), round(y * scale))
        cv2.putText(image, said, at, face, grown, (255, 255, 255), thick, cv2.LINE_AA)


def _mark(image: Picture, mark: PlanMark, scale: float) -> None:
    (left, top), _, (right, _), _ = mark.corners
    module = (right - left) / marks.SIDE
    rim = ((left - module, top - module), (right + module, top - module))
    _fill(image, (*rim, *((x, top + (marks.SIDE + 1) * module) for x, _ in reversed(rim))), "#ffffff", scale)
    for x, y, wide, high, black in marks.square(mark.code):
        x0, y0, x1, y1 = (left + x * module, top + y * module, left + (x + wide) * module, top + (y + high) * module)
        _fill(image, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), "#000000" if black else "#ffffff", scale)


def _fill(image: Picture, points: Iterable[tuple[float, float]], colour: str, scale: float) -> None:
    cv2.fillPoly(image, [_fixed(points, scale)], bgr(colour), cv2.LINE_8, _SHIFT)


def _stroke(image: Picture, points: Iterable[tuple[float, float]], colour: str, wide: float, scale: float) -> None:
    cv2.polylines(image, [_fixed(points, scale)], True, bgr(colour), max(1, round(wide * scale)), cv2.LINE_8, _SHIFT)


def _fixed(points: Iterable[tuple[float, float]], scale: float) -> NDArray[np.int32]:
    flat = (np.array(list(points), np.float64) * scale - 0.5) * (1 << _SHIFT)  # whole numbers are the middles of pixels
    return np.asarray(flat.round(), np.int32).reshape(-1, 1, 2)


def bgr(colour: str) -> tuple[int, int, int]:
    """Of `#rrggbb`."""
    red, green, blue = bytes.fromhex(colour[1:])
    return blue, green, red
