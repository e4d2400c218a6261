"""What the table waits for, of whom. Facts without texts; several may be open at once.

The same prompts arm the camera, light the buttons, fill the OLED and the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from companion.events import DiceRolled, Event, encode
from companion.strengths import Strength

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
    """`seat` (None: anybody) is to pick one of `options`; `roles` holds one role for each."""

    kind: ClassVar[str] = "Choose"
    seat: int | None
    options: tuple[Event, ...]
    roles: tuple[Role, ...]
    optional: bool = False
    """True: the game goes on without an answer, so the box offers it after all that are waited for."""
    together: bool = False
    """True: only all players can answer it, each seat on its own phone, or whoever stands before the box for all."""

    def accepts(self, event: Event) -> bool:
        return event in self.options


@dataclass(frozen=True)
class RevealTile:
    """`seat` has turned the tile on `space` of the real table; `options` are what it may show."""

    kind: ClassVar[str] = "RevealTile"
    seat: int | None
    space: str
    options: tuple[Event, ...]
    optional: ClassVar[bool] = False

    @property
    def roles(self) -> tuple[Role, ...]:
        return (Role.GO,) * len(self.options)

    @property
    def faces(self) -> tuple[str, ...]:
        """The face that each option names."""
        return tuple(str(encode(option)["face"]) for option in self.options)

    def accepts(self, event: Event) -> bool:
        return event in self.options


@dataclass(frozen=True)
class Arrange:
    """Anybody may go on arranging things, in any order; it stays open when answered.

    Two of them are equal whatever `judge` thinks: so two phones that add a name at once do not shut each other out.
    """

    kind: ClassVar[str] = "Arrange"
    seat: ClassVar[int | None] = None
    judge: Callable[[Event], bool] = field(compare=False)

    def accepts(self, event: Event) -> bool:
        return self.judge(event)


@dataclass(frozen=True)
class Decide:
    """The companion is to say what it does at a seat that it plays. The table puts it in the place of what that seat
    may choose, until it is said; then what was said stands there alone."""

    kind: ClassVar[str] = "Decide"
    seat: int
    strength: Strength
    options: tuple[Event, ...]
    """What it may choose, as far as it has it in hand."""
    rolls: bool
    """It may rather roll."""
    chance: str
    """What its own chance begins with: the same for the same moment of a game, whatever was undone."""

    def accepts(self, event: Event) -> bool:
        return False


Question = Choose | RevealTile
"""A prompt answered by picking one of its options."""


@dataclass(frozen=True)
class Shuffle:
    """The companion is to shuffle what lies face down. The table does it by itself, before any screen shows this."""

    kind: ClassVar[str] = "Shuffle"
    seat: ClassVar[int | None] = None
    event: type[Event]

    def accepts(self, event: Event) -> bool:
        return isinstance(event, self.event)


Prompt = RollDice | Choose | RevealTile | Shuffle | Arrange | Decide
