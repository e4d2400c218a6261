"""A question to an advisor: a position as text, of whatever game."""

from __future__ import annotations

import json
from typing import Any


class NoAdviceError(ValueError):
    """There is nothing to decide; the message says why."""


class BadQuestion(ValueError):
    """Not a position that advice can be given on: one sentence."""


def asked(text: str) -> dict[str, Any]:
    """The position, a JSON object. Raises BadQuestion."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadQuestion(f"not JSON ({error})") from error
    if not isinstance(given, dict):
        raise BadQuestion(f"a position is a JSON object, not {text.strip()[:40]!r}")
    return given
