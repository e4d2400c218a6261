"""What phones called, what they were answered, and what became of it: the account of every kind of torture.

The law of this file: it knows calls and events, and nothing of how anything was broken.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

from companion.events import Json


@dataclass
class Account:
    answered: int = 0
    """Presses that the tables answered."""
    lost: int = 0
    wrong: list[str] = field(default_factory=list)
    """What was lost or went otherwise than it should, each in a sentence."""


@dataclass
class Call:
    name: str
    body: Json
    answer: dict[str, Any] | None = None
    """The snapshot; None: it was cut off."""


def ask(connection: HTTPConnection, method: str, path: str, body: Json | None) -> tuple[int, dict[str, Any]]:
    connection.request(method, path, None if body is None else json.dumps(body))
    answer = connection.getresponse()
    read: dict[str, Any] = json.loads(answer.read())
    return answer.status, read


def event_of(call: Call) -> Json | None:
    """The event that it asks for, as its row has it; None: it names none, and its answer's version is its last row."""
    match call.name:
        case "choose" if call.body["event"]["event"] == "SetUpDone":
            return None  # the game that it begins is written instead
        case "choose":
            return dict(call.body["event"])
        case "dice":
            return {"event": "DiceRolled", "pips": sorted(call.body["values"])}
    return None


def key_of(event: Json) -> str:
    """Equal for equal events, whatever order their dice are in."""
    pips = event.get("pips")
    return json.dumps({**event, "pips": sorted(pips)} if pips else dict(event), sort_keys=True)
