"""All screens of an evening as one picture, and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from hardware.canvas import HEIGHT, WIDTH
from tests.evenings.stage import Shown

HERE: Final = Path(__file__).parent
ACROSS: Final = 6
GAP: Final = 8
"""Pixels between two screens."""
PAPER: Final = 128


def scripts() -> list[Path]:
    return sorted(HERE.glob("*.txt"))


def sheet(shown: Sequence[Shown]) -> Image.Image:
    """The frames in reading order, at their own size."""
    rows = -(-len(shown) // ACROSS)
    made = Image.new("L", (ACROSS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP), PAPER)
    for number, one in enumerate(shown):
        made.paste(one.frame.convert("L"), _corner(number))
    return made


def frame(made: Image.Image, number: int) -> Image.Image:
    """One screen of a sheet."""
    left, top = _corner(number)
    return made.crop((left, top, left + WIDTH, top + HEIGHT)).convert("1")


def _corner(number: int) -> tuple[int, int]:
    return GAP + number % ACROSS * (WIDTH + GAP), GAP + number // ACROSS * (HEIGHT + GAP)
