"""A dark picture for the OLED, and what writes on it.

The law of this file: the first and last column and the last row stay dark, so that the display may shift a picture by
one to each side and down. The first row is for the few signs that are as high as their font.
"""

from typing import Final

from PIL import Image, ImageDraw

from hardware.text import Font

WIDTH: Final = 128
"""Pixels of the panel."""
HEIGHT: Final = 64
"""Pixels of the panel."""

LEFT: Final = 1
"""First pixel column in use."""
RIGHT: Final = WIDTH - 1
"""First pixel column after those in use."""
WIDE: Final = RIGHT - LEFT
"""Pixel columns in use: 21 normal signs, or 25 small ones."""

Pen = ImageDraw.ImageDraw


def blank() -> tuple[Image.Image, Pen]:
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    return image, pen


def put(pen: Pen, at: tuple[int, int], text: str, font: Font, fill: int = 1) -> None:
    """Write `text` with its first sign's upper left corner `at`."""
    pen.text(at, text, font=font.image_font, fill=fill)


def put_right(pen: Pen, right: int, top: int, text: str, font: Font) -> int:
    """Write `text` so that it ends before column `right`; returns the column where it begins."""
    left = right - len(text) * font.width
    put(pen, (left, top), text, font)
    return left
