"""What lies face down is known to nobody, where the companion holds the tiles.

The law of this file: a dealt face leaves the journal once play has turned that very tile, or the game is over. That
people put the board right turns nothing: what they claim of a tile is theirs, what was dealt stays a secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.events import Event, GameStarted, Json, PositionCorrected
from companion.games.highway.events import TilesShuffled
from companion.games.highway.moves import written
from companion.games.highway.position import board_json, position
from companion.games.highway.rules import outcome
from companion.games.highway.state import State
from companion.games.highway.tiles import TILE_SPACES, Tile


def shown(state: State) -> dict[str, object]:
    """The position as it may leave the journal."""
    whole = position(state)
    if state.board is None or state.options.tiles != "companion":
        return whole
    hidden = {at: tile if tile.up else Tile(None) for at, tile in state.board.items()}
    return {**whole, "board": board_json(hidden, state.board)}


def masked(past: Sequence[tuple[Event, State]]) -> tuple[Event, ...]:
    """The events of a game so far, each with the state after it, as they may leave the journal."""
    end = past[-1][1]
    if end.options.tiles != "companion" or outcome(end):
        return tuple(event for event, _ in past)
    # Before the shuffle, an undone one among them, every face is a secret.
    down = _face_down(end) if end.board is not None else frozenset(map(written, TILE_SPACES))
    never_turned = frozenset(map(written, TILE_SPACES)) - _turned(past)
    return tuple(_without_faces(event, down, down | never_turned) for event, _ in past)


def _turned(past: Sequence[tuple[Event, State]]) -> frozenset[str]:
    """The spaces whose tiles play has turned."""
    turned: set[str] = set()
    for (_, before), (event, after) in pairwise(past):
        if not isinstance(event, PositionCorrected):
            turned |= _face_down(before) - _face_down(after)
    return frozenset(turned)


def _face_down(state: State) -> frozenset[str]:
    return frozenset(written(at) for at, tile in (state.board or {}).items() if not tile.up)


def _without_faces(event: Event, down: frozenset[str], dealt: frozenset[str]) -> Event:
    """`event` without the faces at `down`; a shuffle without those at `dealt`."""
    match event:
        case TilesShuffled(board):
            return TilesShuffled(_blank(board, dealt))
        case PositionCorrected(given) if isinstance(given.get("board"), Mapping):
            return PositionCorrected({**given, "board": _blank(given["board"], down)})
        case GameStarted(position=given) if isinstance(given.get("board"), Mapping):
            return replace(event, position={**given, "board": _blank(given["board"], down)})
    return event


def _blank(board: Mapping[str, Any], spaces: frozenset[str]) -> dict[str, Any]:
    return {space: {**tile, "face": None, "up": False} if space in spaces else tile for space, tile in board.items()}


def filled(state: State, given: Json) -> Json:
    """A position that people gave of this game, with the faces that they could not know put back.

    A screen shows a tile that the companion holds as `"face": null`; so it comes back from there. Where no board is
    named, the tiles lie as they lay.
    """
    if state.board is None:
        return given
    board = given.get("board", board_json(state.board, state.board))
    if not isinstance(board, Mapping):
        return given
    known = {written(at): tile.face for at, tile in state.board.items() if not tile.up}
    return {
        **given,
        "board": {
            space: {**tile, "face": known.get(space)}
            if isinstance(tile, Mapping) and tile.get("face") is None and not tile.get("up")
            else tile
            for space, tile in board.items()
        },
    }
