"""What the OLED shows, in words and numbers: one frame's worth, already cut to its lines. Pixels are the display's."""

from __future__ import annotations

from dataclasses import dataclass

from companion.view import Words


@dataclass(frozen=True)
class Screen:
    """Line 1, the middle, and the bottom line. All text is ASCII."""

    title: str = ""
    """Line 1, left: whose turn, or which list. Fits beside `number`."""

    number: str = ""
    """Line 1, right."""

    dice: tuple[int | None, ...] = ()
    """A row of dice at the top of the middle; None: a die that nobody has said yet."""

    aside: Words = ()
    """Small, right of the dice, at the widest that fits there; left out where none does."""

    die_at: int | None = None
    """The die that is being set by hand."""

    text: tuple[str, ...] = ()
    """Lines of normal size, 21 signs each: three, under dice two."""

    small: tuple[str, ...] = ()
    """Lines of the smallest size, 25 signs each, below `text`."""

    entries: tuple[str, ...] = ()
    """What can be picked. One a line, or side by side where all are short and dice stand above."""

    at: int = 0
    """The entry that is shown inverse."""

    page: tuple[int, int] = (1, 1)
    """Which page of how many."""

    big: str = ""
    """In place of the middle: who has won, large and inverse."""

    bottom: str = ""
    """What the buttons do now, 25 signs."""

    address: bool = False
    """True: the page's address, its QR code and the PIN take the whole frame. The display knows them."""

    bar: float = 0.0
    """How much of a hold is done, 0 to 1: a bar over the bottom line."""

    trouble: str = ""
    """What is out of order, small, below all other text: 25 signs. It wakes nobody."""


BLANK = Screen()
"""Before there is anything to show."""
