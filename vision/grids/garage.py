"""How the vehicles and the empty parts of a grid look, as they were learnt from one photo. Kept as JSON.

The law of this file: numbers only, no pictures. A vehicle has one colour, and some of it is windows and shadow; the
parts have two, that of the spaces and that of the ridges between them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import Piece
from vision.boards.hulls import Hull
from vision.boards.looks import normal

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Named = tuple[str, str]
"""Kind and look of a vehicle."""

SHADED: Final = 0.3
"""Standard deviation, logarithms, by which a side of a vehicle is brighter or darker."""
TINTED: Final = (0.1, 0.25)
"""The same of each channel by itself, of bright and of dark ones."""
BRIGHT: Final = (-0.4, -2.4)
"""Logarithms at which a channel is bright, and dark."""
WINDOWS: Final = 0.12
"""Share of a vehicle that is dark whatever its colour."""
DARK: Final = (-2.5, 0.35)
"""Mean and standard deviation of that, logarithms of each channel."""
ANYHOW: Final = -5.0
"""Logarithm of how likely any colour is on a vehicle: a decal, a lamp mirrored in it."""


@dataclass(frozen=True)
class Paint:
    """The colour of a vehicle."""

    mean: Floats
    """(3,) logarithms, BGR."""
    spread: Floats
    """(3, 3), its covariance."""

    def likely(self, colour: Floats) -> Floats:
        """Logarithm of how likely each colour (h, w, 3) is on such a vehicle."""
        tinted = np.interp(-self.mean, (-BRIGHT[0], -BRIGHT[1]), TINTED)
        own = normal(colour - self.mean, self.spread + SHADED**2 * np.ones((3, 3)) + np.diag(tinted**2))
        grey = np.full((3, 3), DARK[1] ** 2) + np.eye(3) * 0.1**2
        dark = normal(colour - np.float32(DARK[0]), grey) + np.float32(np.log(WINDOWS))
        return np.asarray(np.logaddexp(np.logaddexp(own, dark), np.float32(ANYHOW)), np.float32)


@dataclass(frozen=True)
class Plastic:
    """The empty parts."""

    space: Floats
    """(3,) logarithms, BGR: what most of them shows."""
    ridge: Floats
    """(3,): the rest."""
    where: Mask
    """(n, n): which pixels of a space show the rest."""


@dataclass(frozen=True)
class Garage:
    """All that was learnt of one layout."""

    paints: Mapping[Named, Paint]
    hulls: Mapping[int, Hull]
    """By how many spaces it takes."""
    ground: Plastic

    @property
    def pieces(self) -> frozenset[Piece]:
        """Those whose looks are known, whichever way they stand."""
        return frozenset(Piece(kind, look, way) for kind, look in self.paints for way in "hv")


def garage_written(garage: Garage) -> str:
    """As JSON."""
    ground = garage.ground
    return json.dumps(
        {
            "vehicles": [
                {"kind": kind, "look": look, "mean": _rounded(paint.mean), "spread": [*map(_rounded, paint.spread)]}
                for (kind, look), paint in garage.paints.items()
            ],
            "hulls": {str(length): [one.margin, one.high, one.narrow] for length, one in garage.hulls.items()},
            "space": _rounded(ground.space),
            "ridge": _rounded(ground.ridge),
            "ridges": ["".join("#" if dark else "." for dark in row) for row in ground.where],
        },
        indent=1,
    )


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), 4) for value in values]


def garage_of(text: str) -> Garage:
    """That of such a JSON. Raises ValueError, KeyError or TypeError where it is none."""
    given = json.loads(text)
    paints = {
        (str(one["kind"]), str(one["look"])): Paint(
            np.array(one["mean"], np.float32), np.array(one["spread"], np.float32)
        )
        for one in given["vehicles"]
    }
    where = np.array([[sign == "#" for sign in row] for row in given["ridges"]])
    hulls = {int(length): Hull(*map(float, form)) for length, form in given["hulls"].items()}
    ground = Plastic(np.array(given["space"], np.float32), np.array(given["ridge"], np.float32), where)
    return Garage(paints, hulls, ground)
