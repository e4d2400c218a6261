"""What a screen says of a game, in words and numbers; no pixels, fonts or HTML."""

from __future__ import annotations

from dataclasses import dataclass


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

    move: tuple[str, ...] = ()
    """What to move on the real board after the last event, short enough for a line of the OLED (21 characters)."""
