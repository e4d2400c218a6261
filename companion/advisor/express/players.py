"""The companion plays Can't Stop Express: as the advisor would, or as a beginner who thinks of one throw; and says why.

The beginner is the one-line player of STRATEGY: points as they stand, where a row below five marks costs less of its
penalty the more marks it has, less something for the fullest line of the fifth die. One selection in eight is any.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.advisor.express.advice import advise
from companion.events import Event, Json
from companion.games.express.position import from_position
from companion.games.express.rules import SelectionMade, State
from companion.games.express.scoring import row_score, sheet_score
from companion.games.express.sheets import FIFTH_BOXES, NEGATIVE, ROWS, Sheet
from companion.games.express.telling import marks_of
from companion.language import say
from companion.strengths import Strength

FIFTH: Final = 20
"""What each mark of the fullest line of the fifth die costs, in points."""
PUT_OUT: Final = 15
"""As so many marks counts a line that puts the player out."""
SLIP: Final = 0.125


def strong(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event:
    """What the advisor says is best."""
    return advise(from_position(position), seat, open_to)[0].event


def beginner(position: Json, seat: int, open_to: Sequence[Event], chance: Random) -> Event:
    state = from_position(position)
    possible = [event for event in open_to if isinstance(event, SelectionMade)]
    if chance.random() < SLIP:
        return chance.choice(possible)
    penalty = state.options.penalty
    return max(possible, key=lambda event: _looks(state.sheets[seat].marked(event.selection), penalty))


def _looks(sheet: Sheet, penalty: int) -> float:
    """What a sheet looks worth to somebody who does not think of the throws to come."""
    fullest = PUT_OUT if sheet.out else max(sheet.fifth.values(), default=0)
    return sum(row_looks(row, sheet.pairs.get(row, 0), penalty) for row in ROWS) - FIFTH * fullest


def row_looks(row: int, marks: int, penalty: int) -> float:
    """The points of a row, where one below five marks costs less of its penalty the more marks it has."""
    if 0 < marks <= NEGATIVE:
        return -penalty * (NEGATIVE + 1 - marks) / NEGATIVE
    return row_score(row, marks, penalty)


def reason(position: Json, seat: int, event: Event | None, strength: Strength) -> str:
    """What it marks, and what that comes to: on average at the end, or as it stands."""
    assert isinstance(event, SelectionMade)
    state = from_position(position)
    after = state.sheets[seat].marked(event.selection)
    said: dict[str, object] = {"name": state.players[seat], "what": marks_of(after, event.selection)}
    now = sheet_score(after, state.options.penalty)
    if after.out:
        return say("{name} marks {what}, and is out with {points} points.", points=now, **said)
    if strength is Strength.STRONG:
        return say("{name} marks {what}: that ends at {points} points on average.", points=_ends(state, event), **said)
    marks = after.fifth.get(event.fifth, 0)
    if event.fifth in after.fifth:
        return say(
            "{name} marks {what}: its sheet stands at {points} points, that fifth die at {marks} of {boxes} marks.",
            points=now,
            marks=marks,
            boxes=FIFTH_BOXES,
            **said,
        )
    return say("{name} marks {what}: its sheet stands at {points} points.", points=now, **said)


def _ends(state: State, event: SelectionMade) -> str:
    (found,) = advise(state, event.seat, (event,))
    return f"{found.points:.0f}"
