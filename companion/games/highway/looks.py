"""How a Highway board should look: Can't Stop's, and the tiles on it where real ones lie on the table.

The law of this file: facts for whoever compares a photo with the state; what lies face down is never named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.board import TILE, TOKEN, BoardPlan, Expected, Piece, Spot, stood
from companion.games.cant_stop import looks as cant_stop
from companion.games.cant_stop.board import LENGTHS
from companion.games.highway.moves import Space, written
from companion.games.highway.state import State, Stop
from companion.games.highway.tiles import TILE_SPACES, Tile

BARE: Final = tuple(f"{column}.{LENGTHS[column]}" for column in range(3, 12, 2))
"""Spaces without a tile (R3), none beside another: for four seats and a white marker."""
DARK: Final = tuple(f"{column}.{space}" for space in (5, 4, 6, 3, 7, 2, 8) for column in (7, 6, 8, 5, 9))
"""Spaces far from those; upon a back a white marker shows better than on paper."""

BACK: Final = Piece(TILE, "back")


def plan(tiles: bool, tile_mm: float = 20.0) -> BoardPlan:
    """The board for tiles of this edge; without `tiles` the companion holds them, and it looks like Can't Stop's, whose
    pieces may have been learned there."""
    base = cant_stop.plan(tile_mm)
    if not tiles:
        return base
    bearing = set(map(written, TILE_SPACES))

    def spot(one: Spot) -> Spot:
        return replace(one, kinds=one.kinds | {TILE}, tile=tile_mm) if one.name in bearing else one

    return replace(base, game="highway", spots=tuple(map(spot, base.spots)))


def with_tiles(state: State) -> bool:
    """Whether real tiles lie on the board."""
    return state.options.tiles == "table"


def expected(state: State, colours: Sequence[str]) -> Expected:
    """What stands and lies where; the white markers that wait, that were checked, and the one under check."""
    lying = [
        (written(at), Piece(TOKEN, colours[seat])) for seat, own in enumerate(state.climb.tokens) for at in own.items()
    ]
    lying += [(written(at), cant_stop.WHITE) for at in white_markers(state)]
    return stood([*lying, *_tiles(state)])


def white_markers(state: State) -> tuple[Space, ...]:
    stop = state.stop or Stop()
    return (*state.climb.runners.items(), *stop.rested, *((stop.path or ())[-1:]))


def set_up(state: State, colours: Sequence[str]) -> Expected:
    """One token of each kind on bare spaces, a white marker on a tile that lies face down, the tiles as they lie: these
    need no learning, their faces are known."""
    return laid_out(colours, dict(_tiles(state)))


def laid_out(colours: Sequence[str], tiles: Mapping[str, Piece]) -> Expected:
    """The same on these tiles, by their spaces."""
    tokens = zip(BARE, (Piece(TOKEN, colour) for colour in colours), strict=False)
    white = next((name for name in DARK if tiles.get(name) == BACK), BARE[-1])
    return stood([*tokens, (white, cant_stop.WHITE), *tiles.items()])


def _tiles(state: State) -> list[tuple[str, Piece]]:
    board = state.board if with_tiles(state) else None
    return [(written(at), _as_it_lies(tile)) for at, tile in (board or {}).items()]


def _as_it_lies(tile: Tile) -> Piece:
    return Piece(TILE, tile.face) if tile.up and tile.face else BACK
