"""The faces that a tile may show, prepared to be compared with what a camera sees.

The law of this file: a face is a picture, whoever drew it; nothing here knows a game's rules. All faces of one set have
one size, so that comparing is a product of matrices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.drawings import drawings
from vision import art

Picture = NDArray[np.uint8]
Vectors = NDArray[np.float32]

EDGE: Final = 48
"""Pixels along a face when it is compared: a tile of 64 in the picture loses little of its number."""
COARSE: Final = 12
"""When it is only sorted out which faces are worth comparing."""
SOFT: Final = (0.0, 0.8, 1.6)
"""Standard deviations, in those pixels, of the blurs in which each face is kept: a lens, or a hand that shook."""
BACK: Final = "back"
"""The drawing that every tile bears underneath."""


@dataclass(frozen=True)
class Faces:
    """A set of faces; the same name may stand there more than once."""

    names: tuple[str, ...]
    pictures: tuple[Picture, ...]
    """(EDGE, EDGE, 3) uint8, BGR, each as it is read upright."""

    @cached_property
    def soft(self) -> tuple[Vectors, ...]:
        """For each of SOFT: (faces, EDGE, EDGE, 3)."""
        sharp = np.stack(self.pictures).astype(np.float32)
        return tuple(
            np.stack([cv2.GaussianBlur(face, (0, 0), sigma) for face in sharp]) if sigma else sharp for sigma in SOFT
        )

    @cached_property
    def coarse(self) -> Vectors:
        """(faces, 4 quarter turns anticlockwise, COARSE * COARSE * 3), of length 1 and mean 0 in each colour."""
        small = [cv2.resize(face, (COARSE, COARSE), interpolation=cv2.INTER_AREA) for face in self.pictures]
        turned = np.stack([[np.rot90(face, turns) for turns in range(4)] for face in small])
        return unit(turned.reshape(*turned.shape[:2], -1, 3))

    @cached_property
    def likeness(self) -> NDArray[np.float64]:
        """(faces, faces, 4): how much of face i face j explains, turned by so many quarters from it."""
        sharp = self.soft[1]
        size = sharp.shape[0]
        ones = unit_by_colour(sharp)
        weight = spread(sharp)
        like = np.zeros((size, size, 4))
        for turns in range(4):
            other = unit_by_colour(np.rot90(sharp, turns, (1, 2)))
            dots = ones.transpose(2, 0, 1) @ other.transpose(2, 1, 0)  # (colours, faces, faces)
            like[:, :, turns] = np.einsum("cij,ic->ij", np.clip(dots, 0, None) ** 2, weight)
        return like


def unit(pixels: NDArray[np.generic]) -> Vectors:
    """Pixels (..., n, 3) as vectors (..., n * 3) of mean 0 in each colour and of length 1."""
    values = pixels.astype(np.float32)
    values = values - values.mean(axis=-2, keepdims=True)
    flat = values.reshape(*values.shape[:-2], -1)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=-1, keepdims=True), 1e-3), np.float32)


def unit_by_colour(faces: NDArray[np.generic]) -> Vectors:
    """Faces (..., h, w, 3) as (..., h * w, 3), each colour of mean 0 and of length 1."""
    values = faces.astype(np.float32).reshape(*faces.shape[:-3], -1, 3)
    values = values - values.mean(axis=-2, keepdims=True)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=-2, keepdims=True), 1e-3), np.float32)


def spread(faces: NDArray[np.generic]) -> Vectors:
    """Which share of the contrast of faces (..., h, w, 3) each colour has: (..., 3), of sum 1."""
    variance = faces.astype(np.float32).reshape(*faces.shape[:-3], -1, 3).var(axis=-2)
    return np.asarray(variance / np.maximum(variance.sum(axis=-1, keepdims=True), 1e-3), np.float32)


def faces_of(game: str, learned: Mapping[str, Sequence[Picture]] | None = None) -> Faces:
    """The faces of a game's tiles: our drawings, and what was learned besides."""
    shown = printed(game, EDGE)
    shown += [
        (name, np.asarray(cv2.resize(picture, (EDGE, EDGE), interpolation=cv2.INTER_AREA), np.uint8))
        for name, pictures in (learned or {}).items()
        for picture in pictures
    ]
    return Faces(tuple(name for name, _ in shown), tuple(picture for _, picture in shown))


def printed(game: str, edge_px: int) -> list[tuple[str, Picture]]:
    """Our drawings of a game's tiles by their names, backs too: all without their codes, then with them."""
    drawn, codes = drawings(game), marks.faces_coded(game)
    plain = [(name, art.draw(drawing, edge_px)) for name, drawing in drawn.items()]
    return plain + [(name, art.draw(drawn[name], edge_px, code)) for name, code in codes.items()]


def code_faces(game: str) -> Faces:
    """The codes of a game's tiles with their white rims, by the faces that they stand for; others as empty names."""
    names = {code: name for name, code in marks.faces_coded(game).items()}
    pictures = [_code(code) for code in range(len(marks.CODES))]
    return Faces(tuple(names.get(code, "") for code in range(len(marks.CODES))), tuple(pictures))


def _code(code: int) -> Picture:
    inside = np.array([[0 if module == "#" else 255 for module in row] for row in marks.modules(code)], np.uint8)
    modules = np.pad(inside, 1, constant_values=255)
    large = cv2.resize(modules, (EDGE, EDGE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(large, cv2.COLOR_GRAY2BGR), np.uint8)
