"""Short ways to say a game of Can't Stop Express that stands somewhere, and to go on from there."""

from __future__ import annotations

from typing import Any

from companion.events import Event
from companion.game import step
from companion.games.express import EXPRESS
from companion.games.express.position import from_position
from companion.games.express.rules import SelectionMade, State

STRAIGHT = (1, 2, 3, 4, 5)


def game(*sheets: dict[str, Any], **keys: Any) -> State:
    names = ["Ann", "Bo", "Cid", "Di", "Eve", "Flo"][: len(sheets)]
    return from_position({"players": names, "sheets": list(sheets), **keys})


def after(state: State, *events: Event) -> State:
    for event in events:
        state = step(EXPRESS, state, event)
    return state


def chosen(seat: int, first: int, second: int, fifth: int) -> SelectionMade:
    return SelectionMade(seat, (first, second), fifth)
