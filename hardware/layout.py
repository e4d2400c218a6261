"""The OLED's picture of a screen.

The law of this file: pure, from a `Screen` to 128x64 pixels. No line or frame stands for ever: such lines burn in.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PIL import Image, ImageChops

from companion.screen import Screen
from companion.words import SMALL_LINES, cut, wrap
from hardware.canvas import HEIGHT, LEFT, RIGHT, WIDE, WIDTH, Pen, blank, put, put_right
from hardware.entries import Grid, draw_grid, grid
from hardware.text import LARGE, NORMAL, SMALL, Font

MIDDLE: Final = 12
"""First pixel row of the middle, below line 1."""
END: Final = 53
"""First pixel row after the middle: it holds three normal lines, or five small ones."""
BOTTOM: Final = 55
"""First pixel row of the line that says what the buttons do."""

DIE: Final = 13
"""Pixels of a die's side."""
DICE: Final = DIE + 1
"""Pixels of a row of dice, with what keeps a highlight off it."""
DIE_STEPS: Final = (DIE + 3, DIE + 1)
"""Pixels from one die to the next; the closer where something stands aside."""
BIG_LINES: Final = 2
LEAST_TITLE: Final = 8
"""Signs of the title by which one still knows whose turn it is."""


def draw(screen: Screen) -> Image.Image:
    """The picture of `screen`; of one that wants the page's address only the lines that it has itself."""
    image, pen = blank()
    laid, screen = None, _with_trouble(screen)
    if screen.big:
        _big(pen, screen)
    else:
        laid = _middle(pen, screen)
    counter = laid.counter if laid else ""
    # With dice it stands beside them, unless something else does.
    _header(pen, screen, "" if screen.dice and not screen.aside else counter)
    put(pen, (LEFT, BOTTOM), cut(screen.bottom, WIDE // SMALL.width), SMALL)
    return _with_bar(image, screen.bar) if screen.bar > 0 else image


def _header(pen: Pen, screen: Screen, counter: str) -> None:
    right, number = RIGHT, cut(screen.number, WIDE // NORMAL.width)
    if counter:
        right = put_right(pen, right, 2, counter, SMALL) - 4
        # While one picks, one's place in the list is worth more than the game's number, where not both have room.
        title = min(len(screen.title), LEAST_TITLE) + 1
        if (title + len(number)) * NORMAL.width > right - LEFT:
            number = ""
    if number:
        right = put_right(pen, right, 0, number, NORMAL) - NORMAL.width
    put(pen, (LEFT, 0), cut(screen.title, max(0, right - LEFT) // NORMAL.width), NORMAL)


def _with_trouble(screen: Screen) -> Screen:
    """What is out of order below the rest, which gives way by size: it is left out where it would not fit at all."""
    if not screen.trouble:
        return screen
    beneath = (*screen.small, screen.trouble)
    if (
        len(screen.text) * NORMAL.height + len(beneath) * SMALL.height + (DICE if screen.dice else 0)
        <= END + 1 - MIDDLE
    ):
        return replace(screen, small=beneath)
    if not screen.dice and not screen.entries and len(screen.text) + len(beneath) <= SMALL_LINES:
        return replace(screen, text=(), small=screen.text + beneath)
    return screen


def _end(screen: Screen) -> int:
    """The first row after the middle: one is taken from the page mark where all of them are needed."""
    needed = len(screen.text) * NORMAL.height + len(screen.small) * SMALL.height
    needed += (DICE if screen.dice else 0) + (NORMAL.height if screen.entries else 0)
    return END if needed <= END - MIDDLE else END + 1


def _middle(pen: Pen, screen: Screen) -> Grid | None:
    """Dice, text, entries and small text below each other. Returns how the entries were laid out, if there are any."""
    end = _end(screen)
    room = end - MIDDLE - (DICE if screen.dice else 0) - (NORMAL.height if screen.entries else 0)
    text = screen.text[: room // NORMAL.height]
    small = screen.small[: (room - len(text) * NORMAL.height) // SMALL.height]
    blocks = sum(map(bool, (screen.dice, text, screen.entries, small)))
    free = end - MIDDLE - len(text) * NORMAL.height - len(small) * SMALL.height - (DICE if screen.dice else 0)
    laid = grid(screen.entries, screen.at, free) if screen.entries else None
    free = max(0, free - (laid.height if laid else 0))
    # Space instead of lines keeps the middle apart from line 1, and its parts from each other.
    gap = min((free + blocks) // (blocks + 1), free // max(1, blocks - 1))
    top = MIDDLE + (free - gap * (blocks - 1) + bool(screen.dice)) // 2
    if screen.dice:
        _dice(pen, screen, top, _aside(screen) if screen.aside else laid.counter if laid else "")
        top += DICE + gap
    top = _lines(pen, top, text, NORMAL) + (gap if text else 0)
    if laid:
        draw_grid(pen, top, laid)
        top += laid.height + gap
    _lines(pen, top, small, SMALL)
    return laid


def _aside(screen: Screen) -> str:
    """The longest of its widths for which all dice leave room."""
    room = (WIDE - len(screen.dice) * DIE_STEPS[-1]) // SMALL.width
    return next((words for words in screen.aside if len(words) <= room), "")


def _lines(pen: Pen, top: int, lines: Sequence[str], font: Font) -> int:
    """Write `lines`; returns the row below them."""
    for line in lines:
        put(pen, (LEFT, top), cut(line, WIDE // font.width), font)
        top += font.height
    return top


def _dice(pen: Pen, screen: Screen, top: int, aside: str) -> None:
    """As many dice as there is room for, and `aside` as far as they leave room."""
    step = next(
        (wide for wide in DIE_STEPS if len(screen.dice) * wide + len(aside) * SMALL.width < WIDE), DIE_STEPS[-1]
    )
    right = LEFT
    for index, value in enumerate(screen.dice[: WIDE // step]):
        left, lit = LEFT + index * step, index == screen.die_at
        right = left + DIE
        pen.rounded_rectangle((left, top, right - 1, top + DIE - 1), 2, fill=1 if lit else 0, outline=1)
        # A rule of a game may make a number of it that no die shows.
        said = "?" if value is None else str(value)[:2]
        at, font = ((left + 4, top + 2), NORMAL) if len(said) == 1 else ((left + 2, top + 3), SMALL)
        put(pen, at, said, font, fill=0 if lit else 1)
    put_right(pen, RIGHT, top + 3, cut(aside, (RIGHT - right - 2) // SMALL.width), SMALL)


def _big(pen: Pen, screen: Screen) -> None:
    lines = _balanced(screen.big, WIDE // LARGE.width)[:BIG_LINES]
    beneath = screen.text[: (END - MIDDLE - len(lines) * LARGE.height) // SMALL.height]
    first = MIDDLE + 1
    end = max(first + len(lines) * LARGE.height, END - 3 - len(beneath) * SMALL.height)
    pen.rectangle((LEFT, first, RIGHT - 1, end - 1), fill=1)
    # The font's capitals stand a little high in their box.
    top = first + (end - first - len(lines) * LARGE.height + 1) // 2
    for row, line in enumerate(lines):
        put(pen, (LEFT + (WIDE - len(line) * LARGE.width) // 2, top + row * LARGE.height), line, LARGE, fill=0)
    for row, line in enumerate(beneath):
        put(pen, (LEFT, end + 1 + row * SMALL.height), cut(line, WIDE // SMALL.width), SMALL)


def _balanced(text: str, signs: int) -> list[str]:
    """`text` in as few lines as it takes, all of them as short as that allows."""
    fewest = len(wrap((text,), signs))
    longest = max(map(len, text.split()), default=1)
    return next(
        (lines for n in range(longest, signs) if len(lines := wrap((text,), n)) == fewest), wrap((text,), signs)
    )


def _with_bar(image: Image.Image, part: float) -> Image.Image:
    """The bottom line turned inverse from the left, as far as the hold has come, under a line as long as the hold."""
    bar, pen = blank()
    top, end = BOTTOM - 1, HEIGHT - 2
    pen.line((LEFT, top, RIGHT - 1, top, RIGHT - 1, end), fill=1)
    pen.rectangle((LEFT, top, LEFT + round(min(part, 1.0) * WIDE) - 1, end), fill=1)
    return ImageChops.logical_xor(image, bar)


def shifted(image: Image.Image, by: tuple[int, int]) -> Image.Image:
    """`image` moved by (right, down) pixels, into the margins that it keeps."""
    moved = Image.new("1", (WIDTH, HEIGHT))
    moved.paste(image, by)
    return moved
