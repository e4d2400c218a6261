"""What the table waits for, of whom. Facts without texts; several may be open at once.

The same prompts arm the camera, light the buttons, fill the OLED and the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.events import DiceRolled, Event

PIPS = range(1, 7)
"""What a die can show."""


class Role(StrEnum):
    """Which button takes an option (DESIGN section 4)."""

    GO = "go"
    STOP = "stop"
    OTHER = "other"


@dataclass(frozen=True)
class RollDice:
    """`seat` (None: anybody) is to roll `count` dice into the tray."""

    kind: ClassVar[str] = "RollDice"
    count: int
    seat: int | None = None

    def accepts(self, event: Event) -> bool:
        return (
            isinstance(event, DiceRolled) and len(event.pips) == self.count and all(pips in PIPS for pips in event.pips)
        )


@dataclass(frozen=True)
class Choose:
    """`seat` is to pick one of `options`; `roles` holds one role for each."""

    kind: ClassVar[str] = "Choose"
    seat: int
    options: tuple[Event, ...]
    roles: tuple[Role, ...]

    def accepts(self, event: Event) -> bool:
        return event in self.options


Prompt = RollDice | Choose
