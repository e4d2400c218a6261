"""What the devices of the box report: its buttons, the tray as the camera sees it, and how each part is.

The law of this file: a device says what it sees, and knows no rule. What the camera reads for a prompt says for which.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum


class Button(StrEnum):
    """The buttons on the box (DESIGN section 4)."""

    ROLL = "roll"
    STOP = "stop"
    CHOOSE = "choose"
    MENU = "menu"
    """ROLL and STOP held together."""


class TrayState(StrEnum):
    """What the camera makes of the tray."""

    EMPTY = "empty"
    MOVING = "moving"
    HAND = "hand"
    READ = "read"
    UNSURE = "unsure"


@dataclass(frozen=True)
class Tray:
    """The tray as last seen."""

    state: TrayState = TrayState.EMPTY
    values: tuple[int, ...] = ()
    """Top faces, sorted; for an unsure reading only the sure ones."""

    reasons: tuple[str, ...] = ()
    """Why it is unsure, or what to do, in words for a player."""

    picture: int = 0
    """Number of the picture that shows this reading; 0: none."""

    notice: str = ""
    """What people should know of the tray besides, and what to do: a die was nudged, the camera was moved."""

    tile: str = ""
    """The face of a tile that was made out; empty: none was asked for, or none was."""


@dataclass(frozen=True)
class ButtonPressed:
    button: Button
    held: bool = False
    version: int | None = None
    """What the page showed where it was pressed; None: on the box, which shows the present."""
    announced: str | None = None
    """What it said there that a short press would do, empty for nothing; None: it does not tell."""


@dataclass(frozen=True)
class HoldSeen:
    """STOP is being held, and lets go of nothing yet."""

    part: float
    """How much of the hold is done, 0 to 1; 0: it was let go."""


@dataclass(frozen=True)
class TraySeen:
    """The tray changed in a way that players may want to see, but that is no roll."""

    tray: Tray


@dataclass(frozen=True)
class DiceRead:
    """Dice came to rest and were read for the `RollDice` prompt open since `since`."""

    tray: Tray
    since: int


@dataclass(frozen=True)
class TileSeen:
    """A look at what lies there while the `RevealTile` prompt is open since `since`: made out, or why not."""

    tray: Tray
    since: int


@dataclass(frozen=True)
class Device:
    """A part of the box as the page lists it."""

    kind: str
    """What drives it: `picamera2`, `simulated`, `ssd1306`, `none`, ..."""

    problem: str = ""
    """One sentence of what is wrong and what to do; empty: it works."""

    since_s: float = 0.0
    """Since when it is out, or works; seconds since the epoch. The table notes it."""

    @property
    def out(self) -> bool:
        return bool(self.problem)

    @property
    def since(self) -> datetime:
        """By the box's clock, in its zone."""
        return datetime.fromtimestamp(self.since_s).astimezone()


@dataclass(frozen=True)
class DeviceChanged:
    """A part of the box came, failed or came back."""

    name: str
    """`camera`, `display`, `buttons`, `lamps`, `turn light`, `buzzer`, `voice`."""

    device: Device
    at_s: float = field(default_factory=time.time, compare=False)
    """When that was noticed; seconds since the epoch, for people: the box says it by its clock."""

    def noted(self, before: Device | None) -> Device:
        """With since when it is so: other words for the same trouble do not make it a new one."""
        same = before is not None and before.out == self.device.out
        return replace(self.device, since_s=before.since_s if before is not None and same else self.at_s)
