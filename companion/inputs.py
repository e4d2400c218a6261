"""What devices and phones report, before any rule has judged it.

An input says what was seen outside. One that may come late says which version of the table, or which prompt, it
answers: what has changed since is then not answered by accident.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from companion.daily import today
from companion.events import Event, Json


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
class PhoneChose:
    """A phone that saw `version` picked one of the options, as JSON."""

    event: Json
    version: int
    device: str = ""
    """Which phone; empty: one that nobody knows."""


@dataclass(frozen=True)
class DiceTyped:
    """A roll typed in, or the last roll corrected."""

    values: tuple[int, ...]
    version: int
    picture: int = 0
    """Number of the photo that shows it; 0: what the tray shows."""


@dataclass(frozen=True)
class UndoAsked:
    version: int
    to: int | None = None
    """How many moments are to stay; None: all but those of the last press."""


@dataclass(frozen=True)
class RedoAsked:
    version: int


@dataclass(frozen=True)
class PositionTyped:
    """Somebody said what the real table looks like."""

    position: Json
    version: int


@dataclass(frozen=True)
class BoardChecked:
    """After a power cut: the real board looks as it should, or was put right by hand."""


@dataclass(frozen=True)
class LookAsked:
    """Somebody asks the camera to look now (the simulated tray: to throw)."""

    version: int


@dataclass(frozen=True)
class OddsAsked:
    """Whether the odds are to be said."""

    on: bool


@dataclass(frozen=True)
class LevelPicked:
    """How much the player of a seat may be told: a value of levels.Level."""

    seat: int
    level: str
    device: str | None = None
    """Which phone says so; None: the box."""


@dataclass(frozen=True)
class AdviceAsked:
    """Somebody at the box asks what would be best now."""


@dataclass(frozen=True)
class AdviceFound:
    """What is best at the table as it was at `version`, as FORMATS section 2 has it; None: it could not be found."""

    version: int
    advice: Json | None


@dataclass(frozen=True)
class Decided:
    """What the companion does at a seat that it plays, at the table as it was at `version`."""

    version: int
    seat: int
    event: Event | None
    """None: it rather rolls."""
    why: str
    """In one sentence; empty: it could not decide."""


@dataclass(frozen=True)
class HintsAsked:
    """Somebody at the box asks the game's helper."""


@dataclass(frozen=True)
class HintsFound:
    """What the helper has found so far of the table as it was at `version`: all of it, from the first sentence on."""

    version: int
    sentences: tuple[str, ...]
    searching: bool = False
    """More may come."""


@dataclass(frozen=True)
class BrightnessAsked:
    """How bright the OLED is to be: an index of settings.BRIGHTNESS."""

    level: int


@dataclass(frozen=True)
class NewPinAsked:
    """Another PIN is to be drawn; every phone types it anew, and no seat is claimed."""


@dataclass(frozen=True)
class SwitchOffAsked:
    """The box is to be switched off safely."""


@dataclass(frozen=True)
class SeatClaimed:
    """A phone says that it plays a seat, or gives it away."""

    seat: int
    claim: bool
    device: str
    take: bool = False
    """True: also from another phone, which may be lost or flat."""


@dataclass(frozen=True)
class LobbyAsked:
    """Back to where the next game is agreed on; a game that is unfinished stays on record."""

    version: int


@dataclass(frozen=True)
class PlayAgainAsked:
    """The same players once more."""

    version: int


@dataclass(frozen=True)
class WhatIfAsked:
    """A copy of a game on record is to go on from one of its moments."""

    number: int
    moments: int
    """How many of them it keeps."""
    version: int
    confirm: bool = False
    """True: an unfinished game is to be set aside meanwhile."""


@dataclass(frozen=True)
class DailyAsked:
    """Somebody wants to play a day's solitaire, or to go on with it."""

    game: str
    player: str
    version: int
    confirm: bool = False
    """True: an unfinished game is to be set aside."""
    day: str = field(default_factory=today, compare=False)


@dataclass(frozen=True)
class BackAsked:
    """From such a copy back to the game that was set aside for it."""

    version: int


@dataclass(frozen=True)
class NewGameAsked:
    game: str
    players: tuple[str, ...]
    options: Json
    first: int
    version: int
    confirm: bool = False
    """True: an unfinished game is to be set aside."""
    strengths: tuple[str, ...] = ()
    """How well the companion plays each seat; empty: people play it."""


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


Input = (
    ButtonPressed
    | HoldSeen
    | TraySeen
    | DiceRead
    | TileSeen
    | PhoneChose
    | DiceTyped
    | UndoAsked
    | RedoAsked
    | PositionTyped
    | BoardChecked
    | LookAsked
    | OddsAsked
    | LevelPicked
    | AdviceAsked
    | AdviceFound
    | Decided
    | HintsAsked
    | HintsFound
    | BrightnessAsked
    | NewPinAsked
    | SwitchOffAsked
    | SeatClaimed
    | LobbyAsked
    | PlayAgainAsked
    | NewGameAsked
    | WhatIfAsked
    | BackAsked
    | DailyAsked
    | DeviceChanged
)
