"""Positions and games in few words, for the tests of Highway."""

from __future__ import annotations

from typing import Any

from companion.events import DiceRolled, Event
from companion.game import step
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped
from companion.games.highway import HIGHWAY
from companion.games.highway.position import from_position, position
from companion.games.highway.state import State


def at(runners: dict[str, int], **given: Any) -> State:
    """Ann's turn with these runners; `board` names the faces of tiles that lie face down: {"7.4": "map"}."""
    board = {space: {"face": face, "up": False} for space, face in given.pop("board", {}).items()}
    return from_position({"players": ["Ann", "Bo"], "runners": runners, "board": board, **given})


def after(state: State, *events: Event) -> State:
    for event in events:
        state = step(HIGHWAY, state, event)
    return state


def stopped(state: State, *events: Event) -> State:
    return after(state, Stopped(), *events)


def rolled(*pips: int) -> DiceRolled:
    return DiceRolled(pips)


def split(*columns: int) -> SplitChosen:
    return SplitChosen(columns)


BUST = BustAccepted()


def part(state: State, *keys: str) -> dict[str, Any]:
    """Some keys of the position."""
    whole = position(state)
    return {key: whole[key] for key in keys}


def tokens(state: State, seat: int = 0) -> dict[int, int]:
    return dict(state.climb.tokens[seat])


def options(state: State) -> list[Event]:
    """All that may be chosen now."""
    return [option for prompt in HIGHWAY.prompts(state) for option in getattr(prompt, "options", ())]


def kinds(state: State) -> list[str]:
    return [prompt.kind for prompt in HIGHWAY.prompts(state)]
