"""What the drawn pieces are like: their forms and their colours.

The law of this file: measures, mm, as the usual boxes have them; where a piece stands is told elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

PAINTS: Final[Mapping[str, tuple[float, float, float]]] = {
    "blue": (0.42, 0.11, 0.03), "red": (0.05, 0.04, 0.52), "green": (0.08, 0.30, 0.05), "yellow": (0.03, 0.50, 0.75),
    "orange": (0.03, 0.22, 0.72), "purple": (0.28, 0.05, 0.16), "sky": (0.70, 0.45, 0.15), "brown": (0.04, 0.09, 0.19),
    "white": (0.80, 0.82, 0.82), "black": (0.025, 0.025, 0.025),
}  # fmt: skip
"""What painted wood and plastic reflect, linear BGR."""
CARD: Final = (0.3, 0.36, 0.4)
"""The same of the card of tiles."""


@dataclass(frozen=True)
class Form:
    """What a piece is like."""

    profile: tuple[tuple[float, float], ...]
    """How large the foot's outline is at each height (mm), from below: (size, height)."""
    foot: tuple[tuple[float, float], ...] = tuple(
        (float(np.cos(a)), float(np.sin(a))) for a in np.arange(24) * np.pi / 12
    )
    """The outline at size 1, clockwise as the board is seen."""

    @property
    def reach(self) -> float:
        """From the middle of the foot to its farthest point, mm."""
        return max(size for size, _ in self.profile) * max(float(np.hypot(*point)) for point in self.foot)

    @property
    def high(self) -> float:
        return self.profile[-1][1]


_SQUARE: Final = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))


def disc(radius: float, high: float) -> Form:
    return Form(((radius * 0.96, 0.0), (radius, 0.4), (radius, high - 0.4), (radius * 0.94, high)))


def cone(radius: float, high: float) -> Form:
    """As in the usual boxes: a rim, then up to a blunt tip."""
    return Form(
        ((radius, 0.0), (radius, high * 0.08), (radius * 0.75, high * 0.12), (radius * 0.28, high * 0.9), (1.0, high))
    )


def cube(edge: float) -> Form:
    half = edge / 2
    return Form(((half * 0.97, 0.0), (half, 0.4), (half, edge - 0.4), (half * 0.95, edge)), _SQUARE)


def card(edge: float, thick: float) -> Form:
    """A tile."""
    return Form(((edge / 2, 0.0), (edge / 2, thick)), _SQUARE)


def pawn(radius: float, high: float) -> Form:
    head = radius * 0.55
    ball = [(head * float(np.sin(a)), high - head - head * float(np.cos(a))) for a in np.linspace(0.6, np.pi - 0.1, 6)]
    return Form(((radius, 0.0), (radius, high * 0.1), (radius * 0.32, high * 0.6), *ball))
