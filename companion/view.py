"""What a screen says of a game, in words and numbers; no pixels, fonts or HTML."""

from __future__ import annotations

from dataclasses import dataclass

Words = tuple[str, ...]
"""One message in up to three widths, the longest first: a screen takes the first that fits. The last has to fit."""

OLED_SIGNS = 21
"""Signs in a line of the OLED at its normal size: 128 pixels of 6."""

SHORT_LIST = 6
"""Options that one list on the box may hold before it becomes a tree."""


@dataclass(frozen=True)
class View:
    """One screen's worth of a game."""

    title: str
    """Whose turn it is, or who has won."""

    number: str = ""
    """The game's one number, at most eight characters."""

    lines: tuple[str, ...] = ()
    """What lies on the board now, the most important first."""

    roll: tuple[int, ...] = ()
    """The dice that wait for a choice."""

    move: tuple[Words, ...] = ()
    """What the event was and what to move on the real board for it; the narrowest of each within 21 signs."""

    board: tuple[str, ...] = ()
    """What else lies on the board and in hands: pages draw it, the box tells it when somebody looks."""

    drawn: tuple[str, ...] = ()
    """Those of `lines` that stand in a drawing of the board as well: a page that has one leaves them out."""
