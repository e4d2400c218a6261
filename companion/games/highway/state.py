"""The state of a Highway game: a Can't Stop state, the tiles, and the stop that is being resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.game import Seat
from companion.games.cant_stop import rules as cant_stop
from companion.games.cant_stop.board import LENGTHS, RUNNERS
from companion.games.highway.moves import Space, is_top
from companion.games.highway.options import Options
from companion.games.highway.steps import Step
from companion.games.highway.tiles import Tile

Board = Mapping[Space, Tile]
"""The tiles that lie on the board; a space without an entry is bare. Never changed in place."""


@dataclass(frozen=True)
class Stop:
    """A voluntary stop whose white markers are being checked (R5). Those that still wait are the state's runners."""

    path: tuple[Space, ...] | None = None
    """Where the marker under check has stood, the present space last; None while the next one is to be picked."""

    rested: tuple[Space, ...] = ()
    """Where checked markers stand until the tokens move (R23)."""

    origins: tuple[int, ...] = ()
    """For each of `rested` the column from which it came: its token may travel along (R24)."""

    taken: tuple[int, ...] = ()
    """Shields of this stop, sorted; of use only in a later turn (R7)."""


@dataclass(frozen=True)
class State:
    climb: cant_stop.State
    """Players, tokens, runners, whose turn it is, and the roll that waits."""

    shields: tuple[tuple[int, ...], ...]
    """Each seat's, sorted."""

    maps: tuple[int, ...]
    lost: tuple[int, ...]
    """Reminders of each seat, for its coming turn."""

    board: Board | None = None
    """None: the companion has not shuffled yet."""

    options: Options = field(default_factory=Options)
    markers: int = RUNNERS
    """White markers that may be used this turn."""

    pushes: int = 0
    """Option `map: push`: how many pushes are left this turn."""

    shields_used: int = 0
    """How many shields changed the roll that waits."""

    stop: Stop | None = None
    """None outside a resolution."""

    gone: Mapping[str, int] = field(default_factory=dict)
    """How many of each face have left the game or are held, as far as it is known."""

    steps: tuple[Step, ...] = field(default=(), compare=False)
    """What the last event led to, for the screens. No part of the position."""

    @property
    def seat(self) -> Seat:
        return self.climb.seat

    @property
    def chain(self) -> tuple[Space, ...]:
        """Where the marker under check has stood, the present space last. Only while one is under check."""
        assert self.stop is not None
        assert self.stop.path is not None
        return self.stop.path

    @property
    def at(self) -> Space | None:
        """Where the marker under check stands; None while none is."""
        return self.stop.path[-1] if self.stop and self.stop.path else None

    @property
    def tile(self) -> Tile | None:
        """The tile under the marker that is checked."""
        return None if self.at is None else (self.board or {}).get(self.at)


def stepped(state: State, *steps: Step) -> State:
    return replace(state, steps=(*state.steps, *steps))


def with_tile(state: State, at: Space, tile: Tile | None) -> State:
    """The state with another tile there, or with none."""
    others = {space: lying for space, lying in (state.board or {}).items() if space != at}
    return replace(state, board=others if tile is None else {**others, at: tile})


def tile_gone(state: State, at: Space) -> State:
    """The state after the tile there left the board: it is known not to lie elsewhere."""
    face = (state.board or {})[at].face
    assert face is not None
    return with_tile(replace(state, gone={**state.gone, face: state.gone.get(face, 0) + 1}), at, None)


def won_columns(state: State) -> frozenset[int]:
    """Columns that are won: by a token, or by a marker of this stop that has been checked (R29)."""
    rested = state.stop.rested if state.stop else ()
    return cant_stop.won_columns(state.climb) | {at[0] for at in rested if is_top(at)}


def usable_shields(state: State) -> tuple[int, ...]:
    """The shields that the seat in turn may use on the roll that waits (R7, R16)."""
    held = Counter(state.shields[state.seat])
    if state.stop is not None:
        held -= Counter(state.stop.taken)
        if not state.options.shield_on_hazard:
            return ()
    if state.options.shields_per_roll is not None and state.shields_used >= state.options.shields_per_roll:
        return ()
    return tuple(sorted(held.elements()))


def free_height(state: State, column: int) -> int:
    """How many spaces a runner may still climb in a column."""
    return LENGTHS[column] - state.climb.runners[column]
