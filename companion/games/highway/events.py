"""What happens in Highway besides what happens in Can't Stop (FORMATS section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.events import BadEvent, Event, Json
from companion.games.highway.moves import written
from companion.games.highway.tiles import BOX, TILE_SPACES


@dataclass(frozen=True)
class TilesShuffled(Event):
    """The companion dealt the tiles face down, once, at the start (R4).

    In a record of an unfinished game the face of a tile that still lies face down is null.
    """

    board: Json
    """Space -> {"face": ..., "up": false}, for all of the 72 spaces."""

    def __post_init__(self) -> None:
        if self.board.keys() != {written(at) for at in TILE_SPACES}:
            raise BadEvent(f"TilesShuffled.board must name the {len(TILE_SPACES)} spaces that bear tiles, each once")
        dealt = Counter[str]()
        for space, tile in self.board.items():
            if not isinstance(tile, Mapping) or "face" not in tile or tile.keys() - {"face", "up"} or tile.get("up"):
                raise BadEvent(f'TilesShuffled.board: {space} must be {{"face": ..., "up": false}}, not {tile!r}')
            face = tile["face"]
            if face is None:
                continue
            if not isinstance(face, str) or face not in BOX:
                raise BadEvent(f"TilesShuffled.board: {space}: there is no tile {face!r}")
            dealt[face] += 1
        for face, count in dealt.items():
            if count > BOX[face]:
                raise BadEvent(f"TilesShuffled.board: the box has {BOX[face]} of {face}, not {count}")


@dataclass(frozen=True)
class MarkerPicked(Event):
    """This white marker is checked next (R5)."""

    column: int


@dataclass(frozen=True)
class TileRevealed(Event):
    """The tile under the marker that is checked was turned on the real table."""

    is_seen: ClassVar[bool] = True
    face: str


@dataclass(frozen=True)
class DirectionChosen(Event):
    """The way that a marker leaves a Roundabout (R14)."""

    direction: str


@dataclass(frozen=True)
class ShieldUsed(Event):
    """An Interstate shield changed one die of the roll (R16)."""

    number: int
    die: int
    """The pips of the die before."""
    by: int


@dataclass(frozen=True)
class MarkerPushed(Event):
    """Option `map: push`: a Map moved one runner up."""

    column: int
    by: int


@dataclass(frozen=True)
class HazardJudged(Event):
    """Option `hazard: agreed`: the table said whether the hazard was passed."""

    is_seen: ClassVar[bool] = True
    passed: bool
