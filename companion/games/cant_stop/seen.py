"""A Can't Stop board as a photo shows it: in words, and as the position that it would be.

The law of this file: whoever was not seen and may stand where nothing could be seen is not taken off the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion import board_check
from companion.board import RUNNER, TOKEN, BoardPlan, BoardReading, Difference, Expected, Piece
from companion.board_check import BoardCheck, NotSure, hidden
from companion.events import Json
from companion.games.cant_stop import looks
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.corrections import column_words, space_words
from companion.games.cant_stop.rules import Spaces, State
from companion.language import capital, say
from companion.positions import keys_as_text


def where(spot: str) -> str:
    column, space = spot.split(".")
    return capital(say("{column}, {space}", column=column_words(int(column)), space=space_words(int(space))))


def line(spot: str) -> str:
    return capital(column_words(int(spot.split(".")[0])))


def words(state: State, colours: Sequence[str], one: Difference) -> tuple[str, ...]:
    there = where(one.spot)
    take = (board_check.take(there, piece_words(state.players, colours, piece)) for piece in one.take)
    put = (board_check.put(there, piece_words(state.players, colours, piece)) for piece in one.put)
    return (*take, *put)


def piece_words(players: Sequence[str], colours: Sequence[str], piece: Piece) -> str:
    """As the object of a sentence."""
    if piece.kind == RUNNER:
        return say("a white runner")
    if piece.look in colours:
        return say("{name}'s token", name=players[list(colours).index(piece.look)])
    return say("the {colour} token", colour=say(piece.look))


def seen(state: State, colours: Sequence[str], reading: BoardReading) -> Json:
    """Tokens and runners as they were seen."""
    tokens = [
        keys_as_text(climbed(own, Piece(TOKEN, colour), reading.seen))
        for own, colour in zip(state.tokens, colours, strict=False)
    ]
    return {"tokens": tokens, "runners": keys_as_text(climbed(state.runners, looks.WHITE, reading.seen))}


def climbed(before: Spaces, piece: Piece, seen: Mapping[str, tuple[Piece, ...] | None]) -> Spaces:
    """Where a seat's tokens, or the runners, stand, one a column: the lowest that was seen, or where it stood unseen.

    Raises:
        NotSure: it stands no longer where it stood, and may stand on a space that could not be seen.
    """
    after = {}
    for column, length in LENGTHS.items():
        spaces = {space: seen.get(looks.name_of(column, space)) for space in range(1, length + 1)}
        on = [space for space, lying in spaces.items() if lying is not None and piece in lying]
        blind = [space for space, lying in spaces.items() if lying is None]
        stood = before.get(column)
        if on:
            after[column] = stood if stood in on else on[0]
        elif stood in blind:
            after[column] = stood
        elif stood is not None and blind:
            raise NotSure(hidden(where(looks.name_of(column, blind[0]))))
    return after


def set_up(state: State, colours: Sequence[str]) -> Expected:
    return looks.set_up(colours)


def plan(state: State) -> BoardPlan:
    return looks.plan()


BOARD: BoardCheck[State] = BoardCheck(plan, looks.expected, set_up, where, words, seen, line)
