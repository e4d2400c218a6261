"""What a photo of the board comes to: what to take and to put, and the correction that people may choose instead.

The law of this file: it advises and never changes a game. A correction is offered only where every spot that differs
was seen, the rules allow what comes of it, and that would look just as it was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.board import (
    PART,
    TILE,
    BoardPlan,
    BoardReading,
    Difference,
    Expected,
    Piece,
    differences,
)
from companion.board_check import BoardCheck, NotSure, hidden
from companion.board_grid import LENGTHS, middle_of, stand_at
from companion.board_port import Straightened
from companion.events import Json
from companion.game import BadPosition, Game
from companion.language import later, say

STATUS: Final[Mapping[str, str]] = {"read": "read", "unsure": "unsure", "no board": "empty"}  # in no language
"""A reading's status by the word that all readings of photos have."""


NO_OTHER: Final = later("No other board can be taught for this game.")
NO_BOARD: Final = later("The board of this game cannot be checked by a photo.")
UNKNOWN: Final = later("How your pieces look is not known yet: one photo teaches it.")

LOOK_THERE: Final = later(
    "On a board that was taught, a photo may mistake a piece: look at each place before you move anything. Where the"
    " companion is wrong, put the board right by hand."
)

SHOW_THEMSELVES: Final = (TILE, PART)
"""Kinds whose looks need no learning."""


@dataclass(frozen=True)
class Standing:
    """A game in play at one moment."""

    version: int
    game: Game[Any]
    state: Any
    colours: tuple[str, ...]
    """Each seat's."""


def report(
    game: Game[Any], state: Any, colours: Sequence[str], reading: BoardReading, plan: BoardPlan | None = None
) -> dict[str, Any]:
    """The reading as JSON, on the board as `plan` has it, else our print; `at` in parts of the board's width and height
    (x, y, and the edge in parts of the width).

    `change` holds the keys of the position that stand otherwise if the board is right; null with the reason in
    `prevented` where the photo does not say it for sure, null without one where nothing differs. Where the reading does
    not decide, differences are places to look at, and the status is `unsure`.
    """
    check = game.board
    assert check is not None
    plan = reading.plan or plan or check.plan(state)
    found = differences(check.expected(state, colours), reading)
    change, prevented = None, ""
    if found and not reading.decides:
        prevented = say(LOOK_THERE)
    elif found:
        try:
            change = correction(game, state, colours, reading)
        except NotSure as why:
            prevented = str(why)
    return {
        "status": STATUS["unsure" if prevented and not reading.decides else reading.status],
        "differences": [_difference(check, plan, state, colours, one) for one in found],
        "unseen": [{"spot": name, "say": check.where(name), "at": place(plan, name)} for name in reading.unseen],
        "change": change,
        "prevented": prevented,
        "decides": reading.decides,
        "reasons": list(reading.reasons),
    }


def correction(game: Game[Any], state: Any, colours: Sequence[str], reading: BoardReading) -> Json:
    """The keys of the position that the board, as it was seen, changes.

    Raises:
        NotSure: it cannot be said, or is no position of the game.
    """
    check = game.board
    assert check is not None
    change = check.seen(state, colours, reading)
    try:
        after = game.from_position({**game.position(state), **change})
    except BadPosition as error:
        raise NotSure(say("What was seen cannot be: {why}.", why=error)) from error
    should, was = check.expected(after, colours), check.expected(state, colours)
    if left := differences(should, reading):
        raise NotSure(say("{where}: that cannot lie there.", where=check.where(left[0].spot)))
    for name in reading.unseen:
        if should.get(name, ()) != was.get(name, ()):
            raise NotSure(hidden(check.where(name)))
    return change


def _difference(
    check: BoardCheck[Any], plan: BoardPlan, state: Any, colours: Sequence[str], one: Difference
) -> dict[str, Any]:
    return {
        "spot": one.spot,
        "take": [_piece(piece) for piece in one.take],
        "put": [_piece(piece) for piece in one.put],
        "say": list(check.words(state, colours, one)),
        "at": place(plan, one.spot, *one.put, *one.take),
    }


def _piece(piece: Piece) -> dict[str, str]:
    return {"kind": piece.kind, "look": piece.look, "way": piece.way}


def place(plan: BoardPlan, name: str, *lying: Piece) -> list[float]:
    """Where a spot is: x, y and edge, in parts of the board's width, height and width. A vehicle that lies there covers
    more: its middle."""
    spot = plan.spot(name)
    x, y = spot.x, spot.y
    if plan.grid is not None and lying and lying[0].kind in LENGTHS:
        x, y = middle_of(plan.grid, stand_at(plan.grid, name, lying[0]))
    return [round(x / plan.width, 4), round(y / plan.height, 4), round(spot.size / plan.width, 4)]


def lay_out(game: Game[Any], state: Any, colours: Sequence[str], plan: BoardPlan | None = None) -> list[dict[str, Any]]:
    """How to lay the board out for the photo from which its pieces are learned: each with its sentence and place.

    Empty: as it stands.
    """
    check = game.board
    assert check is not None
    plan = plan or check.plan(state)
    if as_it_stands(game, state, colours):
        return []
    return [
        {
            "say": " ".join(check.words(state, colours, Difference(spot, (), (piece,)))),
            "at": place(plan, spot),
            **_piece(piece),
        }
        for spot, pieces in check.set_up(state, colours).items()
        for piece in pieces
        if piece.kind not in SHOW_THEMSELVES
    ]


def as_it_stands(game: Game[Any], state: Any, colours: Sequence[str]) -> bool:
    """Whether the pieces are learned from the board as it stands in play, and from no other."""
    check = game.board
    assert check is not None
    return check.set_up(state, colours) == check.expected(state, colours)


def stand_alone(game: Game[Any], state: Any, colours: Sequence[str]) -> bool:
    """Whether one of each piece that is to be learned stands alone on a spot: then nothing has to be laid out.

    Not where nothing could be laid out either.
    """
    check = game.board
    assert check is not None
    if as_it_stands(game, state, colours):
        return False

    def standing(lying: Expected) -> set[tuple[Piece, ...]]:
        spots = (tuple(piece for piece in pieces if piece.kind not in SHOW_THEMSELVES) for pieces in lying.values())
        return {pieces for pieces in spots if len(pieces) == 1}

    return standing(check.set_up(state, colours)) <= standing(check.expected(state, colours))


def taps(plan: BoardPlan, where: Callable[[str], str]) -> list[dict[str, Any]]:
    """The four spots that people mark on a board without codes, and about where they are in a photo of it."""
    return [{"say": where(name), "at": place(plan, name)[:2]} for name in plan.taps]


def may_be_taught(plan: BoardPlan) -> bool:
    """Whether another board than our print can be: its spots stand in lines, and no tiles lie on it."""
    return bool(plan.lines) and not any(spot.tile for spot in plan.spots)


def lines(plan: BoardPlan, check: BoardCheck[Any], straight: Straightened) -> list[dict[str, Any]]:
    """The lines of spots on a straightened picture: each with its name, how many spots it has, and where it ends."""
    return [
        {
            "say": check.line(line[0]),
            "spots": len(line),
            "ends": [
                {"say": check.where(name), "at": [round(part, 5) for part in straight.parts(name)]}
                for name in (line[0], line[-1])
            ],
        }
        for line in plan.lines
    ]
