"""A position of Can't Stop Express as JSON in, advice as JSON out (FORMATS section 2). Nothing here decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.advisor.express.advice import Action, advise
from companion.advisor.express.sentences import why
from companion.advisor.question import BadQuestion, NoAdviceError
from companion.events import Event, Json, encode
from companion.game import BadPosition
from companion.games.express.position import from_position
from companion.games.express.rules import State
from companion.language import say

GAME = "express"


def advise_on(position: Json, seat: int | None = None, open_to: Sequence[Event] = ()) -> dict[str, Any]:
    """The advice for one seat, as `advise` has it. Raises BadQuestion."""
    state, actions = _judged(position, seat, open_to)
    return {
        "best": encode(actions[0].event),
        "actions": [
            {
                "action": encode(action.event),
                "win": None,
                "turns": None,
                "points": round(action.points, 1),
                "label": _label(state, action),
            }
            for action in actions
        ],
        "bust": 0.0,
        "why": why(state, actions),
    }


def in_words(position: Json) -> str:
    """The same for people: a selection a line, the best first, why last. Raises BadQuestion."""
    state, actions = _judged(position, None, ())
    named = [(_label(state, action), action.points) for action in actions]
    lines = [f"{label:12} {points:6.0f} points at the end" for label, points in named]  # in no language
    return "\n".join((*lines, why(state, actions)))


def _judged(position: Json, seat: int | None, open_to: Sequence[Event]) -> tuple[State, tuple[Action, ...]]:
    try:
        state = from_position(position)
        return state, advise(state, seat, open_to)
    except (BadPosition, NoAdviceError) as error:
        raise BadQuestion(str(error)) from error


def _label(state: State, action: Action) -> str:
    """A selection in ten characters, whatever lists the box would put above it."""
    is_free = action.sheet.fifth == state.sheets[action.event.seat].fifth
    fifth = say("free") if is_free else f"({action.event.fifth})"
    return f"{'+'.join(map(str, action.event.pairs))} {fifth}"
