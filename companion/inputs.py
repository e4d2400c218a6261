"""What is asked of the table: by phones, by whoever stands at the box, and by what the companion has counted for it.

The law of this file: one that may come late says which version of the table it answers: what has changed since is then
not answered by accident. An `Input` is one of these or a device's report (`devices.py`), before any rule has judged it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.daily import today
from companion.devices import ButtonPressed, DeviceChanged, DiceRead, HoldSeen, TileSeen, TraySeen
from companion.events import Event, Json
from companion.language import later

MOVED_ON = later("The table has moved on: look again.")
"""Why one that came late is refused."""


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
