"""A Highway board as a photo shows it: in words, and as the position that it would be.

The law of this file: tokens and runners as in Can't Stop; a tile that was seen lies as it was seen, and while white
markers are checked they stand as the companion says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion import board_check
from companion.board import TILE, TOKEN, BoardPlan, BoardReading, Difference, Piece
from companion.board_check import BoardCheck, NotSure
from companion.events import Json
from companion.games.cant_stop import seen as cant_stop
from companion.games.cant_stop.looks import WHITE
from companion.games.highway import looks, names
from companion.games.highway.moves import written
from companion.games.highway.position import board_json
from companion.games.highway.state import Board, State
from companion.games.highway.tiles import TILE_SPACES, Tile
from companion.language import say
from companion.positions import keys_as_text


def ready(state: State) -> bool:
    """Of real tiles and pieces upon them too much is a doubt yet (docs/board-accuracy.md)."""
    return not looks.with_tiles(state)


def plan(state: State) -> BoardPlan:
    return looks.plan(looks.with_tiles(state))


def words(state: State, colours: Sequence[str], one: Difference) -> tuple[str, ...]:
    """A tile that only lies the other way up is turned, and one with another face is looked at."""
    there = cant_stop.where(one.spot)
    taken, missing = _tile(one.take), _tile(one.put)
    if taken is None or missing is None:
        take = (board_check.take(there, _called(state, colours, piece)) for piece in one.take)
        put = (board_check.put(there, _called(state, colours, piece)) for piece in one.put)
        return (*take, *put)
    rest = Difference(
        one.spot,
        tuple(piece for piece in one.take if piece != taken),
        tuple(piece for piece in one.put if piece != missing),
    )
    return (_turned(there, taken, missing), *words(state, colours, rest))


def _turned(there: str, taken: Piece, missing: Piece) -> str:
    if missing == looks.BACK:
        return say("{where}: turn the tile face down again.", where=there)
    if taken == looks.BACK:
        return say("{where}: turn the tile up, it should show {tile}.", where=there, tile=names.name(missing.look))
    return say(
        "{where}: the tile should show {tile}, not {other}.",
        where=there,
        tile=names.name(missing.look),
        other=names.name(taken.look),
    )


def _tile(pieces: Sequence[Piece]) -> Piece | None:
    return next((piece for piece in pieces if piece.kind == TILE), None)


def _called(state: State, colours: Sequence[str], piece: Piece) -> str:
    if piece.kind != TILE:
        return cant_stop.piece_words(state.climb.players, colours, piece)
    if piece == looks.BACK:
        return say("a face-down tile")
    return say("the tile {tile}", tile=names.name(piece.look))


def seen(state: State, colours: Sequence[str], reading: BoardReading) -> Json:
    """Tokens, runners and tiles as they were seen."""
    change: dict[str, object] = {
        "tokens": [
            keys_as_text(cant_stop.climbed(own, Piece(TOKEN, colour), reading.seen))
            for own, colour in zip(state.climb.tokens, colours, strict=False)
        ]
    }
    if state.stop is None:
        runners = cant_stop.climbed(state.climb.runners, WHITE, reading.seen)
        change["runners"] = keys_as_text(runners)
    elif moved := _white_moved(state, reading):
        raise NotSure(say("{where}: while white markers are checked, they stay where they stand.", where=moved))
    if looks.with_tiles(state):
        board = _board(state, reading)
        change["board"] = board_json(board, board)
    return change


def _white_moved(state: State, reading: BoardReading) -> str:
    """Where a white marker was seen that should not stand there, or was not seen; empty: nowhere."""
    should = Counter(map(written, looks.white_markers(state)))
    for spot, lying in reading.seen.items():
        if lying is not None and lying.count(WHITE) != should[spot]:
            return cant_stop.where(spot)
    return ""


def _board(state: State, reading: BoardReading) -> Board:
    before = state.board or {}
    after: dict[tuple[int, int], Tile] = {}
    for at in TILE_SPACES:
        lying = reading.seen.get(written(at))
        tile = _tile(lying) if lying is not None else None
        if lying is None:
            if at in before:
                after[at] = before[at]
        elif tile is not None:
            after[at] = _lying(before.get(at), tile)
    return after


def _lying(before: Tile | None, seen: Piece) -> Tile:
    """A tile as it was seen; what the companion knows of one that lies face down stays known."""
    if seen == looks.BACK:
        return Tile(before.face if before is not None else None)
    return Tile(seen.look, up=True)


BOARD: BoardCheck[State] = BoardCheck(
    plan, looks.expected, looks.set_up, cant_stop.where, words, seen, cant_stop.line, ready
)
