"""A position of Can't Stop as JSON in, advice as JSON out (FORMATS section 2). Nothing here decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.advisor.advice import Advice, advise
from companion.advisor.question import BadQuestion, NoAdviceError
from companion.advisor.sentences import why
from companion.events import Event, Json, encode
from companion.game import BadPosition
from companion.games.cant_stop.position import from_position
from companion.games.cant_stop.rules import State
from companion.games.cant_stop.screens import label

GAME = "cant-stop"


def advise_on(position: Json, seat: int | None = None, open_to: Sequence[Event] = ()) -> dict[str, Any]:
    """The advice on a position, whose turn and options say all. Raises BadQuestion."""
    return _body(*_judged(position))


def _body(state: State, advice: Advice, sentence: str) -> dict[str, Any]:
    return {
        "best": action_json(advice.best.event),
        "actions": [
            {"action": action_json(action.event), "win": _rounded(action.win), "turns": _rounded(action.turns)}
            for action in advice.actions
        ],
        "bust": _rounded(advice.bust),
        "why": sentence,
    }


def in_words(position: Json) -> str:
    """The same for people: an action a line, the best first, the sentence last. Raises BadQuestion."""
    state, advice, sentence = _judged(position)
    lines = []
    for action in advice.actions:
        name = label(state, action.event) if action.event else "Roll"  # in no language: the command line
        turns = f"{action.turns:6.2f} turns to go" if action.turns is not None else ""  # in no language
        worth = turns or f"{100 * (action.win or 0):5.1f} % to win"  # in no language
        lines.append(f"{name:12} {worth}")
    return "\n".join((*lines, sentence))


def _judged(given: Json) -> tuple[State, Advice, str]:
    try:
        state = from_position(given)
        advice = advise(state)
    except (BadPosition, NoAdviceError) as error:
        raise BadQuestion(str(error)) from error
    return state, advice, why(state, advice)


def action_json(event: Event | None) -> str | dict[str, Any]:
    """An action as FORMATS writes it; None: roll."""
    return "roll" if event is None else encode(event)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
