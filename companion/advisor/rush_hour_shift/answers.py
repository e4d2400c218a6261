"""A position of Rush Hour Shift as JSON in, advice as JSON out (FORMATS section 2). Nothing here decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.advisor.question import BadQuestion, NoAdviceError
from companion.advisor.rush_hour_shift.advice import Action, advise
from companion.advisor.rush_hour_shift.sentences import approximate, label, why
from companion.events import Event, Json, encode
from companion.game import BadPosition
from companion.games.rush_hour_shift.position import from_position
from companion.games.rush_hour_shift.rules import State

GAME = "rush-hour-shift"


def advise_on(position: Json, seat: int | None = None, open_to: Sequence[Event] = ()) -> dict[str, Any]:
    """The advice on a position, for whoever's turn it is: any card may be in their hand. Raises BadQuestion."""
    state, actions = _judged(position)
    return {
        "best": encode(actions[0].event),
        "actions": [
            {
                "action": encode(action.event),
                "win": round(action.win, 4),
                "turns": None,
                "label": label(state, action.event),
            }
            for action in actions
        ],
        "bust": 0.0,
        "why": why(state, actions),
        "approximate": approximate(state),
    }


def in_words(position: Json) -> str:
    """The same for people: an action a line, the best first, why last. Raises BadQuestion."""
    state, actions = _judged(position)
    named = [(label(state, action.event), action.win) for action in actions]
    lines = [f"{name:12} {100 * win:5.1f} % to win" for name, win in named]  # in no language
    return "\n".join((*lines, why(state, actions), approximate(state)))


def _judged(position: Json) -> tuple[State, tuple[Action, ...]]:
    try:
        state = from_position(position)
        return state, advise(state)
    except (BadPosition, NoAdviceError) as error:
        raise BadQuestion(str(error)) from error
