"""What may lie otherwise on a real Highway board, for putting it right on the box."""

from __future__ import annotations

from collections.abc import Iterator

from companion.events import Json
from companion.game import Correction
from companion.games.cant_stop import corrections as cant_stop
from companion.games.cant_stop.corrections import column_words, space_words
from companion.games.highway.moves import written
from companion.games.highway.names import label
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX, SHIELDS, TILE_SPACES
from companion.games.highway.turns import MOST_MARKERS
from companion.language import say

ALL_TURN: Json = {
    "runners": {},
    "pips": None,
    "resolving": None,
    "path": None,
    "rested": [],
    "origins": [],
    "taken": [],
    "shields_used": 0,
    "pushes": 0,
}
"""What a turn leaves behind when it is another player's."""


def corrections(state: State) -> Iterator[Correction]:
    """Tokens, runners, whose turn it is, shields, reminders, markers, and every tile."""
    for correction in cant_stop.corrections(state.climb):
        match correction.change:
            case {"turn": _}:
                yield Correction(correction.path, {**ALL_TURN, **correction.change})
            case {"runners": runners} if state.stop is not None:
                waiting = sorted(map(int, runners))
                yield Correction(correction.path, {**correction.change, "resolving": waiting})
            case _:
                yield correction
    for seat, name in enumerate(state.climb.players):
        yield from _holdings(state, seat, name)
    for number in range(1, MOST_MARKERS + 1):
        yield Correction((say("white markers"), str(number)), {"markers": number})
    yield from _tiles(state)


def _holdings(state: State, seat: int, name: str) -> Iterator[Correction]:
    holds = say("{name} holds", name=name)
    for number in SHIELDS:
        held = [list(own) for own in state.shields]
        own = held[seat]
        shield = say("shield {number}", number=number)
        yield Correction((holds, shield, say("one more")), {"shields": _with(held, seat, [*own, number])})
        if number in own:
            less = list(own)
            less.remove(number)
            yield Correction((holds, shield, say("one less")), {"shields": _with(held, seat, less)})
    for key, counts, card in (("maps", state.maps, say("Map")), ("lost", state.lost, say("Lost"))):
        for count in range(BOX["map"] + 1):
            yield Correction(
                (holds, card, str(count)),
                {key: [count if at == seat else held for at, held in enumerate(counts)]},
            )


def _with(held: list[list[int]], seat: int, own: list[int]) -> list[list[int]]:
    return [own if at == seat else other for at, other in enumerate(held)]


def _tiles(state: State) -> Iterator[Correction]:
    board = {written(at): {"face": tile.face, "up": tile.up} for at, tile in (state.board or {}).items()}
    for at in TILE_SPACES:
        space = written(at)
        where = (say("tiles"), column_words(at[0]), space_words(at[1]))
        others = {other: tile for other, tile in board.items() if other != space}
        yield Correction((*where, say("no tile")), {"board": others})
        lying = board.get(space, {"face": None})
        yield Correction((*where, say("face down")), {"board": {**others, space: {"face": lying["face"], "up": False}}})
        for face in BOX:
            yield Correction((*where, label(face)), {"board": {**others, space: {"face": face, "up": True}}})
