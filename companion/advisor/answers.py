"""A position as JSON in, advice as JSON out (FORMATS section 2). Nothing here decides."""

from __future__ import annotations

import json
from typing import Any

from companion.advisor.advice import Action, Advice, NoAdviceError, advise
from companion.advisor.sentences import why
from companion.events import Json, encode
from companion.game import BadPosition
from companion.games.cant_stop.position import from_position
from companion.games.cant_stop.rules import State
from companion.games.cant_stop.screens import label

GAME = "cant-stop"


class BadQuestion(ValueError):
    """Not a position that advice can be given on: one sentence."""


def answer(text: str) -> dict[str, Any]:
    """The advice on a position, as FORMATS section 2 writes it.

    Raises:
        BadQuestion: the text is no JSON, no position of Can't Stop, or the game is over.
    """
    return _body(*_asked(text))


def advise_on(position: Json) -> dict[str, Any]:
    """The same for a table under way. Raises BadQuestion."""
    return _body(*_judged(position))


def _body(state: State, advice: Advice, sentence: str) -> dict[str, Any]:
    return {
        "best": _event(advice.best),
        "actions": [
            {"action": _event(action), "win": _rounded(action.win), "turns": _rounded(action.turns)}
            for action in advice.actions
        ],
        "bust": _rounded(advice.bust),
        "why": sentence,
    }


def in_words(text: str) -> str:
    """The same for people: an action a line, the best first, the sentence last. Raises BadQuestion."""
    state, advice, sentence = _asked(text)
    lines = []
    for action in advice.actions:
        name = label(state, action.event) if action.event else "Roll"  # in no language: the command line
        turns = f"{action.turns:6.2f} turns to go" if action.turns is not None else ""  # in no language
        worth = turns or f"{100 * (action.win or 0):5.1f} % to win"  # in no language
        lines.append(f"{name:12} {worth}")
    return "\n".join((*lines, sentence))


def _asked(text: str) -> tuple[State, Advice, str]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadQuestion(f"not JSON ({error})") from error
    if not isinstance(given, dict):
        raise BadQuestion(f"a position is a JSON object, not {text.strip()[:40]!r}")
    if given.get("game", GAME) != GAME:
        raise BadQuestion(f"there is advice for {GAME} only, not for {given['game']!r}")  # in no language
    return _judged(given)


def _judged(given: Json) -> tuple[State, Advice, str]:
    try:
        state = from_position(given)
        advice = advise(state)
    except (BadPosition, NoAdviceError) as error:
        raise BadQuestion(str(error)) from error
    return state, advice, why(state, advice)


def _event(action: Action) -> str | dict[str, Any]:
    return "roll" if action.event is None else encode(action.event)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
