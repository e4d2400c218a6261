"""A position of Highway as JSON in, advice as JSON out (FORMATS section 2). Nothing here decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.advisor.answers import action_json
from companion.advisor.highway.advice import Advice, advise
from companion.advisor.highway.sentences import approximate, why
from companion.advisor.question import BadQuestion, NoAdviceError
from companion.events import Event, Json
from companion.game import BadPosition
from companion.games.highway.position import from_position
from companion.games.highway.screens import label
from companion.games.highway.state import State

GAME = "highway"


def advise_on(position: Json, seat: int | None = None, open_to: Sequence[Event] = ()) -> dict[str, Any]:
    """The advice on a position, whose turn and options say all. Raises BadQuestion."""
    state, advice = _judged(position, open_to)
    return {
        "best": action_json(advice.best.event),
        "actions": [
            {"action": action_json(action.event), "win": round(action.win, 6), "turns": None}
            for action in advice.actions
        ],
        "bust": round(advice.bust, 6),
        "why": why(state, advice),
        "approximate": approximate(advice),
    }


def in_words(position: Json) -> str:
    """The same for people: an action a line, the best first, the sentences last. Raises BadQuestion."""
    state, advice = _judged(position, ())
    lines = []
    for action in advice.actions:
        name = label(state, action.event) if action.event else "Roll"  # in no language: the command line
        lines.append(f"{name:14} {100 * action.win:5.1f} % to win")  # in no language
    return "\n".join((*lines, why(state, advice), approximate(advice)))


def _judged(given: Json, open_to: Sequence[Event]) -> tuple[State, Advice]:
    try:
        state = from_position(given)
        return state, advise(state, open_to)
    except (BadPosition, NoAdviceError) as error:
        raise BadQuestion(str(error)) from error
