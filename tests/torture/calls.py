"""Senseless calls over real HTTP to a real table: each is answered, none by a fault of ours.

The law of this file: whatever is sent, the status is below 500, or 503 with a sentence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

from companion.games import GAMES
from tests.web.real_table import RealTable

POSTS: Final = (
    *("pin", "choose", "dice", "look", "undo", "redo", "position", "odds", "button", "hands", "seat", "level"),
    *("lobby", "again", "new", "hints", "findings", "checked", "photo", "calibrate", "nonsense"),
)
GETS: Final = (
    *("snapshot", "games", "tray.jpg", "door", "door.svg", "oled.png", "story", "past", "statistics", "past/1"),
    *(
        "past/99/export",
        "past/1/position?moments=x",
        "opening/chess",
        "opening/express?options=[",
        "calibration",
        "%00",
    ),
)
FIELDS: Final = ("version", "event", "values", "position", "on", "button", "held", "seat", "claim", "level", "game")
MORE_FIELDS: Final = ("players", "options", "first", "confirm", "pin", "page", "ms", "down", "known", "step", "to")


@dataclass
class Fuzzed:
    requests: int = 0
    faults: int = 0
    wrong: list[str] = field(default_factory=list)


def senseless_calls(seed: int, count: int) -> Fuzzed:
    """Send `count` of them."""
    tried, chance = Fuzzed(), Random(seed)
    while tried.requests < count:
        game = chance.choice(list(GAMES.values()))
        with TemporaryDirectory() as folder:
            table = RealTable(Path(folder), game.name, ("Ann", "Bo", "Cy")[: max(2, game.seats.start)])
            try:
                for _ in range(min(200, count - tried.requests)):
                    _call(urlsplit(table.address).netloc, chance, tried)
            finally:
                table.close()
    return tried


def _call(address: str, chance: Random, tried: Fuzzed) -> None:
    method = "GET" if chance.random() < 0.2 else "POST"
    path = f"/api/{chance.choice(GETS if method == 'GET' else POSTS)}"
    body = None if method == "GET" else _body(chance)
    connection = HTTPConnection(address, timeout=30)
    connection.request(method, path, body, {"Content-Type": chance.choice(["application/json", "text/plain", "x"])})
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    tried.requests += 1
    if answer.status >= 500 and not (answer.status == 503 and b'"error"' in said):
        tried.faults += 1
        tried.wrong.append(f"{method} {path} {body!r:.200}: {answer.status}")


def _body(chance: Random) -> bytes:
    if chance.random() < 0.1:
        return chance.randbytes(chance.randint(0, 200))
    names = chance.sample((*FIELDS, *MORE_FIELDS), chance.randint(0, 5))
    body = {name: _value(chance, 0) for name in ("version", *names)}
    if chance.random() < 0.5:
        body["version"] = chance.randint(0, 5)
    return json.dumps(body).encode()


def _value(chance: Random, depth: int) -> Any:
    plain = (None, True, False, 0, 1, -1, 6, 2**70, 1.5, "", "roll", "express", "Ann", "\x00", "ü" * 99, "Stopped")
    inner = chance.random() if depth < 3 else 1.0
    if inner < 0.2:
        return [_value(chance, depth + 1) for _ in range(chance.randint(0, 5))]
    if inner < 0.4:
        keys = ("event", "columns", "tokens", "pips", "seat", "pairs", "fifth", "7", "vehicles", "layout")
        return {chance.choice(keys): _value(chance, depth + 1) for _ in range(chance.randint(0, 4))}
    return chance.choice(plain)
