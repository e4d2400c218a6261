"""What may stand otherwise on a real Can't Stop board, for putting it right on the box."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Correction
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import State
from companion.language import say, say_of


def corrections(state: State) -> Iterator[Correction]:
    """Tokens, runners, whose turn it is, and the roll that waits."""
    for seat, name in enumerate(state.players):
        for column in LENGTHS:
            for space in range(LENGTHS[column] + 1):
                tokens = [{str(c): s for c, s in own.items()} for own in state.tokens]
                tokens[seat] = _placed(tokens[seat], column, space)
                yield Correction((name, column_words(column), _space(space)), {"tokens": tokens})
    for column in LENGTHS:
        for space in range(LENGTHS[column] + 1):
            runners = _placed({str(c): s for c, s in state.runners.items()}, column, space)
            yield Correction((say("runners"), column_words(column), _space(space)), {"runners": runners})
    for seat, name in enumerate(state.players):
        yield Correction((say("whose turn"), name), {"turn": seat, "runners": {}, "pips": None})


def _placed(spaces: dict[str, int], column: int, space: int) -> dict[str, int]:
    others = {c: s for c, s in spaces.items() if c != str(column)}
    return {**others, str(column): space} if space else others


def _space(space: int) -> str:
    return space_words(space) if space else say_of("the board", "off")


def column_words(column: int) -> str:
    """In a list of columns."""
    return say("column {column}", column=column)


def space_words(space: int) -> str:
    """In a list of spaces."""
    return say("space {space}", space=space)
