"""What one event led to, step by step: the words of the screens follow these, not the rules."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.highway.moves import Space


@dataclass(frozen=True)
class Picked:
    """A white marker is checked; `tile` says whether one lies under it."""

    at: Space
    tile: bool


@dataclass(frozen=True)
class Met:
    """The marker under check stands on this tile, which acts. `turned`: it lay face down until now."""

    at: Space
    face: str
    turned: bool


@dataclass(frozen=True)
class Moved:
    """A tile moved the marker; `to` may lie below the bottom."""

    at: Space
    to: Space


@dataclass(frozen=True)
class Held:
    """Option `overshoot: exact`: the Fast Lane leads past the top, so the marker stays."""

    at: Space


@dataclass(frozen=True)
class Taken:
    """A shield, Map or Lost went to the player; the space is bare now."""

    at: Space
    face: str


@dataclass(frozen=True)
class Cleared:
    """The hazard was passed, and its tile left the game."""

    at: Space
    face: str


@dataclass(frozen=True)
class Failed:
    """The hazard was not passed: the marker is off, the tile stays."""

    at: Space


@dataclass(frozen=True)
class Discarded:
    """Option `roundabout_discarded`: the used Roundabout left the game."""

    at: Space


@dataclass(frozen=True)
class Rested:
    """The marker stays here until the tokens move."""

    at: Space


@dataclass(frozen=True)
class Looped:
    """The marker came back to a space of its own chain: it stays, or is lost."""

    at: Space
    lost: bool


@dataclass(frozen=True)
class FellOff:
    """The marker came below the bottom, from this space; `lost` says what else is lost: "", "token" or "turn"."""

    at: Space
    lost: str


@dataclass(frozen=True)
class Removed:
    """The marker came to an end in a column that is won already."""

    at: Space


@dataclass(frozen=True)
class Won:
    """The marker stands on the winning space of an open column."""

    column: int


@dataclass(frozen=True)
class Outrun:
    """Another white marker stands higher in the same column: this one is off without effect."""

    at: Space


@dataclass(frozen=True)
class TokenPlaced:
    """The token to move, or to set, in a column. `kept`: it already stood as high, and stays."""

    at: Space
    kept: bool


@dataclass(frozen=True)
class TokenOff:
    """A token leaves the board: of a won column, or because it travelled or was lost with its marker."""

    seat: int
    column: int


@dataclass(frozen=True)
class TurnBegan:
    """The next player's turn, with the reminders that it uses up."""

    seat: int
    maps: int
    lost: int


Step = (
    Picked
    | Met
    | Moved
    | Held
    | Taken
    | Cleared
    | Failed
    | Discarded
    | Rested
    | Looped
    | FellOff
    | Removed
    | Won
    | Outrun
    | TokenPlaced
    | TokenOff
    | TurnBegan
)
